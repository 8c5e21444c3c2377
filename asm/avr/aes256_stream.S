; sunbear_aes256_stream: void sunbear_aes256_stream(const uint8_t key[240], uint32_t counter, uint8_t *out, uint16_t n)
; Computes   n bytes of the key stream of AES-256 in counter mode: block i is the encryption of counter + i as a
;            128-bit big-endian number; the last block may be cut
; In         r25:24 key, prepared by aes256_key (secret), r23:20 counter (4 bytes; public), r19:18 out,
;            r17:16 n (2 bytes; public). counter + ceil(n/16) is at most 2^32
; Out        out
; Memory     reads key[0..240); writes out[0..n). No overlap
; Secret     key, and out. Secret addresses: lpm in the S-box, below 64 kB of flash. No branch or skip depends on data
; Stack      62 bytes (63 on ATmega2560)
; Cycles     781 + 2580*ceil(n/16) + 7*(n mod 16) + 557*w, w = carries out of the counter's low byte between blocks;
;            248 for n = 0. On ATmega2560 2 more a block, 4 more a carry, and 5 (n = 0: 1)
; Flash      1,250 bytes, and 256 of the S-box, aligned to 256
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG; r2-r17, r28, r29 saved
;
; Byte j of the block is in r(2 + j). The round keys lie in the order in which a round substitutes its bytes (see
; aes256_key): each byte goes where the one before it came from, so that ShiftRows takes two moves.
; The first two rounds of 256 blocks differ in the last byte of the counter only. What they have in common is made once:
; frame[1..5) is the first column after the first round but for the counter's part, with the second round's key on it;
; frame[5..21) is the block after the second round but for that column's part. Those parts are made 0 by bytes whose
; substitute is 0.
; Frame: 0: byte 15 of the first round key, 1: see above, 5: see above, 21: high bytes of the counter, 24: a cut block.

        .section .progmem.data.sunbear_aes_sbox,"a",@progbits
        .balign 256
        .global sunbear_aes_sbox
        .type   sunbear_aes_sbox,@object
sunbear_aes_sbox:
        .byte   0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76
        .byte   0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0
        .byte   0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15
        .byte   0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75
        .byte   0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84
        .byte   0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf
        .byte   0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8
        .byte   0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2
        .byte   0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73
        .byte   0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb
        .byte   0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79
        .byte   0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08
        .byte   0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a
        .byte   0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e
        .byte   0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf
        .byte   0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16
        .size   sunbear_aes_sbox, . - sunbear_aes_sbox

        .section .text.sunbear_aes256_stream,"ax",@progbits
        .global sunbear_aes256_stream
        .type   sunbear_aes256_stream,@function

        .macro  AE_SUB from, to         ; to = S-box of (from + the next byte of the key)
        ld      r30, X+
        eor     r30, \from
        lpm     \to, Z
        .endm

        .macro  AE_OUT from, at         ; out = from + the next byte of the key
        ld      r30, X+
        eor     r30, \from
        std     Y+\at, r30
        .endm

        .macro  AE_DOUBLE a             ; times x
        lsl     \a
        sbc     r20, r20
        and     r20, r21
        eor     \a, r20
        .endm

        ; a column of a matrix product: from s1, s0, s3, s2 to its bytes in order
        .macro  AE_MIX s1, s0, s3, s2
        mov     r18, \s0
        eor     r18, \s2
        AE_DOUBLE r18
        eor     \s0, \s1
        eor     \s2, \s3
        mov     r19, \s0
        AE_DOUBLE r19
        eor     \s1, r19
        eor     \s1, \s2
        mov     r19, \s2
        AE_DOUBLE r19
        eor     \s3, r19
        eor     \s3, \s0
        eor     \s0, r18
        eor     \s0, \s1
        eor     \s2, r18
        eor     \s2, \s3
        .endm

        ; adds what a byte s brings to a column: twice to the first, once to two and three times to the last
        .macro  AE_SPREAD s, twice, once, again, thrice
        mov     r19, \s
        AE_DOUBLE r19
        eor     \twice, r19
        eor     \once, \s
        eor     \again, \s
        eor     \thrice, r19
        eor     \thrice, \s
        .endm

        ; r1 rounds; X = their keys
        ; A name for whoever looks up what an address belongs to.
        .type   sunbear_aes256_stream_rounds,@function
