; sunbear_octets_difference:
;   void sunbear_octets_difference(uint8_t *out, const uint8_t *low, const uint8_t *high, uint16_t n_low, uint16_t n_high)
; Computes   out[i] = low[i] - high[i] mod 2^8 for i < n_high, out[i] = low[i] for i = n_high < n_low
; In         r25:24 out (n_low bytes), r23:22 low (n_low bytes), r21:20 high (n_high bytes), r19:18 n_low, r17:16 n_high
;            (2 bytes each, public: n_high 1..2047, n_low the same or one more)
; Out        nothing in registers
; Memory     reads low, high; writes out. No overlap
; Secret     the contents of low and high
; Stack      2 bytes beyond the return address
; Cycles     30 + 59*(m div 8) + 10*(m mod 8) + (2 if m < 8) + (2 if m mod 8 = 0) + 3*(n_low - m), m = n_high
; Flash      132 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0
	.section .text.sunbear_octets_difference,"ax",@progbits
	.global sunbear_octets_difference
	.type sunbear_octets_difference,@function

	.macro odone
	ld r0, X+
	ld r25, Y+
	sub r0, r25
	st Z+, r0
	.endm

sunbear_octets_difference:
	push r28
	push r29
	movw r30, r24
	movw r26, r22
	movw r28, r20
	sub r18, r16			; 0 or 1
	movw r20, r16
	mov r24, r20
	andi r24, 7
	.rept 3
	lsr r21
	ror r20
	.endr
	tst r24
	breq 2f
1:	odone
	dec r24
	brne 1b
2:	tst r20
	breq 4f
3:	.rept 8
	odone
	.endr
	dec r20
	brne 3b
4:	tst r18
	breq 5f
	ld r0, X
	st Z, r0
5:	pop r29
	pop r28
	ret
	.size sunbear_octets_difference,.-sunbear_octets_difference
