; sunbear_ternary_slide: void sunbear_ternary_slide(int16_t *table, uint16_t quads, uint8_t step)
; Computes   table[i] := table[i + step] for i < 4*quads
; In         r25:24 table (4*quads + step coefficients of 2 bytes), r23:22 quads (2 bytes, 1..400), r20 step (1 byte,
;            1..255); quads and step are public
; Out        table
; Memory     reads table[step..step + 4*quads); writes table[0..4*quads)
; Secret     the coefficients. No branch, skip or address depends on them
; Stack      0 bytes
; Cycles     36*quads + 9; 1 more on ATmega2560
; Flash      52 bytes
; Clobbers   r0, r22-r27, r30, r31, SREG; r1 is 0 on return

        .section .text.sunbear_ternary_slide,"ax",@progbits
        .global sunbear_ternary_slide
        .type   sunbear_ternary_slide,@function
sunbear_ternary_slide:
        movw    r26, r24
        movw    r30, r24
        add     r30, r20
        adc     r31, r1
        add     r30, r20
        adc     r31, r1
1:      .rept   8
        ld      r0, Z+
        st      X+, r0
        .endr
        subi    r22, 1
        sbci    r23, 0
        brne    1b
        ret
        .size   sunbear_ternary_slide, . - sunbear_ternary_slide