sunbear_aes256_stream_rounds:
.Lrounds:
        AE_SUB  r2, r18
        AE_SUB  r7, r2
        AE_SUB  r6, r7
        AE_SUB  r11, r6
        AE_SUB  r10, r11
        AE_SUB  r15, r10
        AE_SUB  r14, r15
        AE_SUB  r3, r14
        mov     r3, r18
        AE_SUB  r4, r18
        AE_SUB  r17, r4
        AE_SUB  r8, r17
        AE_SUB  r5, r8
        AE_SUB  r12, r5
        AE_SUB  r9, r12
        AE_SUB  r16, r9
        AE_SUB  r13, r16
        mov     r13, r18
        AE_MIX  r2, r3, r4, r5
        AE_MIX  r6, r7, r8, r9
        AE_MIX  r10, r11, r12, r13
        AE_MIX  r14, r15, r16, r17
        dec     r1
        breq    1f
        rjmp    .Lrounds
1:      ret
        .size   sunbear_aes256_stream_rounds, . - sunbear_aes256_stream_rounds

sunbear_aes256_stream:
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        .rept   16
        push    r1
        .endr
        push    r21                     ; high bytes of the counter, the highest one first
        push    r22
        push    r23
        .rept   21
        push    r1
        .endr
        mov     r0, r20
        movw    r28, r18                ; out
        movw    r22, r24                ; key
        movw    r24, r16                ; n
        ldi     r21, 0x1b
        ldi     r31, hi8(sunbear_aes_sbox)
        sbiw    r24, 0
        brne    .Lfresh
        rjmp    .Lend

        ; r0 = low byte of the counter, r25:24 = bytes to make, r23:22 = key, Y = out
.Lfresh:
        push    r28
        push    r29
        in      r28, 0x3d
        in      r29, 0x3e
        adiw    r28, 3
        movw    r26, r22
        adiw    r26, 9
        ld      r18, X                  ; byte 15
        movw    r26, r22
        std     Y+0, r18
        ldi     r19, 0x52
        eor     r18, r19
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        clr     \r
        .endr
        ldd     r14, Y+21
        ldd     r15, Y+22
        ldd     r16, Y+23
        mov     r17, r18
        clr     r1
        inc     r1
        rcall   .Lrounds
        ldi     r19, 0x52
        ld      r18, X
        eor     r2, r18
        std     Y+1, r2
        mov     r2, r18
        eor     r2, r19
        adiw    r26, 7
        ld      r18, X
        eor     r3, r18
        std     Y+2, r3
        mov     r3, r18
        eor     r3, r19
        adiw    r26, 1
        ld      r18, X
        eor     r4, r18
        std     Y+3, r4
        mov     r4, r18
        eor     r4, r19
        adiw    r26, 3
        ld      r18, X
        eor     r5, r18
        std     Y+4, r5
        mov     r5, r18
        eor     r5, r19
        sbiw    r26, 11
        inc     r1
        rcall   .Lrounds
        std     Y+5, r2
        std     Y+6, r3
        std     Y+7, r4
        std     Y+8, r5
        std     Y+9, r6
        std     Y+10, r7
        std     Y+11, r8
        std     Y+12, r9
        std     Y+13, r10
        std     Y+14, r11
        std     Y+15, r12
        std     Y+16, r13
        std     Y+17, r14
        std     Y+18, r15
        std     Y+19, r16
        std     Y+20, r17
        pop     r29
        pop     r28

