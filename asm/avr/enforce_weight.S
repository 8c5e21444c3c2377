; sunbear_enforce_weight: void sunbear_enforce_weight(uint8_t *packed, uint16_t n, uint16_t weight)
; Computes   leaves packed alone if exactly weight of its n digits (two bits, four a byte, lowest bits first) are not
;            01; otherwise makes the first weight digits 10, the others 01 and the spare bits of the last byte 0
; In         r25:24 packed (secret), r23:22 n (2 bytes; public, at least 1), r21:20 weight (2; public, at most n)
; Out        packed
; Memory     reads and writes packed[0..ceil(n/4))
; Secret     the contents of packed. Public: n, weight, the address
; Stack      2 bytes
; Cycles     37 + 49*ceil(n/4) + (6*(n mod 4) - 1 if n mod 4 > 0) - 4*(weight div 4)
;            + (7*(weight mod 4) - 1 if weight mod 4 > 0); 1 more on ATmega2560
; Flash      164 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r28, r29 saved; r1 is 0

        .section .text.sunbear_enforce_weight,"ax",@progbits
        .global sunbear_enforce_weight
        .type   sunbear_enforce_weight,@function
sunbear_enforce_weight:
        push    r28
        push    r29
        movw    r26, r24
        mov     r18, r22                ; r0 = bits of the last byte's digits
        ldi     r19, 0xff
        andi    r18, 3
        breq    2f
        ldi     r19, 0
1:      lsl     r19
        lsl     r19
        ori     r19, 3
        dec     r18
        brne    1b
2:      mov     r0, r19
        subi    r22, 1                  ; r23:22 = bytes but for the last one
        sbci    r23, 0
        lsr     r23
        ror     r22
        lsr     r23
        ror     r22

        ; count: digits that are not 01 leave a mark
        clr     r28
        clr     r29
        ldi     r30, 0x55
        movw    r24, r22
3:      ld      r18, X+
        eor     r18, r30
        mov     r19, r18
        lsr     r19
        or      r18, r19
        andi    r18, 0x55
        sbiw    r24, 1
        brsh    4f
        and     r18, r0
4:      mov     r19, r18                ; the sum of four marks
        lsr     r19
        lsr     r19
        andi    r18, 0x11
        andi    r19, 0x11
        add     r18, r19
        mov     r19, r18
        swap    r19
        add     r18, r19
        andi    r18, 0x0f
        add     r28, r18
        adc     r29, r1
        tst     r25                     ; -1 after the last one
        brpl    3b
        sub     r28, r20
        sbc     r29, r21
        or      r28, r29
        neg     r28
        sbc     r30, r30                ; ff if it is another weight

        ; choose: r29:28 = digits that are still to be 10
        movw    r28, r20
        sub     r26, r22
        sbc     r27, r23
        sbiw    r26, 1
5:      ldi     r19, 0xaa
        sbiw    r28, 4
        brsh    8f
        adiw    r28, 4
        ldi     r19, 0x55
        breq    8f
        ldi     r18, 1
6:      add     r19, r18
        lsl     r18
        lsl     r18
        sbiw    r28, 1
        brne    6b
8:      subi    r22, 1
        sbci    r23, 0
        brsh    9f
        and     r19, r0
9:      ld      r18, X
        eor     r19, r18
        and     r19, r30
        eor     r18, r19
        st      X+, r18
        tst     r23
        brpl    5b
        pop     r29
        pop     r28
        ret
        .size   sunbear_enforce_weight, . - sunbear_enforce_weight
