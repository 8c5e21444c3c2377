; sunbear_ternary_sums:
;   void sunbear_ternary_sums(int16_t *tables, uint8_t *terms, uint8_t passes, uint8_t first, uint8_t blocks,
;                             uint8_t k, uint16_t q, uint16_t c)
; Computes   out[i] = sum of tables[t/2 + i] over all terms t, mods q and centred, for i < n: the sums of a sparse
;            product modulo x^n - x - 1 but for out[0] (sunbear_ternary_first). out[i] is written to tables[i]
; In         r25:24 tables (4n - 2 coefficients of 2 bytes, as sunbear_ternary_tables leaves them), r23:22 terms (2w
;            + 12*blocks + 36 bytes, as sunbear_ternary_terms leaves them; w = first + blocks*k terms), r20 passes
;            (1 byte, 1..106; n = 12*passes + 5), r18 first (1 byte, below k), r16 blocks (1 byte, 2..62), r14 k (1
;            byte; 8, 9, 10, 12 or 14, with k*q at most 65280), r13:12 q (2 bytes, of one of the six rings; w at
;            most its p), r11:10 c (2 bytes, 2^24/q rounded down); all but the contents of tables and terms public
; Out        tables[0..n); the other ones stay as they were
; Memory     reads tables[0..4n - 2), terms; writes tables[0..n), the gaps and the last 36 bytes of terms
; Secret     the coefficients and the terms. No branch or skip depends on them, but addresses do: where the
;            coefficients of a term are loaded
; Stack      28 bytes beyond the return address
; Cycles     464 + 44*w + 6*blocks + passes*(825 + 78*w + 3*first + (28 + d)*blocks + 110*(blocks div 2)
;            + 50*(blocks mod 2)) + (2*passes + 2 if first = 0), d = 3, 10, 13, 16, 17 for k = 14, 12, 10, 9, 8;
;            1 more on ATmega2560 (n = 653, w = 288, k = 14: 1,365,038; n = 761, w = 286, k = 14: 1,580,041)
; Flash      2,340 bytes
; Clobbers   r0, r18-r27, r30, r31, T, SREG; r1 is 0 on return; r2-r17, r28, r29 saved
;
; Twelve sums a pass, of 16 bits in r2..r25: 6 cycles a coefficient. k terms are less than 2^16 - 2^8 together, so
; they wrap a sum at most once, and it has wrapped if its high byte is less than k terms before. The high bytes are
; put down into the gap before each block, and compared at the end of the pass. The sums of a pass may overwrite the
; first coefficients: no later one reads them. The last five sums are done in 24 bits.

        .section .text.sunbear_ternary_sums,"ax",@progbits
        .global sunbear_ternary_sums
        .type   sunbear_ternary_sums,@function

        .macro  TSTERM                  ; 12 sums += 12 coefficients of the next term
        ld      r30, X+
        ld      r31, X+
        add     r30, r28
        adc     r31, r29
        .irp    l, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        ld      r0, Z+
        add     \l, r0
        ld      r0, Z+
        adc     \l+1, r0
        .endr
        .endm

        .macro  TSFRAME
        in      r30, 0x3d
        in      r31, 0x3e
        .endm

        .macro  TSHIGHS                 ; put the high bytes
        .irp    h, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25
        st      X+, \h
        .endr
        .endm

sunbear_ternary_sums:
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        movw    r28, r24
        ; the frame, at Z + 1 for Z = SP: k, blocks, first, terms (2), passes, q (2), c (2)
        push    r11
        push    r10
        push    r13
        push    r12
        push    r20
        push    r23
        push    r22
        push    r18
        push    r16
        push    r14

.Lpass: TSFRAME
        ldd     r26, Z+4
        ldd     r27, Z+5
        ldd     r1, Z+3
        clr     r2
        clr     r3
        .irp    l, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        movw    \l, r2
        .endr
        tst     r1
        breq    2f
1:      TSTERM
        dec     r1
        brne    1b
2:      TSFRAME
        ldd     r1, Z+2
        ldd     r0, Z+1
        set                             ; T: k is 14
        ldi     r30, 14
        cpse    r0, r30
        clt
3:      TSHIGHS
        brtc    4f
        rjmp    .L14
4:      TSFRAME
        ldd     r30, Z+1
        cpi     r30, 12
        brne    4f
        rjmp    .L12
4:      cpi     r30, 10
        brne    4f
        rjmp    .L10
4:      cpi     r30, 9
        brne    4f
        rjmp    .L9
4:      rjmp    .L8
.L14:   TSTERM
        TSTERM
.L12:   TSTERM
        TSTERM
.L10:   TSTERM
.L9:    TSTERM
.L8:    .rept   8
        TSTERM
        .endr
        dec     r1
        breq    5f
        rjmp    3b
