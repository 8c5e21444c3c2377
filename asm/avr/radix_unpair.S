; sunbear_radix_unpair: void sunbear_radix_unpair(uint16_t *digits, uint16_t from, uint16_t pairs, const uint8_t *bytes,
;                                                  const uint8_t radix[8])
; Computes   for i = from + pairs - 1 down to from: v = digits[i]*256^b + the next b bytes from the end of bytes,
;            digits[2i] := v mod low, digits[2i+1] := floor(v/low) mod high
; In         r25:24 digits, r23:22 from (2 bytes), r21:20 pairs (2), r19:18 bytes,
;            r17:16 radix = low (2 bytes, 1..16383), high (2, likewise), reciprocal (2), scale (1), b (1; 0, 1 or 2).
;            Every digits[i] is below ceil(low*high/256^b) <= 16384; b is the least that makes this so. With b = 0,
;            reciprocal is floor(2^16/low) or 65535. Otherwise scale is 2^j, j < 8, with e = 8b - j >= 0,
;            reciprocal = floor(2^(16+e)/low) < 2^16, V the largest v, W = floor(V/2^e) < 2^16 and
;            (2^e - 1)*2^16 + W*(2^(16+e) mod low) <= low*2^16: then one correction makes the quotient right.
;            All radices of NTRU Prime's sets have such a scale
; Out        digits
; Memory     reads and writes digits[from..2*(from + pairs)); reads bytes[0..b*pairs) and radix[0..8). No overlaps
; Secret     the contents of digits and bytes. Public: radix, from, pairs, addresses
; Stack      12 bytes
; Cycles     92 + 61*pairs for b = 0, 96 + 72*pairs for b = 1, 95 + 74*pairs for b = 2; 88 for no pairs; 1 more on
;            ATmega2560
; Flash      430 bytes
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG; r8-r17, r28, r29 saved
;
; The 16 bits of v from bit e on, times the reciprocal, give the quotient or one less. What v exceeds low*high by is
; less than 256^b < low*high, so the quotient is below 2*high and its remainder is one subtraction.
; v = r21..r18, L = low, H = high, quotient = r23:22.

        .section .text.sunbear_radix_unpair,"ax",@progbits
        .global sunbear_radix_unpair
        .type   sunbear_radix_unpair,@function

        .set    L, 14
        .set    H, 12
        .set    R, 10

        ; r23:22 = quotient of r19:r18 + multiples of 2^16, estimated by \w1:\w0, and the rest of the step
        .macro  RU_DIVIDE w0, w1
        mul     \w0, R
        mov     r20, r1
        mul     \w1, R+1
        movw    r22, r0
        mul     \w0, R+1
        add     r20, r0
        adc     r22, r1
        adc     r23, r8
        mul     \w1, R
        add     r20, r0
        adc     r22, r1
        adc     r23, r8
        mul     r22, L
        sub     r18, r0
        sbc     r19, r1
        mul     r22, L+1
        sub     r19, r0
        mul     r23, L
        sub     r19, r0
        sub     r18, L
        sbc     r19, L+1
        sbc     r20, r20                ; ff: the estimate was right
        sbci    r22, 0xff               ; + 1 - borrow
        sbci    r23, 0xff
        mov     r21, r20
        and     r21, L
        and     r20, L+1
        add     r18, r21
        adc     r19, r20
        RU_REDUCE
        .endm

        ; r23:22 modulo high; stores the two digits
        .macro  RU_REDUCE
        sub     r22, H
        sbc     r23, H+1
        sbc     r20, r20
        mov     r21, r20
        and     r21, H
        and     r20, H+1
        add     r22, r21
        adc     r23, r20
        st      -Y, r23
        st      -Y, r22
        st      -Y, r19
        st      -Y, r18
        .endm

sunbear_radix_unpair:
        .irp    r, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        movw    r30, r16
        ld      L, Z
        ldd     L+1, Z+1
        ldd     H, Z+2
        ldd     H+1, Z+3
        ldd     R, Z+4
        ldd     R+1, Z+5
        ldd     r9, Z+6
        ldd     r0, Z+7
        add     r22, r20                ; the end: from + pairs
        adc     r23, r21
        lsl     r22
        rol     r23
        movw    r26, r24
        add     r26, r22
        adc     r27, r23
        movw    r28, r26
        add     r28, r22
        adc     r29, r23
        movw    r30, r18
        movw    r24, r20
        clr     r8
        sbiw    r24, 0
        brne    3f
        rjmp    9f
3:      tst     r0
        brne    3f
        rjmp    0f
3:      add     r30, r24
        adc     r31, r25
        sbrs    r0, 1
        rjmp    1f
        add     r30, r24
        adc     r31, r25

2:      ld      r21, -X
        ld      r20, -X
        ld      r19, -Z
        ld      r18, -Z
        mul     r21, r9
        mov     r17, r0
        mul     r20, r9
        mov     r16, r0
        or      r17, r1
        mul     r19, r9
        or      r16, r1
        RU_DIVIDE r16, r17
        sbiw    r24, 1
        brne    2b
9:      clr     r1
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8
        pop     \r
        .endr
        ret

1:      ld      r20, -X
        ld      r19, -X
        ld      r18, -Z
        mul     r20, r9
        mov     r17, r0
        mul     r19, r9
        mov     r16, r0
        or      r17, r1
        mul     r18, r9
        or      r16, r1
        RU_DIVIDE r16, r17
        sbiw    r24, 1
        brne    1b
        rjmp    9b

0:      ld      r19, -X
        ld      r18, -X
        movw    r16, r18
        RU_DIVIDE r16, r17
        sbiw    r24, 1
        brne    0b
        rjmp    9b
        .size   sunbear_radix_unpair, . - sunbear_radix_unpair
