; sunbear_pack_planes: void sunbear_pack_planes(uint8_t *packed, const uint8_t *plus, const uint8_t *minus, uint16_t n)
; Computes   digit i of packed := 1 + bit i of plus - bit i of minus, two bits, four a byte, lowest bits first; the
;            spare bits of the last byte are 0
; In         r25:24 packed, r23:22 plus, r21:20 minus (secret), r19:18 n (2 bytes; public)
; Out        packed
; Memory     reads plus[0..ceil(n/8)), minus[0..ceil(n/8)); writes packed[0..ceil(n/4)). No overlap of packed
; Secret     the contents of plus and minus. Public: n, addresses
; Stack      2 bytes
; Cycles     with m = n mod 8: 27 + 48*(n div 8) + (2 if n < 8) + (31 + 5*m if m > 0) + (17 if m > 4);
;            1 more on ATmega2560
; Flash      222 bytes
; Clobbers   r18-r27, r30, r31, SREG; r28, r29 saved; r1 is 0

        .section .text.sunbear_pack_planes,"ax",@progbits
        .global sunbear_pack_planes
        .type   sunbear_pack_planes,@function

        .macro  PP_FOUR                 ; four digits from r22 and r23 to packed
        .rept   4
        lsr     r22
        ror     r20
        lsr     r23
        ror     r20
        .endr
        st      X+, r20
        .endm

sunbear_pack_planes:
        push    r28
        push    r29
        movw    r26, r24
        movw    r28, r22
        movw    r30, r20
        movw    r24, r18
        .rept   3
        lsr     r25
        ror     r24
        .endr
        sbiw    r24, 0
        breq    2f
1:      ld      r23, Y+
        ld      r22, Z+
        com     r22
        mov     r21, r23
        and     r23, r22                ; plus and not minus
        eor     r22, r21                ; not (plus or minus), or both
        PP_FOUR
        PP_FOUR
        sbiw    r24, 1
        brne    1b
2:      andi    r18, 7
        breq    4f
        ld      r23, Y
        ld      r22, Z
        com     r22
        mov     r21, r23
        and     r23, r22
        eor     r22, r21
        clr     r19                     ; the places of the last digits
        mov     r24, r18
3:      lsl     r19
        ori     r19, 1
        dec     r24
        brne    3b
        and     r22, r19
        and     r23, r19
        PP_FOUR
        cpi     r18, 5
        brlo    4f
        PP_FOUR
4:      pop     r29
        pop     r28
        ret
        .size   sunbear_pack_planes, . - sunbear_pack_planes
