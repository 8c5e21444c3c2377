; sunbear_decode_trits:
;   void sunbear_decode_trits(uint8_t *bytes, const uint8_t *trits, uint8_t n)
; Computes   what sunbear_encode_trits does, backwards: two trits become the three bits of their value, the higher first.
;            Of 2 and 2, which no bits give, they are 111. The last of all bits is dropped
; In         r25:24 bytes, r23:22 trits (each 0, 1 or 2), r20 n (public): there are 3*n + 1 bytes
; Out        nothing in registers
; Memory     reads trits[0..16*n + 6); writes bytes[0..3*n + 1). No overlap
; Secret     the contents of trits. Public: n, addresses
; Stack      0 bytes
; Cycles     50 + 117*n; 1 more on ATmega2560
; Flash      202 bytes
; Clobbers   r18-r22, r24-r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_decode_trits,"ax",@progbits
        .global sunbear_decode_trits
        .type   sunbear_decode_trits,@function

; The value of the next two trits, of which 8 counts as 7, in r18.
.macro decode_trits_value
        ld      r18, Z+
        ld      r19, Z+
        add     r19, r18
        lsl     r18
        add     r18, r19
        cp      r22, r18                ; carry: 8
        sbc     r18, r1
.endm

; Three more bits of r21.
.macro decode_trits_append
        lsl     r21
        lsl     r21
        lsl     r21
        or      r21, r18
.endm

sunbear_decode_trits:
        movw    r26, r24
        movw    r30, r22
        ldi     r22, 7
1:      decode_trits_value
        mov     r21, r18
        decode_trits_value
        decode_trits_append
        decode_trits_value              ; two bits, and one of the next byte
        mov     r24, r18
        andi    r24, 1
        lsr     r18
        lsl     r21
        lsl     r21
        or      r21, r18
        st      X+, r21
        subi    r20, 1
        brcs    2f
        mov     r21, r24
        decode_trits_value
        decode_trits_append
        decode_trits_value
        decode_trits_append
        decode_trits_value              ; one bit, and two of the next byte
        mov     r24, r18
        andi    r24, 3
        lsr     r18
        lsr     r18
        lsl     r21
        or      r21, r18
        st      X+, r21
        mov     r21, r24
        decode_trits_value
        decode_trits_append
        decode_trits_value
        decode_trits_append
        st      X+, r21
        rjmp    1b
2:      ret
        .size   sunbear_decode_trits, . - sunbear_decode_trits