.Lblock:
        in      r26, 0x3d
        in      r27, 0x3e
        adiw    r26, 1
        AE_SUB  r0, r18
        mov     r19, r18
        AE_DOUBLE r19
        AE_SUB  r18, r6                 ; the four bytes of the first column, substituted: 0
        ld      r20, X+
        ld      r30, X+
        eor     r30, r18
        eor     r30, r19
        lpm     r14, Z                  ; 2
        AE_SUB  r19, r10                ; 3
        mov     r30, r20
        eor     r30, r18
        lpm     r18, Z                  ; 1
        ld      r2, X+
        ld      r3, X+
        ld      r4, X+
        ld      r5, X+
        AE_SPREAD r6, r2, r3, r4, r5
        ld      r6, X+
        ld      r7, X+
        ld      r8, X+
        ld      r9, X+
        AE_SPREAD r10, r9, r6, r7, r8
        ld      r10, X+
        ld      r11, X+
        ld      r12, X+
        ld      r13, X+
        AE_SPREAD r14, r12, r13, r10, r11
        ld      r14, X+
        ld      r15, X+
        ld      r16, X+
        ld      r17, X+
        AE_SPREAD r18, r15, r16, r17, r14
        movw    r26, r22
        adiw    r26, 32
        ldi     r19, 11
        mov     r1, r19
        rcall   .Lrounds
        AE_SUB  r2, r2
        AE_SUB  r7, r7
        AE_SUB  r6, r6
        AE_SUB  r11, r11
        AE_SUB  r10, r10
        AE_SUB  r15, r15
        AE_SUB  r14, r14
        AE_SUB  r3, r3
        AE_SUB  r4, r4
        AE_SUB  r17, r17
        AE_SUB  r8, r8
        AE_SUB  r5, r5
        AE_SUB  r12, r12
        AE_SUB  r9, r9
        AE_SUB  r16, r16
        AE_SUB  r13, r13
        sbiw    r24, 16
        brsh    1f
        rjmp    .Lcut
1:
        AE_OUT  r2, 0
        AE_OUT  r11, 5
        AE_OUT  r6, 4
        AE_OUT  r15, 9
        AE_OUT  r10, 8
        AE_OUT  r3, 13
        AE_OUT  r14, 12
        AE_OUT  r7, 1
        AE_OUT  r12, 2
        AE_OUT  r13, 15
        AE_OUT  r16, 6
        AE_OUT  r17, 3
        AE_OUT  r4, 10
        AE_OUT  r5, 7
        AE_OUT  r8, 14
        AE_OUT  r9, 11
        adiw    r28, 16
        sbiw    r24, 0
        brne    1f
        rjmp    .Lend
1:      inc     r0
        breq    1f
        rjmp    .Lblock
1:      in      r30, 0x3d               ; the high bytes
        in      r31, 0x3e
        ldi     r18, 1
        ldd     r19, Z+24
        add     r19, r18
        std     Z+24, r19
        ldd     r19, Z+23
        adc     r19, r1
        std     Z+23, r19
        ldd     r19, Z+22
        adc     r19, r1
        std     Z+22, r19
        ldi     r31, hi8(sunbear_aes_sbox)
        rjmp    .Lfresh

.Lcut:  movw    r18, r28
        in      r28, 0x3d
        in      r29, 0x3e
        adiw    r28, 25
        AE_OUT  r2, 0
        AE_OUT  r11, 5
        AE_OUT  r6, 4
        AE_OUT  r15, 9
        AE_OUT  r10, 8
        AE_OUT  r3, 13
        AE_OUT  r14, 12
        AE_OUT  r7, 1
        AE_OUT  r12, 2
        AE_OUT  r13, 15
        AE_OUT  r16, 6
        AE_OUT  r17, 3
        AE_OUT  r4, 10
        AE_OUT  r5, 7
        AE_OUT  r8, 14
        AE_OUT  r9, 11
        movw    r26, r18
        subi    r24, 0xf0               ; + 16
1:      ld      r18, Y+
        st      X+, r18
        dec     r24
        brne    1b

.Lend:  .rept   40
        pop     r0
        .endr
        clr     r1
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \r
        .endr
        ret
        .size   sunbear_aes256_stream, . - sunbear_aes256_stream
