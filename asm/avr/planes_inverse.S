; sunbear_planes_inverse:
;   uint16_t sunbear_planes_inverse(uint8_t *plus, uint8_t *minus, uint16_t p, uint8_t *memory, uint16_t slack,
;                                   uint8_t state[20])
; Computes   the inverse of a polynomial modulo 3 and x^p - x - 1, by 2p - 1 division steps
; In         r25:24 plus, r23:22 minus (4*floor((p + 32)/32) bytes each: the places of 1 and of -1),
;            r21:20 p (2 bytes; public, odd, 3..1277), r19:18 memory (4*floor((p + 8)/8) + 4*floor((2p + 7)/8) bytes),
;            r17:16 slack (2 bytes; public, 4..p), r15:14 state
; Out        r24 = ff if there is an inverse; else 0, and the planes have no meaning. r25 = ff if delta left
;            8 - 2*slack ..= 2*slack - 8 on the way, else 0: with a slack below p, r24 and the planes then have no meaning
; Memory     reads and writes plus and minus, whose spare bits become 0, memory and state. None may overlap another
; Secret     the bytes of plus and minus, and of memory, and which of two rows inside memory is where. Branches depend
;            on p and slack alone
; Stack      24 bytes beyond the return address
; Cycles     p,slack = 653,48: 3360838 761,48: 4414458 857,48: 5471514 953,48: 6633186
;            1013,48: 7420842 1277,48: 11379170 653,653: 4288762
;            (ATmega1284P, first instruction through ret, for all data); 5 + 8*p + 2*floor((p + 8)/8) more on ATmega2560
; Flash      1312 bytes
; Clobbers   r18-r27, r30, r31, r0, SREG; r1 = 0 on return
;
; Two rows: f, behind it w = x v; g, behind it r. A step overwrites one of them, a, and keeps the other one, b, which
; becomes f: a = f and b = g for a swap (delta > 0, g0 not 0), else a = g and b = f. New is (a + beta b)/x with
; beta = -a0 b0. For beta = 0 it is (a + a)/x, which is -a/x: a unit more that f or g and w or r share.
; Rows are pairs of bytes: which digits are not 0, and which are -1, as that makes addition six operations. All of
; a row moves down a place with each step; f and g have the first F = floor((p + 8)/8) places, and the lowest digit of
; r comes down from bit 2p - 1 behind them to bit 0. After n steps 2p - 1 - n digits of f and g still matter, and of
; w and r the lowest p + 1.
; Their degrees are at most (2p - 1 - n + |delta|)/2, and those of w and r (n + |delta|)/2 + 1: with a slack s, a digit
; from (2p - 1 - n)/2 + s or n/2 + s on is taken for 0. A long way of delta from 0 takes as many digits g0 = 0 in a row:
; about 2^-128 for a uniform operand that has an inverse and s = 48.
; State: 0 f, 2 g (where their rows are), 4 delta, 6 digits of f that matter, 8 p, 10 F, 12 what is added to a,
; 14 slack, 16 the limit of delta, 18 whether it was beyond. It is apart from the rows, which secret addresses reach.
	.section .text.sunbear_planes_inverse,"ax",@progbits
	.global sunbear_planes_inverse
	.type sunbear_planes_inverse,@function

; the next byte: \xs = which digits of a + beta b are not 0, \xn which are -1
	.macro planes_inverse_load xn, xs
	ld \xs, -Y
	ld \xn, -Y
	ld r1, -X
	ld r0, -X
	mov r30, r0
	and r30, r31
	eor r1, r30
	eor \xn, r1
	eor r0, \xs
	eor \xs, \xn
	eor r1, r0
	or \xs, r1
	and \xn, r0
	.endm

sunbear_planes_inverse:
	.irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	movw r4, r14
	movw r28, r14
	movw r14, r18		; the first row
	movw r10, r24		; plus
	movw r12, r22		; minus
	movw r6, r20		; p
	std Y+8, r20
	std Y+9, r21
	std Y+14, r16
	std Y+15, r17
	lsl r16
	rol r17
	subi r16, 8
	sbc r17, r1
	std Y+16, r16
	std Y+17, r17
	std Y+18, r1
	ldi r18, 1
	std Y+4, r18
	std Y+5, r1
	movw r24, r20
	adiw r24, 8
	.rept 3
	lsr r25
	ror r24
	.endr
	std Y+10, r24		; F
	lsl r20
	rol r21
	movw r22, r20
	subi r22, 1
	sbc r23, r1
	std Y+6, r22
	std Y+7, r23		; 2p - 1
	subi r20, -7
	sbci r21, -1
	.rept 3
	lsr r21
	ror r20
	.endr
	add r20, r24
	adc r21, r25		; places of a row
	movw r30, r14
	std Y+0, r30
	std Y+1, r31
	movw r24, r20
1:	st Z+, r1
	st Z+, r1
	sbiw r24, 1
	brne 1b
	std Y+2, r30
	std Y+3, r31
	movw r16, r30		; the second row
