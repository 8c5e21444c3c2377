; sunbear_golden_accumulate:
;   void sunbear_golden_accumulate(uint8_t acc[402], const uint8_t z[390], uint8_t power, uint8_t sign)
; Computes   acc += z * its weight modulo N = 2^3120 - 2^1560 - 1, z = y0 + y1 phi
; In         r25:24 acc (402 bytes), r23:22 z (390 bytes), r20 power (0, 1 or 2; public),
;            r18 sign (power 0 only: ff adds z, 0 subtracts z)
;            power 1: acc += y1 + (y0 + y1) phi; power 2: acc += (y0 + y1) + (y0 + 2 y1) phi
; Out        nothing in registers; acc is modulo 2^3216, phi = 2^1560 = byte 195
; Memory     reads z[0..390); reads and writes acc[0..402); they don't overlap
; Secret     the bytes of acc and z, and sign. Branches and addresses depend on power alone
; Stack      12 bytes beyond the return address
; Cycles     power 0: 3402, 1: 3587, 2: 4865 (ATmega1284P, first instruction through ret, all data)
; Flash      1064 bytes
; Clobbers   r18-r27, r30, r31, r0, SREG; r1 = 0 on return
	.section .text.sunbear_golden_accumulate,"ax",@progbits
	.global sunbear_golden_accumulate
	.type sunbear_golden_accumulate,@function

; The 13-byte block of acc (Y) in r8..r20; r23 carries a second chain's carry,
; swapped with C by rol and back by ror.
	.macro take
	.set i, 0
	.rept 13
	ldd 8+i, Y+i
	.set i, i+1
	.endr
	.endm
	.macro addptr p
	.set i, 0
	.rept 13
	ld r0, \p
	adc 8+i, r0
	.set i, i+1
	.endr
	.endm
	.macro give
	.set i, 0
	.rept 13
	st Y+, 8+i
	.set i, i+1
	.endr
	.endm

sunbear_golden_accumulate:
	.irp r, 8,9,10,11,12,13,14,15,16,17,28,29
	push \r
	.endr
	mov r21, r20		; power
	movw r28, r24
	movw r26, r22
	movw r30, r22
	subi r30, lo8(-195)
	sbci r31, hi8(-195)	; Z = y1
	cpi r21, 1
	brlo 0f
	breq 11f
	rjmp 2f
11:	rjmp 1f

	; power 0: acc +- z, both halves in one chain
0:	com r18			; ff: subtract, as complement plus one
	ldi r21, 39
	mov r22, r18
	lsl r22
3:	.rept 10
	ld r0, X+
	eor r0, r18
	ld r22, Y
	adc r22, r0
	st Y+, r22
	.endr
	dec r21
	breq 12f
	rjmp 3b
12:
	.rept 12
	ld r22, Y
	adc r22, r18
	st Y+, r22
	.endr
	rjmp 9f

	; power 1: low half += y1
1:	ldi r22, 15
	clc
4:	.rept 13
	ld r0, Z+
	ld r8, Y
	adc r8, r0
	st Y+, r8
	.endr
	dec r22
	brne 4b
	; high half += y0 + y1
	rol r22			; C of the low half
	movw r30, r26
	subi r30, lo8(-195)
	sbci r31, hi8(-195)
	clr r23
	ldi r21, 15
	lsr r22
5:	take
	addptr Z+
	rol r23
	addptr X+
	ror r23
	give
	dec r21
	breq 13f
	rjmp 5b
13:
	; two carries over the top 12 bytes
	clr r22
	adc r22, r1
	rol r23
	adc r22, r1
	rjmp 8f

	; power 2: low half += y0 + y1
2:	ldi r21, 15
	clr r23
	clc
6:	take
	addptr Z+
	rol r23
	addptr X+
	ror r23
	give
	dec r21
	breq 14f
	rjmp 6b
14:
	; high half += y0 + 2 y1: carries in r25 (y1 once), r22 (y1 again), r23 (y0)
	clr r25
	adc r25, r1
	clr r22
	rol r23
	rol r24
	subi r26, lo8(195)
	sbci r27, hi8(195)
	subi r30, lo8(195)
	sbci r31, hi8(195)
	mov r23, r24
	ldi r21, 15
7:	take
	lsr r25
	.set j, 0
	.rept 13
	ldd r0, Z+j
	adc 8+j, r0
	.set j, j+1
	.endr
	rol r25
	lsr r22
	addptr Z+
	rol r22
	lsr r23
	addptr X+
	rol r23
	give
	dec r21
	breq 10f
	rjmp 7b
10:	andi r22, 1
	lsr r25
	adc r22, r1
	lsr r23
	adc r22, r1
8:	ld r0, Y
	add r0, r22
	st Y+, r0
	.rept 11
	ld r0, Y
	adc r0, r1
	st Y+, r0
	.endr
9:	.irp r, 29,28,17,16,15,14,13,12,11,10,9,8
	pop \r
	.endr
	ret
	.size sunbear_golden_accumulate,.-sunbear_golden_accumulate
