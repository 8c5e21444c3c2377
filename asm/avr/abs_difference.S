; sunbear_abs_difference:
;   uint8_t sunbear_abs_difference(uint8_t *out, const uint8_t *lo, const uint8_t *hi, uint8_t n_lo, uint8_t n_hi)
; Computes   out[0..n_lo) = |lo - hi|, hi extended by a zero byte if shorter
; In         r25:24 out (n_lo bytes), r23:22 lo (n_lo bytes), r21:20 hi (n_hi bytes),
;            r18 n_lo (1..195), r16 n_hi (n_lo or n_lo - 1); lengths are public
; Out        r24 = ff if lo < hi, else 0
; Memory     reads lo[0..n_lo), hi[0..n_hi); reads and writes out[0..n_lo), which may be lo itself
; Secret     the bytes of lo and hi, and the result. Branches and addresses depend on lengths alone
; Stack      3 bytes beyond the return address
; Cycles     n_lo,n_hi = 24,24: 345  25,24: 359  25,25: 360  49,48: 689  49,49: 690  98,97: 1368
;            195,195: 2708 (ATmega1284P, first instruction through ret, for all data)
; Flash      402 bytes
; Clobbers   r18-r27, r30, r31, r0, T flag, SREG; r1 = 0 on return
;
; The sign is known only after the last byte, so the difference is stored and negated under a
; mask in a second pass; the last eight bytes never leave the registers in between.
	.section .text.sunbear_abs_difference,"ax",@progbits
	.global sunbear_abs_difference
	.type sunbear_abs_difference,@function
sunbear_abs_difference:
	push r28
	push r29
	movw r30, r24
	movw r26, r22
	movw r28, r20
	mov r19, r18
	sub r19, r16
	bst r19, 0		; T: hi is one byte shorter
	subi r18, 8
	brcc 20f
	rjmp 10f
20:	push r18		; the last eight bytes stay in registers
	mov r19, r18
	andi r18, 7
	lsr r19
	lsr r19
	lsr r19
	clc
	tst r18			; leaves C alone, as dec, ld, st and eor do
	breq 2f
1:	ld r0, X+
	ld r1, Y+
	sbc r0, r1
	st Z+, r0
	dec r18
	brne 1b
2:	tst r19
	breq 4f
3:	.rept 8
	ld r0, X+
	ld r1, Y+
	sbc r0, r1
	st Z+, r0
	.endr
	dec r19
	brne 3b
4:	.irp r, 18,19,20,21,22,23,24
	ld \r, X+
	ld r1, Y+
	sbc \r, r1
	.endr
	ld r25, X
	clr r1
	brts 5f
	ld r1, Y
5:	sbc r25, r1
	sbc r0, r0		; ff: lo < hi, negate
	pop r26
	clr r1
	sub r30, r26
	sbc r31, r1
	mov r27, r26
	andi r26, 7
	lsr r27
	lsr r27
	lsr r27
	clc
	tst r26
	breq 7f
6:	ld r1, Z
	eor r1, r0
	sbc r1, r0
	st Z+, r1
	dec r26
	brne 6b
7:	tst r27
	breq 9f
8:	.rept 8
	ld r1, Z
	eor r1, r0
	sbc r1, r0
	st Z+, r1
	.endr
	dec r27
	brne 8b
9:	.set q, 0
	.irp r, 18,19,20,21,22,23,24,25
	eor \r, r0
	sbc \r, r0
	std Z+q, \r
	.set q, q+1
	.endr
	mov r24, r0
	clr r1
	pop r29
	pop r28
	ret
	; fewer than eight bytes: plain loops
10:	subi r18, -8
	mov r19, r18
	mov r22, r16
	clc
	tst r22
	breq 12f
11:	ld r0, X+
	ld r23, Y+
	sbc r0, r23
	st Z+, r0
	dec r22
	brne 11b
12:	brtc 13f
	ld r0, X
	sbc r0, r1
	st Z, r0
13:	sbc r23, r23
	movw r30, r24
	clc
14:	ld r0, Z
	eor r0, r23
	sbc r0, r23
	st Z+, r0
	dec r18
	brne 14b
	mov r24, r23
	pop r29
	pop r28
	ret
	.size sunbear_abs_difference,.-sunbear_abs_difference
