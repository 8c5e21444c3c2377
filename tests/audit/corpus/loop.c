/* A loop's count. */
#include "corpus.h"

FUNCTION void loop_leaks(void)
{
    for (uint8_t i = 0; i != (secret[0] & 0x0f); i++)
        result += i;
}

FUNCTION void loop_is_clean(void)
{
    for (uint8_t i = 0; i != (public[0] & 0x0f); i++)
        result += secret[i];
}

PROGRAM(loop_leaks(); loop_is_clean())
