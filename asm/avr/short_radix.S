; sunbear_short_radix: void sunbear_short_radix(uint8_t *packed, uint32_t *words, uint16_t n, uint8_t *scratch)
; Computes   sorts the words in ascending order, as unsigned numbers, and packs their low two bits, four a byte, the
;            smallest word's in bits 1:0 of packed[0]; the spare bits of the last byte are 0
; In         r25:24 packed, r23:22 words (secret), r21:20 n (2 bytes; public, 1..4095), r19:18 scratch
; Out        packed
; Memory     reads and writes words[0..n), which are destroyed, and scratch[0..4*n + 767);
;            writes packed[0..ceil(n/4)). No overlaps
; Secret     the contents of words. Secret addresses: ld and st in scratch, at the counter of a secret byte; st in
;            words and scratch, at the place in the order. No branch or skip depends on data
; Stack      10 bytes (11 on ATmega2560)
; Cycles     18346 + 178*n + 26*ceil(n/4) + 16*ceil(n/256) (653: 138892); on ATmega2560 15 more
; Flash      410 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r14-r17, r28, r29 saved; r1 is 0
;
; Counting sorts by bytes, the lowest first. A byte that has been sorted by is dropped, all but the two bits: elements
; have 4, 4, 3, 2 and in the end 1 byte. The counters of the 256 values are two pages, low and high bytes; they count
; bytes of the elements to come, and become pointers.

        .section .text.sunbear_short_radix,"ax",@progbits
        .global sunbear_short_radix
        .type   sunbear_short_radix,@function

sunbear_short_radix:
        push    r14
        push    r15
        push    r16
        push    r17
        push    r28
        push    r29
        push    r25
        push    r24
        movw    r14, r22                ; words
        subi    r18, 1                  ; the first page from scratch on
        sbci    r19, 0
        mov     r23, r19
        inc     r23
        mov     r17, r23                ; behind the table
        subi    r17, 0xfe
        clr     r16
        movw    r18, r20                ; n - 256*(n div 256) and the rounds of 256 that it takes
        subi    r18, 1
        sbci    r19, 0
        inc     r19
        mov     r18, r20

        ; by byte 0: 4 bytes, byte 0 goes last
        ldi     r22, 4
        ldi     r20, 4
        rcall   .Lplaces
        movw    r26, r14
        movw    r24, r18
1:      ld      r30, X+
        ld      r20, X+
        ld      r21, X+
        ld      r22, X+
        mov     r31, r23
        ld      r28, Z
        inc     r31
        ld      r29, Z
        st      Y+, r20
        st      Y+, r21
        st      Y+, r22
        st      Y+, r30
        st      Z, r29
        dec     r31
        st      Z, r28
        dec     r24
        brne    1b
        dec     r25
        brne    1b

        ; by byte 1
        rcall   .Lswap
        ldi     r22, 3
        ldi     r20, 4
        rcall   .Lplaces
        movw    r26, r14
        movw    r24, r18
1:      ld      r30, X+
        ld      r20, X+
        ld      r21, X+
        ld      r22, X+
        mov     r31, r23
        ld      r28, Z
        inc     r31
        ld      r29, Z
        st      Y+, r20
        st      Y+, r21
        st      Y+, r22
        st      Z, r29
        dec     r31
        st      Z, r28
        dec     r24
        brne    1b
        dec     r25
        brne    1b

        ; by byte 2
        rcall   .Lswap
        ldi     r22, 2
        ldi     r20, 3
        rcall   .Lplaces
        movw    r26, r14
        movw    r24, r18
1:      ld      r30, X+
        ld      r20, X+
        ld      r21, X+
        mov     r31, r23
        ld      r28, Z
        inc     r31
        ld      r29, Z
        st      Y+, r20
        st      Y+, r21
        st      Z, r29
        dec     r31
        st      Z, r28
        dec     r24
        brne    1b
        dec     r25
        brne    1b

        ; by byte 3
        rcall   .Lswap
        ldi     r22, 1
        ldi     r20, 2
        rcall   .Lplaces
        movw    r26, r14
        movw    r24, r18
1:      ld      r30, X+
        ld      r20, X+
        mov     r31, r23
        ld      r28, Z
        inc     r31
        ld      r29, Z
        st      Y+, r20
        st      Z, r29
        dec     r31
        st      Z, r28
        dec     r24
        brne    1b
        dec     r25
        brne    1b

        ; four a byte
        movw    r26, r16
        movw    r28, r16
        dec     r19
        add     r28, r18
        adc     r29, r19
        cpse    r18, r1
        rjmp    1f
        inc     r29
1:      st      Y+, r1
        st      Y+, r1
        st      Y+, r1
        pop     r30
        pop     r31
        sub     r28, r26                ; n + 3
        sbc     r29, r27
        lsr     r29
        ror     r28
        lsr     r29
        ror     r28
2:      ld      r18, X+
        ld      r19, X+
        ld      r20, X+
        ld      r21, X+
        andi    r18, 3
        andi    r19, 3
        andi    r20, 3
        lsl     r21
        lsl     r21
        or      r21, r20
        lsl     r21
        lsl     r21
        or      r21, r19
        lsl     r21
        lsl     r21
        or      r21, r18
        st      Z+, r21
        sbiw    r28, 1
        brne    2b
        pop     r29
        pop     r28
        pop     r17
        pop     r16
        pop     r15
        pop     r14
        ret

.Lswap: movw    r30, r14
        movw    r14, r16
        movw    r16, r30
        ret

        ; the table: where in r17:16 the elements of r15:14, r20 bytes each, go, which have r22 bytes then
.Lplaces:
        clr     r30
        mov     r31, r23
        ldi     r24, 64
1:      st      Z+, r1
        st      Z+, r1
        st      Z+, r1
        st      Z+, r1
        st      Z+, r1
        st      Z+, r1
        st      Z+, r1
        st      Z+, r1
        dec     r24
        brne    1b
        movw    r26, r14
        movw    r24, r18
2:      ld      r30, X
        add     r26, r20
        adc     r27, r1
        mov     r31, r23
        ld      r21, Z
        add     r21, r22
        st      Z, r21
        inc     r31
        ld      r21, Z
        adc     r21, r1
        st      Z, r21
        dec     r24
        brne    2b
        dec     r25
        brne    2b
        clr     r30
        mov     r31, r23
        clr     r28
        mov     r29, r23
        inc     r29
        movw    r24, r16
3:      ld      r20, Z
        st      Z+, r24
        ld      r21, Y
        st      Y+, r25
        add     r24, r20
        adc     r25, r21
        tst     r30
        brne    3b
        ret
        .size   sunbear_short_radix, . - sunbear_short_radix