1:	st Z+, r1
	st Z+, r1
	subi r20, 1
	sbc r21, r1
	brne 1b

	; f, from the other end
	movw r30, r14
	movw r24, r20
	clr r23
	rcall 70f
	inc r23
	movw r30, r14
	movw r24, r6
	rcall 70f
	movw r30, r14
	movw r24, r6
	sbiw r24, 1
	rcall 70f
	; r
	ldd r20, Y+10
	movw r30, r16
	add r30, r20
	adc r31, r1
	add r30, r20
	adc r31, r1
	ldd r24, Y+6
	ldd r25, Y+7
	clr r23
	rcall 70f
	; g, from the other end
	movw r24, r6
	sbiw r24, 1
	mov r21, r24
	andi r21, 7
	inc r21			; digits of the highest byte
	.rept 3
	lsr r25
	ror r24
	.endr
	adiw r24, 1
	movw r28, r16
	add r28, r24
	adc r29, r25
	add r28, r24
	adc r29, r25
	movw r26, r10
	movw r30, r12
	movw r24, r6
	clr r18
	clr r19
	clr r20
2:	tst r20
	brne 3f
	ld r16, X+
	ld r17, Z+
	ldi r20, 8
3:	lsr r16
	rol r18
	lsr r17
	rol r19
	dec r20
	dec r21
	brne 4f
	or r18, r19
	st -Y, r19
	st -Y, r18
	clr r18
	clr r19
	ldi r21, 8
4:	sbiw r24, 1
	brne 2b

	push r10
	push r11
	push r12
	push r13

	; a step: a to r3:r2, what is added to X, ff for beta = -1, else 0 to r9
10:	movw r30, r4
	ldd r26, Z+0		; f
	ldd r27, Z+1
	ldd r28, Z+2		; g
	ldd r29, Z+3
	ldd r24, Z+4		; delta
	ldd r25, Z+5
	ld r18, X+
	ld r19, X
	sbiw r26, 1
	ld r20, Y
	ldd r21, Y+1
	clr r1
	eor r19, r21
	com r19
	and r19, r20		; bit 0: g0 = f0
	andi r19, 1
	clr r9
	sub r9, r19		; beta = -1
	andi r20, 1
	clr r22
	sub r22, r20		; g0 is not 0
	clr r18
	clr r19
	sub r18, r24
	sbc r19, r25
	lsl r19
	sbc r19, r19		; delta > 0
	and r19, r22		; swap
	eor r24, r19
	eor r25, r19
	sub r24, r19
	sbc r25, r19
	adiw r24, 1
	std Z+4, r24
	std Z+5, r25
	ldd r20, Z+16
	ldd r21, Z+17
	movw r10, r20
	sub r20, r24
	sbc r21, r25
	add r10, r24
	adc r11, r25
	ldd r20, Z+18
	or r20, r21
	or r20, r11		; its sign: beyond
	std Z+18, r20
	movw r20, r26
	eor r20, r28
	eor r21, r29
	movw r24, r20
	and r20, r19
	and r21, r19
	eor r26, r20		; b
	eor r27, r21
	eor r28, r20		; a
	eor r29, r21
	std Z+0, r26
	std Z+1, r27
	std Z+2, r28
	std Z+3, r29
	movw r2, r28
	and r24, r22
	and r25, r22
	eor r28, r24		; b, or a where g0 is 0
	eor r29, r25
	std Z+12, r28
	std Z+13, r29
	movw r26, r28

	ldd r24, Z+6		; bytes of f and g: (min(L, p + 1, floor(L/2) + slack) - 1)/8 + 1
	ldd r25, Z+7
	ldd r20, Z+8
	ldd r21, Z+9
	ldd r22, Z+14
	ldd r23, Z+15
	movw r10, r24
	lsr r11
	ror r10
	add r22, r10
	adc r23, r11
	sbiw r24, 1
	cp r20, r24
	cpc r21, r25
	brcc 11f
	movw r24, r20
11:	subi r22, 1
	sbc r23, r1
	cp r22, r24
	cpc r23, r25
	brcc 9f
	movw r24, r22
9:	.rept 3
	lsr r25
	ror r24
	.endr
	inc r24
	movw r28, r2
	add r28, r24
	adc r29, r1
	add r28, r24
	adc r29, r1
	add r26, r24
	adc r27, r1
	add r26, r24
	adc r27, r1
	mov r31, r9
	mov r8, r24
	rcall 50f

	; of w and r: from (L - 1)/8 to (L + min(n, p, floor(n/2) + slack))/8, n = 2p - 1 - L
	movw r28, r4
	ldd r24, Y+6
	ldd r25, Y+7
	ldd r20, Y+8
	ldd r21, Y+9
	movw r22, r20
	lsl r22
	rol r23
	subi r22, 1
	sbci r23, 0
	sub r22, r24
	sbc r23, r25
	cp r22, r20
	cpc r23, r21
	brcc 8f
	movw r20, r22
