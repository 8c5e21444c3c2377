; sunbear_radix_pair: void sunbear_radix_pair(uint16_t *digits, uint16_t from, uint16_t pairs, uint8_t *bytes,
;                                              uint16_t low, uint8_t b)
; Computes   for i = from up to from + pairs - 1: v = digits[2i] + low*digits[2i+1]; the next b bytes := v mod 256^b;
;            digits[i] := floor(v/256^b) mod 2^16
; In         r25:24 digits, r23:22 from (2 bytes), r21:20 pairs (2), r19:18 bytes, r17:16 low (2), r14 b (1; 0, 1 or 2).
;            v < 2^32
; Out        digits, bytes
; Memory     reads and writes digits[from..2*(from + pairs)); writes bytes[0..b*pairs). No overlap
; Secret     the contents of digits and bytes. Public: from, pairs, low, b, addresses
; Stack      3 bytes
; Cycles     35 + 35*pairs for b = 0, 37 + 37*pairs for b = 1, 34 + 39*pairs for b = 2; 32 for no pairs;
;            1 more on ATmega2560
; Flash      198 bytes
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG; r15, r28, r29 saved

        .section .text.sunbear_radix_pair,"ax",@progbits
        .global sunbear_radix_pair
        .type   sunbear_radix_pair,@function

        .macro  RP_VALUE                ; r23..r20 = v
        ld      r20, X+
        ld      r21, X+
        ld      r18, X+
        ld      r19, X+
        mul     r17, r19
        movw    r22, r0
        mul     r16, r18
        add     r20, r0
        adc     r21, r1
        adc     r22, r15
        adc     r23, r15
        mul     r16, r19
        add     r21, r0
        adc     r22, r1
        adc     r23, r15
        mul     r17, r18
        add     r21, r0
        adc     r22, r1
        adc     r23, r15
        .endm

sunbear_radix_pair:
        push    r15
        push    r28
        push    r29
        movw    r26, r24
        movw    r24, r20
        lsl     r22
        rol     r23
        add     r26, r22
        adc     r27, r23
        movw    r28, r26
        add     r26, r22
        adc     r27, r23
        movw    r30, r18
        clr     r15
        sbiw    r24, 0
        breq    9f
        tst     r14
        breq    0f
        sbrs    r14, 1
        rjmp    1f
2:      RP_VALUE
        st      Z+, r20
        st      Z+, r21
        st      Y+, r22
        st      Y+, r23
        sbiw    r24, 1
        brne    2b
9:      clr     r1
        pop     r29
        pop     r28
        pop     r15
        ret
1:      RP_VALUE
        st      Z+, r20
        st      Y+, r21
        st      Y+, r22
        sbiw    r24, 1
        brne    1b
        rjmp    9b
0:      RP_VALUE
        st      Y+, r20
        st      Y+, r21
        sbiw    r24, 1
        brne    0b
        rjmp    9b
        .size   sunbear_radix_pair, . - sunbear_radix_pair
