; sunbear_divpair_plan: void sunbear_divpair_plan(const uint16_t *rows, struct divpair *pair)
; Computes   which row the next two division steps overwrite, and the factors beta and gamma of the other one
; In         r25:24 rows, r23:22 pair
; Out        nothing in registers
; Memory     reads two coefficients at each of the bytes pair.f, pair.g of rows, or one place lower or higher;
;            reads and writes the 24 bytes of pair
; Secret     all but pair.both, q, negative_inverse and cube: the coefficients, delta, beta, gamma, and the
;            addresses f, g and a. Branches depend on q alone
; Stack      18 bytes beyond the return address
; Cycles     1461 + 50*ones, ones those of q - 2 in binary: 1711 for 4621, 1861 for 4591 (ATmega1284P, first
;            instruction through ret, for all data); 43 + 2*ones more on ATmega2560
; Flash      552 bytes
; Clobbers   r18-r27, r30, r31, r0, SREG; r1 = 0 on return
;
; struct divpair { int16_t delta; uint16_t f, g, a, both, q, negative_inverse, cube, beta, beta_high, gamma,
; gamma_high; }: f, g and a are where the x^0 of f, of g and of the row that is overwritten lie, in bytes from rows;
; both = f + g at the start; negative_inverse = -1/q mod 2^8, cube = 2^24 mod q; beta_high = 2^8 beta mod q,
; gamma_high = 2^8 gamma mod q.
; Delta is odd, so two steps come in three kinds, with a the row that is overwritten and b the one that stays:
;   swap and step   (delta > 0, g0 not 0)            a = f, b = g
;   step and swap   (delta > 0, g0 = 0, g1 not 0)    a = x f, b = g/x
;   step and step   (otherwise)                      a = g, b = f
; In each of them the new f is b, and the new g is (a + beta b + gamma x b)/x^2 with beta = -a0/b0 and
; gamma = -(a1 + beta b1)/b0, but for a unit.
	.section .text.sunbear_divpair_plan,"ax",@progbits
	.global sunbear_divpair_plan
	.type sunbear_divpair_plan,@function

; r2 r3 q, r4 -1/q mod 2^8, r5 zero

; \m = ff if the coefficient at Z is 0 mod q, else 0; Z moves on
	.macro divpair_zero m
	ld r24, Z+
	ld r25, Z+
	ldi r22, 1
	ldi r23, 0
	rcall 90f		; 0..q
	mov r18, r24
	or r18, r25
	sub r24, r2
	sbc r25, r3
	or r24, r25
	cp r5, r18
	sbc \m, \m		; ff: not 0
	cp r5, r24
	sbc r18, r18		; ff: not q
	and \m, r18
	com \m
	.endm

; r25:24 -= q unless that is negative
	.macro divpair_below
	sub r24, r2
	sbc r25, r3
	sbc r18, r18
	mov r19, r18
	and r18, r2
	and r19, r3
	add r24, r18
	adc r25, r19
	.endm

; r25:24 = q - r25:24
	.macro divpair_negate
	movw r18, r2
	sub r18, r24
	sbc r19, r25
	movw r24, r18
	.endm

; r25:24 = 2^8 r25:24 mod q
	.macro divpair_high
	ldd r22, Y+14
	ldd r23, Y+15
	rcall 90f
	divpair_below
	.endm

