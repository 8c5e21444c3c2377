; sunbear_cut_fields:
;   uint8_t sunbear_cut_fields(uint16_t *fields, struct field *state, const uint8_t block[32], uint8_t bits)
; Computes   the fields of so many bits, the highest bit first, that end within the block, and their number
; In         r25:24 fields (room for ceil((256 + 8)/bits)), r23:22 state, r21:20 block, r18 bits (public, 9..16). struct
;            field, 3 bytes: the bits that a field has already, and how many it lacks (public, 1..bits)
; Out        r24, public; state
; Memory     reads *state, block[0..32); writes *state, fields. No overlap
; Secret     the contents of fields and block, and the bits of state. Public: all else
; Stack      2 bytes
; Cycles     2236 + 11*result; 1 more on ATmega2560
; Flash      68 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r28, r29 saved; r1 is 0

        .section .text.sunbear_cut_fields,"ax",@progbits
        .global sunbear_cut_fields
        .type   sunbear_cut_fields,@function
sunbear_cut_fields:
        push    r28
        push    r29
        movw    r26, r24
        movw    r28, r22
        movw    r30, r20
        ld      r20, Y                  ; the field under way
        ldd     r21, Y+1
        ldd     r22, Y+2                ; what it lacks
        ldi     r24, 0
        ldi     r25, 32
1:      ld      r19, Z+
        ldi     r23, 8
2:      lsl     r19
        rol     r20
        rol     r21
        dec     r22
        breq    4f
3:      dec     r23
        brne    2b
        dec     r25
        brne    1b
        st      Y, r20
        std     Y+1, r21
        std     Y+2, r22
        pop     r29
        pop     r28
        ret
4:      st      X+, r20
        st      X+, r21
        ldi     r20, 0
        ldi     r21, 0
        mov     r22, r18
        inc     r24
        rjmp    3b
        .size   sunbear_cut_fields, . - sunbear_cut_fields
