; sunbear_accept_indices:
;   void sunbear_accept_indices(struct indices *state, uint16_t *lists, uint8_t *seen,
;                               const uint16_t *candidates, uint8_t count)
; Computes   appends v mod n of each candidate v below limit to the list being filled, unless it is in it already
; In         r25:24 state, r23:22 lists, r21:20 seen, r19:18 candidates (each below 32*n), r16 count (public; 0 is
;            256). struct indices, 12 bytes: n (below 2048), limit, ends[3] (ascending, the last at least 1), filled
;            (at most ends[2]), 2 bytes each. List k = 1, 2, 3 ends before lists[ends[k-1]]; equal ends are lists
;            without room. seen[i] is the number of the last list with i in it, 0 at first
; Out        nothing in registers
; Memory     reads *state, candidates[0..count), lists[0..ends[2]), seen[0..n); writes state->filled, lists, seen. No
;            overlap
; Secret     candidates, the contents of lists and seen, filled: addresses within lists and seen depend on them.
;            Public: the rest of state, count, addresses
; Stack      7 bytes
; Cycles     34 + 144*count; 1 more on ATmega2560
; Flash      278 bytes
; Clobbers   r0, r18, r19, r22-r27, r30, r31, SREG; r13-r17, r28, r29 saved; r1 is 0

        .section .text.sunbear_accept_indices,"ax",@progbits
        .global sunbear_accept_indices
        .type   sunbear_accept_indices,@function
sunbear_accept_indices:
        push    r13
        push    r14
        push    r15
        push    r16
        push    r17
        push    r28
        push    r29
        movw    r28, r24
        movw    r26, r18
        movw    r14, r22
1:      ld      r18, X+
        ld      r19, X+
        ldd     r22, Y+2
        ldd     r23, Y+3
        cp      r18, r22
        cpc     r19, r23
        sbc     r13, r13                ; ff: below limit
        ld      r22, Y                  ; n*16, then n*8 ... n
        ldd     r23, Y+1
        lsl     r22
        rol     r23
        lsl     r22
        rol     r23
        lsl     r22
        rol     r23
        lsl     r22
        rol     r23
        sub     r18, r22
        sbc     r19, r23
        sbc     r0, r0
        mov     r24, r0
        and     r24, r22
        and     r0, r23
        add     r18, r24
        adc     r19, r0
        lsr     r23
        ror     r22
        sub     r18, r22
        sbc     r19, r23
        sbc     r0, r0
        mov     r24, r0
        and     r24, r22
        and     r0, r23
        add     r18, r24
        adc     r19, r0
        lsr     r23
        ror     r22
        sub     r18, r22
        sbc     r19, r23
        sbc     r0, r0
        mov     r24, r0
        and     r24, r22
        and     r0, r23
        add     r18, r24
        adc     r19, r0
        lsr     r23
        ror     r22
        sub     r18, r22
        sbc     r19, r23
        sbc     r0, r0
        mov     r24, r0
        and     r24, r22
        and     r0, r23
        add     r18, r24
        adc     r19, r0
        lsr     r23
        ror     r22
        sub     r18, r22
        sbc     r19, r23
        sbc     r0, r0
        mov     r24, r0
        and     r24, r22
        and     r0, r23
        add     r18, r24
        adc     r19, r0
        ldd     r24, Y+10
        ldd     r25, Y+11
        ldi     r22, 3                  ; the list's number
        ldd     r30, Y+4
        ldd     r31, Y+5
        cp      r24, r30
        cpc     r25, r31
        sbc     r22, r1
        ldd     r30, Y+6
        ldd     r31, Y+7
        cp      r24, r30
        cpc     r25, r31
        sbc     r22, r1
        ldd     r30, Y+8
        ldd     r31, Y+9
        cp      r24, r30
        cpc     r25, r31
        sbc     r23, r23                ; ff: there is room
        and     r13, r23
        com     r23
        movw    r30, r20
        add     r30, r18
        adc     r31, r19
        ld      r0, Z
        eor     r0, r22
        cp      r1, r0
        sbc     r17, r17                ; ff: not in this list
        and     r13, r17
        eor     r22, r0
        and     r0, r13
        eor     r22, r0
        st      Z, r22
        movw    r30, r24                ; the last one, kept as it is, when full
        add     r30, r23
        adc     r31, r23
        lsl     r30
        rol     r31
        add     r30, r14
        adc     r31, r15
        ld      r22, Z
        ldd     r23, Z+1
        eor     r18, r22
        and     r18, r13
        eor     r18, r22
        eor     r19, r23
        and     r19, r13
        eor     r19, r23
        st      Z, r18
        std     Z+1, r19
        sub     r24, r13
        sbc     r25, r13
        std     Y+10, r24
        std     Y+11, r25
        dec     r16
        breq    2f
        rjmp    1b
2:      pop     r29
        pop     r28
        pop     r17
        pop     r16
        pop     r15
        pop     r14
        pop     r13
        ret
        .size   sunbear_accept_indices, . - sunbear_accept_indices
