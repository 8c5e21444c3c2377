; sunbear_aes256_key: void sunbear_aes256_key(uint8_t key[240], const uint8_t bytes[32])
; Computes   the key schedule of AES-256 (FIPS 197, section 5.2). Each of the 15 round keys comes in the order that
;            aes256_stream wants: its bytes 0, 5, 4, 9, 8, 13, 12, 1, 2, 15, 6, 3, 10, 7, 14, 11
; In         r25:24 key, r23:22 bytes (32 bytes, secret)
; Out        key
; Memory     reads bytes[0..32); reads and writes key[0..240). No overlap
; Secret     bytes and key. Secret addresses: lpm in the S-box, below 64 kB of flash. No branch or skip depends on data
; Stack      18 bytes
; Cycles     2,896, constant; 1 more on ATmega2560
; Flash      288 bytes; the S-box is that of aes256_stream
; Clobbers   r0, r18-r27, r30, r31, SREG; r2-r17, r28, r29 saved; r1 is 0

        .section .text.sunbear_aes256_key,"ax",@progbits
        .global sunbear_aes256_key
        .type   sunbear_aes256_key,@function

        .macro  AK_SUB                  ; S-box of r21..r18
        .irp    r, 18, 19, 20, 21
        mov     r30, \r
        lpm     \r, Z
        .endr
        .endm

        .macro  AK_WORD                 ; the next word
        .irp    i, 0, 1, 2, 3
        ldd     r0, Y+\i
        eor     18+\i, r0
        std     Y+32+\i, 18+\i
        .endr
        adiw    r28, 4
        .endm

sunbear_aes256_key:
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        movw    r28, r24
        movw    r30, r24
        movw    r26, r22
        ldi     r23, 32
1:      ld      r0, X+
        st      Z+, r0
        dec     r23
        brne    1b
        ldd     r18, Y+28
        ldd     r19, Y+29
        ldd     r20, Y+30
        ldd     r21, Y+31
        ldi     r31, hi8(sunbear_aes_sbox)
        ldi     r22, 1                  ; the round constant
2:      mov     r0, r18                 ; RotWord
        mov     r18, r19
        mov     r19, r20
        mov     r20, r21
        mov     r21, r0
        AK_SUB
        eor     r18, r22
        ldi     r23, 4
3:      AK_WORD
        dec     r23
        brne    3b
        lsl     r22
        brmi    5f                      ; the seventh time: 52 words are complete
        AK_SUB
        ldi     r23, 4
4:      AK_WORD
        dec     r23
        brne    4b
        rjmp    2b
5:      movw    r28, r24
        ldi     r23, 15
6:
        ldd     r2, Y+0
        ldd     r3, Y+1
        ldd     r4, Y+2
        ldd     r5, Y+3
        ldd     r6, Y+4
        ldd     r7, Y+5
        ldd     r8, Y+6
        ldd     r9, Y+7
        ldd     r10, Y+8
        ldd     r11, Y+9
        ldd     r12, Y+10
        ldd     r13, Y+11
        ldd     r14, Y+12
        ldd     r15, Y+13
        ldd     r16, Y+14
        ldd     r17, Y+15
        st      Y+, r2
        st      Y+, r7
        st      Y+, r6
        st      Y+, r11
        st      Y+, r10
        st      Y+, r15
        st      Y+, r14
        st      Y+, r3
        st      Y+, r4
        st      Y+, r17
        st      Y+, r8
        st      Y+, r5
        st      Y+, r12
        st      Y+, r9
        st      Y+, r16
        st      Y+, r13
        dec     r23
        brne    6b
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \r
        .endr
        ret
        .size   sunbear_aes256_key, . - sunbear_aes256_key
