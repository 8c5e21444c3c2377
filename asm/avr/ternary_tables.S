; sunbear_ternary_tables: void sunbear_ternary_tables(int16_t *tables, uint16_t n, uint16_t q)
; Computes   the two tables of a sparse product modulo x^n - x - 1: F, the operand f extended so that nothing folds,
;            with coefficients 0..q-1, and q - F. With L = 2n - 1 and f[k] given at tables[n - 1 + k]:
;            tables[i] = f[i] + f[i + 1] for i < n - 1, tables[n - 1] = f[0] + f[n - 1],
;            tables[n - 1 + k] = f[k] for k > 0, all mod q; tables[L + i] = q - tables[i]
; In         r25:24 tables (2*L coefficients of 2 bytes; in the second half of the first L: f, centred),
;            r23:22 n (2 bytes, 1 modulo 4, 5..1277), r21:20 q (2 bytes, odd, below 8192); n and q are public
; Out        tables
; Memory     reads tables[n - 1..L); reads and writes tables[0..2*L)
; Secret     the coefficients. No branch, skip or address depends on them
; Stack      4 bytes beyond the return address
; Cycles     103*(n - 1)/2 + 64; 1 more on ATmega2560
; Flash      408 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0 on return

        .section .text.sunbear_ternary_tables,"ax",@progbits
        .global sunbear_ternary_tables
        .type   sunbear_ternary_tables,@function

        .macro  TTPUT                   ; r25:24 in -q+1..q-1: mod q to Y, q minus that to Z
        mov     r0, r25
        lsl     r0
        sbc     r0, r0                  ; all ones if negative
        mov     r1, r0
        and     r0, r20
        and     r1, r21
        add     r24, r0
        adc     r25, r1
        st      Y+, r24
        st      Y+, r25
        movw    r0, r20
        sub     r0, r24
        sbc     r1, r25
        st      Z+, r0
        st      Z+, r1
        .endm

sunbear_ternary_tables:
        push    r28
        push    r29
        movw    r28, r24                ; Y = the first table
        subi    r22, 1
        sbci    r23, 0                  ; n - 1
        movw    r18, r22
        lsl     r18
        rol     r19
        movw    r26, r24
        add     r26, r18
        adc     r27, r19                ; X = f
        movw    r30, r26
        add     r30, r18
        adc     r31, r19
        adiw    r30, 2                  ; Z = the second table
        ld      r24, X+
        ld      r25, X+
        push    r24
        push    r25
        movw    r18, r22
        ; the sums of neighbours
1:      .rept   4
        ld      r22, X+
        ld      r23, X+
        add     r24, r22
        adc     r25, r23
        TTPUT
        movw    r24, r22
        .endr
        subi    r18, 4
        sbci    r19, 0
        breq    2f
        rjmp    1b
2:
        pop     r23
        pop     r22
        add     r24, r22
        adc     r25, r23                ; f[n - 1] + f[0]
        TTPUT
        movw    r18, r26                ; n - 1 coefficients are left: from Y to where f ends
        sub     r18, r28
        sbc     r19, r29
        lsr     r19
        ror     r18
3:      .rept   4
        ld      r24, Y
        ldd     r25, Y+1
        TTPUT
        .endr
        subi    r18, 4
        sbci    r19, 0
        breq    4f
        rjmp    3b
4:
        pop     r29
        pop     r28
        clr     r1
        ret
        .size   sunbear_ternary_tables, . - sunbear_ternary_tables
