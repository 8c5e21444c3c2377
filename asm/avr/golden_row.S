; sunbear_golden_row: void sunbear_golden_row(uint8_t acc[402], uint8_t rot[391], const uint8_t chunk[10])
; Computes   acc := acc + chunk*rot; then rot := rot*2^80 mod N, loosely: with t = rot >> 3040 (11 bytes),
;            rot := (rot*2^80 mod 2^3120) + t + t*2^1560, N = 2^3120 - 2^1560 - 1.
; In         r25:24 = acc (402 bytes, secret), r23:22 = rot (391 bytes, secret), r21:20 = chunk (10 bytes,
;            may be secret). Addresses public; rot[390] is 0 or 1; acc + chunk*rot < 2^3216.
; Out        acc, rot
; Memory     reads and writes acc[0..402), rot[0..391); reads chunk[0..10). No overlap among the three.
; Secret     all data of acc, rot and chunk. No branch, skip or address depends on data.
; Stack      20 bytes beyond the return address (21 on ATmega2560).
; Cycles     25,166 (ATmega1284P, first instruction through ret), constant.
; Flash      2,404 bytes.
; Clobbers   r0, r18-r27, r30, r31, SREG; r2-r17, r28, r29 saved; r1 is 0 on return.
;
; Product scanning, two columns a step. The chunk stays in r2..r11. The window r12..r21 holds the last ten
; bytes of rot: the operands of the column and, at the same time, the delay line of the shift by 80 bits,
; so one load and one store of rot serve both. r22..r24 are a ring of column sums: a column ends in its
; first register, and the next one finds its start in the other two.

        .section .text.sunbear_golden_row,"ax",@progbits
        .global sunbear_golden_row
        .type   sunbear_golden_row,@function

        .macro  GRMAC a, b, c, x, k     ; column sum += x*k. The third register only counts carries
        mul     \x, \k
        add     \a, r0
        adc     \b, r1
        adc     \c, r26
        .endm

        .macro  GRACC a, b, c           ; sum += two bytes of acc; \c is the fresh register
        ld      \c, Z
        add     \a, \c
        ldd     \c, Z+1
        adc     \b, \c
        clr     \c
        adc     \c, r26
        .endm

        .macro  GRNEXT w, v             ; store the two oldest window bytes, take two new ones
        ld      r0, Y
        ldd     r1, Y+1
        st      Y+, \w
        st      Y+, \v
        movw    \w, r0
        .endm

        .macro  GRRIPPLE w, v           ; carry of the folded t, bit 0 of r25
        ld      r0, Y
        ldd     r1, Y+1
        lsr     r25
        adc     \w, r26
        adc     \v, r26
        rol     r25
        st      Y+, \w
        st      Y+, \v
        movw    \w, r0
        .endm

        ; columns k and k+1; a, b, e = ring; p..y = rot[k-10..k-1]
        .macro  GRPAIR a, b, e, p, q, r, s, t, u, v, w, x, y
        GRACC   \a, \b, \e
        GRMAC   \a, \b, \e, \q, r11   ; last use of \q before it leaves the window
        GRRIPPLE \p, \q
        GRMAC   \a, \b, \e, \p, r2
        GRMAC   \a, \b, \e, \y, r3
        GRMAC   \a, \b, \e, \x, r4
        GRMAC   \a, \b, \e, \w, r5
        GRMAC   \a, \b, \e, \v, r6
        GRMAC   \a, \b, \e, \u, r7
        GRMAC   \a, \b, \e, \t, r8
        GRMAC   \a, \b, \e, \s, r9
        GRMAC   \a, \b, \e, \r, r10
        st      Z+, \a
        clr     \a
        GRMAC   \b, \e, \a, \q, r2
        GRMAC   \b, \e, \a, \p, r3
        GRMAC   \b, \e, \a, \y, r4
        GRMAC   \b, \e, \a, \x, r5
        GRMAC   \b, \e, \a, \w, r6
        GRMAC   \b, \e, \a, \v, r7
        GRMAC   \b, \e, \a, \u, r8
        GRMAC   \b, \e, \a, \t, r9
        GRMAC   \b, \e, \a, \s, r10
        GRMAC   \b, \e, \a, \r, r11
        st      Z+, \b
        .endm

