; sunbear_short_heap: void sunbear_short_heap(uint8_t *packed, uint32_t *words, uint16_t n)
; Computes   packs the low two bits of the words in their ascending order, as unsigned numbers, four a byte, the
;            smallest word's in bits 1:0 of packed[0]; the spare bits of the last byte are 0. As short_radix, but
;            without scratch memory
; In         r25:24 packed, r23:22 words (secret), r21:20 n (2 bytes; public, odd, 3..4095)
; Out        packed
; Memory     reads and writes words[0..n), which become 0; writes packed[0..ceil(n/4)). No overlap
; Secret     the contents of words. Secret addresses: ld and st in words, at the places in the heap. No branch or skip
;            depends on data
; Stack      18 bytes
; Cycles     n = 653: 393254, 761: 452033, 857: 504281, 953: 556529, 1013: 589184, 1277: 833782; 1 more on
;            ATmega2560
; Flash      690 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r2-r17, r28, r29 saved; r1 is 0
;
; A heap with its largest word at the root. The root's bits go out, and the larger child moves up, from level to level;
; the last place becomes 0, the least word there is, so that the heap keeps its size and every way down its length. All
; nodes above the last two levels have two children; the last step has none where they would be outside.
; X = the hole, Z = a child, r5:4 = words, r9:8 = words - 4, r7:6 = end of words.

        .section .text.sunbear_short_heap,"ax",@progbits
        .global sunbear_short_heap
        .type   sunbear_short_heap,@function

        .macro  SH_CHILD                ; Z = the first child of X
        movw    r30, r26
        lsl     r30
        rol     r31
        sub     r30, r8
        sbc     r31, r9
        .endm

        .macro  SH_LARGER               ; Z = the larger one of the children Z and Z + 4
        ld      r10, Z
        ldd     r11, Z+1
        ldd     r12, Z+2
        ldd     r13, Z+3
        ldd     r14, Z+4
        cp      r10, r14
        ldd     r14, Z+5
        cpc     r11, r14
        ldd     r14, Z+6
        cpc     r12, r14
        ldd     r14, Z+7
        cpc     r13, r14
        sbc     r16, r16
        andi    r16, 4
        add     r30, r16
        adc     r31, r1
        .endm

        .macro  SH_LOAD                 ; r13..r10 = *Z
        ld      r10, Z
        ldd     r11, Z+1
        ldd     r12, Z+2
        ldd     r13, Z+3
        .endm

        .macro  SH_INSIDE               ; r17 = ff if Z is inside; otherwise r17 = 0, Z = words
        cp      r30, r6
        cpc     r31, r7
        sbc     r17, r17
        sub     r30, r4
        sbc     r31, r5
        and     r30, r17
        and     r31, r17
        add     r30, r4
        adc     r31, r5
        .endm

        .macro  SH_MASK                 ; r13..r10 = 0 where r17 is 0
        and     r10, r17
        and     r11, r17
        and     r12, r17
        and     r13, r17
        .endm

        .macro  SH_HOLE                 ; Z = X where r17 is 0
        sub     r30, r26
        sbc     r31, r27
        and     r30, r17
        and     r31, r17
        add     r30, r26
        adc     r31, r27
        .endm

        .macro  SH_ORDER                ; r13..r10 = the smaller, r21..r18 the larger one of them
        cp      r18, r10
        cpc     r19, r11
        cpc     r20, r12
        cpc     r21, r13
        sbc     r16, r16
        .irp    i, 0, 1, 2, 3
        mov     r14, 18+\i
        eor     r14, 10+\i
        and     r14, r16
        eor     18+\i, r14
        eor     10+\i, r14
        .endr
        .endm

sunbear_short_heap:
        .irp    r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
        push    \r
        .endr
        movw    r28, r24                ; the end of packed
        movw    r30, r20
        adiw    r30, 3
        lsr     r31
        ror     r30
        lsr     r31
        ror     r30
        add     r28, r30
        adc     r29, r31
        movw    r2, r20                 ; n
        movw    r8, r22
        movw    r6, r20
        lsl     r6
        rol     r7
        lsl     r6
        rol     r7
        add     r6, r22
        adc     r7, r23
        ldi     r16, 4
        sub     r8, r16
        sbc     r9, r1

        movw    r4, r22
        ; levels below the root whose nodes all have children: log2(n + 1) - 1, rounded down
        movw    r30, r20
        adiw    r30, 1
        ldi     r16, 0xfe
1:      inc     r16
        lsr     r31
        ror     r30
        adiw    r30, 0
        brne    1b
        mov     r0, r16

        ; make the heap: the nodes with children from the last one, r25:24 = (n - 1)/2, to the first, 1.
        ; r15 = levels below the node whose nodes all have children, up to the node's power of two r23:22
        movw    r24, r2
        lsr     r25
        ror     r24
        ldi     r22, 1
        ldi     r23, 0
        mov     r15, r0
        rjmp    2f
1:      lsl     r22
        rol     r23
        dec     r15
2:      movw    r30, r22
        lsl     r30
        rol     r31
        cp      r24, r30
        cpc     r25, r31
        brsh    1b
.Lnode: movw    r26, r24
        lsl     r26
        rol     r27
        lsl     r26
        rol     r27
        add     r26, r8
        adc     r27, r9
        movw    r30, r26
        ld      r18, Z
        ldd     r19, Z+1
        ldd     r20, Z+2
        ldd     r21, Z+3
        mov     r17, r15
        tst     r17
        breq    2f
1:      SH_CHILD
        SH_LARGER
        SH_LOAD
        SH_ORDER
        st      X+, r18
        st      X+, r19
        st      X+, r20
        st      X+, r21
        movw    r18, r10
        movw    r20, r12
        movw    r26, r30
        dec     r17
        brne    1b
2:      SH_CHILD
        SH_INSIDE
        SH_LARGER
        SH_LOAD
        SH_MASK
        SH_ORDER
        SH_HOLE
        st      Z, r10                  ; first, as both may go to X
        std     Z+1, r11
        std     Z+2, r12
        std     Z+3, r13
        st      X+, r18
        st      X+, r19
        st      X+, r20
        st      X+, r21
        sbiw    r24, 1
        breq    3f
        cp      r24, r22
        cpc     r25, r23
        brsh    4f
        lsr     r23
        ror     r22
        inc     r15
4:      rjmp    .Lnode

3:      movw    r24, r2
        clr     r23
.Lroot: movw    r26, r4
        ld      r16, X
        andi    r16, 3
        lsl     r23
        lsl     r23
        or      r23, r16
        mov     r16, r24
        andi    r16, 3
        cpi     r16, 1                  ; the first of four
        brne    1f
        st      -Y, r23
1:      mov     r17, r0
2:      SH_CHILD
        SH_LARGER
        ld      r10, Z
        st      X+, r10
        ldd     r10, Z+1
        st      X+, r10
        ldd     r10, Z+2
        st      X+, r10
        ldd     r10, Z+3
        st      X+, r10
        movw    r26, r30
        dec     r17
        brne    2b
        SH_CHILD
        SH_INSIDE
        SH_LARGER
        SH_LOAD
        SH_MASK
        SH_HOLE
        st      Z, r1
        std     Z+1, r1
        std     Z+2, r1
        std     Z+3, r1
        st      X+, r10
        st      X+, r11
        st      X+, r12
        st      X+, r13
        sbiw    r24, 1
        breq    9f
        rjmp    .Lroot
9:      .irp    r, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
        pop     \r
        .endr
        ret
        .size   sunbear_short_heap, . - sunbear_short_heap
