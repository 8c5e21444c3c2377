; sunbear_octet_trits:
;   void sunbear_octet_trits(uint8_t *trits, const uint8_t *octets, uint16_t n)
; Computes   the five lowest trits of each octet, the lowest first; of the last octet as many as n leaves
; In         r25:24 trits, r23:22 octets, r21:20 n (2 bytes; public, at least 1)
; Out        nothing in registers
; Memory     reads octets[0..ceil(n/5)); writes trits[0..n). No overlap
; Secret     the contents of octets. Public: n, addresses
; Stack      0 bytes
; Cycles     5 + 16*n + 4*ceil(n/5); 1 more on ATmega2560
; Flash      42 bytes
; Clobbers   r0, r18-r22, r24, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_octet_trits,"ax",@progbits
        .global sunbear_octet_trits
        .type   sunbear_octet_trits,@function
sunbear_octet_trits:
        movw    r26, r24
        movw    r30, r22
        ldi     r22, 171
1:      ld      r18, Z+
        ldi     r24, 5
2:      mul     r18, r22                ; div 3 is *171 div 512
        lsr     r1
        mov     r19, r1
        lsl     r19
        add     r19, r1
        sub     r18, r19
        st      X+, r18
        mov     r18, r1
        subi    r20, 1
        sbci    r21, 0
        breq    3f
        dec     r24
        brne    2b
        rjmp    1b
3:      clr     r1
        ret
        .size   sunbear_octet_trits, . - sunbear_octet_trits
