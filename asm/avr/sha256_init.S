; sunbear_sha256_init: void sunbear_sha256_init(uint32_t state[8])
; Computes   the initial state of SHA-256 (FIPS 180-4, section 5.3.3)
; In         r25:24 state
; Out        state
; Memory     writes state[0..32); reads its table in flash, below 64 kB, with lpm
; Secret     nothing
; Stack      0 bytes
; Cycles     263 (ATmega1284P, first instruction through ret), constant; 1 more on ATmega2560
; Flash      52 bytes
; Clobbers   r0, r24, r26, r27, r30, r31, SREG
	.section .progmem.data.sha256_init,"a",@progbits
sha256_initial_state:
	.byte 0x67, 0xe6, 0x09, 0x6a
	.byte 0x85, 0xae, 0x67, 0xbb
	.byte 0x72, 0xf3, 0x6e, 0x3c
	.byte 0x3a, 0xf5, 0x4f, 0xa5
	.byte 0x7f, 0x52, 0x0e, 0x51
	.byte 0x8c, 0x68, 0x05, 0x9b
	.byte 0xab, 0xd9, 0x83, 0x1f
	.byte 0x19, 0xcd, 0xe0, 0x5b

	.section .text.sunbear_sha256_init,"ax",@progbits
	.global sunbear_sha256_init
	.type sunbear_sha256_init,@function
sunbear_sha256_init:
	movw r26, r24
	ldi r30, lo8(sha256_initial_state)
	ldi r31, hi8(sha256_initial_state)
	ldi r24, 32
1:	lpm r0, Z+
	st X+, r0
	dec r24
	brne 1b
	ret
	.size sunbear_sha256_init, .-sunbear_sha256_init
