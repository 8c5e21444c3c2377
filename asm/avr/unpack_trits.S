; sunbear_unpack_trits: void sunbear_unpack_trits(uint8_t *trits, const uint8_t *packed, uint8_t n)
; Computes   the four values of two bits of each byte, the first in the highest bits
; In         r25:24 trits, r23:22 packed, r20 n (public; 0 is 256)
; Out        nothing in registers
; Memory     reads packed[0..n); writes trits[0..4*n). No overlap
; Secret     the contents of both. Public: n, addresses
; Stack      0 bytes
; Cycles     7 + 21*n; 1 more on ATmega2560
; Flash      32 bytes
; Clobbers   r0, r18-r20, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_unpack_trits,"ax",@progbits
        .global sunbear_unpack_trits
        .type   sunbear_unpack_trits,@function
sunbear_unpack_trits:
        movw    r26, r24
        movw    r30, r22
        ldi     r19, 4
1:      ld      r18, Z+
        mul     r18, r19                ; the upper two bits, and the rest on top
        st      X+, r1
  .rept 3
        mul     r0, r19
        st      X+, r1
  .endr
        dec     r20
        brne    1b
        clr     r1
        ret
        .size   sunbear_unpack_trits, . - sunbear_unpack_trits
