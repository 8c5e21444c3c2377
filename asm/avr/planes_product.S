; sunbear_planes_product:
;   void sunbear_planes_product(uint8_t *plus, uint8_t *minus, const uint8_t *a_plus, const uint8_t *a_minus,
;                               const uint8_t *b_plus, const uint8_t *b_minus, uint8_t n, uint8_t *scratch)
; Computes   the product of two polynomials over Z/3, each on two planes: the places of 1 and of -1
; In         r25:24 plus, r23:22 minus (8n bytes each), r21:20 a_plus, r19:18 a_minus, r17:16 b_plus,
;            r15:14 b_minus (4n bytes each), r12 n (1; public, 1..40), r11:10 scratch (60n + 211 bytes)
; Out        nothing in registers
; Memory     reads a and b; writes plus, minus; reads and writes scratch. None of them may overlap another
; Secret     the bytes of a and b, and the addresses of table rows inside scratch. Branches depend on n alone
; Stack      20 bytes beyond the return address
; Cycles     n = 21: 325864, 24: 410374, 27: 504082, 30: 605488, 32: 681790, 40: 1020790
;            (ATmega1284P, first instruction through ret, for all data); 17 more on ATmega2560
; Flash      1634 bytes
; Clobbers   r18-r27, r30, r31, r0, SREG; r1 = 0 on return
;
; Karatsuba once: three products of h = 2n bytes. Each is a comba by columns of eight bytes. Its rows are pairs of
; digits of b: nine rows c0*a + c1*x*a are made beforehand, and the pairs of b become their addresses. Rows are kept
; as pairs of bytes, place by place: which digits are not 0, and which are -1, as that makes addition six operations.
; Scratch: 33 bytes of parameters, the table of nine rows of h + 1 places with eight empty places before, between and
; after them, 4h addresses, 4h bytes for the sums of halves and the middle product.
	.section .text.sunbear_planes_product,"ax",@progbits
	.global sunbear_planes_product
	.type sunbear_planes_product,@function

; parameters at Y: 0 a_plus, 2 a_minus, 4 b_plus, 6 b_minus, 8 plus, 10 minus of one product, 12 table, 14 addresses,
; 16 halves, 18 h, 19 bytes from row to row, 20.. the kernel's own six pointers, 32 pairs of rows

; x0:x1 += y0:y1; the sum is x1:x0, y is lost
	.macro planes_product_add x0, x1, y0, y1
	eor \x0, \y1
	eor \y0, \x1
	eor \x1, \x0
	eor \y1, \y0
	or \x1, \y1
	and \x0, \y0
	.endm

; the eight places in r2.. += those of the row that X names
	.macro planes_product_row first, second
	ld r30, X+
	ld r31, X+
	add r30, r22
	adc r31, r23
	.set planes_product_at, 0
	.rept 8
	ldd r0, Z+planes_product_at
	ldd r1, Z+planes_product_at+1
	planes_product_add planes_product_at+2+\first, planes_product_at+2+\second, r0, r1
	.set planes_product_at, planes_product_at+2
	.endr
	.endm

; Z's place gets \nz, \sign; then on to the next row
	.macro planes_product_put nz, sign
	st Z, \nz
	std Z+1, \sign
	add r30, r24
	adc r31, r1
	.endm

; parameter \at = parameter \from (+ h if \half)
	.macro planes_product_pointer at, from, half
	ldd r18, Y+\from
	ldd r19, Y+\from+1
	.rept \half
	add r18, r24
	adc r19, r1
	.endr
	std Y+\at, r18
	std Y+\at+1, r19
	.endm

sunbear_planes_product:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	movw r28, r10
	std Y+20, r24
	std Y+21, r25
	std Y+22, r22
	std Y+23, r23
	std Y+24, r20
	std Y+25, r21
	std Y+26, r18
	std Y+27, r19
	std Y+28, r16
	std Y+29, r17
	std Y+30, r14
	std Y+31, r15
	lsl r12
	std Y+18, r12
	mov r18, r12
	subi r18, -9
	lsl r18
	std Y+19, r18
	movw r30, r28
	adiw r30, 33
	; clear the table: 9 rows of r18 bytes, and 16
	ldi r19, 9
	mul r18, r19
	movw r20, r0
	clr r1
	movw r18, r30
	subi r18, -16		; place 0 of row 0
	sbci r19, -1
	std Y+12, r18
	std Y+13, r19
	subi r20, -16
	sbci r21, -1
