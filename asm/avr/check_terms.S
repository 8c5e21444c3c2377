; sunbear_check_terms: uint8_t sunbear_check_terms(const uint16_t *terms, uint8_t count, uint16_t n)
; Computes   0 if all terms are below n and no two of them the same, otherwise 255
; In         r25:24 terms (2 bytes each), r22 count (public, 1..127), r21:20 n (2 bytes, public)
; Out        r24
; Memory     reads terms[0..count)
; Secret     the terms and the result. Public: count, n, addresses
; Stack      0 bytes
; Cycles     5 + 15*count + 13*count*(count - 1)/2; 1 more on ATmega2560
; Flash      52 bytes
; Clobbers   r18, r19, r22-r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_check_terms,"ax",@progbits
        .global sunbear_check_terms
        .type   sunbear_check_terms,@function
sunbear_check_terms:
        movw    r30, r24
        ldi     r24, 0
1:      ld      r18, Z+
        ld      r19, Z+
        movw    r26, r30
        cp      r18, r20
        cpc     r19, r21                ; carry: below n
        sbc     r25, r25
        com     r25
        or      r24, r25
        mov     r23, r22
        dec     r23                     ; the terms after this one
        breq    3f
2:      ld      r25, X+
        eor     r25, r18
        ld      r0, X+
        eor     r0, r19
        or      r25, r0
        subi    r25, 1                  ; carry: the same
        sbc     r25, r25
        or      r24, r25
        dec     r23
        brne    2b
        dec     r22
        rjmp    1b
3:      ret
        .size   sunbear_check_terms, . - sunbear_check_terms
