; sunbear_planes_of:
;   void sunbear_planes_of(uint8_t *plus, uint8_t *minus, uint16_t size, const uint8_t *packed, uint16_t n)
; Computes   bit i of plus := digit i of packed is 10 or 11; bit i of minus := it is 00; bits from n on are 0. A digit
;            has two bits, four are a byte, lowest bits first
; In         r25:24 plus, r23:22 minus, r21:20 size (2 bytes; public, at least ceil(n/8)), r19:18 packed (secret),
;            r17:16 n (2; public)
; Out        plus, minus
; Memory     reads packed[0..ceil(n/4)); writes plus[0..size), minus[0..size). No overlaps
; Secret     the contents of packed. Public: size, n, addresses
; Stack      2 bytes
; Cycles     with m = n mod 8, x = size - ceil(n/8): 35 + 46*(n div 8) + (2 if n < 8) + (48 + 5*m if m > 0)
;            + (1 if m > 4) + (8*x - 2 if x > 0); 1 more on ATmega2560
; Flash      240 bytes
; Clobbers   r18-r27, r30, r31, SREG; r28, r29 saved; r1 is 0

        .section .text.sunbear_planes_of,"ax",@progbits
        .global sunbear_planes_of
        .type   sunbear_planes_of,@function

        .macro  PO_FOUR                 ; four digits of r18: high bits into r23, low bits into r22, from above
        .rept   4
        lsr     r18
        ror     r22
        lsr     r18
        ror     r23
        .endr
        .endm

sunbear_planes_of:
        push    r28
        push    r29
        movw    r28, r24
        movw    r30, r22
        movw    r26, r18
        movw    r24, r16                ; whole bytes of a plane
        .rept   3
        lsr     r25
        ror     r24
        .endr
        sub     r20, r24
        sbc     r21, r25
        sbiw    r24, 0
        breq    2f
1:      ld      r18, X+
        PO_FOUR
        ld      r18, X+
        PO_FOUR
        st      Y+, r23
        or      r23, r22
        com     r23
        st      Z+, r23
        sbiw    r24, 1
        brne    1b
2:      mov     r24, r16
        andi    r24, 7
        breq    4f
        mov     r25, r24
        ld      r18, X+
        PO_FOUR
        clr     r18
        cpi     r24, 5
        brlo    3f
        ld      r18, X
3:      PO_FOUR
        or      r22, r23
        com     r22
        clr     r19                     ; the places of the last digits
5:      lsl     r19
        ori     r19, 1
        dec     r25
        brne    5b
        and     r23, r19
        and     r22, r19
        st      Y+, r23
        st      Z+, r22
        subi    r20, 1
        sbci    r21, 0
4:      movw    r24, r20
        sbiw    r24, 0
        breq    7f
6:      st      Y+, r1
        st      Z+, r1
        sbiw    r24, 1
        brne    6b
7:      pop     r29
        pop     r28
        ret
        .size   sunbear_planes_of, . - sunbear_planes_of
