/* See names.c. */
#include <stdint.h>

static volatile uint8_t KEY[8] = {1, 2, 3};

__attribute__((noinline)) static uint8_t work(void)
{
    return KEY[0];
}

uint8_t other(void)
{
    return work();
}
