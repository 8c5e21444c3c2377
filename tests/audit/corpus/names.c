/* With names_other.c: two files with names of their own that are the same. */
#include "corpus.h"

static volatile uint8_t KEY[8] = {9, 9, 9};

__attribute__((noinline)) static uint8_t work(void)
{
    if (KEY[0] & 1)
        result = 3;
    return 0;
}

uint8_t other(void);

PROGRAM(result = other(); result = work())
