; sunbear_ternary_strip:
;   void sunbear_ternary_strip(int16_t *out, const int16_t *table, uint8_t *terms, uint8_t passes, uint8_t blocks,
;                              uint8_t k, uint16_t q, uint16_t c)
; Computes   out[i] = sum of g*table[t/2 + i] over all terms t and their signs g, mods q and centred, for i <
;            12*passes
; In         r25:24 out (12*passes coefficients of 2 bytes), r23:22 table (centred coefficients of 2 bytes, as many
;            as the terms reach; from `zeros` on 12*passes zeros), r21:20 terms (38 + blocks*(2k + 13) bytes, as
;            sunbear_ternary_blocks leaves them), r18 passes (1 byte, 1..127), r16 blocks (1 byte, 2..162), r14 k (1
;            byte; 8, 9, 10, 12 or 14, with k*(q - 1)/2 at most 32512), r13:12 q (2 bytes, of one of the six rings;
;            blocks*k at most p + 28 for its p), r11:10 c (2 bytes, 2^24/q rounded down); all but the contents of
;            table and terms public
; Out        out
; Memory     reads table and terms; writes out[0..12*passes), the gaps and the last 37 bytes of terms
; Secret     the coefficients and the terms. No branch or skip depends on them, but addresses do: where the
;            coefficients of a term are loaded
; Stack      34 bytes beyond the return address
; Cycles     175 + passes*(851 + blocks*(54 + d + 78*k) + 188*(blocks div 2) + 94*(blocks mod 2)),
;            d = 3, 10, 13, 16, 17 for k = 14, 12, 10, 9, 8; 1 more on ATmega2560
;            (n = 653, w = 288, k = 14: 175 + 28,197 for every 12 sums; w = 653: 175 + 60,515)
; Flash      2,358 bytes
; Clobbers   r0, r18-r27, r30, r31, T, SREG; r1 is 0 on return; r2-r17, r28, r29 saved
;
; Twelve sums a pass, of 16 bits in r2..r25: 6 cycles a coefficient. Before the first block after those of -1 the
; sums turn over: x becomes -x - 1, by a mask before every block. k terms are less than 2^15 - 2^8 together, in
; absolute value; with 2^15 added in each block, a sum wraps in a block exactly if its high byte isn't above that of
; before. The high bytes are put down into the gap before each block, without that 2^15, and compared at the end of
; the pass.

        .section .text.sunbear_ternary_strip,"ax",@progbits
        .global sunbear_ternary_strip
        .type   sunbear_ternary_strip,@function

        .macro  TPTERM                  ; 12 sums += 12 coefficients of the next term
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

        .macro  TPFRAME
        in      r30, 0x3d
        in      r31, 0x3e
        .endm

        .macro  TPHIGHS                 ; put the high bytes
        .irp    h, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25
        st      X+, \h
        .endr
        .endm

        .macro  TPWRAPS from, to, odd   ; of the next block: high bytes, before and after
        ld      r0, X+
        add     r26, r25
        adc     r27, r1
        .irp    i, 0, 1, 2, 3, 4, 5
        ld      \to+\i, X+
        .if     \odd
        eor     \to+\i, r20
        .endif
        cp      \to+\i, \from+\i
        adc     14+\i, r1
        eor     \to+\i, r0
        eor     14+\i, r0
        .endr
        add     r26, r23
        adc     r27, r1
        .endm

sunbear_ternary_strip:
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        ; the frame, at Z + 1 for Z = SP: k, blocks, terms (2), passes, table (2), q (2), c (2), K (3), out (2)
        push    r25
        push    r24
        mul     r16, r14
        lsr     r1
        ror     r0
        movw    r30, r0                 ; N = blocks*k/2
        mul     r30, r12
        movw    r26, r0
        clr     r24
        clr     r25
        mul     r30, r13
        add     r27, r0
        adc     r24, r1
        mul     r31, r12
        add     r27, r0
        adc     r24, r1
        mul     r31, r13
        add     r24, r0                 ; N*q
        clr     r1
        mov     r31, r16
        clr     r30
        lsr     r31
        ror     r30                     ; blocks*2^15
        subi    r26, 0xff               ; K = N*q + 1 - blocks*2^15
        sbci    r27, 0xff
        sbci    r24, 0xff
        sub     r27, r30
        sbc     r24, r31
        push    r24
        push    r27
        push    r26
        push    r11
        push    r10
        push    r13
        push    r12
        push    r23
        push    r22
        push    r18
        push    r21
        push    r20
        push    r16
        push    r14
        set                             ; T: k is 14
        ldi     r30, 14
        cpse    r14, r30
        clt

