; What the image does below Rust: read flash, compare with flash, end. C interface of avr-gcc; public data only
; in so far as the image's inputs are constants: the loops' paths depend on the lengths alone.

; void flash_read(uint8_t *out r25:24, const uint8_t *flash r23:22, uint16_t n r21:20)
; out[0..n] = flash[0..n], in 9 cycles a byte. Flash below 64 KiB.
	.section .text.flash_read,"ax",@progbits
	.global	flash_read
	.type	flash_read, @function
flash_read:
	movw	r26, r24
	movw	r30, r22
	rjmp	2f
1:	lpm	r0, Z+
	st	X+, r0
2:	subi	r20, 1
	sbci	r21, 0
	brcc	1b
	ret
	.size	flash_read, .-flash_read

; uint8_t flash_difference(const uint8_t *bytes r25:24, const uint8_t *flash r23:22, uint16_t n r21:20)
; The OR of bytes[i] ^ flash[i], in 11 cycles a byte. Every byte of an encapsulation key or a ciphertext comes here when
; the library has written it: the second label tells an audit that bytes[0..n] are public from here on.
	.section .text.flash_difference,"ax",@progbits
	.global	flash_difference
	.global	sunbear_declassify_r24_r20_written_to_the_output
	.type	flash_difference, @function
sunbear_declassify_r24_r20_written_to_the_output:
flash_difference:
	movw	r26, r24
	movw	r30, r22
	ldi	r24, 0
	rjmp	2f
1:	lpm	r0, Z+
	ld	r25, X+
	eor	r0, r25
	or	r24, r0
2:	subi	r20, 1
	sbci	r21, 0
	brcc	1b
	ret
	.size	flash_difference, .-flash_difference

; uint8_t flash_difference_secret(const uint8_t *bytes r25:24, const uint8_t *flash r23:22, uint16_t n r21:20)
; The same for bytes that stay secret, such as those of a decapsulation key.
	.section .text.flash_difference_secret,"ax",@progbits
	.global	flash_difference_secret
	.type	flash_difference_secret, @function
flash_difference_secret:
	movw	r26, r24
	movw	r30, r22
	ldi	r24, 0
	rjmp	2f
1:	lpm	r0, Z+
	ld	r25, X+
	eor	r0, r25
	or	r24, r0
2:	subi	r20, 1
	sbci	r21, 0
	brcc	1b
	ret
	.size	flash_difference_secret, .-flash_difference_secret

; void end(void), does not return: interrupts off, sleep. A simulator ends there; a chip whose sleep is not enabled
; loops.
	.section .text.end,"ax",@progbits
	.global	end
	.type	end, @function
end:
	cli
1:	sleep
	rjmp	1b
	.size	end, .-end
