; Loads and stores at secret addresses, and what a store at one makes secret.
#include "corpus.inc"

	variable table, 1, 2, 3, 4, 5, 6, 7, 8

	.section .progmem.data.constants,"a",@progbits
	.type	constants, @object
constants:
	.byte	1, 2, 3, 4, 5, 6, 7, 8
	.size	constants, .-constants

	program load_leaks, flash_leaks, store_leaks, spread_leaks, address_is_clean

	.macro index pointer, base	; pointer = base + three bits of the secret
	lds	r24, secret
	andi	r24, 7
	ldi	r\pointer, lo8(\base)
	.endm

	function load_leaks
	index	26, table
	ldi	r27, hi8(table)
	add	r26, r24
	adc	r27, r1
	ld	r24, X
	ret
	endfunction load_leaks

	function flash_leaks
	index	30, constants
	ldi	r31, hi8(constants)
	add	r30, r24
	adc	r31, r1
	lpm	r24, Z
	ret
	endfunction flash_leaks

	function store_leaks
	index	26, table
	ldi	r27, hi8(table)
	add	r26, r24
	adc	r27, r1
	st	X, r1
	ret
	endfunction store_leaks

	function spread_leaks		; table[2] is hit, table[7] might have been
	index	26, table
	ldi	r27, hi8(table)
	add	r26, r24
	adc	r27, r1
	st	X, r1
	lds	r24, table+7
	tst	r24
	breq	1f
	nop
1:	ret
	endfunction spread_leaks

	function address_is_clean	; all of the table, and a mask
	lds	r24, secret
	andi	r24, 7
	ldi	r30, lo8(table)
	ldi	r31, hi8(table)
	ldi	r18, 8
	clr	r25
1:	ld	r19, Z+
	subi	r24, 1			; borrows exactly when the index has come down to zero
	sbc	r20, r20
	and	r19, r20
	clr	r20
	or	r25, r19
	dec	r18
	brne	1b
	ret
	endfunction address_is_clean
