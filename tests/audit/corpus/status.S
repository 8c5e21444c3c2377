; SREG saved and restored, and the interrupt flag.
#include "corpus.inc"

	program status_leaks, status_is_clean, interrupts_leak

	function status_leaks
	lds	r24, secret
	lsr	r24
	in	r0, 0x3f
	push	r0
	clc
	pop	r0
	out	0x3f, r0
	brcs	1f
	nop
1:	ret
	endfunction status_leaks

	function status_is_clean	; the secret's flags are thrown away for public ones
	lds	r24, public
	lsr	r24
	in	r0, 0x3f
	push	r0
	lds	r24, secret
	lsr	r24
	pop	r0
	out	0x3f, r0
	brcs	1f
	nop
1:	ret
	endfunction status_is_clean

	function interrupts_leak
	lds	r24, secret
	out	0x3f, r24
	cli
	ret
	endfunction interrupts_leak
