; sunbear_divpair_row:
;   void sunbear_divpair_row(uint16_t *rows, const struct divpair *pair, uint16_t from, uint16_t n)
; Computes   d[i - 2] = (a[i] + beta*b[i] + gamma*b[i - 1])/2^8 mod q, from <= i < from + n
; In         r25:24 rows, r23:22 pair (24 bytes, as sunbear_divpair_plan leaves them), r21:20 from (2 bytes),
;            r19:18 n (2 bytes, 1..2047); from and n are public
; Out        nothing in registers
; Memory     reads a[from..from+n), b[from-1..from+n), pair; writes d[from-2..from+n-2). a, b and d lie at
;            bytes pair.a, pair.f and pair.g of rows: d may be a, at most one place below or above
; Secret     the coefficients, beta, gamma, and the addresses a, b and d. Branches depend on n alone
; Stack      18 bytes beyond the return address
; Cycles     143 + 64*(n mod 8) + 484*(n div 8) + (2 if n mod 8 = 0) + (2 if n < 8)
;            (ATmega1284P, first instruction through ret, for all data)
; Flash      956 bytes
; Clobbers   r18-r27, r30, r31, r0, SREG; r1 = 0 on return
;
; Ranges: q at most 7879, coefficients below 2^15 in and out, beta and gamma at most q. A coefficient is two digits
; of a byte, and beside beta there is beta' = 2^8 beta mod q for the upper one: a + beta b + gamma b stays below
; 2^24, and one byte of Montgomery's reduction makes it at most 31,200 again.
	.section .text.sunbear_divpair_row,"ax",@progbits
	.global sunbear_divpair_row
	.type sunbear_divpair_row,@function

; the next coefficient: b in \b0 \b1, the one before it in \p0 \p1
; r2 r3 beta, r4 r5 beta', r6 r7 gamma, r8 r9 gamma', r10 r11 q, r12 -1/q mod 2^8, r13 zero
	.macro divpair_one b0, b1, p0, p1
	ld r20, X+
	ld r21, X+
	ld \b0, Y+
	ld \b1, Y+
	clr r22
	mul \b1, r4		; below 2^16 with a
	add r20, r0
	adc r21, r1
	mul \b1, r5
	add r21, r0
	adc r22, r1
	mul \b0, r2
	add r20, r0
	adc r21, r1
	adc r22, r13
	mul \b0, r3
	add r21, r0
	adc r22, r1
	mul \p1, r8
	add r20, r0
	adc r21, r1
	adc r22, r13
	mul \p1, r9
	add r21, r0
	adc r22, r1
	mul \p0, r6
	add r20, r0
	adc r21, r1
	adc r22, r13
	mul \p0, r7
	add r21, r0
	adc r22, r1
	mul r20, r12
	mov r23, r0
	mul r23, r10
	add r20, r0		; 0
	adc r21, r1
	adc r22, r13
	mul r23, r11
	add r21, r0
	adc r22, r1
	st Z+, r21
	st Z+, r22
	.endm

sunbear_divpair_row:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	clr r13
	lsl r20
	rol r21
	add r20, r24		; rows + from
	adc r21, r25
	movw r30, r22
	ldd r28, Z+2
	ldd r29, Z+3
	ldd r14, Z+4
	ldd r15, Z+5
	ldd r26, Z+6
	ldd r27, Z+7
	ldd r10, Z+10
	ldd r11, Z+11
	ldd r12, Z+12
	.set divpair_at, 0
	.irp r, 2,3,4,5,6,7,8,9
	ldd \r, Z+16+divpair_at
	.set divpair_at, divpair_at+1
	.endr
	add r28, r20
	adc r29, r21
	add r26, r20
	adc r27, r21
	movw r30, r14
	add r30, r20
	adc r31, r21
	sbiw r30, 4
	sbiw r28, 2
	ld r14, Y+
	ld r15, Y+
	mov r24, r18		; n mod 8 single ones, then eight at a time
	andi r24, 7
	.rept 3
	lsr r19
	ror r18
	.endr
	tst r24
	breq 2f
1:	divpair_one r16, r17, r14, r15
	movw r14, r16
	dec r24
	brne 1b
2:	tst r18
	brne 3f
	rjmp 4f
3:	.rept 4
	divpair_one r16, r17, r14, r15
	divpair_one r14, r15, r16, r17
	.endr
	dec r18
	breq 4f
	rjmp 3b
4:	clr r1
	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret
	.size sunbear_divpair_row,.-sunbear_divpair_row
