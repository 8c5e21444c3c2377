; sunbear_golden_fold: void sunbear_golden_fold(uint8_t acc[402])
; Computes   acc := a value < 2^3120 congruent to acc mod N = 2^3120 - 2^1560 - 1; acc[390..402) := 0.
;            With t = acc[390..402): acc[0..390) += t + t*2^1560, then the carry out (0 or 1) once more.
; In         r25:24 = acc (402 bytes, any value < 2^3216, secret). Address public.
; Out        acc
; Memory     reads and writes acc[0..402).
; Secret     acc. Full passes; no branch, skip or address depends on data.
; Stack      0 bytes beyond the return address.
; Cycles     4,240 (ATmega1284P, first instruction through ret), constant.
; Flash      450 bytes.
; Clobbers   r0, r18, r19, r22, r24-r27, r30, r31, SREG. r1 is 0 on return (never written).

        .section .text.sunbear_golden_fold,"ax",@progbits
        .global sunbear_golden_fold
        .type   sunbear_golden_fold,@function

        .macro  GFSTEP a                ; one byte: acc[i] += \a + C
        ld      r0, Z
        adc     r0, \a
        st      Z+, r0
        .endm

        .macro  GFHALF l                ; 195 bytes: += t + C
        movw    r26, r24                ; X = acc + 390 (movw keeps C)
        ldi     r19, 12
\l:     ld      r18, X+
        GFSTEP  r18
        dec     r19                     ; keeps C
        brne    \l
        ldi     r19, 14                 ; 183 = 14 * 13 + 1
\l\()0: .rept   13
        GFSTEP  r1
        .endr
        dec     r19
        brne    \l\()0
        GFSTEP  r1
        .endm

        .macro  GFONE l                 ; 195 bytes: += r22 + C
        GFSTEP  r22
        GFSTEP  r1
        ldi     r19, 16                 ; 193 = 16 * 12 + 1
\l:     .rept   12
        GFSTEP  r1
        .endr
        dec     r19
        brne    \l
        GFSTEP  r1
        .endm

sunbear_golden_fold:
        movw    r30, r24
        movw    r22, r24                ; acc, for the second pass
        subi    r24, lo8(-390)
        sbci    r25, hi8(-390)
        clc
        GFHALF  .Lgf1
        GFHALF  .Lgf2
        movw    r30, r22
        clr     r22
        adc     r22, r1                 ; carry out of byte 389
        movw    r26, r24
        .rept   12
        st      X+, r1
        .endr
        ; If it is 1, what is left is < 2^1658: this pass can't carry out again.
        clc
        GFONE   .Lgf3
        GFONE   .Lgf4
        ret
        .size   sunbear_golden_fold, . - sunbear_golden_fold
