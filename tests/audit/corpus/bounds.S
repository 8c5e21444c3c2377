; Stores at secret addresses where no variable's symbol says how far they reach.
#include "corpus.inc"

	.section .data.unsized,"aw",@progbits
unsized:				; a label alone
	.space	16

	program unsized_leaks, register_leaks, pushed_leaks, room_leaks

	.macro index			; Z + two bits of the secret
	lds	r24, secret
	andi	r24, 3
	add	r30, r24
	adc	r31, r1
	ldi	r25, 1
	.endm

	.macro stack			; Z = SP
	in	r30, 0x3d
	in	r31, 0x3e
	.endm

	function unsized_leaks
	ldi	r30, lo8(unsized)
	ldi	r31, hi8(unsized)
	index
	st	Z, r25
	st	Z, r1
	sts	unsized+2, r1
	ret
	endfunction unsized_leaks

	function register_leaks		; GPIOR1 or GPIOR2
	ldi	r30, 0x4a
	ldi	r31, 0
	lds	r24, secret
	andi	r24, 1
	add	r30, r24
	st	Z, r1
	out	0x2a, r1
	out	0x2b, r1
	ret
	endfunction register_leaks

	function pushed_leaks		; an array of zeros, made by pushes
	push	r1
	push	r1
	push	r1
	push	r1
	stack
	index
	std	Z+1, r25
	stack
	ldd	r24, Z+2
	tst	r24
	breq	1f
	nop
1:	std	Z+1, r1
	std	Z+2, r1
	std	Z+3, r1
	std	Z+4, r1
	pop	r24
	pop	r24
	pop	r24
	pop	r24
	ret
	endfunction pushed_leaks

	function room_leaks		; an array whose room two calls of nothing make
	rcall	1f
1:	rcall	2f
2:	stack
	index
	std	Z+1, r25
	stack
	ldd	r24, Z+2
	tst	r24
	breq	3f
	nop
3:	std	Z+1, r1
	std	Z+2, r1
	std	Z+3, r1
	std	Z+4, r1
#ifdef __AVR_3_BYTE_PC__
	std	Z+5, r1
	std	Z+6, r1
	pop	r24
	pop	r24
#endif
	pop	r24
	pop	r24
	pop	r24
	pop	r24
	ret
	endfunction room_leaks
