/* Common to the corpus's C: the secret, something public, and a place for results that nobody optimises away. */

#include <stdint.h>

#define FUNCTION __attribute__((noinline, noclone, used, externally_visible))
#define PROGRAM(calls) \
    int main(void) { calls; __asm__ volatile("cli\n\tsleep"); for (;;) {} }

volatile uint8_t secret[16] = {0x5a, 0xc3, 7, 9, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
volatile uint16_t secret_word = 0x3a5c;
volatile uint8_t public[16] = {0x5a, 0xc3, 7, 9, 1};
volatile uint16_t result;
