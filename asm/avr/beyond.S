; sunbear_beyond: uint8_t sunbear_beyond(const uint8_t *bytes, uint8_t n, uint8_t length)
; Computes   the OR of bytes[i] for length <= i < n
; In         r25:24 bytes, r22 n (public, at least 1), r20 length
; Out        r24
; Memory     reads bytes[0..n)
; Secret     length, the contents of bytes and the result. Public: n, bytes
; Stack      0 bytes
; Cycles     6 + 11*n; 1 more on ATmega2560
; Flash      26 bytes
; Clobbers   r18, r19, r21, r24, r30, r31, SREG; r1 is 0

        .section .text.sunbear_beyond,"ax",@progbits
        .global sunbear_beyond
        .type   sunbear_beyond,@function
sunbear_beyond:
        movw    r30, r24
        ldi     r24, 0
        ldi     r21, 0
1:      ld      r18, Z+
        cp      r21, r20                ; carry: still within
        sbc     r19, r19
        com     r19
        and     r18, r19
        or      r24, r18
        inc     r21
        cpse    r21, r22
        rjmp    1b
        ret
        .size   sunbear_beyond, . - sunbear_beyond
