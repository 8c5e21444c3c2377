; sunbear_octets_scatter:
;   void sunbear_octets_scatter(uint8_t *out, const uint16_t *terms, uint16_t n, uint8_t plus, uint8_t minus)
; Computes   the polynomial of terms modulo 2^8: the sum of x^j over the first plus terms j, less that over the next minus
; In         r25:24 out (n bytes), r23:22 terms (plus + minus ones of 2 bytes, below n), r21:20 n (2 bytes, at least 1),
;            r18 plus, r16 minus (1 byte each); n, plus and minus are public
; Out        nothing in registers
; Memory     reads terms; writes out. No overlap
; Secret     the terms. No branch depends on them, but addresses do: where 1 is added or taken away
; Stack      0 bytes
; Cycles     8 + 6*n + 14*(plus + minus) + (2 if plus = 0) + (2 if minus = 0)
; Flash      60 bytes
; Clobbers   r0, r18-r21, r26, r27, r30, r31, SREG; r1 is 0
	.section .text.sunbear_octets_scatter,"ax",@progbits
	.global sunbear_octets_scatter
	.type sunbear_octets_scatter,@function

	.macro osterms count, change
	tst \count
	breq 2f
1:	ld r26, Z+
	ld r27, Z+
	add r26, r24
	adc r27, r25
	ld r0, X
	\change r0
	st X, r0
	dec \count
	brne 1b
2:
	.endm

sunbear_octets_scatter:
	movw r26, r24
1:	st X+, r1
	subi r20, 1
	sbci r21, 0
	brne 1b
	movw r30, r22
	osterms r18, inc
	mov r19, r16
	osterms r19, dec
	ret
	.size sunbear_octets_scatter,.-sunbear_octets_scatter