.Lpass: TPFRAME
        ldd     r26, Z+3
        ldd     r27, Z+4
        ldd     r28, Z+6
        ldd     r29, Z+7
        ldd     r1, Z+2
        adiw    r26, 1
        ld      r2, X+
        mov     r3, r2
        .irp    l, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        movw    \l, r2
        .endr
        adiw    r26, 12
        rjmp    2f
1:      ld      r0, X+
        TPHIGHS
        .irp    l, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
        eor     \l, r0
        .endr
2:      brtc    4f
        rjmp    .L14
4:      TPFRAME
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
.L14:   TPTERM
        TPTERM
.L12:   TPTERM
        TPTERM
.L10:   TPTERM
.L9:    TPTERM
.L8:    .rept   8
        TPTERM
        .endr
        dec     r1
        breq    5f
        rjmp    1b
5:      st      X+, r1
        TPHIGHS
        .irp    l, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        st      X+, \l
        .endr

        ; count the wraps, six sums at a time: r2..r7, r8..r13 high bytes, r14..r19 counts
        movw    r22, r26
        TPFRAME
        ldd     r26, Z+3
        ldd     r27, Z+4
        ldd     r24, Z+1
        ldd     r21, Z+2
        movw    r30, r22                ; the counts go behind the sums
        lsl     r24
        subi    r24, -6
        mov     r23, r24                ; from past six bytes to the next block
        clr     r25
        ldi     r20, 0x80
        movw    r28, r26
6:      movw    r26, r28
        ld      r14, X+
        ld      r2, X
        .irp    i, 1, 2, 3, 4, 5
        mov     14+\i, r14
        mov     2+\i, r2
        .endr
        add     r26, r24
        adc     r27, r1
        adiw    r26, 7
        mov     r22, r21
        lsr     r22
1:      TPWRAPS 2, 8, 1
        TPWRAPS 8, 2, 0
        dec     r22
        breq    2f
        rjmp    1b
2:      sbrs    r21, 0
        rjmp    3f
        TPWRAPS 2, 8, 1
3:      .irp    c, 14, 15, 16, 17, 18, 19
        st      Z+, \c
        .endr
        cpse    r25, r1
        rjmp    4f
        ldi     r25, 6
        sub     r23, r25
        rjmp    6b

        ; reduce: high bytes at Z, low ones 12 further, counts another 12 further
4:      sbiw    r30, 36
        in      r26, 0x3d
        in      r27, 0x3e
        adiw    r26, 2
        ld      r14, X
        lsr     r14
        clr     r14
        ror     r14                     ; 0x80 for an odd number of blocks
        adiw    r26, 6
        .irp    r, 2, 3, 4, 5, 11, 12, 13
        ld      \r, X+                  ; r3:r2 = q, r5:r4 = c, r13:r12:r11 = K
        .endr
        ld      r28, X+
        ld      r29, X
        movw    r6, r2
        lsr     r7
        ror     r6                      ; H
        clr     r10
        ldi     r26, 1
        movw    r8, r6
        add     r8, r26
        adc     r9, r10                 ; H + 1
        ldi     r24, 12
7:      ld      r19, Z+                 ; V = r20:r19:r18
        ldd     r18, Z+11
        ldd     r20, Z+23
        eor     r19, r14
        add     r18, r11
        adc     r19, r12
        adc     r20, r13
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

        TPFRAME
        std     Z+15, r28
        std     Z+16, r29
        ldd     r26, Z+6
        ldd     r27, Z+7
        adiw    r26, 24
        std     Z+6, r26
        std     Z+7, r27
        ldd     r24, Z+5
        dec     r24
        std     Z+5, r24
        breq    8f
        rjmp    .Lpass
8:      .rept   16
        pop     r0
        .endr
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \r
        .endr
        clr     r1
        ret
        .size   sunbear_ternary_strip, . - sunbear_ternary_strip
