; sunbear_hide: void sunbear_hide(uint8_t *tops, const int16_t *coefficients, const uint8_t *message, uint8_t n,
;                                 uint16_t half, uint16_t tau0, uint8_t tau1)
; Computes   floor((tau1*(x + tau0) + 2^14)/2^15) for x = (c + bit*half) mods q of each coefficient c and message bit,
;            two of them a byte, the first one in the low four bits; q = 2*half + 1
; In         r25:24 tops, r23:22 coefficients (secret), r21:20 message (secret), r18 n (1 byte; public, 1..255: message
;            bytes), r17:16 half (2; public, below 8192), r15:14 tau0 (2; public, below 8192), r12 tau1 (1; public);
;            |c| <= half; the results are 0..15
; Out        tops
; Memory     reads coefficients[0..8*n), message[0..n); writes tops[0..4*n). No overlaps
; Secret     the contents of coefficients, message, tops. Public: n, half, tau0, tau1, addresses
; Stack      8 bytes
; Cycles     59 + 314*n (32: 10107); 1 more on ATmega2560
; Flash      222 bytes
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG; r2-r5, r10, r11, r28, r29 saved
;
; With y = x + half in 0..q-1, the result is floor((tau1*y + tau1*(tau0 - half) + 2^14)/2^15).
; r17:16 = half, r11:10 = q, r4:2 = the constant, r5 = 0.

        .section .text.sunbear_hide,"ax",@progbits
        .global sunbear_hide
        .type   sunbear_hide,@function

        .macro  HI_TOP                  ; r22 = the next result
        ld      r20, Y+
        ld      r21, Y+
        lsr     r19                     ; the bit
        sbc     r22, r22
        mov     r23, r22
        and     r22, r16
        and     r23, r17
        add     r20, r16
        adc     r21, r17
        add     r20, r22
        adc     r21, r23
        sub     r20, r10                ; modulo q
        sbc     r21, r11
        sbc     r22, r22
        mov     r23, r22
        and     r22, r10
        and     r23, r11
        add     r20, r22
        adc     r21, r23
        mul     r20, r12
        add     r0, r2
        mov     r20, r1
        adc     r20, r3
        mov     r22, r4
        adc     r22, r5
        mul     r21, r12
        add     r20, r0
        adc     r22, r1
        lsl     r20
        rol     r22
        .endm

sunbear_hide:
        .irp    r, 2, 3, 4, 5, 10, 11, 28, 29
        push    \r
        .endr
        movw    r26, r24
        movw    r28, r22
        movw    r30, r20
        movw    r10, r16
        lsl     r10
        rol     r11
        inc     r10                     ; was even
        movw    r20, r14
        sub     r20, r16
        sbc     r21, r17                ; tau0 - half, signed
        mov     r22, r12
        mul     r20, r22
        movw    r2, r0
        mulsu   r21, r22
        clr     r5
        add     r3, r0
        mov     r4, r1
        adc     r4, r5
        ldi     r20, 0x40
        add     r3, r20
        adc     r4, r5
1:      ld      r19, Z+
        ldi     r25, 4
2:      HI_TOP
        mov     r24, r22
        HI_TOP
        swap    r22
        or      r22, r24
        st      X+, r22
        dec     r25
        breq    3f
        rjmp    2b
3:      dec     r18
        breq    4f
        rjmp    1b
4:      clr     r1
        .irp    r, 29, 28, 11, 10, 5, 4, 3, 2
        pop     \r
        .endr
        ret
        .size   sunbear_hide, . - sunbear_hide
