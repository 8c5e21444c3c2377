/* The node in C: it agrees on a secret with a gateway over USART 0, again and again.
 *
 * It asks, one letter first; the gateway answers:
 *   'S'                         a seed, because there is none     32 bytes
 *   'K' offset(2) n(1)          a piece of a fresh key            n bytes
 *   'C' offset(2) n(2) bytes    a piece of the ciphertext         nothing
 *   'D' secret(32)              done. A product keeps its secret; this program shows that both have the same
 *   'E' result                  failed                            nothing
 * and after 'D' or 'E' it waits for a byte before it begins anew. */
#include <avr/eeprom.h>
#include <avr/io.h>

#include "sunbear.h"

#define SEEDS 512 /* where the slots are, away from address 0 */
#define SLOTS 5

static uint8_t workspace[SUNBEAR_BABYBEAR_EPHEM_WORKSPACE_SIZE];

static void put(uint8_t byte)
{
    loop_until_bit_is_set(UCSR0A, UDRE0);
    UDR0 = byte;
}

static uint8_t get(void)
{
    loop_until_bit_is_set(UCSR0A, RXC0);
    return UDR0;
}

static void put16(uint16_t number)
{
    put(number & 0xff);
    put(number >> 8);
}

static uint8_t read_seeds(uint16_t offset, uint8_t *out, uint16_t n)
{
    eeprom_read_block(out, (const void *)(SEEDS + offset), n);
    return 0;
}

static uint8_t write_seeds(uint16_t offset, const uint8_t *bytes, uint16_t n)
{
    /* Not eeprom_update_block: every byte must be written. */
    eeprom_write_block(bytes, (void *)(SEEDS + offset), n);
    return 0;
}

static uint8_t read_key(uint16_t offset, uint8_t *out, uint16_t n)
{
    put('K');
    put16(offset);
    put(n); /* 24 or 10 */
    while (n--)
        *out++ = get();
    return 0;
}

static uint8_t write_ciphertext(uint16_t offset, const uint8_t *bytes, uint16_t n)
{
    put('C');
    put16(offset);
    put16(n);
    while (n--)
        put(*bytes++);
    return 0;
}

/* Wipes in a way that the compiler doesn't remove. */
static void wipe(void *secret, uint8_t n)
{
    volatile uint8_t *byte = secret;
    while (n--)
        *byte++ = 0;
}

static void provision(void)
{
    uint8_t seed[SUNBEAR_SEED_SIZE];
    put('S');
    for (uint8_t i = 0; i < sizeof seed; i++)
        seed[i] = get();
    sunbear_random_provision(seed, read_seeds, write_seeds, SLOTS * SUNBEAR_SLOT_SIZE);
    wipe(seed, sizeof seed);
}

static void exchange(uint8_t random[SUNBEAR_RANDOM_SIZE])
{
    uint8_t secret[SUNBEAR_SECRET_SIZE];
    uint8_t result = sunbear_babybear_ephem_encapsulate(random, read_key, write_ciphertext, secret, workspace);
    if (result == SUNBEAR_OK) {
        put('D');
        for (uint8_t i = 0; i < sizeof secret; i++)
            put(secret[i]);
    } else {
        put('E');
        put(result);
    }
    wipe(secret, sizeof secret);
    get();
}

int main(void)
{
    uint8_t random[SUNBEAR_RANDOM_SIZE];

    UBRR0 = 3; /* 500,000 baud at 16 MHz */
    UCSR0A = _BV(U2X0);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0);

    for (;;) {
        uint8_t result = sunbear_random_start(random, read_seeds, write_seeds, SLOTS * SUNBEAR_SLOT_SIZE);
        if (result == SUNBEAR_OK)
            break;
        if (result != SUNBEAR_NO_SEED) {
            put('E');
            put(result);
            get();
        } else {
            provision();
        }
    }
    for (;;)
        exchange(random);
}
