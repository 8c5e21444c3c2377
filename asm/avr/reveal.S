; sunbear_reveal: void sunbear_reveal(uint8_t *message, const int16_t *coefficients, const uint8_t *tops, uint8_t n,
;                                     uint16_t half, int16_t constant, uint16_t tau3)
; Computes   each message bit: whether (tau3*t + constant - c) mods q is negative, for coefficients c and their four
;            bits t, two of these a byte, the first one in the low half; q = 2*half + 1
; In         r25:24 message, r23:22 coefficients (secret), r21:20 tops (secret), r18 n (1 byte; public, 1..255: message
;            bytes), r17:16 half (2; public, below 8192), r15:14 constant (2; public, signed), r13:12 tau3 (2; public,
;            below 4096); |c| <= half; -q <= tau3*t + constant - c <= q + half for all t and c
; Out        message
; Memory     reads coefficients[0..8*n), tops[0..4*n); writes message[0..n). No overlaps
; Secret     the contents of coefficients, tops, message. Public: n, half, constant, tau3, addresses
; Stack      13 bytes
; Cycles     75 + 277*n (32: 8939); 1 more on ATmega2560
; Flash      218 bytes
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG; r3-r11, r14, r15, r28, r29 saved
;
; With u = the sum + q, in 0..2q + half, the bit is 1 where u is below an odd number of the limits half + 1, q,
; q + half + 1 and 2q: in r5:4, r7:6, r9:8 and r11:10.

        .section .text.sunbear_reveal,"ax",@progbits
        .global sunbear_reveal
        .type   sunbear_reveal,@function

        .macro  RV_BIT                  ; the bit of t = r22 into r19, from above
        mul     r22, r12
        movw    r20, r0
        mul     r22, r13
        add     r21, r0
        add     r20, r14
        adc     r21, r15
        ld      r22, Y+
        ld      r23, Y+
        sub     r20, r22
        sbc     r21, r23
        clr     r22
        .irp    limit, 4, 6, 8, 10
        cp      r20, \limit
        cpc     r21, \limit+1
        adc     r22, r3
        .endr
        lsr     r22
        ror     r19
        .endm

sunbear_reveal:
        .irp    r, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 28, 29
        push    \r
        .endr
        movw    r26, r24
        movw    r28, r22
        movw    r30, r20
        clr     r3
        movw    r4, r16
        ldi     r20, 1
        add     r4, r20
        adc     r5, r3
        movw    r6, r4
        add     r6, r16
        adc     r7, r17
        movw    r8, r4
        add     r8, r6
        adc     r9, r7
        movw    r10, r6
        add     r10, r6
        adc     r11, r7
        add     r14, r6
        adc     r15, r7
1:      ldi     r25, 4
2:      ld      r24, Z+
        mov     r22, r24
        andi    r22, 0x0f
        RV_BIT
        mov     r22, r24
        swap    r22
        andi    r22, 0x0f
        RV_BIT
        dec     r25
        brne    2b
        st      X+, r19
        dec     r18
        brne    1b
        clr     r1
        .irp    r, 29, 28, 15, 14, 11, 10, 9, 8, 7, 6, 5, 4, 3
        pop     \r
        .endr
        ret
        .size   sunbear_reveal, . - sunbear_reveal
