/* Secrets that go out to a peripheral and come back as something else, and public bytes that do. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "corpus.h"

FUNCTION void pin_leaks(void)
{
    DDRB = 0xff;
    PORTB = secret[0];
    __asm__ volatile("nop");
    uint8_t read = PINB;
    PORTB = 0;
    result = read & 1 ? 1 : 0x1234;
}

FUNCTION void toggle_leaks(void) /* a write to PINB toggles PORTB */
{
    PORTB = 0;
    PINB = secret[0];
    uint8_t read = PORTB;
    PINB = 0;
    PORTB = 0;
    result = read & 1 ? 1 : 0x1234;
}

FUNCTION void timer_leaks(void) /* a wait that is as long as the secret says */
{
    TCNT1 = 0;
    TCCR1A = 0;
    TCCR1B = 1;
    OCR1AL = secret[1];
    while (!(TIFR1 & 1 << OCF1A))
        ;
    OCR1AL = 0;
    TCCR1B = 0;
}

static volatile uint8_t fired;

ISR(TIMER1_COMPA_vect)
{
    fired = 1;
}

FUNCTION void interrupt_leaks(void)
{
    TCNT1 = 0;
    OCR1A = 0x100;
    TCCR1B = 1;
    TIMSK1 = secret[1] & 1 << OCIE1A;
    sei();
    for (uint8_t i = 0; i < 250; i++)
        __asm__ volatile("nop");
    cli();
    TIMSK1 = 0;
    TCCR1B = 0;
    if (fired)
        result = 3;
}

FUNCTION void line_leaks(void)
{
    UCSR0B = 1 << TXEN0;
    UDR0 = secret[0];
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UDR0 = 0;
}

FUNCTION void clock_leaks(void)
{
    uint8_t divider = secret[0] & 1;
    CLKPR = 1 << CLKPCE;
    CLKPR = divider;
    CLKPR = 1 << CLKPCE;
    CLKPR = 0;
}

FUNCTION void public_is_clean(void) /* with a secret in registers that only hold a byte */
{
    uint8_t byte = secret[0];
    GPIOR0 = byte;
    GPIOR2 = byte;
    PORTB |= 1 << 3;
    PORTB = public[0];
    OCR1AL = public[1];
    PORTB = 0;
    result = GPIOR0 ^ GPIOR2;
    GPIOR0 = 0;
    GPIOR2 = 0;
}

PROGRAM(pin_leaks(); toggle_leaks(); timer_leaks(); interrupt_leaks(); line_leaks(); clock_leaks(); public_is_clean())
