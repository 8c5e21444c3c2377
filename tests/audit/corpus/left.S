; Secrets that outlive a call: in a register, in the flags, on the dead stack, in I/O.
#include "corpus.inc"

	program register_leaks, register_is_clean, flags_leak, stack_leaks, stack_is_clean, spill_leaks, io_leaks

	.macro forget			; r18, and all flags with it
	ldi	r18, 0
	sub	r18, r18
	.endm

	function register_leaks
	lds	r18, secret
	ret
	endfunction register_leaks

	function register_is_clean
	lds	r18, secret
	inc	r18
	forget
	ret
	endfunction register_is_clean

	function flags_leak
	lds	r18, secret
	lsr	r18
	ldi	r18, 0
	ret
	endfunction flags_leak

	function stack_leaks
	lds	r18, secret
	push	r18
	pop	r18
	forget
	ret
	endfunction stack_leaks

	function stack_is_clean
	lds	r18, secret
	push	r18
	pop	r18
	push	r1
	pop	r18
	ret
	endfunction stack_is_clean

	function spill_leaks		; spilled, and branched on when it is back
	lds	r18, secret
	push	r18
	forget
	pop	r19
	tst	r19
	breq	1f
	nop
1:	push	r1
	pop	r19
	sub	r19, r19
	ret
	endfunction spill_leaks

	function io_leaks		; GPIOR2
	lds	r18, secret
	out	0x2b, r18
	forget
	ret
	endfunction io_leaks
