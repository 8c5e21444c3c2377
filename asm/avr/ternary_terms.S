; sunbear_ternary_terms:
;   void sunbear_ternary_terms(uint8_t *terms, const uint8_t *packed, uint16_t n, uint16_t w,
;                              uint8_t first, uint8_t blocks, uint8_t k)
; Computes   the terms of a sparse product, for sunbear_ternary_sums: of every digit g[j] that isn't 0 the place, in
;            the tables of sunbear_ternary_tables, of its first coefficient, in bytes: 2*(n - 1 - j) for 1 and
;            2*(n - 1 - j) + 4n - 2 for -1. They stand in the order of j: `first` terms, and then `blocks` times a
;            gap of 12 bytes and k terms; w = first + blocks*k. Of a g with more terms the first w count; one with
;            fewer leaves a term of any place within the tables, and then zeros. Bits 11 count as 0
; In         r25:24 terms (2w + 12*blocks + 36 bytes), r23:22 packed (n digits plus 1 in two bits, lowest first),
;            r21:20 n (2 bytes, 1 modulo 4, 5..1277), r19:18 w (2 bytes, 1..n), r16 first (1 byte, below k),
;            r14 blocks (1 byte, 1..62), r12 k (1 byte, 1..14); all but the digits public
; Out        terms
; Memory     reads packed[0..(n + 3) div 4); reads and writes terms[0..2w + 12*blocks + 2)
; Secret     the digits. No branch or skip depends on them, but addresses do: of the writes of terms
; Stack      8 bytes beyond the return address
; Cycles     86 + 111*(n - 1)/4 + 19*w + 5*blocks + (2 if first = 0); 1 more on ATmega2560
;            (n = 653: w = 288: 23,751; n = 761: w = 286: 26,710)
; Flash      354 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r1 is 0 on return; r14, r16, r28, r29 saved
;
; Every digit writes a term where the next one belongs; only one that isn't 0 moves that place on.

        .section .text.sunbear_ternary_terms,"ax",@progbits
        .global sunbear_ternary_terms
        .type   sunbear_ternary_terms,@function

        .macro  TLDIGIT                 ; the next digit of r20
        lsr     r20
        sbc     r21, r21                ; all ones for a digit 0
        lsr     r20
        sbc     r22, r22                ; all ones for a digit 1
        com     r22
        mov     r23, r22
        and     r23, r18
        and     r22, r19                ; for -1: the distance of the second table
        add     r23, r24
        adc     r22, r25
        cp      r26, r28
        cpc     r27, r29
        sbc     r0, r0                  ; all ones while there is room
        st      X+, r23
        st      X, r22
        com     r21
        and     r21, r0
        andi    r21, 2
        add     r26, r21
        adc     r27, r1
        sbiw    r26, 1                  ; past the term, if it is one
        sbiw    r24, 2
        .endm

        .macro  TLMOVE
        ld      r0, X+
        st      Z+, r0
        ld      r0, X+
        st      Z+, r0
        .endm

sunbear_ternary_terms:
        push    r14
        push    r16
        push    r28
        push    r29
        push    r25
        push    r24
        ; X = where the terms go before they are spread: 12 bytes a block later; Y = their end
        movw    r26, r24
        ldi     r24, 12
        mul     r14, r24
        add     r26, r0
        adc     r27, r1
        clr     r1
        push    r27
        push    r26
        movw    r28, r26
        add     r28, r18
        adc     r29, r19
        add     r28, r18
        adc     r29, r19
        movw    r30, r26
1:      st      Z+, r1                  ; what a wrong weight leaves open is a term, too
        st      Z+, r1
        subi    r18, 1
        sbci    r19, 0
        brne    1b
        movw    r30, r22                ; Z = the digits
        movw    r24, r20
        lsl     r24
        rol     r25                     ; 2n
        movw    r18, r24
        add     r18, r24
        adc     r19, r25
        subi    r18, 2
        sbci    r19, 0                  ; 4n - 2
        sbiw    r24, 2                  ; 2(n - 1)
2:      ld      r20, Z+
        .rept   4
        TLDIGIT
        .endr
        sbiw    r24, 0
        breq    3f                      ; one digit is left
        rjmp    2b
3:      ld      r20, Z
        TLDIGIT
4:      pop     r26
        pop     r27
        pop     r30
        pop     r31
        tst     r16
        breq    6f
5:      TLMOVE
        dec     r16
        brne    5b
6:      adiw    r30, 12
        mov     r16, r12
7:      TLMOVE
        dec     r16
        brne    7b
        dec     r14
        brne    6b
        pop     r29
        pop     r28
        pop     r16
        pop     r14
        ret
        .size   sunbear_ternary_terms, . - sunbear_ternary_terms
