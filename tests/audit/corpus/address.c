/* A table on the stack that is written at a secret index: any of its bytes may have been hit, saved registers not. */
#include "corpus.h"

FUNCTION void stack_table_leaks(void)
{
    volatile uint8_t table[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    table[secret[0] & 7] = 1;
    if (table[5])
        result = 1;
    for (uint8_t i = 0; i < 8; i++)
        table[i] = 0;
}

PROGRAM(stack_table_leaks())
