; sunbear_mul_leaf: void sunbear_mul_leaf(uint8_t *out, const uint8_t *a, const uint8_t *b, uint8_t n)
; Computes   out[0..2n) = a[0..n) * b[0..n), packed little-endian, n = 24 or 25
; In         r25:24 out (2n bytes), r23:22 a (n bytes), r21:20 b (n bytes), r18 n (24 or 25, public)
; Out        nothing in registers
; Memory     reads a[0..n), b[0..n); writes out[0..2n) and uses it as scratch; out overlaps neither
; Secret     the bytes of a and b. No branch, skip or address depends on them; n decides one branch
; Stack      44 bytes beyond the return address
; Cycles     n = 24: 2969, n = 25: 3450 (ATmega1284P, first instruction through ret, for all data)
; Flash      5072 bytes
; Clobbers   r18-r27, r30, r31, r0, T flag, SREG; r1 = 0 on return
;
; Two levels of branch-free subtractive Karatsuba over four 6-byte limbs (t = 2^48, T = t^2):
;   R = sum t^i a_i b_i                      each product is added to the high limb of the last
;   Q = (1 + t) R - t (m0 + T m2)            m0 = (a0 - a1)(b0 - b1), m2 = (a2 - a3)(b2 - b3)
;   out = (1 + T) Q - T M                    M = the product of the differences of the halves,
;                                            itself (1 + t)(d0 e0 + t d1 e1) - t (d0 - d1)(e0 - e1)
; so R is formed once for both halves and no level adds its two outer products separately.
; M is made first, while all of out is scratch, and waits on the stack with its sign applied.
; n = 25 adds two strips, a24 * b and b24 * a, to the 24-byte product.
	.section .text.sunbear_mul_leaf,"ax",@progbits

; Register map.  C = accumulator (12), B = streamed operand byte,
; A = operand limb (6), T = two pending products.
	.set C, 2
	.set B, 14
	.set KM, 15
	.set A, 16
	.set T, 22

; Straight-line vector helpers; i and j are scratch counters.
	.macro loadz reg, off, n	; reg.. <- Z[off..]
	.set i, 0
	.rept \n
	ldd \reg+i, Z+\off+i
	.set i, i+1
	.endr
	.endm
	.macro loady reg, off, n	; reg.. <- Y[off..]
	.set i, 0
	.rept \n
	ldd \reg+i, Y+\off+i
	.set i, i+1
	.endr
	.endm
	.macro loadx reg, n	; reg.. <- X+
	.set i, 0
	.rept \n
	ld \reg+i, X+
	.set i, i+1
	.endr
	.endm
	.macro storez reg, off, n	; reg.. -> Z[off..]
	.set i, 0
	.rept \n
	std Z+\off+i, \reg+i
	.set i, i+1
	.endr
	.endm
	.macro adcv d, s, n	; d.. += s.. + C
	.set i, 0
	.rept \n
	adc \d+i, \s+i
	.set i, i+1
	.endr
	.endm
	.macro addv d, s, n	; d.. += s..
	add \d, \s
	.set i, 1
	.rept \n-1
	adc \d+i, \s+i
	.set i, i+1
	.endr
	.endm
	.macro adcs d, s, n	; d.. += C with the one byte s in every place
	.set i, 0
	.rept \n
	adc \d+i, \s
	.set i, i+1
	.endr
	.endm
	.macro eorv d, s, n	; d.. ^= s
	.set i, 0
	.rept \n
	eor \d+i, \s
	.set i, i+1
	.endr
	.endm
	.macro adcpop d, n	; d.. += bytes from the stack + C
	.set i, 0
	.rept \n
	pop r0
	adc \d+i, r0
	.set i, i+1
	.endr
	.endm
	.macro subv d, s, n	; d.. -= s..
	sub \d, \s
	.set i, 1
	.rept \n-1
	sbc \d+i, \s+i
	.set i, i+1
	.endr
	.endm
	.macro suby d, off, n	; d.. -= Y[off..]
	ldd r0, Y+\off
	sub \d, r0
	.set i, 1
	.rept \n-1
	ldd r0, Y+\off+i
	sbc \d+i, r0
	.set i, i+1
	.endr
	.endm
	.macro subx d, n	; d.. -= X+
	ld r0, X+
	sub \d, r0
	.set i, 1
	.rept \n-1
	ld r0, X+
	sbc \d+i, r0
	.set i, i+1
	.endr
	.endm
	.macro negc d, m, n	; d.. = -d.. where m = ff (subtracting ff.. adds one)
	eorv \d, \m, \n
	sub \d, \m
	.set i, 1
	.rept \n-1
	sbc \d+i, \m
	.set i, i+1
	.endr
	.endm

