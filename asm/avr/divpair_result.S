; sunbear_divpair_result:
;   void sunbear_divpair_result(int16_t *out, const uint16_t *rows, const struct divpair *pair, uint16_t from,
;                               uint16_t n, uint16_t factor)
; Computes   one last division step, then out[i] = v[from + n - 1 - i]/(factor*v[0]) mod q, 0 <= i < n
; In         r25:24 out (2n bytes), r23:22 rows, r21:20 pair (24 bytes), r19:18 from (2 bytes),
;            r17:16 n (2 bytes, 1..1277), r15:14 factor (2 bytes, 1..q-1); from, n and factor are public
; Out        nothing in registers
; Memory     reads pair, one coefficient at each of the bytes pair.f and pair.g of rows, and v[from..from+n) at
;            one of the two; writes out[0..n), which must not overlap rows
; Secret     the coefficients, delta, and the addresses f and g. Branches depend on q and n alone
; Stack      20 bytes beyond the return address
; Cycles     1024 + 50*ones + 70*n, ones those of q - 2 in binary: 46984 for 653 coefficients modulo 4621
;            (ATmega1284P, first instruction through ret, for all data); 31 + 2*ones + 2*n more on ATmega2560
; Flash      352 bytes
; Clobbers   r18-r27, r30, r31, r0, SREG; r1 = 0 on return
;
; v is the row at g where delta > 0 and g0 is not 0, else the one at f; pair as in sunbear_divpair_plan. The
; coefficients are below 2^15, the results in -(q - 1)/2 ..= (q - 1)/2.
	.section .text.sunbear_divpair_result,"ax",@progbits
	.global sunbear_divpair_result
	.type sunbear_divpair_result,@function
sunbear_divpair_result:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	movw r12, r24		; out
	movw r6, r22		; rows
	movw r10, r18		; from
	movw r30, r20
	clr r5
	ldd r2, Z+10
	ldd r3, Z+11
	ldd r4, Z+12
	ldd r18, Z+0
	ldd r19, Z+1
	clr r20
	clr r21
	sub r20, r18
	sbc r21, r19
	lsl r21
	sbc r27, r27		; ff: delta > 0
	ldd r28, Z+2		; f
	ldd r29, Z+3
	ldd r8, Z+4		; g
	ldd r9, Z+5
	movw r30, r6
	add r30, r8
	adc r31, r9
	ld r24, Z
	ldd r25, Z+1
	ldi r22, 1
	ldi r23, 0
	rcall 90f		; 0..q
	mov r18, r24
	or r18, r25
	sub r24, r2
	sbc r25, r3
	or r24, r25
	cp r5, r18
	sbc r19, r19		; ff: not 0
	and r27, r19
	cp r5, r24
	sbc r18, r18		; ff: not q
	and r27, r18
	eor r8, r28
	eor r9, r29
	and r8, r27
	and r9, r27
	eor r28, r8
	eor r29, r9
	add r28, r6		; v
	adc r29, r7
	ld r24, Y
	ldd r25, Y+1
	lsl r10
	rol r11
	add r28, r10
	adc r29, r11
	add r28, r16
	adc r29, r17
	add r28, r16
	adc r29, r17

	; 2^48/(factor v0): products come divided by 2^16, and there are q - 2 of them
	movw r22, r14
	rcall 90f
	movw r8, r24
	movw r10, r2
	ldi r18, 2
	sub r10, r18
	sbc r11, r5
	ldi r27, 16
1:	dec r27			; q is public
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
3:	dec r27
	brne 2b
	ldi r22, 1
	ldi r23, 0
	rcall 90f
	rcall 90f
	movw r8, r24		; 2^16/(factor v0), at most q
	movw r10, r2
	lsr r11
	ror r10			; (q - 1)/2
	movw r30, r12
	movw r22, r8
4:	ld r25, -Y
	ld r24, -Y
	rcall 90f		; below 3q/2
	cp r10, r24
	cpc r11, r25
	sbc r18, r18		; ff: above (q - 1)/2
	mov r19, r18
	and r18, r2
	and r19, r3
	sub r24, r18
	sbc r25, r19
	st Z+, r24
	st Z+, r25
	subi r16, 1
	sbc r17, r5
	brne 4b
	clr r1
	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
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
	.size sunbear_divpair_result,.-sunbear_divpair_result