sunbear_golden_row:
        push    r2
        push    r3
        push    r4
        push    r5
        push    r6
        push    r7
        push    r8
        push    r9
        push    r10
        push    r11
        push    r12
        push    r13
        push    r14
        push    r15
        push    r16
        push    r17
        push    r28
        push    r29
        movw    r30, r20
        .irp    c, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11
        ld      \c, Z+
        .endr
        movw    r28, r22                ; Y = rot
        movw    r30, r24                ; Z = acc
        movw    r26, r22
        subi    r26, lo8(-380)
        sbci    r27, hi8(-380)
        ; t = rot[380..391): its low ten bytes become rot[0..10), the top one is the first carry into byte 10
        .irp    w, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21
        ld      \w, X+
        .endr
        ld      r25, X
        clr     r26                     ; zero from here on
        clr     r22
        clr     r23

        ; columns 0..9: the products that exist
        GRACC   r22, r23, r24
        GRNEXT  r12, r13
        GRMAC   r22, r23, r24, r12, r2
        st      Z+, r22
        clr     r22
        GRMAC   r23, r24, r22, r13, r2
        GRMAC   r23, r24, r22, r12, r3
        st      Z+, r23
        GRACC   r24, r22, r23
        GRNEXT  r14, r15
        GRMAC   r24, r22, r23, r14, r2
        GRMAC   r24, r22, r23, r13, r3
        GRMAC   r24, r22, r23, r12, r4
        st      Z+, r24
        clr     r24
        GRMAC   r22, r23, r24, r15, r2
        GRMAC   r22, r23, r24, r14, r3
        GRMAC   r22, r23, r24, r13, r4
        GRMAC   r22, r23, r24, r12, r5
        st      Z+, r22
        GRACC   r23, r24, r22
        GRNEXT  r16, r17
        GRMAC   r23, r24, r22, r16, r2
        GRMAC   r23, r24, r22, r15, r3
        GRMAC   r23, r24, r22, r14, r4
        GRMAC   r23, r24, r22, r13, r5
        GRMAC   r23, r24, r22, r12, r6
        st      Z+, r23
        clr     r23
        GRMAC   r24, r22, r23, r17, r2
        GRMAC   r24, r22, r23, r16, r3
        GRMAC   r24, r22, r23, r15, r4
        GRMAC   r24, r22, r23, r14, r5
        GRMAC   r24, r22, r23, r13, r6
        GRMAC   r24, r22, r23, r12, r7
        st      Z+, r24
        GRACC   r22, r23, r24
        GRNEXT  r18, r19
        GRMAC   r22, r23, r24, r18, r2
        GRMAC   r22, r23, r24, r17, r3
        GRMAC   r22, r23, r24, r16, r4
        GRMAC   r22, r23, r24, r15, r5
        GRMAC   r22, r23, r24, r14, r6
        GRMAC   r22, r23, r24, r13, r7
        GRMAC   r22, r23, r24, r12, r8
        st      Z+, r22
        clr     r22
        GRMAC   r23, r24, r22, r19, r2
        GRMAC   r23, r24, r22, r18, r3
        GRMAC   r23, r24, r22, r17, r4
        GRMAC   r23, r24, r22, r16, r5
        GRMAC   r23, r24, r22, r15, r6
        GRMAC   r23, r24, r22, r14, r7
        GRMAC   r23, r24, r22, r13, r8
        GRMAC   r23, r24, r22, r12, r9
        st      Z+, r23
        GRACC   r24, r22, r23
        GRNEXT  r20, r21
        GRMAC   r24, r22, r23, r20, r2
        GRMAC   r24, r22, r23, r19, r3
        GRMAC   r24, r22, r23, r18, r4
        GRMAC   r24, r22, r23, r17, r5
        GRMAC   r24, r22, r23, r16, r6
        GRMAC   r24, r22, r23, r15, r7
        GRMAC   r24, r22, r23, r14, r8
        GRMAC   r24, r22, r23, r13, r9
        GRMAC   r24, r22, r23, r12, r10
        st      Z+, r24
        clr     r24
        GRMAC   r22, r23, r24, r21, r2
        GRMAC   r22, r23, r24, r20, r3
        GRMAC   r22, r23, r24, r19, r4
        GRMAC   r22, r23, r24, r18, r5
        GRMAC   r22, r23, r24, r17, r6
        GRMAC   r22, r23, r24, r16, r7
        GRMAC   r22, r23, r24, r15, r8
        GRMAC   r22, r23, r24, r14, r9
        GRMAC   r22, r23, r24, r13, r10
        GRMAC   r22, r23, r24, r12, r11
        st      Z+, r22
        mov     r22, r23
        mov     r23, r24

        ldi     r27, 20
        rcall   .Lrun                   ; columns 10..209

        ; rot[195..210) += t; t lies in rot[0..10) and rot[390]. The carry of the low part and this one
        ; can't both be 1: that one leaves zeros in 195..209.
        push    r30
        push    r31
        movw    r30, r28
        subi    r30, lo8(-180)
        sbci    r31, hi8(-180)
        ld      r1, Z                   ; t[10]
        subi    r30, lo8(390)
        sbci    r31, hi8(390)           ; Z = rot
        sbiw    r28, 15                 ; Y = rot + 195
        clc
        .rept   10
        ld      r24, Z+
        ld      r0, Y
        adc     r0, r24
        st      Y+, r0
        .endr
        ld      r0, Y
        adc     r0, r1
        st      Y+, r0
        .rept   4
        ld      r0, Y
        adc     r0, r26
        st      Y+, r0
        .endr
        adc     r25, r26
        pop     r31
        pop     r30

        ldi     r27, 18
        rcall   .Lrun                   ; columns 210..389

        ; columns 390..399: rot[390] comes in, the window runs empty
        ld      r0, Y
        st      Y, r25                  ; carry out of byte 389
        mov     r25, r0
        GRACC   r22, r23, r24
        GRMAC   r22, r23, r24, r25, r2
        GRMAC   r22, r23, r24, r21, r3
        GRMAC   r22, r23, r24, r20, r4
        GRMAC   r22, r23, r24, r19, r5
        GRMAC   r22, r23, r24, r18, r6
        GRMAC   r22, r23, r24, r17, r7
        GRMAC   r22, r23, r24, r16, r8
        GRMAC   r22, r23, r24, r15, r9
        GRMAC   r22, r23, r24, r14, r10
        GRMAC   r22, r23, r24, r13, r11
        st      Z+, r22
        clr     r22
        GRMAC   r23, r24, r22, r25, r3
        GRMAC   r23, r24, r22, r21, r4
        GRMAC   r23, r24, r22, r20, r5
        GRMAC   r23, r24, r22, r19, r6
        GRMAC   r23, r24, r22, r18, r7
        GRMAC   r23, r24, r22, r17, r8
        GRMAC   r23, r24, r22, r16, r9
        GRMAC   r23, r24, r22, r15, r10
        GRMAC   r23, r24, r22, r14, r11
        st      Z+, r23
        GRACC   r24, r22, r23
        GRMAC   r24, r22, r23, r25, r4
        GRMAC   r24, r22, r23, r21, r5
        GRMAC   r24, r22, r23, r20, r6
        GRMAC   r24, r22, r23, r19, r7
        GRMAC   r24, r22, r23, r18, r8
        GRMAC   r24, r22, r23, r17, r9
        GRMAC   r24, r22, r23, r16, r10
        GRMAC   r24, r22, r23, r15, r11
        st      Z+, r24
        clr     r24
        GRMAC   r22, r23, r24, r25, r5
        GRMAC   r22, r23, r24, r21, r6
        GRMAC   r22, r23, r24, r20, r7
        GRMAC   r22, r23, r24, r19, r8
        GRMAC   r22, r23, r24, r18, r9
        GRMAC   r22, r23, r24, r17, r10
        GRMAC   r22, r23, r24, r16, r11
        st      Z+, r22
        GRACC   r23, r24, r22
        GRMAC   r23, r24, r22, r25, r6
        GRMAC   r23, r24, r22, r21, r7
        GRMAC   r23, r24, r22, r20, r8
        GRMAC   r23, r24, r22, r19, r9
        GRMAC   r23, r24, r22, r18, r10
        GRMAC   r23, r24, r22, r17, r11
        st      Z+, r23
        clr     r23
        GRMAC   r24, r22, r23, r25, r7
        GRMAC   r24, r22, r23, r21, r8
        GRMAC   r24, r22, r23, r20, r9
        GRMAC   r24, r22, r23, r19, r10
        GRMAC   r24, r22, r23, r18, r11
        st      Z+, r24
        GRACC   r22, r23, r24
        GRMAC   r22, r23, r24, r25, r8
        GRMAC   r22, r23, r24, r21, r9
        GRMAC   r22, r23, r24, r20, r10
        GRMAC   r22, r23, r24, r19, r11
        st      Z+, r22
        clr     r22
        GRMAC   r23, r24, r22, r25, r9
        GRMAC   r23, r24, r22, r21, r10
        GRMAC   r23, r24, r22, r20, r11
        st      Z+, r23
        GRACC   r24, r22, r23
        GRMAC   r24, r22, r23, r25, r10
        GRMAC   r24, r22, r23, r21, r11
        st      Z+, r24
        clr     r24
        GRMAC   r22, r23, r24, r25, r11
        st      Z+, r22
        ld      r22, Z                   ; bytes 400, 401
        add     r23, r22
        ldd     r22, Z+1
        adc     r24, r22
        st      Z+, r23
        st      Z, r24
        clr     r1
        pop     r29
        pop     r28
        pop     r17
        pop     r16
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     r11
        pop     r10
        pop     r9
        pop     r8
        pop     r7
        pop     r6
        pop     r5
        pop     r4
        pop     r3
        pop     r2
        ret

        ; ten columns, r27 times
.Lrun:
        GRPAIR  r22, r23, r24, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21
        GRPAIR  r24, r22, r23, r14, r15, r16, r17, r18, r19, r20, r21, r12, r13
        GRPAIR  r23, r24, r22, r16, r17, r18, r19, r20, r21, r12, r13, r14, r15
        GRPAIR  r22, r23, r24, r18, r19, r20, r21, r12, r13, r14, r15, r16, r17
        GRPAIR  r24, r22, r23, r20, r21, r12, r13, r14, r15, r16, r17, r18, r19
        mov     r22, r23                ; ten columns turn the ring by one
        mov     r23, r24
        dec     r27
        breq    1f
        rjmp    .Lrun
1:      ret
        .size   sunbear_golden_row, . - sunbear_golden_row