; One row: acc += A * b.  The even and the odd products are two separate carry
; chains because mul destroys C; the fresh top byte k (zero on entry) takes both carries.
	.macro oddrow b, c1, c2, c3, c4, c5, k
	mul A+1, \b
	movw T, r0
	mul A+3, \b
	movw T+2, r0
	mul A+5, \b
	add \c1, T
	adc \c2, T+1
	adc \c3, T+2
	adc \c4, T+3
	adc \c5, r0
	adc \k, r1
	.endm
	.macro row b, c0, c1, c2, c3, c4, c5, k
	mul A, \b
	movw T, r0
	mul A+2, \b
	movw T+2, r0
	mul A+4, \b
	add \c0, T
	adc \c1, T+1
	adc \c2, T+2
	adc \c3, T+3
	adc \c4, r0
	adc \c5, r1
	adc \k, \k
	oddrow \b, \c1, \c2, \c3, \c4, \c5, \k
	.endm
	.macro row0 b, c0, c1, c2, c3, c4, c5, k	; acc = A * b
	mul A, \b
	movw \c0, r0
	mul A+2, \b
	movw \c2, r0
	mul A+4, \b
	movw \c4, r0
	oddrow \b, \c1, \c2, \c3, \c4, \c5, \k
	.endm
	.macro tops v
	clr \v
	clr \v+1
	movw \v+2, \v
	movw \v+4, \v
	.endm
; (v:w) = A * P[off..off+6] + (first ? 0 : w)
	.macro prod6 first, p, off, w, v
	tops \v
	ldd B, \p+\off
	.if \first
	row0 B, \w, \w+1, \w+2, \w+3, \w+4, \w+5, \v
	.else
	row B, \w, \w+1, \w+2, \w+3, \w+4, \w+5, \v
	.endif
	ldd B, \p+\off+1
	row B, \w+1, \w+2, \w+3, \w+4, \w+5, \v, \v+1
	ldd B, \p+\off+2
	row B, \w+2, \w+3, \w+4, \w+5, \v, \v+1, \v+2
	ldd B, \p+\off+3
	row B, \w+3, \w+4, \w+5, \v, \v+1, \v+2, \v+3
	ldd B, \p+\off+4
	row B, \w+4, \w+5, \v, \v+1, \v+2, \v+3, \v+4
	ldd B, \p+\off+5
	row B, \w+5, \v, \v+1, \v+2, \v+3, \v+4, \v+5
	.endm
; C[0..12] = A * (r9..r14): each spent operand byte becomes the next top byte.
	.macro prodreg
	clr C+6
	row0 9, C, C+1, C+2, C+3, C+4, C+5, C+6
	clr 9
	row 10, C+1, C+2, C+3, C+4, C+5, C+6, C+7
	clr 10
	row 11, C+2, C+3, C+4, C+5, C+6, C+7, C+8
	clr 11
	row 12, C+3, C+4, C+5, C+6, C+7, C+8, C+9
	clr 12
	row 13, C+4, C+5, C+6, C+7, C+8, C+9, C+10
	clr 13
	row 14, C+5, C+6, C+7, C+8, C+9, C+10, C+11
	.endm
