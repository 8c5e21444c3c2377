; sunbear_bit_product:
;   void sunbear_bit_product(uint8_t *out, const uint8_t *a, const uint8_t *b, uint8_t *table, uint8_t n)
; Computes   the product of two polynomials modulo 2, a bit a coefficient
; In         r25:24 out (2n bytes), r23:22 a (n bytes), r21:20 b (n bytes), r19:18 table (16*(n + 1) bytes), r16 n (7..126,
;            public)
; Out        nothing in registers
; Memory     reads a, b; writes out, and uses it and table as scratch: table ends as the multiples of a. No overlap
; Secret     the contents of a and b, and addresses: which multiples of a are read
; Stack      15 bytes beyond the return address
; Cycles     162 + n*(77 + 118*(m div 8) + 20*(m mod 8) + (4 if m mod 8 = 0)) + 131*m, m = n + 1
; Flash      440 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 = 0 on return
;
; A multiple of a for every half byte of b: those for the upper halves are added up, moved up by four places, and those
; for the lower halves added to them.
	.section .text.sunbear_bit_product,"ax",@progbits
	.global sunbear_bit_product
	.type sunbear_bit_product,@function

	.macro bpbyte			; a byte of a multiple
	ld r0, Z+
	ld r23, X
	eor r0, r23
	st X+, r0
	.endm

	.macro bphalves upper
	movw r28, r6
	movw r24, r2
	mov r18, r16
1:	ld r20, Y+
	.if \upper
	swap r20
	.endif
	andi r20, 15
	mul r20, r17
	movw r30, r4
	add r30, r0
	adc r31, r1
	movw r26, r24
	adiw r24, 1
	mov r21, r8
	tst r21
	breq 3f
2:	bpbyte
	dec r21
	brne 2b
3:	mov r21, r9
4:	.rept 8
	bpbyte
	.endr
	dec r21
	brne 4b
	dec r18
	breq 5f
	rjmp 1b
5:	clr r1
	.endm

sunbear_bit_product:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,17,28,29
	push \r
	.endr
	movw r2, r24
	movw r4, r18
	movw r6, r20
	mov r17, r16
	inc r17				; bytes of a multiple
	mov r8, r17
	ldi r20, 7
	and r8, r20
	mov r9, r17
	lsr r9
	lsr r9
	lsr r9

	; multiples: 0, a, and of i those of 2i and 2i + 1
	movw r30, r18
	mov r19, r17
1:	st Z+, r1
	dec r19
	brne 1b
	movw r10, r30
	movw r26, r22
	mov r19, r16
2:	ld r0, X+
	st Z+, r0
	dec r19
	brne 2b
	st Z+, r1
	movw r26, r10
	ldi r18, 7
3:	mov r19, r17
	clc
4:	ld r0, X+
	rol r0
	st Z+, r0
	dec r19
	brne 4b
	movw r12, r26
	movw r26, r30
	sub r26, r17
	sbc r27, r1
	movw r28, r10
	mov r19, r17
5:	ld r0, X+
	ld r20, Y+
	eor r0, r20
	st Z+, r0
	dec r19
	brne 5b
	movw r26, r12
	dec r18
	brne 3b

	movw r30, r2
	mov r19, r16
6:	st Z+, r1
	st Z+, r1
	dec r19
	brne 6b
	bphalves 1
	movw r30, r2
	mov r19, r16
	lsl r19
	clr r20				; what goes up from the byte below
7:	ld r0, Z
	swap r0
	mov r21, r0
	andi r21, 0xf0
	or r21, r20
	eor r0, r21
	eor r0, r20
	mov r20, r0
	st Z+, r21
	dec r19
	brne 7b
	bphalves 0
	.irp r, 29,28,17,13,12,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret
	.size sunbear_bit_product,.-sunbear_bit_product
