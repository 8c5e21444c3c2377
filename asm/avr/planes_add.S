; sunbear_planes_add:
;   void sunbear_planes_add(uint8_t *sum_plus, uint8_t *sum_minus, const uint8_t *plus, const uint8_t *minus, uint8_t n)
; Computes   sum += a, polynomials over Z/3 on two planes each: the places of 1 and of -1
; In         r25:24 sum_plus, r23:22 sum_minus, r21:20 plus, r19:18 minus (4n bytes each), r16 n (1; public, 1..255)
; Out        nothing in registers
; Memory     reads plus, minus; reads and writes sum_plus, sum_minus. None of them may overlap another
; Secret     the bytes on the planes. Branches and addresses depend on n alone
; Stack      4 bytes beyond the return address
; Cycles     25 + 89*n (ATmega1284P, first instruction through ret, for all data); 1 more on ATmega2560
; Flash      158 bytes
; Clobbers   r18-r27, r30, r31, r0, SREG; r1 = 0 on return
	.section .text.sunbear_planes_add,"ax",@progbits
	.global sunbear_planes_add
	.type sunbear_planes_add,@function
sunbear_planes_add:
	push r16
	push r17
	push r28
	push r29
	movw r28, r24
	movw r30, r22
	mov r17, r16
	movw r24, r18
	movw r26, r20
1:	.irp r, 18,19,20,21
	ld \r, X+
	.endr
	movw r0, r26
	movw r26, r24
	movw r24, r0
	.irp r, 18,19,20,21
	ld r22, X+
	ld r23, Y
	ld r0, Z
	mov r16, r23
	or r16, r22
	or r22, r0
	or r0, \r
	or \r, r23
	eor r16, r0
	eor r22, r16
	eor \r, r16
	st Y+, r22
	st Z+, \r
	.endr
	movw r0, r26
	movw r26, r24
	movw r24, r0
	dec r17
	brne 1b
	clr r1
	pop r29
	pop r28
	pop r17
	pop r16
	ret
	.size sunbear_planes_add,.-sunbear_planes_add
