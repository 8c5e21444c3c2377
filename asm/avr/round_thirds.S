; sunbear_round_thirds: void sunbear_round_thirds(int16_t *coefficients, uint16_t n, uint16_t offset)
; Computes   each c := floor((c + offset)/3)
; In         r25:24 coefficients (secret), r23:22 n (2 bytes; public), r21:20 offset (2; public); 0 <= c + offset <
;            32768
; Out        coefficients
; Memory     reads and writes coefficients[0..n)
; Secret     the contents of coefficients. Public: n, offset, the address
; Stack      2 bytes
; Cycles     22 + 30*n - (1 if n > 0); 1 more on ATmega2560
; Flash      68 bytes
; Clobbers   r0, r1 (0 again at the end), r18, r19, r22-r27, r30, r31, SREG; r16, r17 saved
;
; floor(x*0x5556/2^16): 0x5556 exceeds 2^16/3 by 2/3, which makes less than 1/3 as x < 2^15.

        .section .text.sunbear_round_thirds,"ax",@progbits
        .global sunbear_round_thirds
        .type   sunbear_round_thirds,@function
sunbear_round_thirds:
        push    r16
        push    r17
        movw    r26, r24
        movw    r24, r22
        ldi     r16, 0x56
        ldi     r17, 0x55
        clr     r19
        sbiw    r24, 0
        breq    2f
        movw    r30, r26
1:      ld      r22, Z
        ldd     r23, Z+1
        add     r22, r20
        adc     r23, r21
        mul     r22, r16
        mov     r18, r1
        mul     r23, r17
        movw    r26, r0
        mul     r22, r17
        add     r18, r0
        adc     r26, r1
        adc     r27, r19
        mul     r23, r16
        add     r18, r0
        adc     r26, r1
        adc     r27, r19
        st      Z+, r26
        st      Z+, r27
        sbiw    r24, 1
        brne    1b
2:      clr     r1
        pop     r17
        pop     r16
        ret
        .size   sunbear_round_thirds, . - sunbear_round_thirds