; m = +-|x - y| * |z - w| from a (X) and b (Y + off): 12 bytes in C, xored with
; KM = ff where it is to be subtracted.
	.macro difprod off
	loadx A, 6
	subx A, 6
	sbc KM, KM
	negc A, KM, 6
	loady 9, \off, 6
	suby 9, \off+6, 6
	sbc T, T
	negc 9, T, 6
	eor KM, T
	com KM
	prodreg
	eorv C, KM, 12
	.endm

	.macro leave
	clr r1
	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret
	.endm

	.global sunbear_mul_leaf
	.type sunbear_mul_leaf,@function
sunbear_mul_leaf:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29,18
	push \r
	.endr
	movw r30, r24
	movw r26, r22
	movw r28, r20

	; ---- |b0 - b1| (12 bytes), its own inner difference, then the same for a
	loady 3, 0, 12
	suby 3, 12, 12
	sbc r25, r25
	negc 3, r25, 12
	storez 3, 12, 12
	subv 9, 3, 6
	sbc KM, KM
	negc 9, KM, 6
	; a: low limb in r2..7, high limb in A
	loadx 2, 6
	loadx A, 6
	subx 2, 6
	.set j, 0
	.rept 6
	ld r0, X+
	sbc A+j, r0
	.set j, j+1
	.endr
	sbc T, T
	eorv 2, T, 6
	eorv A, T, 6
	sub r2, T
	.set j, 1
	.rept 5
	sbc 2+j, T
	.set j, j+1
	.endr
	.set j, 0
	.rept 6
	sbc A+j, T
	.set j, j+1
	.endr
	storez 2, 0, 6
	storez A, 6, 6
	eor r25, T
	com r25
	bst r25, 0		; T flag: subtract the middle product
	subv A, 2, 6
	sbc T, T
	negc A, T, 6
	eor KM, T
	com KM
	prodreg
	eorv C, KM, 12
	storez C, 24, 12
	; ---- middle 12 x 12 product: R = d0 e0 + t d1 e1
	loadz A, 0, 6
	prod6 1, Z, 12, C, C+6
	storez C, 36, 6
	loadz A, 6, 6
	prod6 0, Z, 18, C+6, C
	; R + tR -+ t m in r14..19 r20..25 r8..13 r2..7
	mov r1, KM
	loadz 14, 36, 6
	movw r20, r8
	movw r22, r10
	movw r24, r12
	clr r0
	addv 20, 14, 6
	adcv 8, 2, 6
	adcs 2, r0, 6
	asr r1			; carry in, r1 unchanged
	.set j, 0
	.rept 6
	ldd r0, Z+24+j
	adc 20+j, r0
	.set j, j+1
	.endr
	.set j, 0
	.rept 6
	ldd r0, Z+30+j
	adc 8+j, r0
	.set j, j+1
	.endr
	adcs 2, r1, 6
	clr r0
	bld r0, 0
	neg r0
	.irp r, 7,6,5,4,3,2,13,12,11,10,9,8,25,24,23,22,21,20,19,18,17,16,15,14
	eor \r, r0
	push \r
	.endr

	; ---- R = sum t^i a_i b_i: each product is added to the high limb of the one before
	sbiw r26, 24
	loadx A, 6
	prod6 1, Y, 0, C, C+6
	storez C, 0, 6
	loadx A, 6
	prod6 0, Y, 6, C+6, C
	storez C+6, 12, 6
	loadx A, 6
	prod6 0, Y, 12, C, C+6
	storez C, 18, 6
	loadx A, 6
	prod6 0, Y, 18, C+6, C
	storez C+6, 24, 6
	storez C, 30, 6

	; ---- Q = R + tR -+ t m0 -+ t^3 m2
	sbiw r26, 24
	difprod 0
	mov r1, KM
	loadz 20, 0, 6
	loadz 14, 12, 6
	addv 20, 14, 6
	.set j, 0
	.rept 6
	ldd r0, Z+18+j
	adc 14+j, r0
	.set j, j+1
	.endr
	sbc r0, r0		; minus carry of R + tR
	asr r1
	adcv 20, C, 6
	adcv 14, C+6, 6
	clr r2
	adc r1, r2
	sub r1, r0		; -1..2 goes on into limb 3
	push r1
	storez 20, 6, 6
	storez 14, 36, 6	; q2 waits there, limb 2 and limb 4 need it

	difprod 12
	mov r1, KM
	pop r22
	mov r23, r22
	lsl r23
	sbc r23, r23
	add C, r22
	adcs C+1, r23, 11
	adc r23, KM
	mov r0, r23
	loadz 20, 18, 6
	loadz 14, 24, 6
	addv 20, 14, 6
	rol r1			; swaps the carries of two chains
	adcv 20, C, 6
	loadz 2, 30, 6
	ror r1
	adcv 14, 2, 6
	rol r1
	adcv 14, C+6, 6
	clr r8
	adc r0, r8
	lsr r1
	adc r0, r8
	mov r8, r0
	lsl r8
	sbc r8, r8
	add r2, r0
	adcs 3, r8, 5

	; ---- Q + TQ -+ T m: q3 = r20.., q4 = r14.., q5 = r2.., T = t^2
	clr r1
	bld r1, 7
	loadz 8, 0, 6
	ldd r0, Z+36
	add r8, r0
	.set j, 1
	.rept 5
	ldd r0, Z+36+j
	adc 8+j, r0
	.set j, j+1
	.endr
	rol r1
	adcpop 8, 6
	storez 8, 12, 6
	ror r1
	loadz 8, 6, 6
	adcv 8, 20, 6
	rol r1
	adcpop 8, 6
	storez 8, 18, 6
	ror r1
	loadz 8, 36, 6
	adcv 8, 14, 6
	rol r1
	adcpop 8, 6
	storez 8, 24, 6
	ror r1
	adcv 20, 2, 6
	rol r1
	adcpop 20, 6
	storez 20, 30, 6
	clr r0
	clr r8
	adc r0, r8
	lsr r1
	adc r0, r8
	bld r8, 0
	sub r0, r8
	mov r8, r0
	lsl r8
	sbc r8, r8
	add r14, r0
	adcs 15, r8, 5
	adcs 2, r8, 6
	storez 14, 36, 6
	storez 2, 42, 6

	pop r18
	cpi r18, 25
	breq 1f
