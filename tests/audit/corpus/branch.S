; Branches on the zero flag, on T, and on the lowest bit of a product.
#include "corpus.inc"

	program branch_leaks, branch_is_clean, t_leaks, product_leaks, product_is_clean, called_leaks

	function branch_leaks
	lds	r24, secret
	tst	r24
	breq	1f
	nop
1:	ret
	endfunction branch_leaks

	function branch_is_clean		; on a public value, with the secret beside it
	lds	r24, secret
	lds	r25, public
	tst	r25
	breq	1f
	inc	r24
1:	ret
	endfunction branch_is_clean

	function t_leaks
	lds	r24, secret
	bst	r24, 3
	brts	1f
	nop
1:	ret
	endfunction t_leaks

	function product_leaks		; mul leaves bit 15 in the carry
	lds	r24, secret
	ldi	r25, 0xc0
	mul	r24, r25
	brcs	1f
	nop
1:	clr	r1
	ret
	endfunction product_leaks

	function product_is_clean	; too small a product for bit 15
	lds	r24, secret
	ldi	r25, 0x12
	mul	r24, r25
	brcs	1f
	nop
1:	clr	r1
	ret
	endfunction product_is_clean

	function called_leaks		; two calls deep
	rcall	1f
	ret
1:	rcall	branch_leaks
	ret
	endfunction called_leaks
