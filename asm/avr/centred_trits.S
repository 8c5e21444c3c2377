; sunbear_centred_trits:
;   void sunbear_centred_trits(uint8_t *trits, const uint16_t *coefs, uint16_t n)
; Computes   each coefficient modulo 2048, centred to -1024..1023, modulo 3 as a trit 0, 1 or 2
; In         r25:24 trits, r23:22 coefs, r21:20 n (2 bytes; public, at least 1)
; Out        nothing in registers
; Memory     reads coefs[0..n), any 16 bits; writes trits[0..n). No overlap
; Secret     the contents of coefs. Public: n, addresses
; Stack      0 bytes
; Cycles     5 + 37*n; 1 more on ATmega2560
; Flash      72 bytes
; Clobbers   r18-r21, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_centred_trits,"ax",@progbits
        .global sunbear_centred_trits
        .type   sunbear_centred_trits,@function
sunbear_centred_trits:
        movw    r26, r24
        movw    r30, r22
1:      ld      r18, Z+
        ld      r19, Z+
        andi    r19, 7
        add     r18, r19                ; 256 is 1 modulo 3
        adc     r18, r1
        lsr     r19
        lsr     r19
        add     r18, r19                ; and so is -2048
        adc     r18, r1
        mov     r19, r18
        swap    r19
        andi    r19, 15
        andi    r18, 15
        add     r18, r19                ; at most 30
        mov     r19, r18
        lsr     r19
        lsr     r19
        andi    r18, 3
        add     r18, r19
        mov     r19, r18
        lsr     r19
        lsr     r19
        andi    r18, 3
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
        .size   sunbear_centred_trits, . - sunbear_centred_trits
