; sunbear_unpack_digits: void sunbear_unpack_digits(int8_t *out, const uint8_t *packed, uint16_t n)
; Computes   the digits, -1, 0, 1 or (of the bits 11) 2, of n fields of two bits, four a byte, lowest bits first
; In         r25:24 out, r23:22 packed (secret), r21:20 n (2 bytes; public)
; Out        out
; Memory     reads packed[0..ceil(n/4)); writes out[0..n). No overlap
; Secret     the contents of packed. Public: n, addresses
; Stack      0 bytes
; Cycles     13 + 30*(n div 4) + 10*(n mod 4) + (2 if n < 4); 1 more on ATmega2560
; Flash      80 bytes
; Clobbers   r18, r20, r21, r24-r27, r30, r31, SREG

        .section .text.sunbear_unpack_digits,"ax",@progbits
        .global sunbear_unpack_digits
        .type   sunbear_unpack_digits,@function
sunbear_unpack_digits:
        movw    r30, r24
        movw    r26, r22
        movw    r24, r20
        sbiw    r24, 4
        brlo    2f
1:      ld      r18, X+
        mov     r20, r18
        andi    r20, 3
        dec     r20
        st      Z+, r20
        lsr     r18
        lsr     r18
        mov     r20, r18
        andi    r20, 3
        dec     r20
        st      Z+, r20
        lsr     r18
        lsr     r18
        mov     r20, r18
        andi    r20, 3
        dec     r20
        st      Z+, r20
        lsr     r18
        lsr     r18
        dec     r18
        st      Z+, r18
        sbiw    r24, 4
        brsh    1b
2:      adiw    r24, 4                  ; 0 to 3 are left
        breq    4f
        ld      r18, X
3:      mov     r20, r18
        andi    r20, 3
        dec     r20
        st      Z+, r20
        lsr     r18
        lsr     r18
        dec     r24
        brne    3b
4:      ret
        .size   sunbear_unpack_digits, . - sunbear_unpack_digits
