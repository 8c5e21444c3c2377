; sunbear_octets_accumulate: void sunbear_octets_accumulate(uint8_t *sum, const uint8_t *a, uint16_t n, uint8_t minus)
; Computes   sum[i] = sum[i] + a[i] mod 2^8, or sum[i] - a[i] if minus is 1, for i < n
; In         r25:24 sum (n bytes), r23:22 a (n bytes), r21:20 n (2 bytes, 0..2047), r18 minus (0 or 1); n and minus are
;            public
; Out        nothing in registers
; Memory     reads a; reads and writes sum. No overlap
; Secret     the contents of sum and a
; Stack      0 bytes
; Cycles     19 + minus + 59*(n div 8) + 10*(n mod 8) + (2 if n < 8) + (2 if n mod 8 = 0)
; Flash      206 bytes
; Clobbers   r0, r18-r21, r26, r27, r30, r31, SREG; r1 is 0
	.section .text.sunbear_octets_accumulate,"ax",@progbits
	.global sunbear_octets_accumulate
	.type sunbear_octets_accumulate,@function

	.macro oaone operation
	ld r0, X+
	ld r19, Z
	\operation r19, r0
	st Z+, r19
	.endm
	.macro oaall operation
	tst r18
	breq 2f
1:	oaone \operation
	dec r18
	brne 1b
2:	tst r20
	breq 4f
3:	.rept 8
	oaone \operation
	.endr
	dec r20
	brne 3b
4:	ret
	.endm

sunbear_octets_accumulate:
	movw r26, r22
	movw r30, r24
	mov r19, r18
	mov r18, r20
	andi r18, 7
	.rept 3
	lsr r21
	ror r20
	.endr
	tst r19
	brne 5f
	oaall add
5:	oaall sub
	.size sunbear_octets_accumulate,.-sunbear_octets_accumulate
