; sunbear_reduce_terms: void sunbear_reduce_terms(uint16_t *terms, uint8_t count, uint16_t n)
; Computes   each term modulo n
; In         r25:24 terms (2 bytes each, below 2*n), r22 count (public, at least 1), r21:20 n (2 bytes, public)
; Out        nothing in registers
; Memory     reads and writes terms[0..count)
; Secret     the terms. Public: count, n, addresses
; Stack      0 bytes
; Cycles     4 + 20*count; 1 more on ATmega2560
; Flash      34 bytes
; Clobbers   r18, r19, r22-r25, r30, r31, SREG; r1 is 0

        .section .text.sunbear_reduce_terms,"ax",@progbits
        .global sunbear_reduce_terms
        .type   sunbear_reduce_terms,@function
sunbear_reduce_terms:
        movw    r30, r24
1:      ld      r24, Z
        ldd     r25, Z+1
        sub     r24, r20
        sbc     r25, r21
        sbc     r23, r23                ; ff: it was below n
        mov     r18, r20
        and     r18, r23
        mov     r19, r21
        and     r19, r23
        add     r24, r18
        adc     r25, r19
        st      Z+, r24
        st      Z+, r25
        dec     r22
        brne    1b
        ret
        .size   sunbear_reduce_terms, . - sunbear_reduce_terms
