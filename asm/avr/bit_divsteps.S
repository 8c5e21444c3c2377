; sunbear_bit_divsteps: uint16_t sunbear_bit_divsteps(uint8_t *rows, uint16_t n, uint8_t size)
; Computes   the 2n - 1 division steps (Bernstein and Yang) that invert a polynomial modulo 2 and x^n - 1
; In         r25:24 rows (2*size bytes: row F, then row G), r23:22 n (2 bytes, odd, 17..1001), r20 size (bytes of a row,
;            more than 2n/8); n and size are public. Place i of a row is bit i mod 8 of byte i div 8. F holds f = 1 + x^n
;            from place 0 on, G a g of a degree below n; place 2n of G is 1; all other places are 0
; Out        r25:24 the last delta, 0 if and only if g has an inverse
; Memory     the first row ends as f with w = x*v from place 1 on, v being the inverse of the reversed g, reversed: its
;            coefficients are the places 2..n+1. Nothing else has a meaning then
; Secret     the contents, and the addresses of f and g: which row is which. Branches depend on n alone
; Stack      15 bytes beyond the return address
; Cycles     n = 443: 756707, 587: 1301465, 743: 2057301 (ATmega1284P, first instruction through ret, for all data)
; Flash      728 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 = 0 on return
;
; In step k, if g is odd and delta > 0, the rows change places and delta its sign; then G = (G + (g odd) F)/x, delta += 1.
; So each step writes one row. f and g lie below place 2n - k; w and r, divided by x^k, from there on, of a degree of at
; most k and at most n. First a step goes through two parts, and the gap between them gets smaller; when it's gone,
; through one part, the top of which goes down. r20 is how many steps are left, less one, until a length changes.
	.section .text.sunbear_bit_divsteps,"ax",@progbits
	.global sunbear_bit_divsteps
	.type sunbear_bit_divsteps,@function

	.macro bdbyte			; a byte; its carry goes to the next one down
	ld r0, -X
	ld r21, -Y
	and r21, r16
	eor r0, r21
	ror r0
	st X, r0
	.endm

	.macro bdpart n			; n bytes (n > 0) below X and Y; no bit comes from above
	mov r18, \n
	andi r18, 7
	mov r19, \n
	lsr r19
	lsr r19
	lsr r19
	clc
	tst r18
	breq 2f
1:	bdbyte
	dec r18
	brne 1b
2:	tst r19
	breq 4f
3:	.rept 8
	bdbyte
	.endr
	dec r19
	brne 3b
4:
	.endm

	.macro bdplan			; F in r5:4, G in r7:6, the mask of the step in r16; X and Y behind the tops
	movw r30, r6
	ld r16, Z
	andi r16, 1
	neg r16
	clr r18
	clr r19
	sub r18, r24
	sbc r19, r25
	lsl r19
	sbc r17, r17
	and r17, r16
	eor r24, r17
	eor r25, r17
	sub r24, r17
	sbc r25, r17
	adiw r24, 1
	movw r18, r4
	eor r18, r6
	eor r19, r7
	and r18, r17
	and r19, r17
	eor r4, r18
	eor r5, r19
	eor r6, r18
	eor r7, r19
	movw r26, r6
	add r26, r11
	adc r27, r1
	movw r28, r4
	add r28, r11
	adc r29, r1
	.endm

sunbear_bit_divsteps:
	.irp r, 2,3,4,5,6,7,8,9,10,11,16,17,28,29
	push \r
	.endr
	movw r2, r24
	movw r4, r24
	movw r6, r24
	add r6, r20
	adc r7, r1
	ldi r24, 1			; delta
	ldi r25, 0
	mov r16, r22
	andi r16, 7			; n mod 8
	movw r18, r22
	lsl r22
	rol r23
	mov r17, r22
	andi r17, 7			; 2n mod 8, which is 2 or 6: place 2n - 1 is in the same byte
	subi r22, 1
	sbci r23, 0			; steps left
	lsr r19
	ror r18
	lsr r19
	ror r18				; 2n div 8
	mov r11, r18
	inc r11				; bytes up to the top
	mov r8, r18
	clr r9
	inc r9				; bytes of the upper part
	lsr r18
	mov r10, r18
	inc r10				; bytes of the lower part
	sub r8, r10			; bytes between them
	mov r20, r17
	dec r20
	ldi r19, 8
	sub r19, r16
	add r17, r19
	push r17

5:	bdplan
	bdpart r9
	sub r26, r8
	sbc r27, r1
	sub r28, r8
	sbc r29, r1
	bdpart r10
	subi r22, 1
	sbci r23, 0
	subi r20, 1
	brcs 6f
	rjmp 5b
6:	ldi r20, 7
	inc r9
	dec r8
	brmi 7f				; at most 125 before
	rjmp 5b

7:	pop r20				; 3n - k comes down to 2n, and to the byte below
8:	bdplan
	bdpart r11
	subi r22, 1
	sbci r23, 0
	breq 9f
	subi r20, 1
	brcs 10f
	rjmp 8b
10:	ldi r20, 7
	dec r11
	rjmp 8b

9:	inc r10
	movw r26, r2
	movw r30, r4
1:	ld r0, Z+
	st X+, r0
	dec r10
	brne 1b
	.irp r, 29,28,17,16,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret
	.size sunbear_bit_divsteps,.-sunbear_bit_divsteps
