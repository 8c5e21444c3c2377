; sunbear_add_trits:
;   void sunbear_add_trits(uint8_t *t, const uint8_t *u, uint16_t n)
; Computes   sums modulo 3: each t[i] := t[i] + u[i]
; In         r25:24 t, r23:22 u, r21:20 n (2 bytes; public, at least 1); all trits are 0, 1 or 2
; Out        nothing in registers
; Memory     reads t[0..n), u[0..n); writes t[0..n). No overlap
; Secret     the contents of t and u. Public: n, addresses
; Stack      0 bytes
; Cycles     5 + 16*n; 1 more on ATmega2560
; Flash      30 bytes
; Clobbers   r18-r21, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_add_trits,"ax",@progbits
        .global sunbear_add_trits
        .type   sunbear_add_trits,@function
sunbear_add_trits:
        movw    r26, r24
        movw    r30, r22
1:      ld      r18, X
        ld      r19, Z+
        add     r18, r19
        cpi     r18, 3
        sbc     r19, r19
        com     r19
        andi    r19, 3
        sub     r18, r19
        st      X+, r18
        subi    r20, 1
        sbci    r21, 0
        brne    1b
        ret
        .size   sunbear_add_trits, . - sunbear_add_trits
