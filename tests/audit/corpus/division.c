/* Division is a loop with a branch on the data in libgcc; multiplication is not. */
#include "corpus.h"

FUNCTION void division_leaks(void)
{
    result = secret_word / 10;
}

FUNCTION void remainder_leaks(void)
{
    result = secret[0] % 10;
}

FUNCTION void reciprocal_is_clean(void)
{
    result = (uint32_t)secret_word * 0xcccd >> 16 >> 3;
}

FUNCTION void public_is_clean(void)
{
    result = (public[1] + 2000u) / 10 + secret[0];
}

PROGRAM(division_leaks(); remainder_leaks(); reciprocal_is_clean(); public_is_clean())