5:      TSHIGHS
        .irp    l, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        st      X+, \l
        .endr

        ; count the wraps, six sums at a time: r2..r7, r8..r13 two blocks' high bytes, r14..r19 counts
        movw    r22, r26
        TSFRAME
        ldd     r26, Z+4
        ldd     r27, Z+5
        ldd     r0, Z+3
        lsl     r0
        add     r26, r0
        adc     r27, r1                 ; the first high bytes
        movw    r24, r26
        ldd     r20, Z+1
        lsl     r20
        subi    r20, -6                 ; bytes between
        ldd     r21, Z+2
        movw    r30, r22                ; the counts go behind the sums
        clt
6:      .irp    a, 2, 3, 4, 5, 6, 7
        ld      \a, X+
        clr     \a+12
        .endr
        mov     r22, r21
        lsr     r22
        breq    2f
1:      add     r26, r20
        adc     r27, r1
        .irp    a, 2, 3, 4, 5, 6, 7
        ld      \a+6, X+
        cp      \a+6, \a
        adc     \a+12, r1
        .endr
        add     r26, r20
        adc     r27, r1
        .irp    a, 2, 3, 4, 5, 6, 7
        ld      \a, X+
        cp      \a, \a+6
        adc     \a+12, r1
        .endr
        dec     r22
        brne    1b
2:      sbrs    r21, 0
        rjmp    3f
        add     r26, r20
        adc     r27, r1
        .irp    a, 2, 3, 4, 5, 6, 7
        ld      r0, X+
        cp      r0, \a
        adc     \a+12, r1
        .endr
3:      .irp    c, 14, 15, 16, 17, 18, 19
        st      Z+, \c
        .endr
        brts    4f
        set
        movw    r26, r24
        adiw    r26, 6
        rjmp    6b
4:      sbiw    r30, 36
        ldi     r24, 12

        ; reduce r24 sums: high bytes at Z, low ones 12 further, counts another 12 further
.Lreduce:
        in      r26, 0x3d
        in      r27, 0x3e
        adiw    r26, 7
        ld      r2, X+                  ; r3:r2 = q
        ld      r3, X+
        ld      r4, X+                  ; r5:r4 = c
        ld      r5, X
        movw    r6, r2
        lsr     r7
        ror     r6                      ; H
        clr     r10
        ldi     r26, 1
        movw    r8, r6
        add     r8, r26
        adc     r9, r10                 ; H + 1
7:      ld      r19, Z+                 ; V = r20:r19:r18
        ldd     r18, Z+11
        ldd     r20, Z+23
        mul     r19, r4
        mov     r21, r1
        clr     r22
        clr     r23
        mul     r19, r5
        add     r21, r0
        adc     r22, r1
        mul     r20, r4
        add     r21, r0
        adc     r22, r1
        adc     r23, r10
        mul     r20, r5
        add     r22, r0
        adc     r23, r1                 ; t = r23:r22
        mul     r22, r2
        sub     r18, r0
        sbc     r19, r1
        mul     r22, r3
        sub     r19, r0
        mul     r23, r2
        sub     r19, r0                 ; V - t*q, 0..1.5*q
        sub     r18, r8
        sbc     r19, r9
        sbc     r22, r22                ; all ones up to H: then + H + 1, otherwise + H + 1 - q = -H
        mov     r23, r22
        and     r22, r2
        and     r23, r3
        sub     r22, r6
        sbc     r23, r7
        add     r18, r22
        adc     r19, r23
        st      Y+, r18
        st      Y+, r19
        dec     r24
        brne    7b

        TSFRAME
        ldd     r24, Z+6
        dec     r24
        std     Z+6, r24
        breq    9f
        brpl    1f
        rjmp    8f
1:      rjmp    .Lpass

        ; the last five, in 24 bits each: r2..r6, r7..r11, r12..r16
9:      clr     r1
        ldd     r26, Z+4
        ldd     r27, Z+5
        ldd     r17, Z+3
        ldd     r19, Z+1
        ldd     r18, Z+2
        .irp    a, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
        clr     \a
        .endr
        tst     r17
        breq    2f
1:      ld      r30, X+
        ld      r31, X+
        add     r30, r28
        adc     r31, r29
        .irp    a, 2, 3, 4, 5, 6
        ld      r0, Z+
        add     \a, r0
        ld      r0, Z+
        adc     \a+5, r0
        adc     \a+10, r1
        .endr
        dec     r17
        brne    1b
2:      subi    r18, 1
        brcs    3f
        adiw    r26, 12
        mov     r17, r19
        rjmp    1b
3:      movw    r30, r26
        .irp    a, 0, 1, 2, 3, 4
        std     Z+\a, \a+7
        std     Z+\a+12, \a+2
        std     Z+\a+24, \a+12
        .endr
        ldi     r24, 5
        rjmp    .Lreduce

8:      .rept   10
        pop     r0
        .endr
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \r
        .endr
        clr     r1
        ret
        .size   sunbear_ternary_sums, . - sunbear_ternary_sums
