; sunbear_rotations:
;   void sunbear_rotations(uint16_t *out, const uint16_t *window, const uint16_t *terms, uint16_t n, uint8_t plus,
;                          uint8_t minus, uint8_t passes, uint8_t mode)
; Computes   out[i] = (out[i] if mode is 1) + sum of window[n + i - j] over the first plus terms j - the same over the
;            next minus ones, mod 2^16, for i < 12*passes: where window[i] = a[i mod n], coefficients of a sparse
;            product modulo x^n - 1. If mode is 2, out[n + i] is the same as out[i]: with passes = ceil(n/12), out is
;            the window of a product to come
; In         r25:24 out, r23:22 window (n + 12*passes coefficients of 2 bytes), r21:20 terms (plus + minus ones of 2
;            bytes, each at most n), r19:18 n (2 bytes, at most 16383), r16 plus, r14 minus (1 byte each, together at
;            most 30), r12 passes (1 byte, 1..127; with mode 2 12*passes at least n), r10 mode (1 byte, 0..2); all but
;            the contents of out, window and terms public
; Out        out[0..12*passes), with mode 2 out[0..n + 12*passes)
; Memory     reads window, terms, with mode 1 out[0..12*passes); writes what Out says. No overlap
; Secret     the coefficients and the terms. No branch or skip depends on them, but addresses do: where the
;            coefficients of a term are loaded
; Stack      85 bytes beyond the return address for 30 terms: 25 + 2*(plus + minus)
; Cycles     115 + 16*t + passes*(100 + 80*t + 36*(mode = 1) + 69*(mode = 2)) + zeros*(2 + 2*passes), t = plus + minus,
;            zeros how many of plus and minus are 0; 1 more on ATmega2560 (n = 443, modes 2, 0 and 1 with 9 + 9, 8 + 8
;            and 5 + 5 terms: 146,274 together; 587, 10 + 10, 10 + 10, 8 + 8: 240,606; 743, 11 + 11, 11 + 11,
;            15 + 15: 393,679)
; Flash      868 bytes
; Clobbers   r0, r18-r27, r30, r31, T, SREG; r1 is 0 on return; r2-r17, r28, r29 saved
;
; Twelve sums a pass, in r2..r25: 6 cycles a coefficient. What a pass reads lies on the stack in the order in which it
; is read, from SP + 1 on: plus, plus offsets of -2*j, minus, minus offsets, the passes left with mode 2 in the highest
; bit, where out goes on, and 2*n. Y is window + 2*n + 24*p in pass p.

        .section .text.sunbear_rotations,"ax",@progbits
        .global sunbear_rotations
        .type   sunbear_rotations,@function

        .macro  RTTERM low, high        ; 12 sums + or - 12 coefficients of the next term
        ld      r30, X+
        ld      r31, X+
        add     r30, r28
        adc     r31, r29
        .irp    l, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        ld      r0, Z+
        \low    \l, r0
        ld      r0, Z+
        \high   \l+1, r0
        .endr
        .endm

        .macro  RTTERMS low, high       ; those of a sign: two a turn, an odd number begins with the second
        ld      r1, X+
        lsr     r1
        brcs    2f
        dec     r1
        brpl    1f
        rjmp    3f
1:      RTTERM  \low, \high
2:      RTTERM  \low, \high
        dec     r1
        brmi    3f
        rjmp    1b
3:
        .endm

        .macro  RTSTORE
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
        st      Z+, \r
        .endr
        .endm

        .macro  RTPUSH count            ; count offsets of the terms before X, then count
        mov     r17, \count
        tst     r17
        breq    2f
1:      ld      r25, -X
        ld      r24, -X
        lsl     r24
        rol     r25
        com     r25
        neg     r24
        sbci    r25, 0xff
        push    r25
        push    r24
        dec     r17
        brne    1b
2:      push    \count
        .endm

sunbear_rotations:
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        lsl     r18
        rol     r19
        movw    r28, r22
        add     r28, r18
        adc     r29, r19
        movw    r30, r24
        push    r19
        push    r18
        push    r31
        push    r30
        bst     r10, 1
        bld     r12, 7
        push    r12
        bst     r10, 0                  ; T: mode is 1
        movw    r26, r20
        mov     r17, r16
        add     r17, r14
        lsl     r17
        add     r26, r17
        adc     r27, r1
        RTPUSH  r14
        RTPUSH  r16

.Lpass: in      r26, 0x3d
        in      r27, 0x3e
        adiw    r26, 1
        brtc    1f
        .irp    k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
        ldd     \k+2, Z+\k
        .endr
        rjmp    2f
1:      clr     r2
        clr     r3
        .irp    l, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24
        movw    \l, r2
        .endr
2:      RTTERMS add, adc
        RTTERMS sub, sbc
        adiw    r28, 24
        ld      r1, X
        dec     r1
        st      X+, r1
        ld      r30, X+
        ld      r31, X
        RTSTORE
        sbrc    r1, 7
        rjmp    4f
3:      st      X, r31
        st      -X, r30
        lsl     r1
        breq    5f
        rjmp    .Lpass

        ; mode 2: the sums again, n coefficients further
4:      adiw    r26, 1
        sbiw    r30, 24
        ld      r0, X+
        add     r30, r0
        ld      r0, X
        adc     r31, r0
        RTSTORE
        ld      r3, X
        ld      r2, -X
        sub     r30, r2
        sbc     r31, r3
        sbiw    r26, 1
        rjmp    3b

5:      adiw    r26, 3                  ; r1 is 0: no pass is left
        in      r0, 0x3f
        cli
        out     0x3e, r27
        out     0x3f, r0
        out     0x3d, r26
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \r
        .endr
        ret
        .size   sunbear_rotations, . - sunbear_rotations
