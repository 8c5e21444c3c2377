; sunbear_subtract_trits:
;   void sunbear_subtract_trits(uint8_t *t, const uint8_t *u, uint16_t n)
; Computes   differences modulo 3: each t[i] := t[i] - u[i]
; In         r25:24 t, r23:22 u, r21:20 n (2 bytes; public, at least 1); all trits are 0, 1 or 2
; Out        nothing in registers
; Memory     reads t[0..n), u[0..n); writes t[0..n). No overlap
; Secret     the contents of t and u. Public: n, addresses
; Stack      0 bytes
; Cycles     5 + 14*n; 1 more on ATmega2560
; Flash      26 bytes
; Clobbers   r18-r21, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_subtract_trits,"ax",@progbits
        .global sunbear_subtract_trits
        .type   sunbear_subtract_trits,@function
sunbear_subtract_trits:
        movw    r26, r24
        movw    r30, r22
1:      ld      r18, X
        ld      r19, Z+
        sub     r18, r19
        sbc     r19, r19
        andi    r19, 3
        add     r18, r19
        st      X+, r18
        subi    r20, 1
        sbci    r21, 0
        brne    1b
        ret
        .size   sunbear_subtract_trits, . - sunbear_subtract_trits
