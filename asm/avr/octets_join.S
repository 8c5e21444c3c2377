; sunbear_octets_join: void sunbear_octets_join(uint8_t *out, const uint8_t *middle, uint8_t h, uint8_t odd)
; Computes   out[h + i] = out[h + i] + z0[i] + z2[i] - middle[i] mod 2^8 for i < 2h: z0 the first 2h bytes of out, z2 the
;            others, with zeros behind them
; In         r25:24 out (4h bytes, less two if odd is 1), r23:22 middle (2h bytes), r20 h (2..255), r18 odd (0 or 1); h and
;            odd are public
; Out        nothing in registers
; Memory     reads and writes out; reads middle. No overlap
; Secret     the contents of out and middle
; Stack      18 bytes beyond the return address
; Cycles     101 + 192*(c div 8) + 37*(c mod 8) + (2 if c mod 8 = 0) + 53*odd, c = h - 2*odd
; Flash      516 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0
;
; With z0 = A + B t, z2 = C + D t, t = x^h and V = B + C, the second quarter is V + A - middle's first half, and the third
; V + D - its second half.
	.section .text.sunbear_octets_join,"ax",@progbits
	.global sunbear_octets_join
	.type sunbear_octets_join,@function

; n coefficients: Y at B, Z at C, X at middle; h in r20; V in r2.., V + A in r10..
	.macro ojblock n, d
	.set oj_i, 0
	.rept \n
	ldd 2+oj_i, Y+oj_i
	ldd r0, Z+oj_i
	add 2+oj_i, r0
	mov 10+oj_i, 2+oj_i
	.set oj_i, oj_i+1
	.endr
	sub r28, r20
	sbc r29, r1
	.set oj_i, 0
	.rept \n
	ldd r0, Y+oj_i
	add 10+oj_i, r0
	.set oj_i, oj_i+1
	.endr
	add r28, r20
	adc r29, r1
	.set oj_i, 0
	.rept \n
	ld r0, X+
	sub 10+oj_i, r0
	st Y+, 10+oj_i
	.set oj_i, oj_i+1
	.endr
	movw r22, r26
	add r26, r21			; h - n
	adc r27, r1
	.set oj_i, 0
	.rept \n
	ld r0, X+
	sub 2+oj_i, r0
	.set oj_i, oj_i+1
	.endr
	movw r26, r22
	.if \d
	add r30, r20
	adc r31, r1
	.set oj_i, 0
	.rept \n
	ldd r0, Z+oj_i
	add 2+oj_i, r0
	.set oj_i, oj_i+1
	.endr
	sub r30, r20
	sbc r31, r1
	.endif
	.set oj_i, 0
	.rept \n
	st Z+, 2+oj_i
	.set oj_i, oj_i+1
	.endr
	.endm

sunbear_octets_join:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	movw r26, r22
	movw r28, r24
	add r28, r20
	adc r29, r1
	movw r30, r28
	add r30, r20
	adc r31, r1
	mov r25, r20			; h - 2*odd, eight at a time and single ones
	sub r25, r18
	sub r25, r18
	mov r24, r25
	andi r24, 7
	lsr r25
	lsr r25
	lsr r25
	mov r21, r20
	tst r25
	brne 7f
	rjmp 2f
7:	subi r21, 8
1:	ojblock 8, 1
	dec r25
	breq 5f
	rjmp 1b
5:	mov r21, r20
2:	dec r21
	tst r24
	breq 4f
3:	ojblock 1, 1
	dec r24
	brne 3b
4:	tst r18
	breq 6f
	ojblock 1, 0
	ojblock 1, 0
6:	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret
	.size sunbear_octets_join,.-sunbear_octets_join
