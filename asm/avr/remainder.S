; sunbear_remainder: uint16_t sunbear_remainder(uint32_t v, uint16_t m)
; Computes   v mod m, bit by bit
; In         r25:22 v (4 bytes), r21:20 m (2 bytes; public, 1..32767)
; Out        r25:24 = v mod m
; Memory     none
; Secret     v
; Stack      0 bytes
; Cycles     551, constant; 1 more on ATmega2560
; Flash      42 bytes
; Clobbers   r0, r18, r19, r22-r27, SREG

        .section .text.sunbear_remainder,"ax",@progbits
        .global sunbear_remainder
        .type   sunbear_remainder,@function
sunbear_remainder:
        movw    r26, r24
        clr     r24
        clr     r25
        ldi     r19, 32
1:      lsl     r22
        rol     r23
        rol     r26
        rol     r27
        rol     r24
        rol     r25
        sub     r24, r20
        sbc     r25, r21
        sbc     r18, r18
        mov     r0, r18
        and     r0, r20
        and     r18, r21
        add     r24, r0
        adc     r25, r18
        dec     r19
        brne    1b
        ret
        .size   sunbear_remainder, . - sunbear_remainder
