/* A secret on avr-libc's heap, and a store there at a secret index: nothing says how long the allocation is. */
#include <stdlib.h>

#include "corpus.h"

FUNCTION void heap_is_clean(void)
{
    volatile uint8_t *copy = malloc(16);
    for (uint8_t i = 0; i < 16; i++)
        copy[i] = secret[i];
    result = copy[3];
    for (uint8_t i = 0; i < 16; i++)
        copy[i] = 0;
    free((void *)copy);
}

FUNCTION void heap_leaks(void)
{
    volatile uint8_t *table = malloc(16);
    table[secret[0] & 15] = 1;
    for (uint8_t i = 0; i < 16; i++)
        table[i] = 0;
    free((void *)table);
}

FUNCTION void freed_leaks(void) /* beyond the heap's end is nobody's */
{
    volatile uint8_t *freed = malloc(16);
    free((void *)freed);
    freed[0] = secret[0];
}

PROGRAM(heap_is_clean(); heap_leaks(); freed_leaks())
