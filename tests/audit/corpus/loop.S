; A loop's count.
#include "corpus.inc"

	program loop_leaks, loop_is_clean

	function loop_leaks
	lds	r24, secret
	andi	r24, 0x0f
1:	subi	r24, 1
	brcc	1b
	ret
	endfunction loop_leaks

	function loop_is_clean		; 16 rounds on secret data
	lds	r24, secret
	ldi	r18, 16
1:	lsl	r24
	adc	r24, r1
	dec	r18
	brne	1b
	ret
	endfunction loop_is_clean
