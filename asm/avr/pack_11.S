; sunbear_pack_11:
;   void sunbear_pack_11(uint8_t *bytes, const uint16_t *coefs, uint16_t n)
; Computes   fields of 11 bits, the highest bit first, from coefficients modulo 2048; spare bits are 0
; In         r25:24 bytes, r23:22 coefs, r21:20 n (2 bytes; public, at least 1)
; Out        nothing in registers
; Memory     reads coefs[0..n), any 16 bits; writes bytes[0..ceil(11*n/8)). No overlap
; Secret     the contents of coefs. Public: n, addresses
; Stack      0 bytes
; Cycles     7 + 144*(n div 8) + (29, 47, 64, 81, 95, 116, 135 for n mod 8 = 1 .. 7); 1 more on ATmega2560
; Flash      234 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0
;
; Eight coefficients are eleven bytes. r21 has the bits of the byte under way, the rest of it being 0.

        .section .text.sunbear_pack_11,"ax",@progbits
        .global sunbear_pack_11
        .type   sunbear_pack_11,@function

; The coefficient in r19:r18, of 11 bits.
.macro pack_11_load
        ld      r18, Z+
        ld      r19, Z+
        andi    r19, 7
.endm

; r23 counts what is left of the eight.
.macro pack_11_next
        dec     r23
        brne    7f
        rjmp    8f
7:
.endm

sunbear_pack_11:
        movw    r26, r24
        movw    r30, r22
        movw    r24, r20
1:      ldi     r23, 8
        sbiw    r24, 8
        brsh    2f
        add     r23, r24                ; fewer than eight: these, and none are left
        ldi     r24, 0
        ldi     r25, 0
2:      pack_11_load                    ; 8, 3
        ldi     r20, 32
        mul     r19, r20
        mov     r19, r0
        mul     r18, r20
        or      r19, r1
        st      X+, r19
        mov     r21, r0
        pack_11_next
        pack_11_load                    ; 5, 6
        ldi     r20, 4
        mul     r18, r20
        lsl     r19
        lsl     r19
        or      r21, r19
        or      r21, r1
        st      X+, r21
        mov     r21, r0
        pack_11_next
        pack_11_load                    ; 2, 8, 1
        lsr     r19
        or      r21, r19
        ror     r18
        st      X+, r21
        st      X+, r18
        ldi     r21, 0
        ror     r21
        pack_11_next
        pack_11_load                    ; 7, 4
        ldi     r20, 16
        mul     r18, r20
        swap    r19
        or      r21, r19
        or      r21, r1
        st      X+, r21
        mov     r21, r0
        pack_11_next
        pack_11_load                    ; 4, 7
        lsl     r18
        rol     r19
        or      r21, r19
        st      X+, r21
        mov     r21, r18
        pack_11_next
        pack_11_load                    ; 1, 8, 2
        ldi     r20, 0
        lsr     r19
        ror     r18
        ror     r20
        lsr     r19
        ror     r18
        ror     r20
        or      r21, r19
        st      X+, r21
        st      X+, r18
        mov     r21, r20
        pack_11_next
        pack_11_load                    ; 6, 5
        ldi     r20, 8
        mul     r18, r20
        lsl     r19
        lsl     r19
        lsl     r19
        or      r21, r19
        or      r21, r1
        st      X+, r21
        mov     r21, r0
        pack_11_next
        pack_11_load                    ; 3, 8
        or      r21, r19
        st      X+, r21
        st      X+, r18
        sbiw    r24, 0
        breq    9f
        rjmp    1b
8:      st      X+, r21                 ; no eight: a byte is under way
9:      clr     r1
        ret
        .size   sunbear_pack_11, . - sunbear_pack_11
