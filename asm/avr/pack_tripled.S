; sunbear_pack_tripled:
;   void sunbear_pack_tripled(uint8_t *packed, const int16_t *coefficients, uint16_t n, uint16_t half, uint16_t third)
; Computes   packs e = ((3*c) mods q) mods 3 of each coefficient c, as e + 1 in two bits, four a byte, lowest bits
;            first; q = 2*half + 1; the spare bits of the last byte are 0
; In         r25:24 packed, r23:22 coefficients (secret), r21:20 n (2 bytes; public, at least 1), r19:18 half
;            (2; public, below 8192), r17:16 third = half/3 (2; public), without a remainder; |c| <= half
; Out        packed
; Memory     reads coefficients[0..n); writes packed[0..ceil(n/4)). No overlap
; Secret     the contents of coefficients. Public: n, half, third, addresses
; Stack      2 bytes
; Cycles     29 + 64*(n div 4) + (4 + 19*(n mod 4) if n mod 4 > 0) + (2 if n < 4); 1 more on
;            ATmega2560
; Flash      184 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r28, r29 saved; r1 is 0
;
; q is 1 modulo 3, so e = -k where 3*c - k*q is the remainder, and k = (c > third) - (c < -third).
; With x = c + half, e + 1 = (x < half - third) + (x < half + third + 1).

        .section .text.sunbear_pack_tripled,"ax",@progbits
        .global sunbear_pack_tripled
        .type   sunbear_pack_tripled,@function

        .macro  PT_DIGIT at             ; r0 := 4*r0 + digit
        ldd     r30, Y+2*\at
        ldd     r31, Y+2*\at+1
        lsl     r0
        lsl     r0
        add     r30, r18
        adc     r31, r19
        cp      r30, r20
        cpc     r31, r21
        adc     r0, r1
        cp      r30, r22
        cpc     r31, r23
        adc     r0, r1
        .endm

sunbear_pack_tripled:
        push    r28
        push    r29
        movw    r26, r24
        movw    r28, r22
        movw    r24, r20
        movw    r20, r18
        sub     r20, r16
        sbc     r21, r17
        movw    r22, r18
        add     r22, r16
        adc     r23, r17
        subi    r22, 0xff
        sbci    r23, 0xff
        sbiw    r24, 4
        brlo    2f
1:      PT_DIGIT 3
        PT_DIGIT 2
        PT_DIGIT 1
        PT_DIGIT 0
        st      X+, r0
        adiw    r28, 8
        sbiw    r24, 4
        brsh    1b
2:      adiw    r24, 4                  ; 0 to 3 are left
        breq    4f
        clr     r0
        lsl     r24
        add     r28, r24
        adc     r29, r1
3:      sbiw    r28, 2
        PT_DIGIT 0
        subi    r24, 2
        brne    3b
        st      X, r0
4:      pop     r29
        pop     r28
        ret
        .size   sunbear_pack_tripled, . - sunbear_pack_tripled