9:	leave
	; ---- n = 25: the strips a24 * b, b24 * a and the corner, from byte 24 up
1:	ld r10, X		; a24
	ldd r11, Y+24		; b24
	sbiw r26, 24
	clr r12
	clr r8
	clr r9
	.set k, 0
	.rept 4
	loadz 2, 24+6*k, 6
	.if k
	add r2, r8
	adc r3, r9
	adcs 4, r12, 4
	clr r8
	adc r8, r12
	clr r9
	.endif
	loady A, 6*k, 6
	mul A, r10
	movw T, r0
	mul A+2, r10
	movw T+2, r0
	mul A+4, r10
	addv 2, T, 4
	adc r6, r0
	adc r7, r1
	adc r8, r12
	oddrow r10, 3, 4, 5, 6, 7, 8
	adc r9, r12
	loadx A, 6
	mul A, r11
	movw T, r0
	mul A+2, r11
	movw T+2, r0
	mul A+4, r11
	addv 2, T, 4
	adc r6, r0
	adc r7, r1
	adc r8, r12
	adc r9, r12
	oddrow r11, 3, 4, 5, 6, 7, 8
	adc r9, r12
	storez 2, 24+6*k, 6
	.set k, k+1
	.endr
	mul r10, r11
	add r8, r0
	adc r9, r1
	std Z+48, r8
	std Z+49, r9
	leave
	.size sunbear_mul_leaf,.-sunbear_mul_leaf