1:	st Z+, r1
	st Z+, r1
	subi r20, 2
	sbc r21, r1
	brne 1b
	std Y+14, r30
	std Y+15, r31
	ldi r18, 8
	mul r12, r18
	add r30, r0
	adc r31, r1
	clr r1
	std Y+16, r30
	std Y+17, r31

	mov r24, r12
	planes_product_pointer 0, 24, 0
	planes_product_pointer 2, 26, 0
	planes_product_pointer 4, 28, 0
	planes_product_pointer 6, 30, 0
	planes_product_pointer 8, 20, 0
	planes_product_pointer 10, 22, 0
	rcall 30f
	ldd r24, Y+18
	planes_product_pointer 0, 24, 1
	planes_product_pointer 2, 26, 1
	planes_product_pointer 4, 28, 1
	planes_product_pointer 6, 30, 1
	planes_product_pointer 8, 20, 2
	planes_product_pointer 10, 22, 2
	rcall 30f

	; sums of halves: of a, then of b; plus, then minus, h bytes each
	ldd r24, Y+18
	planes_product_pointer 0, 16, 0
	planes_product_pointer 2, 16, 1
	planes_product_pointer 4, 16, 2
	planes_product_pointer 6, 16, 3
	planes_product_pointer 8, 16, 0
	planes_product_pointer 10, 16, 2
	movw r12, r28
	ldd r2, Y+24		; a_plus
	ldd r3, Y+25
	ldd r30, Y+26
	ldd r31, Y+27
	ldd r26, Y+16
	ldd r27, Y+17
	rcall 10f
	movw r28, r12
	ldd r2, Y+28
	ldd r3, Y+29
	ldd r30, Y+30
	ldd r31, Y+31
	ldd r26, Y+4
	ldd r27, Y+5
	rcall 10f
	movw r28, r12
	rcall 30f

	; the middle product minus the outer two, added in the middle
	movw r12, r28
	ldd r14, Y+18
	lsl r14			; 2h
	ldd r26, Y+22		; crosswise: subtracted
	ldd r27, Y+23
	ldd r2, Y+20
	ldd r3, Y+21
	movw r4, r26
	movw r6, r2
	ldd r24, Y+16		; middle
	ldd r25, Y+17
	movw r28, r24
	movw r30, r24
	add r30, r14
	adc r31, r1
	mov r16, r14
	rcall 20f
	movw r30, r24
	add r30, r14
	adc r31, r1
	movw r26, r4
	add r26, r14
	adc r27, r1
	movw r2, r6
	add r2, r14
	adc r3, r1
	movw r28, r24
	mov r16, r14
	rcall 20f
	movw r28, r12
	ldd r26, Y+16
	ldd r27, Y+17
	movw r2, r26
	add r2, r14
	adc r3, r1
	movw r28, r6
	movw r30, r4
	mov r16, r14
	lsr r14			; h
	add r28, r14
	adc r29, r1
	add r30, r14
	adc r31, r1
	rcall 20f
	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret

; h bytes of both planes: X[i] = (r3:r2)[i] + (r3:r2)[i + h] and Z likewise, the latter to X + h; h in r24.
; Copies the lower half, then adds the upper.
10:	movw r10, r26
	mov r16, r24
	movw r28, r2
11:	ld r18, Y+
	st X+, r18
	dec r16
	brne 11b
	movw r2, r28
	movw r28, r26
	mov r16, r24
12:	ld r18, Z+
	st Y+, r18
	dec r16
	brne 12b
	mov r16, r24
	movw r28, r10
	movw r10, r26
	movw r26, r2
	movw r2, r30
	movw r30, r10
	; on to 20

; Y, Z (plus, minus) += X, r3:r2 (plus, minus), r16 bytes, an even number
20:	.irp r, 18,19
	ld \r, X+
	.endr
	movw r10, r26
	movw r26, r2
	.irp r, 20,21
	ld \r, X+
	.endr
	movw r2, r26
	movw r26, r10
	.irp r, 18,19
	ld r22, Y
	ld r23, Z
	mov r0, r22
	or r0, \r+2
	or \r+2, r23
	or r23, \r
	or \r, r22
	eor r0, r23
	eor \r+2, r0
	eor \r, r0
	st Y+, \r+2
	st Z+, \r
	.endr
	subi r16, 2
	brne 20b
	ret

; one product of h bytes, from and to where the parameters say
30:	movw r16, r28
	ldd r24, Y+19
	ldd r25, Y+18
	ldi r18, 8
	mul r24, r18
	movw r12, r0
	subi r18, 6
	clr r1
	sub r12, r18		; from row 8 back to row 0's next place
	sbc r13, r1
	ldd r30, Y+12
	ldd r31, Y+13
	ldd r26, Y+0
	ldd r27, Y+1
	ldd r18, Y+2
	ldd r19, Y+3
	movw r28, r18
	clr r14			; the highest digits of the byte before, in bit 0
	clr r15
31:	ld r18, X+
	ld r19, Y+
