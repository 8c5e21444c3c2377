; sunbear_overwrite: void sunbear_overwrite(uint8_t *out, uint8_t at, const uint8_t *bytes, uint8_t n)
; Computes   out[at + i] := bytes[i] for i < n
; In         r25:24 out, r22 at, r21:20 bytes, r18 n (public, at least 1)
; Out        nothing in registers
; Memory     reads bytes[0..n); writes out[at..at + n). No overlap
; Secret     at and the contents of both: the addresses of the stores depend on at. Public: n, out, bytes
; Stack      0 bytes
; Cycles     7 + 7*n; 1 more on ATmega2560
; Flash      18 bytes
; Clobbers   r18, r24-r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_overwrite,"ax",@progbits
        .global sunbear_overwrite
        .type   sunbear_overwrite,@function
sunbear_overwrite:
        movw    r26, r24
        add     r26, r22
        adc     r27, r1
        movw    r30, r20
1:      ld      r24, Z+
        st      X+, r24
        dec     r18
        brne    1b
        ret
        .size   sunbear_overwrite, . - sunbear_overwrite
