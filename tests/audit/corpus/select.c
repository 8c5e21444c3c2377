/* Selections as C programmers write them to be free of branches. */
#include "corpus.h"

FUNCTION void ternary_leaks(void)
{
    uint16_t a = 0x1234, b = public[0];
    result = secret[0] & 4 ? a * b : a;
}

FUNCTION void mask_is_clean(void)
{
    uint8_t mask = (uint8_t)-(secret[0] & 1);
    result = (public[0] & mask) | (public[1] & (uint8_t)~mask);
}

FUNCTION void sign_is_clean(void) /* 1 unless the word is 0 */
{
    uint16_t x = secret_word;
    result = (uint16_t)(x | -x) >> 15;
}

FUNCTION void shift_leaks(void) /* the chip shifts a bit at a time */
{
    result = 1u << (secret[0] & 7);
}

PROGRAM(ternary_leaks(); mask_is_clean(); sign_is_clean(); shift_leaks())
