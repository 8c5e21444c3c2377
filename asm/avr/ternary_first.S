; sunbear_ternary_first: void sunbear_ternary_first(int16_t *tables, uint16_t n, uint16_t q, uint8_t last)
; Computes   the one sum of a sparse product modulo x^n - x - 1 that the tables don't fit, from the others: out[0]
;            := out[0] - out[n - 1] + g[n - 1]*f[n - 1] mods q, out[i] = tables[i], centred; the table of
;            sunbear_ternary_tables still holds f[n - 1] at 2n - 2. At x^0 the second summands of the extension are
;            too much: the sum of g[j]*f[n - 1 - j], which is out[n - 1] but for x^n = x + 1 in its last term
; In         r25:24 tables (2n - 1 coefficients of 2 bytes), r23:22 n (2 bytes, 2..1277), r21:20 q (2 bytes, odd,
;            below 8192), r18 last (1 byte: the digit g[n - 1] plus 1 in the low two bits); n and q are public
; Out        tables[0]
; Memory     reads tables[0], tables[n - 1], tables[2n - 2]; writes tables[0]
; Secret     the coefficients and last. No branch, skip or address depends on them
; Stack      0 bytes
; Cycles     77 (ATmega1284P, first instruction through ret), constant; 1 more on ATmega2560
; Flash      124 bytes
; Clobbers   r0, r18, r19, r22-r27, r30, r31, SREG; r1 is 0 on return

        .section .text.sunbear_ternary_first,"ax",@progbits
        .global sunbear_ternary_first
        .type   sunbear_ternary_first,@function
sunbear_ternary_first:
        movw    r30, r24
        lsl     r22
        rol     r23
        add     r30, r22
        adc     r31, r23
        sbiw    r30, 2
        ld      r26, Z                  ; out[n - 1]
        ldd     r27, Z+1
        add     r30, r22
        adc     r31, r23
        sbiw    r30, 2
        ld      r22, Z                  ; f[n - 1], 0..q-1
        ldd     r23, Z+1
        movw    r30, r24
        add     r26, r22
        adc     r27, r23
        ld      r24, Z
        ldd     r25, Z+1
        sub     r24, r26
        sbc     r25, r27                ; out[0] - out[n - 1] - f[n - 1]
        andi    r18, 3
        mul     r18, r22
        add     r24, r0
        adc     r25, r1
        mul     r18, r23
        add     r25, r0                 ; x, above -2q and below 2q
        mov     r0, r25
        lsl     r0
        sbc     r0, r0                  ; all ones if negative
        movw    r22, r20
        lsl     r22
        rol     r23
        and     r22, r0
        and     r23, r0
        sub     r24, r20
        sbc     r25, r21
        add     r24, r22
        adc     r25, r23                ; one q nearer to 0: -q..q-1
        mov     r0, r25
        lsl     r0
        sbc     r0, r0
        mov     r1, r0
        and     r0, r20
        and     r1, r21
        add     r24, r0
        adc     r25, r1                 ; 0..q-1
        movw    r22, r20
        lsr     r23
        ror     r22                     ; H = (q - 1)/2
        movw    r26, r22
        sub     r26, r24
        sbc     r27, r25
        sbc     r0, r0                  ; all ones above H
        mov     r1, r0
        and     r0, r20
        and     r1, r21
        sub     r24, r0
        sbc     r25, r1
        st      Z, r24
        std     Z+1, r25
        clr     r1
        ret
        .size   sunbear_ternary_first, . - sunbear_ternary_first
