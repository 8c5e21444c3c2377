; sunbear_golden_add_unit: int8_t sunbear_golden_add_unit(uint8_t e[390], int8_t k)
; Computes   e := e + k*(2^1560 + 1) mod 2^3120 for k in {-1,0,1}; the carry out of 2^3120 as -1, 0 or 1.
; In         r25:24 = e (390 bytes, secret), r22 = k (secret). Address public.
; Out        r24 = carry (-1, 0 or 1).
; Memory     reads and writes e[0..390).
; Secret     e and k. No branch, skip or address depends on data.
; Stack      0 bytes beyond the return address.
; Cycles     2,059 (ATmega1284P, first instruction through ret), constant.
; Flash      212 bytes.
; Clobbers   r0, r18, r22, r24, r25, r30, r31, SREG. r1 is 0 on return (never written).

        .section .text.sunbear_golden_add_unit,"ax",@progbits
        .global sunbear_golden_add_unit
        .type   sunbear_golden_add_unit,@function

        .macro  GUSTEP a                ; one byte: e[i] += \a + C
        ld      r0, Z
        adc     r0, \a
        st      Z+, r0
        .endm

sunbear_golden_add_unit:
        movw    r30, r24
        mov     r18, r22
        lsl     r18
        sbc     r18, r18                ; r18 = sign of k: 0x00 or 0xff
        mov     r25, r22
        add     r25, r18                ; byte 195 of k*(2^1560+1): sign of the low k plus k
        clc
        ; k*(2^1560+1) in two's complement: k, 194 signs, k+sign, 194 signs
        GUSTEP  r22
        GUSTEP  r18
        ldi     r24, 16                 ; bytes 2..194 = 16 * 12 + 1
1:      .rept   12
        GUSTEP  r18
        .endr
        dec     r24                     ; keeps C
        brne    1b
        GUSTEP  r18
        GUSTEP  r25                     ; byte 195
        GUSTEP  r18
        ldi     r24, 16                 ; bytes 197..389
2:      .rept   12
        GUSTEP  r18
        .endr
        dec     r24
        brne    2b
        GUSTEP  r18
        mov     r24, r18
        adc     r24, r1                 ; carry out minus (k < 0)
        ret
        .size   sunbear_golden_add_unit, . - sunbear_golden_add_unit
