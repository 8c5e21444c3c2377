; sunbear_unpack_11:
;   void sunbear_unpack_11(uint16_t *coefs, const uint8_t *bytes, uint16_t n)
; Computes   coefficients below 2048 from fields of 11 bits, the highest bit first
; In         r25:24 coefs, r23:22 bytes, r21:20 n (2 bytes; public, at least 1)
; Out        nothing in registers
; Memory     reads bytes[0..ceil(11*n/8)); writes coefs[0..n). No overlap
; Secret     the contents of bytes. Public: n, addresses
; Stack      0 bytes
; Cycles     8 + 139*(n div 8) + (30, 46, 64, 80, 94, 113, 129 for n mod 8 = 1 .. 7); 1 more on ATmega2560
; Flash      210 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0
;
; Eight coefficients are eleven bytes. Shifts are products: mul by 2^k has a byte's upper k bits in r1, the rest in r0.

        .section .text.sunbear_unpack_11,"ax",@progbits
        .global sunbear_unpack_11
        .type   sunbear_unpack_11,@function

; The coefficient in r19:r18; r23 counts what is left of the eight.
.macro unpack_11_store
        st      X+, r18
        st      X+, r19
        dec     r23
        brne    7f
        rjmp    8f
7:
.endm

sunbear_unpack_11:
        movw    r26, r24
        movw    r30, r22
        movw    r24, r20
        ldi     r22, 8
1:      ldi     r23, 8
        sbiw    r24, 8
        brsh    2f
        add     r23, r24                ; fewer than eight: these, and none are left
        ldi     r24, 0
        ldi     r25, 0
2:      ld      r20, Z+                 ; 8, 3
        ld      r21, Z+
        mul     r20, r22
        movw    r18, r0
        mul     r21, r22
        or      r18, r1
        unpack_11_store
        mul     r0, r22                 ; 5, 6
        movw    r18, r0
        ld      r21, Z+
        ldi     r20, 64
        mul     r21, r20
        or      r18, r1
        unpack_11_store
        mul     r0, r22                 ; 2, 8, 1
        mov     r19, r1
        ld      r18, Z+
        ld      r21, Z+
        ldi     r20, 0
        lsl     r21
        rol     r18
        adc     r19, r20
        unpack_11_store
        mul     r21, r22                ; 7, 4
        movw    r18, r0
        ld      r21, Z+
        ldi     r20, 16
        mul     r21, r20
        or      r18, r1
        unpack_11_store
        mul     r0, r22                 ; 4, 7
        movw    r18, r0
        ld      r21, Z+
        lsr     r21
        or      r18, r21
        unpack_11_store
        ldi     r19, 0                  ; 1, 8, 2: the carry is the last bit of the byte before
        ld      r18, Z+
        ld      r21, Z+
        rol     r19
        lsl     r21
        rol     r18
        rol     r19
        lsl     r21
        rol     r18
        rol     r19
        unpack_11_store
        mul     r21, r22                ; 6, 5
        movw    r18, r0
        ld      r21, Z+
        ldi     r20, 32
        mul     r21, r20
        or      r18, r1
        unpack_11_store
        mul     r0, r22                 ; 3, 8
        mov     r19, r1
        ld      r18, Z+
        unpack_11_store
8:      sbiw    r24, 0
        breq    9f
        rjmp    1b
9:      clr     r1
        ret
        .size   sunbear_unpack_11, . - sunbear_unpack_11
