; sunbear_golden_clarify: void sunbear_golden_clarify(uint8_t rot[391])
; Computes   y := y*(2^1560 - 1) mod N for y = rot[0..390), that is with y = y0 + y1*2^1560:
;            y := (y1 - y0) + y0*2^1560, never negative, below 2^3120. N = 2^3120 - 2^1560 - 1.
; In         r25:24 = rot (390 bytes of it used, any value < 2^3120, secret). Address public.
; Out        rot
; Memory     reads and writes rot[0..390).
; Secret     rot. Full passes; no branch, skip or address depends on data.
; Stack      0 bytes beyond the return address.
; Cycles     2,901 (ATmega1284P, first instruction through ret), constant.
; Flash      152 bytes.
; Clobbers   r0, r18, r24, r26, r27, r30, r31, SREG. r1 is 0 on return (never written).

        .section .text.sunbear_golden_clarify,"ax",@progbits
        .global sunbear_golden_clarify
        .type   sunbear_golden_clarify,@function
sunbear_golden_clarify:
        movw    r30, r24                ; Z: the low half
        movw    r26, r24
        subi    r26, lo8(-195)          ; X: the high half
        sbci    r27, hi8(-195)
        ldi     r24, 39                 ; 39 rounds of 5 bytes
        clc
1:      .rept   5
        ld      r0, Z
        ld      r18, X
        sbc     r18, r0
        st      Z+, r18
        st      X+, r0
        .endr
        dec     r24                     ; keeps C
        brne    1b
        ldi     r24, 15                 ; Z has come to the high half: y0, less the borrow
2:      .rept   13
        ld      r0, Z
        sbc     r0, r1
        st      Z+, r0
        .endr
        dec     r24
        brne    2b
        ret
        .size   sunbear_golden_clarify, . - sunbear_golden_clarify
