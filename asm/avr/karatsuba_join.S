; sunbear_karatsuba_join: void sunbear_karatsuba_join(uint8_t *out, uint8_t *mid, uint8_t h, uint8_t n, uint8_t sign)
; Computes   out[h..2n) += z0 + z2 - m (sign 0) or + m (sign ff)
; In         r25:24 out (2n bytes: z0 in [0..2h), z2 in [2h..2n)), r23:22 mid (2h bytes: m),
;            r20 h (= ceil(n/2)), r18 n (15..195), r16 sign (0 or ff); h and n are public
; Out        nothing in registers
; Memory     reads out[0..2n), mid[0..2h); writes out[h..2n); mid is left as it was
; Secret     the bytes of out and mid, and sign. Branches and addresses depend on h and n alone
; Stack      14 bytes beyond the return address
; Cycles     n = 48: 983, 49: 1020, 97: 1893, 98: 1913, 195: 3693
;            (ATmega1284P, first instruction through ret, for all data)
; Flash      956 bytes
; Clobbers   r18-r25, r26, r27, r30, r31, r0, T flag, SREG; r1 = 0 on return
;
; With z0 = A + B t, z2 = C + D t, t = 2^8h and V = B + C the product is
;   A + t (A + V -+ m_lo) + t^2 (D + V -+ m_hi) + t^3 D,
; V's own carry counting at t^2 and t^3. Pass 1 writes t^1 and leaves V at C, pass 2 writes t^2,
; pass 3 carries into D. Blocks of eight bytes keep three carry chains, saved in bit 0 of
; r17 (V), r18 (A and D) and r7 (m): lsr takes a carry up again, rol puts it down.
	.section .text.sunbear_karatsuba_join,"ax",@progbits
	.global sunbear_karatsuba_join
	.type sunbear_karatsuba_join,@function

; n bytes of V = B + C (kept at C), out1 = A + V -+ m (written over B)
	.macro lower n
	lsr r17
	.set i, 0
	.rept \n
	ldd 8+i, Y+i
	ld r0, Z
	adc 8+i, r0
	st Z+, 8+i
	.set i, i+1
	.endr
	rol r17
	lsr r18
	.set i, 0
	.rept \n
	ld r0, X+
	adc 8+i, r0
	.set i, i+1
	.endr
	rol r18
	movw r24, r26
	movw r26, r22
	lsr r7
	.set i, 0
	.rept \n
	ld r0, X+
	eor r0, r16
	adc 8+i, r0
	st Y+, 8+i
	.set i, i+1
	.endr
	rol r7
	movw r22, r26
	movw r26, r24
	.endm

; n bytes of out2 = V + carry of V + D -+ m (written over V); D has nd of them
	.macro upper n, nd
	lsr r17
	.set i, 0
	.rept \n
	ldd 8+i, Y+i
	adc 8+i, r1
	.set i, i+1
	.endr
	rol r17
	lsr r18
	.set i, 0
	.rept \nd
	ld r0, Z+
	adc 8+i, r0
	.set i, i+1
	.endr
	.rept \n-\nd
	adc 8+i, r1
	.set i, i+1
	.endr
	rol r18
	lsr r7
	.set i, 0
	.rept \n
	ld r0, X+
	eor r0, r16
	adc 8+i, r0
	st Y+, 8+i
	.set i, i+1
	.endr
	rol r7
	.endm
	.macro carry n
	.rept \n
	ld r0, Y
	adc r0, r25
	st Y+, r0
	.endr
	.endm

sunbear_karatsuba_join:
	.irp r, 6,7,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	com r16			; ff: subtract mid, as complement plus one
	movw r26, r24
	movw r28, r24
	add r28, r20
	adc r29, r1
	movw r30, r28
	add r30, r20
	adc r31, r1
	bst r18, 0		; T: n odd, D is two bytes shorter than h
	mov r21, r18
	sub r21, r20
	sub r21, r20
	add r21, r18
	sub r21, r20		; 2n - 3h bytes above out2
	clr r17
	clr r18
	mov r7, r16
	mov r19, r20
	andi r19, 7
	lsr r20
	lsr r20
	lsr r20
	mov r6, r19
	tst r6
	breq 2f
1:	lower 1
	dec r6
	brne 1b
2:	mov r6, r20
3:	lower 8
	dec r6
	breq 4f
	rjmp 3b
4:	movw r26, r22
	mov r24, r17		; carry of V, wanted again at the top
	andi r24, 1
	tst r19
	breq 6f
5:	upper 1, 1
	dec r19
	brne 5b
6:	dec r20
	brne 7f
	rjmp 8f
7:	upper 8, 8
	dec r20
	breq 8f
	rjmp 7b
8:	brtc 16f
	rjmp 9f
16:	upper 8, 8
	rjmp 10f
9:	upper 8, 6
	; everything carried out of out2, -1..3, sign extended
10:	lsr r18
	adc r24, r1
	lsr r7
	adc r24, r16
	mov r25, r24
	lsl r25
	sbc r25, r25
	dec r21
	mov r20, r21
	lsr r20
	lsr r20
	lsr r20
	ld r0, Y
	add r0, r24
	st Y+, r0
	sbrs r21, 0
	rjmp 11f
	carry 1
11:	sbrs r21, 1
	rjmp 12f
	carry 2
12:	sbrs r21, 2
	rjmp 13f
	carry 4
13:	tst r20
	breq 15f
14:	carry 8
	dec r20
	brne 14b
15:	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6
	pop \r
	.endr
	ret
	.size sunbear_karatsuba_join,.-sunbear_karatsuba_join
