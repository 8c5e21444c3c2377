; Secrets that go to peripherals. What becomes of them there, in another register or in time, isn't followed: handing
; them over is the finding.
#include "corpus.inc"

	program pin_leaks, toggle_leaks, timer_leaks, interrupt_leaks, uart_leaks, clock_leaks, general_is_clean

	function pin_leaks		; PORTB, read back at PINB
	lds	r18, secret
	out	0x05, r18
	ret
	endfunction pin_leaks

	function toggle_leaks		; PINB, read back at PORTB
	lds	r18, secret
	out	0x03, r18
	ret
	endfunction toggle_leaks

	function timer_leaks		; OCR1AL: how long a wait takes
	lds	r18, secret
	sts	0x88, r18
	ret
	endfunction timer_leaks

	function interrupt_leaks	; TIMSK1: whether an interrupt comes
	lds	r18, secret
	sts	0x6f, r18
	ret
	endfunction interrupt_leaks

	function uart_leaks		; UDR0: off the chip
	lds	r18, secret
	sts	0xc6, r18
	ret
	endfunction uart_leaks

	function clock_leaks		; CLKPR: the speed of everything
	lds	r18, secret
	sts	0x61, r18
	ret
	endfunction clock_leaks

	function general_is_clean	; GPIOR0 is the machine's, GPIOR1 and GPIOR2 are bytes like others
	lds	r18, secret
	out	0x2a, r18
	out	0x2b, r18
	out	0x2a, r1
	out	0x2b, r1
	ret
	endfunction general_is_clean
