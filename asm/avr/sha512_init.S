; sunbear_sha512_init: void sunbear_sha512_init(uint64_t state[8])
; Computes   the initial state of SHA-512 (FIPS 180-4, section 5.3.5)
; In         r25:24 state
; Out        state
; Memory     writes state[0..64); reads its table in flash, below 64 kB, with lpm
; Secret     nothing
; Stack      0 bytes
; Cycles     519 (ATmega1284P, first instruction through ret), constant; 1 more on ATmega2560
; Flash      84 bytes
; Clobbers   r0, r24, r26, r27, r30, r31, SREG
	.section .progmem.data.sha512_init,"a",@progbits
sha512_initial_state:
	.byte 0x08, 0xc9, 0xbc, 0xf3, 0x67, 0xe6, 0x09, 0x6a
	.byte 0x3b, 0xa7, 0xca, 0x84, 0x85, 0xae, 0x67, 0xbb
	.byte 0x2b, 0xf8, 0x94, 0xfe, 0x72, 0xf3, 0x6e, 0x3c
	.byte 0xf1, 0x36, 0x1d, 0x5f, 0x3a, 0xf5, 0x4f, 0xa5
	.byte 0xd1, 0x82, 0xe6, 0xad, 0x7f, 0x52, 0x0e, 0x51
	.byte 0x1f, 0x6c, 0x3e, 0x2b, 0x8c, 0x68, 0x05, 0x9b
	.byte 0x6b, 0xbd, 0x41, 0xfb, 0xab, 0xd9, 0x83, 0x1f
	.byte 0x79, 0x21, 0x7e, 0x13, 0x19, 0xcd, 0xe0, 0x5b

	.section .text.sunbear_sha512_init,"ax",@progbits
	.global sunbear_sha512_init
	.type sunbear_sha512_init,@function
sunbear_sha512_init:
	movw r26, r24
	ldi r30, lo8(sha512_initial_state)
	ldi r31, hi8(sha512_initial_state)
	ldi r24, 64
1:	lpm r0, Z+
	st X+, r0
	dec r24
	brne 1b
	ret
	.size sunbear_sha512_init, .-sunbear_sha512_init
