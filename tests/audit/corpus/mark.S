; Declassifying marks in assembly.
#include "corpus.inc"

	program value_is_clean, value_leaks, memory_is_clean, memory_leaks, length_leaks

; uint8_t (uint8_t x r24): x
	function sunbear_declassify_value_anyone_sees_the_retry
	ret
	endfunction sunbear_declassify_value_anyone_sees_the_retry

; void (const uint8_t *bytes r25:24, uint8_t x r22, uint16_t n r21:20): a function that is there anyway, with a mark
	.global	sunbear_declassify_r24_r20_sent
	function send
sunbear_declassify_r24_r20_sent:
	ret
	endfunction send

	function value_is_clean
	lds	r24, secret
	andi	r24, 1
	rcall	sunbear_declassify_value_anyone_sees_the_retry
	tst	r24
	breq	1f
	nop
1:	ret
	endfunction value_is_clean

	function value_leaks		; another value than the marked one
	lds	r24, secret
	mov	r18, r24
	rcall	sunbear_declassify_value_anyone_sees_the_retry
	tst	r18
	breq	1f
	nop
1:	ret
	endfunction value_leaks

	.macro send_secret n
	ldi	r24, lo8(secret)
	ldi	r25, hi8(secret)
	ldi	r20, \n
	ldi	r21, 0
	rcall	send
	lds	r24, secret+1
	tst	r24
	breq	1f
	nop
1:	ret
	.endm

	function memory_is_clean
	send_secret 2
	endfunction memory_is_clean

	function memory_leaks		; one byte sent, the other branched on
	send_secret 1
	endfunction memory_leaks

	function length_leaks
	ldi	r24, lo8(secret)
	ldi	r25, hi8(secret)
	lds	r20, secret
	andi	r20, 1
	ldi	r21, 0
	rcall	send
	ret
	endfunction length_leaks
