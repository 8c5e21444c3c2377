; sunbear_accept_octets:
;   void sunbear_accept_octets(uint8_t *octets, uint8_t room, uint8_t *filled, const uint8_t *block, uint8_t n)
; Computes   appends the octets of block below 243 to octets[0..*filled) while there is room, and counts
;            them in *filled
; In         r25:24 octets, r22 room (public, at least 1), r21:20 filled, r19:18 block, r16 n (public; 0 is
;            256); *filled <= room
; Out        nothing in registers
; Memory     reads octets[0..room), *filled, block[0..n); writes octets[0..room), *filled. No overlap
; Secret     the contents of octets and block, *filled: addresses within octets depend on it. Public: room, n, addresses
; Stack      1 bytes
; Cycles     14 + 23*n; 1 more on ATmega2560
; Flash      54 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r16 saved; r1 is 0

        .section .text.sunbear_accept_octets,"ax",@progbits
        .global sunbear_accept_octets
        .type   sunbear_accept_octets,@function
sunbear_accept_octets:
        push    r16
        movw    r26, r18
        movw    r30, r20
        ld      r23, Z
1:      ld      r18, X+
        cpi     r18, 243
        sbc     r19, r19                ; ff: below
        cp      r23, r22
        sbc     r30, r30                ; ff: there is room
        and     r19, r30
        com     r30
        add     r30, r23                ; the last one, kept as it is, when full
        clr     r31
        add     r30, r24
        adc     r31, r25
        ld      r0, Z
        eor     r18, r0
        and     r18, r19
        eor     r18, r0
        st      Z, r18
        sub     r23, r19
        dec     r16
        brne    1b
        movw    r30, r20
        st      Z, r23
        pop     r16
        ret
        .size   sunbear_accept_octets, . - sunbear_accept_octets
