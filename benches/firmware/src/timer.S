; An interrupt that comes at moments nobody can foresee and uses everything an interrupt may use: timer 1 in CTC mode
; without prescaler, its period from a 16-bit Galois generator at each interrupt, 768 to 4863 cycles. The routine saves
; all registers, fills them with noise and restores them, so whoever keeps something below SP or counts on a register
; that is not saved is found out.

#include <avr/io.h>

	.section .progmem.data.input_timer,"a",@progbits
	.global	input_timer
	.type	input_timer, @object
	.size	input_timer, 2
input_timer:
	.byte	0x01, 0xac

	.section .bss.timer_state,"aw",@nobits
	.global	timer_state
	.type	timer_state, @object
	.size	timer_state, 4
timer_state:
	.skip	4		; generator, number of interrupts

; void timer_start(void): seeds the generator from flash and lets interrupts in.
	.section .text.timer_start,"ax",@progbits
	.global	timer_start
	.type	timer_start, @function
timer_start:
	ldi	r30, lo8(input_timer)
	ldi	r31, hi8(input_timer)
	lpm	r24, Z+
	lpm	r25, Z
	sts	timer_state, r24
	sts	timer_state+1, r25
	ldi	r24, 4
	sts	OCR1AH, r24
	sts	OCR1AL, r1
	ldi	r24, 1 << OCIE1A
	sts	TIMSK1, r24
	ldi	r24, 1 << WGM12 | 1 << CS10
	sts	TCCR1B, r24
	sei
	ret
	.size	timer_start, .-timer_start

; void timer_stop(void)
	.section .text.timer_stop,"ax",@progbits
	.global	timer_stop
	.type	timer_stop, @function
timer_stop:
	cli
	sts	TCCR1B, r1
	sts	TIMSK1, r1
	ret
	.size	timer_stop, .-timer_stop

	.section .text.timer_interrupt,"ax",@progbits
	.global	TIMER1_COMPA_vect
	.type	TIMER1_COMPA_vect, @function
TIMER1_COMPA_vect:
	push	r0
	in	r0, _SFR_IO_ADDR(SREG)
	push	r0
	.irp	i, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	push	r\i
	.endr
	lds	r24, timer_state
	lds	r25, timer_state+1
	lsr	r25
	ror	r24
	brcc	1f
	ldi	r26, 0xb4
	eor	r25, r26
1:	sts	timer_state, r24
	sts	timer_state+1, r25
	mov	r26, r25
	andi	r26, 0x0f
	subi	r26, -3
	sts	OCR1AH, r26
	sts	OCR1AL, r24
	lds	r30, timer_state+2
	lds	r31, timer_state+3
	adiw	r30, 1
	sts	timer_state+2, r30
	sts	timer_state+3, r31
	.irp	i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,26,27,28,29,30,31
	mov	r\i, r24
	eor	r24, r25
	.endr
	.irp	i, 31,30,29,28,27,26,25,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1
	pop	r\i
	.endr
	pop	r0
	out	_SFR_IO_ADDR(SREG), r0
	pop	r0
	reti
	.size	TIMER1_COMPA_vect, .-TIMER1_COMPA_vect