8:	lsr r23
	ror r22
	ldd r10, Y+14
	ldd r11, Y+15
	add r22, r10
	adc r23, r11
	cp r22, r20
	cpc r23, r21
	brcc 7f
	movw r20, r22
7:	add r20, r24
	adc r21, r25
12:	sbiw r24, 1
	std Y+6, r24
	std Y+7, r25
	.rept 3
	lsr r21
	ror r20
	lsr r25
	ror r24
	.endr
	subi r20, -1
	sbci r21, -1
	mov r8, r20
	sub r8, r24
	clr r1
	ldd r24, Y+10
	add r20, r24
	adc r21, r1
	lsl r20
	rol r21
	ldd r26, Y+12
	ldd r27, Y+13
	movw r28, r2
	add r28, r20
	adc r29, r21
	add r26, r20
	adc r27, r21
	mov r31, r9
	rcall 50f
	movw r28, r4
	ldd r24, Y+6
	ldd r25, Y+7
	or r24, r25
	breq 13f
	rjmp 10b

	; v = w/x times f0, from the other end
13:	clr r1
	ldd r24, Y+4
	ldd r25, Y+5
	or r24, r25
	clr r25
	cp r1, r24
	sbc r25, r25
	com r25			; ff: delta = 0
	mov r9, r25
	ldd r24, Y+18
	lsl r24
	sbc r24, r24
	push r24
	ldd r6, Y+8
	ldd r7, Y+9
	ldd r18, Y+10
	ldd r28, Y+0
	movw r30, r4
	ldd r29, Z+1
	ld r2, Y
	ldd r3, Y+1
	and r3, r2
	mov r20, r3
	andi r20, 1
	clr r8
	sub r8, r20		; ff: f0 = -1
	add r28, r18
	adc r29, r1
	add r28, r18
	adc r29, r1
	pop r2
	pop r31			; minus
	pop r30
	pop r27			; plus
	pop r26
	movw r24, r6
	adiw r24, 32
	.rept 5
	lsr r25
	ror r24
	.endr
	lsl r24
	lsl r24
	movw r10, r26
	movw r12, r30
14:	st X+, r1
	st Z+, r1
	dec r24
	brne 14b
	movw r24, r6
	sbiw r24, 1
	mov r21, r24
	andi r21, 7
	inc r21
	.rept 3
	lsr r25
	ror r24
	.endr
	adiw r24, 1
	movw r26, r10
	movw r30, r12
	add r26, r24
	adc r27, r25
	add r30, r24
	adc r31, r25
	movw r24, r6
	rcall 16f
	ldi r20, 7
	lsr r16
	lsr r17
	clr r18
	clr r19
15:	tst r20
	brne 17f
	rcall 16f
17:	lsr r16
	rol r18
	lsr r17
	rol r19
	dec r20
	dec r21
	brne 18f
	st -X, r18
	st -Z, r19
	ldi r21, 8
	clr r18
	clr r19
18:	sbiw r24, 1
	brne 15b
	mov r24, r9
	mov r25, r2
	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
	pop \r
	.endr
	ret

; the next byte of w's row, as planes
16:	ld r16, Y+
	ld r17, Y+
	mov r0, r16
	and r0, r8
	eor r17, r0
	eor r16, r17
	ldi r20, 8
	ret

; one row, downwards: r8 bytes before Y, with those before X
50:	clr r7			; what goes down to the next byte: bits 0 and 1
	mov r30, r8
	andi r30, 7
	mov r6, r30
	breq 52f
51:	planes_inverse_load r10, r11
	lsr r7
	ror r11
	ror r7
	ror r10
	rol r7
	rol r7
	st Y, r11
	std Y+1, r10
	dec r6
	brne 51b
52:	lsr r8
	lsr r8
	lsr r8
	brne 53f
	ret
53:	.irp r, 24,22,20,18,16,14,12,10
	planes_inverse_load \r, \r+1
	.endr
	lsr r7
	.irp r, 25,23,21,19,17,15,13,11
	ror \r
	.endr
	ror r7
	.irp r, 24,22,20,18,16,14,12,10
	ror \r
	.endr
	rol r7
	rol r7
	.set planes_inverse_at, 0
	.irp r, 10,12,14,16,18,20,22,24
	std Y+planes_inverse_at, \r+1
	std Y+planes_inverse_at+1, \r
	.set planes_inverse_at, planes_inverse_at+2
	.endr
	dec r8
	breq 54f
	rjmp 53b
54:	ret

; the digit r25:24 of the row at Z becomes 1, or -1 where r23 is not 0
70:	mov r20, r24
	andi r20, 7
	.rept 3
	lsr r25
	ror r24
	.endr
	lsl r24
	rol r25
	add r30, r24
	adc r31, r25
	ldi r21, 1
71:	dec r20
	brmi 72f
	lsl r21
	rjmp 71b
72:	ld r20, Z
	or r20, r21
	st Z, r20
	tst r23
	breq 73f
	ldd r20, Z+1
	or r20, r21
	std Z+1, r20
73:	ret
	.size sunbear_planes_inverse,.-sunbear_planes_inverse
