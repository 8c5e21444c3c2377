; sunbear_radix_split: uint32_t sunbear_radix_split(uint16_t digit, uint16_t bytes, const uint8_t radix[8])
; Computes   with v = digit*256^b + the low b bytes of bytes: v mod low + 2^16*(floor(v/low) mod high). One pair of
;            radix_unpair, in registers
; In         r25:24 digit (2 bytes), r23:22 bytes (2), r21:20 radix: as radix_unpair has it
; Out        r23:22 = v mod low, r25:24 = floor(v/low) mod high
; Memory     reads radix[0..8)
; Secret     digit, bytes. Public: radix, its address
; Stack      0 bytes
; Cycles     71 for b = 0, 83 for b = 1, 81 for b = 2; 1 more on ATmega2560
; Flash      140 bytes
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG

        .section .text.sunbear_radix_split,"ax",@progbits
        .global sunbear_radix_split
        .type   sunbear_radix_split,@function
sunbear_radix_split:
        movw    r30, r20
        ldd     r20, Z+7
        ldd     r21, Z+6                ; scale
        cpi     r20, 1
        brlo    0f
        breq    1f
        mul     r25, r21                ; r27:26 = the 16 bits of v from bit e on
        mov     r27, r0
        mul     r24, r21
        mov     r26, r0
        or      r27, r1
        mul     r23, r21
        or      r26, r1
        rjmp    2f
1:      mov     r23, r24                ; r23:22 = the low bytes of v
        mul     r25, r21
        mov     r27, r0
        mul     r24, r21
        mov     r26, r0
        or      r27, r1
        mul     r22, r21
        or      r26, r1
        rjmp    2f
0:      movw    r26, r24
        movw    r22, r24
2:      clr     r25
        ldd     r20, Z+4                ; reciprocal
        ldd     r21, Z+5
        mul     r26, r20
        mov     r24, r1
        mul     r27, r21
        movw    r18, r0
        mul     r26, r21
        add     r24, r0
        adc     r18, r1
        adc     r19, r25
        mul     r27, r20
        add     r24, r0
        adc     r18, r1
        adc     r19, r25
        ld      r20, Z                  ; low
        ldd     r21, Z+1
        mul     r18, r20
        sub     r22, r0
        sbc     r23, r1
        mul     r18, r21
        sub     r23, r0
        mul     r19, r20
        sub     r23, r0
        sub     r22, r20
        sbc     r23, r21
        sbc     r24, r24                ; ff: the estimate was right
        sbci    r18, 0xff               ; + 1 - borrow
        sbci    r19, 0xff
        and     r20, r24
        and     r21, r24
        add     r22, r20
        adc     r23, r21
        ldd     r20, Z+2                ; high
        ldd     r21, Z+3
        sub     r18, r20
        sbc     r19, r21
        sbc     r24, r24
        and     r20, r24
        and     r21, r24
        movw    r24, r18
        add     r24, r20
        adc     r25, r21
        clr     r1
        ret
        .size   sunbear_radix_split, . - sunbear_radix_split
