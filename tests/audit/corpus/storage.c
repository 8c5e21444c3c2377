/* A secret in flash and one in EEPROM. */
#include <avr/eeprom.h>
#include <avr/pgmspace.h>

#include "corpus.h"

__attribute__((externally_visible)) const uint8_t flash_secret[4] PROGMEM = {1, 2, 3, 4};
__attribute__((externally_visible)) uint8_t eeprom_secret[4] EEMEM = {5, 6, 7, 8};

FUNCTION void flash_leaks(void)
{
    if (pgm_read_byte(&flash_secret[2]) > 2)
        result = 1;
}

FUNCTION void flash_is_clean(void)
{
    result = pgm_read_byte(&flash_secret[2]);
}

FUNCTION void eeprom_leaks(void)
{
    if (eeprom_read_byte(&eeprom_secret[1]) > 5)
        result = 1;
}

FUNCTION void eeprom_is_clean(void)
{
    result = eeprom_read_byte(&eeprom_secret[1]);
}

FUNCTION void eeprom_is_left(void)
{
    eeprom_write_byte((uint8_t *)0x20, secret[0]);
}

PROGRAM(flash_leaks(); flash_is_clean(); eeprom_leaks(); eeprom_is_clean(); eeprom_is_left())
