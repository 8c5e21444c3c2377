; sunbear_golden_add: void sunbear_golden_add(uint8_t acc[402], const uint8_t e[390])
; Computes   acc := acc + e, carry through byte 401. Caller guarantees acc + e < 2^3216.
; In         r25:24 = acc (402 bytes, secret), r23:22 = e (390 bytes, secret). Addresses public.
; Out        acc
; Memory     reads acc[0..402), e[0..390); writes acc[0..402). acc and e don't overlap.
; Secret     all data of acc and e. No branch, skip or address depends on data.
; Stack      0 bytes beyond the return address.
; Cycles     2,887 (ATmega1284P, first instruction through ret), constant.
; Flash      190 bytes.
; Clobbers   r0, r18, r24, r26, r27, r30, r31, SREG. r1 is 0 on return (never written).

        .section .text.sunbear_golden_add,"ax",@progbits
        .global sunbear_golden_add
        .type   sunbear_golden_add,@function
sunbear_golden_add:
        movw    r30, r24
        movw    r26, r22
        ldi     r24, 30                 ; 30 rounds of 13 bytes
        clc
1:      .rept   13
        ld      r18, X+
        ld      r0, Z
        adc     r0, r18
        st      Z+, r0
        .endr
        dec     r24                     ; keeps C
        brne    1b
        .rept   12                      ; the guard bytes take only the carry
        ld      r0, Z
        adc     r0, r1
        st      Z+, r0
        .endr
        ret
        .size   sunbear_golden_add, . - sunbear_golden_add
