; What a carry takes along.
#include "corpus.inc"

	program carry_leaks, carry_is_clean, chain_leaks, chain_is_clean, borrow_leaks, shift_leaks

	function carry_leaks
	lds	r24, secret
	ldi	r25, 0x80
	add	r24, r25
	brcs	1f
	nop
1:	ret
	endfunction carry_leaks

	function carry_is_clean		; the carry becomes a number
	lds	r24, secret
	ldi	r25, 0x80
	add	r24, r25
	clr	r25
	adc	r25, r25
	ret
	endfunction carry_is_clean

	function chain_leaks		; the secret is in the low byte, the branch on the high one
	lds	r24, secret
	lds	r25, public
	subi	r24, 0x60
	sbci	r25, 0x12
	brmi	1f
	nop
1:	ret
	endfunction chain_leaks

	function chain_is_clean		; 4 bits and 4 bits never carry into the next byte
	lds	r24, secret
	andi	r24, 0x0f
	lds	r25, public
	subi	r24, -0x0f
	sbci	r25, -1
	brmi	1f
	nop
1:	ret
	endfunction chain_is_clean

	function borrow_leaks
	lds	r24, secret
	cpi	r24, 0x40
	cpc	r1, r1
	brlo	1f
	nop
1:	ret
	endfunction borrow_leaks

	function shift_leaks
	lds	r24, secret
	lsl	r24
	rol	r25
	sbrc	r25, 0
	nop
	ret
	endfunction shift_leaks
