; sunbear_unbalanced:
;   uint8_t sunbear_unbalanced(const uint8_t *trits, uint16_t n, uint16_t least)
; Computes   0 if each of 0, 1 and 2 occurs at least so often among the trits, otherwise 255
; In         r25:24 trits (each 0, 1 or 2), r23:22 n (2 bytes; public, at least 1), r21:20 least (2 bytes; public)
; Out        r24
; Memory     reads trits[0..n)
; Secret     the contents of trits and the result. Public: n, least, addresses
; Stack      0 bytes
; Cycles     25 + 11*n; 1 more on ATmega2560
; Flash      64 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_unbalanced,"ax",@progbits
        .global sunbear_unbalanced
        .type   sunbear_unbalanced,@function
sunbear_unbalanced:
        movw    r30, r24
        movw    r26, r22
        clr     r18                     ; ones
        clr     r19
        clr     r24                     ; twos
        clr     r25
1:      ld      r0, Z+
        lsr     r0
        adc     r18, r1
        adc     r19, r1
        add     r24, r0
        adc     r25, r1
        subi    r22, 1
        sbci    r23, 0
        brne    1b
        sub     r26, r18                ; zeros
        sbc     r27, r19
        sub     r26, r24
        sbc     r27, r25
        cp      r26, r20
        cpc     r27, r21
        sbc     r0, r0
        cp      r18, r20
        cpc     r19, r21
        sbc     r22, r22
        or      r0, r22
        cp      r24, r20
        cpc     r25, r21
        sbc     r22, r22
        or      r0, r22
        mov     r24, r0
        ret
        .size   sunbear_unbalanced, . - sunbear_unbalanced
