; sunbear_pack_trits: void sunbear_pack_trits(uint8_t *packed, const uint8_t *trits, uint8_t n)
; Computes   four trits a byte, two bits each, the first in the highest bits
; In         r25:24 packed, r23:22 trits (each below 4), r20 n (public; 0 is 256)
; Out        nothing in registers
; Memory     reads trits[0..4*n); writes packed[0..n). No overlap
; Secret     the contents of both. Public: n, addresses
; Stack      0 bytes
; Cycles     5 + 22*n; 1 more on ATmega2560
; Flash      38 bytes
; Clobbers   r18-r20, r26, r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_pack_trits,"ax",@progbits
        .global sunbear_pack_trits
        .type   sunbear_pack_trits,@function
sunbear_pack_trits:
        movw    r26, r24
        movw    r30, r22
1:      ld      r18, Z+
  .rept 3
        lsl     r18
        lsl     r18
        ld      r19, Z+
        or      r18, r19
  .endr
        st      X+, r18
        dec     r20
        brne    1b
        ret
        .size   sunbear_pack_trits, . - sunbear_pack_trits
