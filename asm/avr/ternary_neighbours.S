; sunbear_ternary_neighbours: void sunbear_ternary_neighbours(int16_t *table, uint16_t n, uint16_t q)
; Computes   table[i] := table[i] + table[i - 1] mods q for 0 < i < n, and table[0] := table[0] + table[n - 1] mods q,
;            all from the old values: with f[i + 1] at i and f[0] at n - 1, the extension of f over x^n = x + 1
; In         r25:24 table (n coefficients of 2 bytes, centred), r23:22 n (2 bytes, 2..1277), r21:20 q (2 bytes, odd,
;            below 8192); n and q are public
; Out        table, centred
; Memory     reads and writes table[0..n)
; Secret     the coefficients. No branch, skip or address depends on them
; Stack      4 bytes beyond the return address
; Cycles     34*n + 38; 1 more on ATmega2560
; Flash      106 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0 on return; r14-r17 saved

        .section .text.sunbear_ternary_neighbours,"ax",@progbits
        .global sunbear_ternary_neighbours
        .type   sunbear_ternary_neighbours,@function
sunbear_ternary_neighbours:
        push    r14
        push    r15
        push    r16
        push    r17
        movw    r30, r24                ; Z = table
        movw    r26, r24
        add     r26, r22
        adc     r27, r23
        add     r26, r22
        adc     r27, r23
        sbiw    r26, 2
        ld      r16, X+                 ; r17:r16 = the old neighbour
        ld      r17, X
        movw    r14, r20
        lsr     r15
        ror     r14                     ; H = (q - 1)/2
        movw    r26, r14
        adiw    r26, 1                  ; H + 1
1:      ld      r24, Z
        ldd     r25, Z+1
        movw    r18, r24
        add     r24, r16
        adc     r25, r17                ; -2H..2H
        movw    r16, r18
        mov     r0, r25
        lsl     r0
        sbc     r0, r0                  ; all ones if negative
        mov     r1, r0
        and     r0, r20
        and     r1, r21
        add     r24, r0
        adc     r25, r1                 ; 0..2H
        sub     r24, r26
        sbc     r25, r27
        sbc     r0, r0                  ; all ones up to H: then + H + 1, otherwise + H + 1 - q = -H
        mov     r1, r0
        and     r0, r20
        and     r1, r21
        sub     r0, r14
        sbc     r1, r15
        add     r24, r0
        adc     r25, r1
        st      Z+, r24
        st      Z+, r25
        subi    r22, 1
        sbci    r23, 0
        brne    1b
        clr     r1
        pop     r17
        pop     r16
        pop     r15
        pop     r14
        ret
        .size   sunbear_ternary_neighbours, . - sunbear_ternary_neighbours
