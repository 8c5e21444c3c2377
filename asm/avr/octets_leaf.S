; sunbear_octets_leaf: void sunbear_octets_leaf(uint8_t *out, const uint8_t *a, const uint8_t *b, uint8_t n)
; Computes   the product of two polynomials of n coefficients modulo 2^8: 2n - 1 coefficients, and a zero
; In         r25:24 out (2n bytes), r23:22 a (n bytes), r21:20 b (n bytes), r18 n (4..127, public)
; Out        nothing in registers
; Memory     reads a, b; writes out and uses it as scratch. No overlap
; Secret     the contents of a and b. Branches depend on n alone
; Stack      22 bytes beyond the return address
; Cycles     n = 23: 2373, 24: 2454, 27: 3454, 28: 3551, 36: 5227, 37: 6332, 46: 8702, 47: 8870 (ATmega1284P, first
;            instruction through ret, for all data)
; Flash      1218 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 = 0 on return
;
; Rows of twelve coefficients of a, or four at the end, stay in r2.. while b goes by; the sums that still change are in
; r14.., and where they are turns with every coefficient of b. The row before left what a sum begins with in out. b goes
; by in turns of twelve, or four, the first of which is entered where as many as remain are left.
	.section .text.sunbear_octets_leaf,"ax",@progbits
	.global sunbear_octets_leaf
	.type sunbear_octets_leaf,@function

	.macro olrow w, least		; at least so many coefficients of a are left; what isn't there is 0
	.set ol_i, 0
	.rept \least
	ld 2+ol_i, X+
	.set ol_i, ol_i+1
	.endr
	.rept \w-\least
	clr 2+ol_i
	.set ol_i, ol_i+1
	.endr
	.set ol_i, \least
	.rept \w-\least
	cpi r19, ol_i+1
	brcs .Lfull\w
	ld 2+ol_i, X+
	.set ol_i, ol_i+1
	.endr
.Lfull\w:
	push r27
	push r26
	push r18
	push r19
	movw r26, r28
	mov r28, r18
	clr r14
	clr r15
	.set ol_i, 16
	.rept \w/2-1
	movw ol_i, r14
	.set ol_i, ol_i+2
	.endr
	clr r29				; turns
1:	inc r29
	subi r28, \w
	breq 2f
	brcc 1b
2:	.irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	.if \k < \w-1
	.if \k
	inc r28
	.endif
	brne 1f
	rjmp .Lturn\w+2*(2*\w+4)*\k
1:
	.endif
	.endr
	rjmp .Lturn\w+2*(2*\w+4)*(\w-1)

.Lturn\w:
	.set ol_j, 0
	.rept \w
	ld r28, X+
	.set ol_i, 0
	.rept \w-1
	mul 2+ol_i, r28
	add 14+(ol_j+ol_i)%\w, r0
	.set ol_i, ol_i+1
	.endr
	mul 2+ol_i, r28
	mov 14+(ol_j+ol_i)%\w, r0
	ld r0, Z
	add 14+ol_j, r0
	st Z+, 14+ol_j
	.set ol_j, ol_j+1
	.endr
	dec r29
	breq 1f
	rjmp .Lturn\w
1:	clr r1
	mov 13+\w, r1
	pop r28				; coefficients of a that were left
	.set ol_i, 0
	.rept \least
	st Z+, 14+ol_i
	.set ol_i, ol_i+1
	.endr
	.rept \w-\least
	cpi r28, ol_i+1
	brcs .Lleft\w
	st Z+, 14+ol_i
	.set ol_i, ol_i+1
	.endr
.Lleft\w:
	.endm

sunbear_octets_leaf:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	movw r30, r24
	movw r28, r20
	movw r26, r22
	mov r19, r18
	mov r20, r18			; zeros, at most 2n
	subi r20, -7
	lsr r20
	lsr r20
	lsr r20
1:	.rept 8
	st Z+, r1
	.endr
	dec r20
	brne 1b
	movw r30, r24

.Lrow:	cpi r19, 9
	brcc 1f
	rjmp .Lfour
1:	olrow 12, 9
	ldi r19, 12
	rjmp .Lnext
.Lfour:	olrow 4, 1
	ldi r19, 4

.Lnext:	pop r18
	movw r20, r26
	pop r26
	pop r27
	sub r28, r19
	breq 4f
	brcs 4f
	mov r19, r28
	movw r28, r20
	sub r28, r18
	sbc r29, r1
	sub r30, r18
	sbc r31, r1
	rjmp .Lrow

4:	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret
	.size sunbear_octets_leaf,.-sunbear_octets_leaf
