; A secret decides where an indirect jump, an indirect call or a return goes.
#include "corpus.inc"

	program jump_leaks, call_leaks, return_leaks, jump_is_clean

	.macro choose variable		; Z = one of two words from local label 8 on
	lds	r24, \variable
	andi	r24, 1
	ldi	r30, pm_lo8(8f)
	ldi	r31, pm_hi8(8f)
	add	r30, r24
	adc	r31, r1
	.endm

	function jump_leaks
	choose	secret
	ijmp
8:	nop
	ret
	endfunction jump_leaks

	function call_leaks
	choose	secret
	icall
	ret
8:	nop
	ret
	endfunction call_leaks

	function return_leaks
	choose	secret
	push	r30
	push	r31
#ifdef __AVR_3_BYTE_PC__
	push	r1
#endif
	ret
8:	nop
	ret
	endfunction return_leaks

	function jump_is_clean
	choose	public
	ijmp
8:	nop
	ret
	endfunction jump_is_clean
