; sunbear_encode_trits:
;   void sunbear_encode_trits(uint8_t *trits, const uint8_t *bytes, uint8_t n)
; Computes   for three bits at a time, the highest first, the two trits of their value in base 3, the higher first. The last
;            two bits have a zero behind them
; In         r25:24 trits, r23:22 bytes, r20 n (public): there are 3*n + 1 bytes
; Out        nothing in registers
; Memory     reads bytes[0..3*n + 1); writes trits[0..16*n + 6). No overlap
; Secret     the contents of bytes. Public: n, addresses
; Stack      0 bytes
; Cycles     56 + 120*n; 1 more on ATmega2560
; Flash      208 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0

        .section .text.sunbear_encode_trits,"ax",@progbits
        .global sunbear_encode_trits
        .type   sunbear_encode_trits,@function

; Two trits of r18, below 8: div 3 is *86 div 256.
.macro encode_trits_store
        mul     r18, r22
        st      X+, r1
        sub     r18, r1
        sub     r18, r1
        sub     r18, r1
        st      X+, r18
.endm

sunbear_encode_trits:
        movw    r26, r24
        movw    r30, r22
        ldi     r22, 86
        ldi     r23, 8
1:      ld      r19, Z+                 ; three bits
        mul     r19, r23
        mov     r18, r1
        mov     r24, r0                 ; the other five, on top
        encode_trits_store
        mul     r24, r23                ; three more
        mov     r18, r1
        mov     r24, r0                 ; two, on top
        encode_trits_store
        subi    r20, 1
        brcc    3f
        rjmp    2f
3:
        clr     r18                     ; two and one of the next byte
        ld      r19, Z+
        lsl     r24
        rol     r18
        lsl     r24
        rol     r18
        lsl     r19
        rol     r18
        encode_trits_store
        mul     r19, r23                ; seven are left: three
        mov     r18, r1
        mov     r24, r0
        encode_trits_store
        mul     r24, r23                ; three
        mov     r18, r1
        mov     r24, r0
        encode_trits_store
        clr     r18                     ; one and two of the next byte
        ld      r19, Z+
        lsl     r24
        rol     r18
        lsl     r19
        rol     r18
        lsl     r19
        rol     r18
        encode_trits_store
        mul     r19, r23                ; six are left
        mov     r18, r1
        mov     r24, r0
        encode_trits_store
        mul     r24, r23
        mov     r18, r1
        encode_trits_store
        rjmp    1b
2:      clr     r18                     ; two, and a zero
        lsl     r24
        rol     r18
        lsl     r24
        rol     r18
        lsl     r18
        encode_trits_store
        clr     r1
        ret
        .size   sunbear_encode_trits, . - sunbear_encode_trits
