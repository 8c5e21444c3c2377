/* A comparison that stops at the first difference, and one that doesn't. */
#include "corpus.h"

FUNCTION uint8_t compare_leaks(void)
{
    for (uint8_t i = 0; i < 16; i++)
        if (secret[i] != public[i])
            return 1;
    return 0;
}

FUNCTION uint8_t compare_is_clean(void)
{
    uint8_t difference = 0;
    for (uint8_t i = 0; i < 16; i++)
        difference |= secret[i] ^ public[i];
    return difference;
}

FUNCTION uint8_t equal_is_clean(const uint8_t *a, const uint8_t *b)
{
    uint8_t difference = 0;
    for (uint8_t i = 0; i < 16; i++)
        difference |= a[i] ^ b[i];
    return (uint8_t)((uint16_t)(difference - 1) >> 8);
}

PROGRAM(result = compare_leaks(); result = compare_is_clean();
        result = equal_is_clean((const uint8_t *)secret, (const uint8_t *)public))
