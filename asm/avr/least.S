; sunbear_least: uint8_t sunbear_least(uint8_t a, uint8_t b)
; Computes   the lesser of two numbers
; In         r24 a, r22 b
; Out        r24
; Memory     none
; Secret     a, b and the result
; Stack      0 bytes
; Cycles     8; 1 more on ATmega2560
; Flash      10 bytes
; Clobbers   r23-r25, SREG

        .section .text.sunbear_least,"ax",@progbits
        .global sunbear_least
        .type   sunbear_least,@function
sunbear_least:
        sub     r24, r22                ; carry: a is less
        sbc     r25, r25
        and     r24, r25
        add     r24, r22
        ret
        .size   sunbear_least, . - sunbear_least