sunbear_divpair_plan:
	.irp r, 2,3,4,5,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	movw r12, r24
	movw r28, r22
	clr r5
	ldd r2, Y+10
	ldd r3, Y+11
	ldd r4, Y+12
	ldd r14, Y+4		; g
	ldd r15, Y+5
	movw r30, r12
	add r30, r14
	adc r31, r15
	divpair_zero r16
	divpair_zero r17
	ldd r24, Y+0
	ldd r25, Y+1
	clr r18
	clr r19
	sub r18, r24
	sbc r19, r25
	lsl r19
	sbc r19, r19		; ff: delta > 0
	com r17
	and r17, r16
	and r17, r19		; ff: step and swap
	com r16
	and r16, r19
	or r16, r17		; ff: a swap
	eor r24, r16
	eor r25, r16
	sub r24, r16
	sbc r25, r16
	ldi r18, 2
	mov r19, r17
	com r19
	and r18, r19
	add r24, r18
	adc r25, r5
	std Y+0, r24
	std Y+1, r25
	ldd r20, Y+2		; f
	ldd r21, Y+3
	ldd r22, Y+8
	ldd r23, Y+9
	sub r22, r14		; where f's row starts
	sbc r23, r15
	eor r22, r14
	eor r23, r15
	and r22, r16
	and r23, r16
	eor r22, r14
	eor r23, r15
	std Y+4, r22		; the new g
	std Y+5, r23
	movw r18, r20
	eor r18, r14
	eor r19, r15
	and r18, r16
	and r19, r16
	eor r20, r18		; b, without the shift
	eor r21, r19
	eor r14, r18		; a
	eor r15, r19
	andi r17, 2
	add r20, r17
	adc r21, r5
	sub r14, r17
	sbc r15, r5
	std Y+2, r20
	std Y+3, r21
	std Y+6, r14
	std Y+7, r15

	; 1/b0 times 2^32: products come divided by 2^16, and b0 goes through q - 3 of them
	movw r30, r12
	add r30, r20
	adc r31, r21
	ld r8, Z+
	ld r9, Z+
	movw r24, r8
	movw r10, r2
	ldi r18, 2
	sub r10, r18
	sbc r11, r5
	ldi r16, 16
1:	dec r16			; q is public
	lsl r10
	rol r11
	brcc 1b
2:	movw r22, r24
	rcall 90f
	lsl r10
	rol r11
	brcc 3f
	movw r22, r8
	rcall 90f
3:	dec r16
	brne 2b
	movw r8, r24

	ld r22, Z+		; b1
	ld r23, Z+
	rcall 90f
	movw r10, r24		; b1/b0 times 2^16
	movw r30, r12
	add r30, r14
	adc r31, r15
	movw r24, r8
	ld r22, Z+		; a0
	ld r23, Z+
	rcall 90f
	ldi r22, 1
	ldi r23, 0
	rcall 90f
	divpair_negate
	std Y+16, r24
	std Y+17, r25
	movw r14, r24		; beta, at most q
	divpair_high
	std Y+18, r24
	std Y+19, r25
	movw r24, r10
	movw r22, r14
	rcall 90f
	movw r14, r24		; beta b1/b0, below 2q
	movw r24, r8
	ld r22, Z+		; a1
	ld r23, Z+
	rcall 90f
	ldi r22, 1
	ldi r23, 0
	rcall 90f
	add r24, r14
	adc r25, r15
	divpair_below
	divpair_below
	divpair_negate
	std Y+20, r24
	std Y+21, r25
	divpair_high
	std Y+22, r24
	std Y+23, r25
	clr r1
	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,5,4,3,2
	pop \r
	.endr
	ret

; r25:24 = r25:24 * r23:22 / 2^16 mod q, at most product/2^16 + q; clobbers r18-r21, r26
90:	mul r24, r22
	movw r18, r0
	mul r25, r23
	movw r20, r0
	mul r25, r22
	add r19, r0
	adc r20, r1
	adc r21, r5
	mul r24, r23
	add r19, r0
	adc r20, r1
	adc r21, r5
	mul r18, r4
	mov r26, r0
	mul r26, r2
	add r18, r0
	adc r19, r1
	adc r20, r5
	adc r21, r5
	mul r26, r3
	add r19, r0
	adc r20, r1
	adc r21, r5
	mul r19, r4
	mov r26, r0
	mul r26, r2
	add r19, r0
	adc r20, r1
	adc r21, r5
	mul r26, r3
	add r20, r0
	adc r21, r1
	movw r24, r20
	ret
	.size sunbear_divpair_plan,.-sunbear_divpair_plan
