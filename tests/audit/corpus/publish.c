/* A ciphertext is computed from secrets and then sent: public from there on, and not before. */
#include "corpus.h"

static uint8_t ciphertext[16];

/* The memory barrier is the only instruction of a body that does nothing. */
FUNCTION void sunbear_declassify_the_ciphertext_is_sent(const void *p, uint16_t n)
{
    __asm__ volatile("" : : "r"(p), "r"(n) : "memory");
}

FUNCTION void encrypt(void)
{
    for (uint8_t i = 0; i < 16; i++)
        ciphertext[i] = public[i] ^ secret[i];
}

FUNCTION void wait(void)
{
    if (ciphertext[9] > 3)
        result = 1;
}

FUNCTION void publish_is_clean(void)
{
    encrypt();
    sunbear_declassify_the_ciphertext_is_sent(ciphertext, sizeof ciphertext);
    wait();
}

FUNCTION void publish_leaks(void)
{
    encrypt();
    wait();
    sunbear_declassify_the_ciphertext_is_sent(ciphertext, sizeof ciphertext);
}

FUNCTION uint8_t pointer_leaks(const uint8_t *key, uint8_t index)
{
    return key[index] > 3 ? public[0] : 7;
}

PROGRAM(publish_is_clean(); publish_leaks(); result = pointer_leaks((const uint8_t *)secret, 2))