32:	mov r20, r18
	or r20, r19		; a: r20 r19
	mov r21, r20
	lsr r14
	rol r21
	rol r14
	mov r22, r19		; x a: r21 r22
	lsr r15
	rol r22
	rol r15
	mov r23, r20
	eor r23, r19		; -a: r20 r23
	mov r18, r21
	eor r18, r22		; -x a: r21 r18
	movw r4, r20
	mov r6, r22
	mov r7, r19
	planes_product_add r5, r6, r4, r7	; x a + a: r6 r5
	movw r8, r20
	mov r10, r22
	mov r11, r23
	planes_product_add r9, r10, r8, r11	; x a - a: r10 r9
	mov r0, r6
	eor r0, r5
	planes_product_put r6, r0
	planes_product_put r21, r18
	mov r0, r10
	eor r0, r9
	planes_product_put r10, r0
	planes_product_put r20, r23
	add r30, r24		; row 4 is 0
	adc r31, r1
	planes_product_put r20, r19
	planes_product_put r10, r9
	planes_product_put r21, r22
	st Z, r6
	std Z+1, r5
	sub r30, r12
	sbc r31, r13
	dec r25
	breq 33f
	brmi 34f
	rjmp 31b
33:	clr r18			; what x a has above
	clr r19
	rjmp 32b

	; addresses of rows, less two for each byte of b, lists of h for each pair of digits in a byte
34:	movw r28, r16
	ldd r25, Y+18
	ldd r20, Y+12
	ldd r21, Y+13
	ldd r30, Y+14
	ldd r31, Y+15
	ldd r26, Y+4
	ldd r27, Y+5
	ldd r18, Y+6
	ldd r19, Y+7
	movw r28, r18
	mov r14, r25
	lsl r14			; 2h
	ldi r18, 4
	mul r14, r18
	movw r12, r0
	clr r4
	mov r15, r25
35:	ld r18, X+
	ld r19, Y+
	.rept 4
	ldi r22, 4
	lsr r18
	adc r22, r4
	lsr r19
	sbc r22, r4
	lsr r18
	sbc r23, r23
	andi r23, 3
	add r22, r23
	lsr r19
	sbc r23, r23
	andi r23, 3
	sub r22, r23
	mul r22, r24
	add r0, r20
	adc r1, r21
	st Z, r0
	std Z+1, r1
	add r30, r14
	adc r31, r4
	.endr
	sub r30, r12
	sbc r31, r13
	adiw r30, 2
	subi r20, 2
	sbc r21, r4
	dec r15
	breq 36f
	rjmp 35b
36:	movw r28, r16
	clr r20			; digits carried from column to column
	clr r21
	clr r22			; 2k
	clr r23

	; columns k to k + 8: rows from max(0, k - h) to min(h, k + 8)
40:	mov r24, r22
	mov r25, r23
	lsr r25
	ror r24			; k
	ldd r18, Y+18
	mov r19, r24
	subi r19, -8
	cp r18, r19
	brcs 41f
	mov r18, r19
41:	ldd r19, Y+18
	sub r24, r19
	brcc 42f
	clr r24
42:	sub r18, r24
	lsr r18
	std Y+32, r18
	ldd r26, Y+14
	ldd r27, Y+15
	clr r1
	add r26, r24
	adc r27, r1
	add r26, r24
	adc r27, r1
	lsl r19
	.rept 3
	add r26, r19
	adc r27, r1
	.endr
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
	clr \r
	.endr
	ldi r25, 4
	rjmp 44f
43:	.rept 2
	lsl r2
	.irp r, 4,6,8,10,12,14,16,18
	rol \r
	.endr
	lsl r3
	.irp r, 5,7,9,11,13,15,17,19
	rol \r
	.endr
	.endr
44:	ldd r24, Y+32
45:	planes_product_row 0, 1
	planes_product_row 1, 0
	dec r24
	breq 46f
	rjmp 45b
46:	clr r1
	ldd r24, Y+18
	ldd r0, Y+32
	add r24, r0
	add r24, r0
	lsl r24
	rol r1
	sub r26, r24
	sbc r27, r1
	dec r25
	breq 47f
	rjmp 43b
47:	planes_product_add r2, r3, r20, r21
	mov r0, r2
	mov r2, r3
	mov r3, r0
	movw r20, r18
	ldd r26, Y+8
	ldd r27, Y+9
	ldd r30, Y+10
	ldd r31, Y+11
	.irp r, 2,4,6,8
	eor \r, \r+1
	st X+, \r
	st Z+, \r+1
	.endr
	movw r24, r22
	lsr r25
	ror r24
	ldd r0, Y+18
	lsl r0
	sub r0, r24		; 2h - k
	ldi r24, 4
	sub r0, r24
	breq 48f
	.irp r, 10,12,14,16
	eor \r, \r+1
	st X+, \r
	st Z+, \r+1
	.endr
	std Y+8, r26
	std Y+9, r27
	std Y+10, r30
	std Y+11, r31
	sub r0, r24
	breq 48f
	subi r22, -16
	sbci r23, -1
	rjmp 40b
48:	clr r1
	ret
	.size sunbear_planes_product,.-sunbear_planes_product
