; sunbear_lift_trits:
;   void sunbear_lift_trits(uint16_t *coefs, const uint8_t *trits, uint16_t n, uint8_t subtract)
; Computes   adds 0, 1 or -1 for the trits 0, 1, 2 to each coefficient, modulo 2^16; subtracts them if subtract is 1
; In         r25:24 coefs, r23:22 trits, r21:20 n (2 bytes; public, at least 1), r18 subtract (0 or 1)
; Out        nothing in registers
; Memory     reads coefs[0..n), trits[0..n); writes coefs[0..n). No overlap
; Secret     the contents of coefs and trits. Public: n, addresses
; Stack      0 bytes
; Cycles     7 + 27*n; 1 more on ATmega2560
; Flash      50 bytes
; Clobbers   r0, r18-r23, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_lift_trits,"ax",@progbits
        .global sunbear_lift_trits
        .type   sunbear_lift_trits,@function
sunbear_lift_trits:
        movw    r26, r24
        movw    r30, r22
        neg     r18
        mov     r22, r18                ; ff: subtract
1:      ld      r18, Z+
        mov     r19, r18
        lsr     r19
        andi    r18, 1
        sub     r18, r19
        eor     r18, r22
        sub     r18, r22
        mov     r19, r18
        lsl     r19
        sbc     r19, r19
        ld      r0, X+
        ld      r23, X
        add     r0, r18
        adc     r23, r19
        st      X, r23
        st      -X, r0
        adiw    r26, 2
        subi    r20, 1
        sbci    r21, 0
        brne    1b
        ret
        .size   sunbear_lift_trits, . - sunbear_lift_trits
