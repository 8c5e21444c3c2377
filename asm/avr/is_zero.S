; sunbear_is_zero: uint8_t sunbear_is_zero(uint16_t verdict)
; Computes   1 if the verdict is 0, otherwise 0, and tells an audit that this is public from here on: whether enough was
;            drawn, whether a salt suits, whether a key is one, and whether a ciphertext is accepted. Of each there is but
;            one verdict, in which all reasons have come together
; In         r25:24 verdict
; Out        r24
; Memory     none
; Secret     the verdict, but for whether it is 0. Public: the result
; Stack      0 bytes
; Cycles     8 (ATmega1284P, first instruction through ret), constant; 1 more on ATmega2560
; Flash      10 bytes
; Clobbers   r24, SREG
	.section .text.sunbear_is_zero,"ax",@progbits
	.global sunbear_is_zero
	.global sunbear_declassify_value_whether_a_verdict_is_zero
	.type sunbear_is_zero,@function
sunbear_is_zero:
	or r24, r25
	neg r24                         ; carry: not 0
	sbc r24, r24
	inc r24
sunbear_declassify_value_whether_a_verdict_is_zero:
	ret
	.size sunbear_is_zero, .-sunbear_is_zero
