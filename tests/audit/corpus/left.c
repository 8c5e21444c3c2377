/* A buffer that stays on the stack, and one that is wiped. */
#include "corpus.h"

FUNCTION void buffer_is_left(void)
{
    volatile uint8_t copy[16];
    for (uint8_t i = 0; i < 16; i++)
        copy[i] = secret[i];
    result = 0;
}

FUNCTION void buffer_is_wiped(void)
{
    volatile uint8_t copy[16];
    for (uint8_t i = 0; i < 16; i++)
        copy[i] = secret[i];
    for (uint8_t i = 0; i < 16; i++)
        copy[i] = 0;
}

FUNCTION void variable_is_left(void)
{
    result = secret_word;
}

PROGRAM(buffer_is_left(); buffer_is_wiped(); variable_is_left())
