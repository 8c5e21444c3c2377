; sunbear_pack_quarters:
;   void sunbear_pack_quarters(uint8_t *bytes, const uint16_t *coefs, uint16_t n)
; Computes   packs the coefficients modulo 4, four a byte, the first in the top bits; spare bits are 0
; In         r25:24 bytes, r23:22 coefs, r21:20 n (2 bytes; public, 1 to 32767)
; Out        nothing in registers
; Memory     reads coefs[0..n), any 16 bits; writes bytes[0..ceil(n/4)). No overlap
; Secret     the contents of coefs. Public: n, addresses
; Stack      0 bytes
; Cycles     5 + 63*ceil(n/4) - 5*(4*ceil(n/4) - n); 1 more on ATmega2560
; Flash      40 bytes
; Clobbers   r18-r22, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_pack_quarters,"ax",@progbits
        .global sunbear_pack_quarters
        .type   sunbear_pack_quarters,@function
sunbear_pack_quarters:
        movw    r26, r24
        movw    r30, r22
1:      clr     r18
        ldi     r22, 4
2:      lsl     r18
        lsl     r18
        subi    r20, 1
        sbci    r21, 0
        brmi    3f                      ; none left
        ld      r19, Z
        adiw    r30, 2
        andi    r19, 3
        or      r18, r19
3:      dec     r22
        brne    2b
        st      X+, r18
        cp      r1, r20
        cpc     r1, r21
        brlt    1b
        ret
        .size   sunbear_pack_quarters, . - sunbear_pack_quarters
