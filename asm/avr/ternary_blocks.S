; sunbear_ternary_blocks:
;   void sunbear_ternary_blocks(uint8_t *terms, const uint8_t *packed, uint16_t n, uint16_t w, uint16_t zeros,
;                               uint8_t blocks, uint8_t k)
; Computes   the terms of a sparse product by strips, for sunbear_ternary_strip: of every digit g[j] that isn't 0
;            the place of its first coefficient in the strip's table, in bytes: 2*(n - 1 - j). In blocks of k terms,
;            each of one sign: those of -1 from the first block on, those of 1 from the last block back; the rest is
;            `zeros`. terms[0] := minus the blocks of -1, or ff for none; then for each block: ff if it is the first
;            one after those of -1, else 0; a gap of 12 bytes; k terms. Of a g with more than w terms the first w
;            count. Bits 11 count as 0
; In         r25:24 terms (38 + blocks*(2k + 13) bytes), r23:22 packed (n digits plus 1 in two bits, lowest first),
;            r21:20 n (2 bytes, 1 modulo 4, 5..1277), r19:18 w (2 bytes, 1..n), r17:16 zeros (2 bytes),
;            r14 blocks (1 byte, ceil(w/k) + 1, at most 162), r12 k (1 byte, 2..14); all but the digits public
; Out        terms
; Memory     reads packed[0..(n + 3) div 4); reads and writes terms[0..1 + blocks*(2k + 13))
; Secret     the digits. No branch or skip depends on them, but addresses do: of the writes of terms
; Stack      15 bytes beyond the return address
; Cycles     191 + 7*blocks*(k + 1) + 253*(n - 1)/4; 1 more on ATmega2560 (n = 653, w = 288, k = 14: 43,740)
; Flash      306 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0 on return; r8, r10-r17, r28, r29 saved
;
; Every digit writes a term where the next 1 and the next -1 belong; each place moves on by a mask. There is room:
; between the last terms of both signs, at least one term is free.

        .section .text.sunbear_ternary_blocks,"ax",@progbits
        .global sunbear_ternary_blocks
        .type   sunbear_ternary_blocks,@function

        ; past the term at \p, if \m is all ones; \r terms of its block were left; \jl:\jh to the next block
        .macro  TBADVANCE p, m, r, jl, jh
        mov     r23, \m
        andi    r23, 2
        add     \p, r23
        adc     \p+1, r1
        add     \r, \m
        cpi     \r, 1
        sbc     r23, r23                ; all ones if the block is full
        mov     r0, r23
        and     r0, \jl
        add     \p, r0
        mov     r0, r23
        and     r0, \jh
        adc     \p+1, r0
        mov     r0, r23
        and     r0, r11
        add     \r, r0
        .endm

sunbear_ternary_blocks:
        .irp    r, 8, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        push    r17
        push    r16                     ; the zeros
        push    r25
        push    r24
        mov     r11, r12                ; k
        movw    r30, r22                ; Z = the digits
        ; every block: no turn, and k terms of zeros
        movw    r26, r24
        st      X+, r1
        mov     r23, r14
1:      st      X+, r1
        adiw    r26, 12
        mov     r0, r11
2:      st      X+, r16
        st      X+, r17
        dec     r0
        brne    2b
        dec     r23
        brne    1b
        mov     r8, r11
        lsl     r8                      ; 2k
        sub     r26, r8
        sbc     r27, r1
        movw    r28, r26                ; Y = the first term of the last block
        movw    r26, r24
        adiw    r26, 14                 ; X = the first term of the first block
        movw    r24, r20
        sbiw    r24, 1
        lsl     r24
        rol     r25                     ; 2(n - 1)
        ; jumps, from past a block: 13 on, or 4k + 13 back
        ldi     r23, 13
        mov     r10, r23
        clr     r12
        clr     r13
        add     r23, r8
        sub     r12, r23
        sbc     r13, r1
        sub     r12, r8
        sbc     r13, r1
        mov     r16, r11
        mov     r17, r11
        clr     r15                     ; full blocks of -1
3:      ld      r20, Z+
        ldi     r22, 4
        mov     r14, r22
4:      lsr     r20
        sbc     r21, r21                ; all ones for a digit 0
        com     r21
        cp      r1, r18
        cpc     r1, r19
        sbc     r23, r23                ; all ones while there is room
        and     r21, r23
        add     r18, r21
        adc     r19, r21
        lsr     r20
        sbc     r22, r22
        and     r22, r21                ; all ones for 1
        eor     r21, r22                ; all ones for -1
        st      X+, r24
        st      X, r25
        sbiw    r26, 1
        st      Y, r24
        std     Y+1, r25
        TBADVANCE 26, r21, r16, r10, r1
        sub     r15, r23
        TBADVANCE 28, r22, r17, r12, r13
        sbiw    r24, 2
        brcs    5f                      ; n digits are done
        dec     r14
        brne    4b
        rjmp    3b
5:      pop     r24
        pop     r25                     ; the terms
        pop     r18
        pop     r19
        st      Y, r18                  ; what stands where the next ones would
        std     Y+1, r19
        st      X+, r18
        st      X, r19
        sbiw    r26, 1
        ; the sums turn over at the first block after those of -1
        mov     r18, r16
        lsl     r18
        cp      r16, r11
        sbc     r19, r19                ; all ones within a block
        sub     r15, r19
        and     r18, r19
        com     r19
        ldi     r23, 13
        and     r23, r19
        sub     r18, r23
        sbc     r19, r19
        add     r26, r18
        adc     r27, r19
        ldi     r18, 0xff
        st      X, r18
        neg     r15
        sbc     r19, r19
        com     r19
        or      r15, r19
        movw    r26, r24
        st      X, r15                  ; minus their number, or all ones for none
        .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 8
        pop     \r
        .endr
        ret
        .size   sunbear_ternary_blocks, . - sunbear_ternary_blocks
