; sunbear_residues: void sunbear_residues(int16_t *out, const uint32_t *words, uint16_t n, const uint8_t residue[9])
; Computes   each out[i] := words[i] mod q - half
; In         r25:24 out, r23:22 words, r21:20 n (2 bytes; public), r19:18 residue = q (2 bytes; public, below 8192),
;            half (2), 2^24 mod q (2), reciprocal (2), scale (1). scale is 2^j, j < 8; with e = 16 - j,
;            reciprocal = floor(2^(16+e)/q) < 2^16, V = 2^24 + 255*q, W = floor(V/2^e) < 2^16 and
;            (2^e - 1)*2^16 + W*(2^(16+e) mod q) <= q*2^16: then one correction makes the quotient right
; Out        out
; Memory     reads words[0..n), residue[0..9); writes out[0..n). out may be words: word i is read before out[i] is
;            written
; Secret     nothing needs to be, the contents of words may be. Public: n, residue, addresses
; Stack      12 bytes
; Cycles     80 + 76*n; 82 for n = 0; 1 more on ATmega2560
; Flash      200 bytes
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG; r8-r17, r28, r29 saved
;
; v = words[i] mod 2^24 + (words[i] div 2^24)*(2^24 mod q) in r21..r18; the rest is as in radix_unpair.

        .section .text.sunbear_residues,"ax",@progbits
        .global sunbear_residues
        .type   sunbear_residues,@function
sunbear_residues:
        .irp    r, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        movw    r26, r22
        movw    r28, r24
        movw    r30, r18
        ld      r14, Z                  ; q
        ldd     r15, Z+1
        ldd     r10, Z+4                ; 2^24 mod q
        ldd     r11, Z+5
        ldd     r12, Z+6                ; reciprocal
        ldd     r13, Z+7
        ldd     r9, Z+8                 ; scale
        ldd     r16, Z+2                ; half
        ldd     r17, Z+3
        movw    r30, r16
        movw    r24, r20
        clr     r8
        sbiw    r24, 0
        brne    1f
        rjmp    2f
1:      ld      r18, X+
        ld      r19, X+
        ld      r20, X+
        ld      r21, X+
        mul     r21, r10
        movw    r16, r0
        mul     r21, r11
        clr     r21
        add     r18, r16
        adc     r19, r17
        adc     r20, r8
        adc     r21, r8
        add     r19, r0
        adc     r20, r1
        adc     r21, r8
        mul     r21, r9
        mov     r17, r0
        mul     r20, r9
        mov     r16, r0
        or      r17, r1
        mul     r19, r9
        or      r16, r1
        mul     r16, r12
        mov     r20, r1
        mul     r17, r13
        movw    r22, r0
        mul     r16, r13
        add     r20, r0
        adc     r22, r1
        adc     r23, r8
        mul     r17, r12
        add     r20, r0
        adc     r22, r1
        adc     r23, r8
        mul     r22, r14
        sub     r18, r0
        sbc     r19, r1
        mul     r22, r15
        sub     r19, r0
        mul     r23, r14
        sub     r19, r0
        sub     r18, r14
        sbc     r19, r15
        sbc     r20, r20                ; ff: the estimate was right
        mov     r21, r20
        and     r21, r14
        and     r20, r15
        add     r18, r21
        adc     r19, r20
        sub     r18, r30
        sbc     r19, r31
        st      Y+, r18
        st      Y+, r19
        sbiw    r24, 1
        breq    2f
        rjmp    1b
2:      clr     r1
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8
        pop     \r
        .endr
        ret
        .size   sunbear_residues, . - sunbear_residues
