; sunbear_sha256_block: void sunbear_sha256_block(uint32_t state[8], uint8_t block[64])
; Computes   SHA-256's compression function (FIPS 180-4, section 6.2.2): state takes in one block.
; In         r25:r24 = state (32 bytes: eight words a, b, .. h, each little endian, as uint32_t is here),
;            r23:r22 = block (64 bytes of the message, in its order). Any alignment.
; Out        state; block, which the message schedule has replaced by its last 16 words
; Memory     reads and writes state[0..32), block[0..64); the two must not overlap
; Secret     all of the state and the block, before and after: no branch, skip or address depends on them
; Stack      54 bytes beyond the return address (55 on ATmega2560)
; Cycles     19,007 (ATmega1284P, first instruction through ret), constant; 129 more on ATmega2560
; Flash      5,100 bytes, the round constants among them
; Clobbers   r0, r18-r27, r30, r31, SREG with T; r2-r17, r28, r29 saved; r1 is 0 on return
;
; Made like sunbear_sha512_block, whose head explains the turns, the names of the working variables and
; the complements. Words being half as long, a, b and e stay in registers from round to round as well;
; the copies in memory are for their later lives as c, d, f, g and h.

        .set sha256_e, 18               ; four registers each: e, then the e of the next round,
        .set sha256_w, 22               ; a word of the schedule on its way to its round, then a Sigma of it

; Rotate four registers left by one bit; r1 = 0.
.macro sha256_rotate_left r
        lsl  \r
        rol  \r+1
        rol  \r+2
        rol  \r+3
        adc  \r, r1
.endm

; Rotate four registers right by one bit; r0 = their lowest byte before the first of such rotations.
.macro sha256_rotate_right r
        lsr  r0
        ror  \r+3
        ror  \r+2
        ror  \r+1
        ror  \r
.endm

.macro sha256_copy r, from
        movw \r, \from
        movw \r+2, \from+2
.endm

; r ^= from rotated right by n bytes
.macro sha256_xor r, from, n
  .irp j, 0,1,2,3
        eor  \r+\j, \from+((\j+\n) & 3)
  .endr
.endm

; sum += from rotated right by n bytes
.macro sha256_add sum, from, n
        add  \sum, \from+\n
  .irp j, 1,2,3
        adc  \sum+\j, \from+((\j+\n) & 3)
  .endr
.endm

; sum -= from rotated right by n bytes, or, odd = 0, sum += the complement of that
.macro sha256_take odd, sum, from, n
  .if \odd
        sub  \sum, \from+\n
  .else
        sec
        sbc  \sum, \from+\n
  .endif
  .irp j, 1,2,3
        sbc  \sum+\j, \from+((\j+\n) & 3)
  .endr
.endm

; r = the working variable at Y + at
.macro sha256_get r, at
  .irp j, 0,1,2,3
        ldd  \r+\j, Y+\at+\j
  .endr
.endm
.macro sha256_put r, at
  .irp j, 0,1,2,3
        std  Y+\at+\j, \r+\j
  .endr
.endm

; r = word n of the half block at Z, which is big endian
.macro sha256_get_word r, n
  .irp j, 0,1,2,3
        ldd  \r+\j, Z+4*(\n)+3-\j
  .endr
.endm

; A round whose number is i mod 8: a and b in the registers a and b, sums in t, which is the next a;
; then word i+1 of the schedule to w. The variables d, f, g, h and, later, c are in memory.
.macro sha256_round i, t, a, b, x
        .set sha256_odd, \i & 1
        .set sha256_at_c, 4*((10-\i) & 7)
        .set sha256_at_d, 4*((11-\i) & 7)
        .set sha256_at_f, 4*((13-\i) & 7)
        .set sha256_at_g, 4*((14-\i) & 7)
        .set sha256_at_h, 4*((15-\i) & 7)
        ; t = h + w, or its complement
        sha256_get \t, sha256_at_h
  .if sha256_odd
        sha256_take 1, \t, sha256_w, 0
  .else
        sha256_add \t, sha256_w, 0
  .endif
        ; Ch
  .irp j, 0,1,2,3
        ldd  r0, Y+sha256_at_f+\j
        ldd  r1, Y+sha256_at_g+\j
    .if sha256_odd
        eor  r1, r0
        or   r1, sha256_e+\j
        eor  r1, r0
      .if \j
        sbc  \t+\j, r1
      .else
        sub  \t, r1
      .endif
    .else
        eor  r0, r1
        or   r0, sha256_e+\j
        eor  r0, r1
      .if \j
        adc  \t+\j, r0
      .else
        add  \t, r0
      .endif
    .endif
  .endr
        ; Sigma1: rotations by 6, 11, 25, all but a byte of it
        clr  r1
        sha256_copy sha256_w, sha256_e
        sha256_rotate_left sha256_w
        sha256_rotate_left sha256_w
        mov  r0, sha256_e
        sha256_rotate_right sha256_e
        sha256_xor sha256_w, sha256_e, 2
        sha256_rotate_right sha256_e
        sha256_rotate_right sha256_e
        sha256_xor sha256_w, sha256_e, 0
        sha256_take sha256_odd, \t, sha256_w, 1
        ; e of the next round
        sha256_get sha256_e, sha256_at_d
  .if sha256_odd
        sec
        adc  sha256_e, \t
  .else
        add  sha256_e, \t
  .endif
  .irp j, 1,2,3
        adc  sha256_e+\j, \t+\j
  .endr
        sha256_put sha256_e, sha256_at_d
        ; Maj
  .if !sha256_odd
        sec
  .endif
  .irp j, 0,1,2,3
        ldd  r0, Y+sha256_at_c+\j
        eor  r0, \b+\j
        and  \b+\j, r0
        or   r0, \a+\j
        eor  r0, \b+\j
    .if \j || !sha256_odd
        sbc  \t+\j, r0
    .else
        sub  \t, r0
    .endif
  .endr
        ; Sigma0: rotations by 2, 13, 22
        sha256_copy sha256_w, \a
        mov  r0, sha256_w
        sha256_rotate_right sha256_w
        sha256_rotate_right sha256_w
        sha256_copy \x, \a
        sha256_rotate_left \x
        sha256_rotate_left \x
        sha256_xor sha256_w, \x, 3
        sha256_rotate_left \x
        sha256_xor sha256_w, \x, 2
        sha256_take sha256_odd, \t, sha256_w, 0
        ; a of the next round
        sha256_put \t, sha256_at_h

  .if \i == 7
        movw r0, r30
        movw r30, r26
        movw r26, r0
        sha256_schedule 0, \x, \b
  .else
        sha256_schedule \i+1, \x, \b
  .endif
.endm

; w = word n of the half block at Z, or, T set, the word that follows 16 words after it, which takes its place.
.macro sha256_schedule n, x, s
        brts 1f
        sha256_get_word sha256_w, \n
        ret
1:
  .if (\n) < 7
        movw r0, r30
        movw r30, r26
        sha256_get_word sha256_w, (\n)+1
    .if (\n) < 2
        sha256_get_word \x, (\n)+6
    .endif
        movw r30, r0
    .if (\n) >= 2
        sha256_get_word \x, (\n)-2
    .endif
  .else
        sha256_get_word sha256_w, 0
        sha256_get_word \x, 5
  .endif
        ; sigma1: rotations by 17 and 19, shift by 10; all but two bytes of it
        mov  r1, \x+3
        lsr  r1
        lsr  r1
        mov  r0, \x
        sha256_rotate_right \x
        sha256_copy \s, \x
        sha256_rotate_right \x
        eor  \s+2, \x+1
        eor  \s+3, \x+2
        eor  \s, r1
        sha256_rotate_right \x
        sha256_xor \s, \x, 0
        sha256_add sha256_w, \s, 2
        ; sigma0: rotations by 7 and 18, shift by 3; all but a byte of it
  .if (\n) < 7
        sha256_get_word \x, (\n)+1
  .else
        movw r0, r30
        movw r30, r26
        sha256_get_word \x, 0
        movw r30, r0
  .endif
        clr  r1
        sha256_copy \s, \x
        sha256_rotate_left \s
        mov  r1, \x+3
        lsr  r1
        lsr  r1
        lsr  r1
        mov  r0, \x
        sha256_rotate_right \x
        sha256_rotate_right \x
        sha256_xor \s, \x, 1
        lsr  \x+3
        ror  \x+2
        ror  \x+1
        ror  \x
        eor  \s, r1
        eor  \s+1, \x
        eor  \s+2, \x+1
        eor  \s+3, \x+2
        sha256_add sha256_w, \s, 1
        ; the word 16 before
        ldd  r0, Z+4*(\n)+3
        add  sha256_w, r0
        std  Z+4*(\n)+3, sha256_w
  .irp j, 1,2,3
        ldd  r0, Z+4*(\n)+3-\j
        adc  sha256_w+\j, r0
        std  Z+4*(\n)+3-\j, sha256_w+\j
  .endr
        ret
.endm

; w += the round's constant; the round
.macro sha256_turn i, k
        subi sha256_w, -\k & 0xff
        sbci sha256_w+1, -\k >> 8 & 0xff
        sbci sha256_w+2, -\k >> 16 & 0xff
        sbci sha256_w+3, -\k >> 24 & 0xff
        rcall .Lsha256_round_\i
.endm

; t, a, b and a fourth word change places every round.
.macro sha256_round_at i
.Lsha256_round_\i:
        sha256_round \i, 2+4*(\i & 3), 2+4*((\i-1) & 3), 2+4*((\i-2) & 3), 2+4*((\i+1) & 3)
.endm

        .section .text.sunbear_sha256_block,"ax",@progbits
        ; A name for whoever looks up what an address belongs to.
        .type sunbear_sha256_block_rounds, @function
sunbear_sha256_block_rounds:
        sha256_round_at 0
        sha256_round_at 1
        sha256_round_at 2
        sha256_round_at 3
        .size sunbear_sha256_block_rounds, . - sunbear_sha256_block_rounds

        .global sunbear_sha256_block
        .type sunbear_sha256_block, @function
sunbear_sha256_block:
  .irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29,25,24
        push \r
  .endr
        movw r30, r22                   ; Z: the half of the block that the round is in
        movw r26, r24
        adiw r26, 32
        ldi  r18, 4
1:
  .rept 4                               ; h, f, d, b
        ld   r0, -X
        push r0
  .endr
  .rept 4                               ; g, e, c, a
        ld   r0, -X
        com  r0
        push r0
  .endr
        dec  r18
        brne 1b
        in   r28, 0x3d
        in   r29, 0x3e
        adiw r28, 1                     ; Y: the working variables
        movw r26, r30
        adiw r26, 32                    ; X: the other half
        sha256_get 14, 0                ; a
        sha256_get 10, 4                ; b
        sha256_get sha256_e, 16
        sha256_get_word sha256_w, 0
        clt
        sha256_turn 0, 0x428a2f98
        sha256_turn 1, 0x71374491
        sha256_turn 2, 0xb5c0fbcf
        sha256_turn 3, 0xe9b5dba5
        sha256_turn 4, 0x3956c25b
        sha256_turn 5, 0x59f111f1
        sha256_turn 6, 0x923f82a4
        sha256_turn 7, 0xab1c5ed5
        sha256_turn 0, 0xd807aa98
        sha256_turn 1, 0x12835b01
        sha256_turn 2, 0x243185be
        sha256_turn 3, 0x550c7dc3
        sha256_turn 4, 0x72be5d74
        sha256_turn 5, 0x80deb1fe
        sha256_turn 6, 0x9bdc06a7
        set                             ; from here on the schedule continues
        sha256_turn 7, 0xc19bf174
        sha256_turn 0, 0xe49b69c1
        sha256_turn 1, 0xefbe4786
        sha256_turn 2, 0x0fc19dc6
        sha256_turn 3, 0x240ca1cc
        sha256_turn 4, 0x2de92c6f
        sha256_turn 5, 0x4a7484aa
        sha256_turn 6, 0x5cb0a9dc
        sha256_turn 7, 0x76f988da
        sha256_turn 0, 0x983e5152
        sha256_turn 1, 0xa831c66d
        sha256_turn 2, 0xb00327c8
        sha256_turn 3, 0xbf597fc7
        sha256_turn 4, 0xc6e00bf3
        sha256_turn 5, 0xd5a79147
        sha256_turn 6, 0x06ca6351
        sha256_turn 7, 0x14292967
        sha256_turn 0, 0x27b70a85
        sha256_turn 1, 0x2e1b2138
        sha256_turn 2, 0x4d2c6dfc
        sha256_turn 3, 0x53380d13
        sha256_turn 4, 0x650a7354
        sha256_turn 5, 0x766a0abb
        sha256_turn 6, 0x81c2c92e
        sha256_turn 7, 0x92722c85
        sha256_turn 0, 0xa2bfe8a1
        sha256_turn 1, 0xa81a664b
        sha256_turn 2, 0xc24b8b70
        sha256_turn 3, 0xc76c51a3
        sha256_turn 4, 0xd192e819
        sha256_turn 5, 0xd6990624
        sha256_turn 6, 0xf40e3585
        sha256_turn 7, 0x106aa070
        sha256_turn 0, 0x19a4c116
        sha256_turn 1, 0x1e376c08
        sha256_turn 2, 0x2748774c
        sha256_turn 3, 0x34b0bcb5
        sha256_turn 4, 0x391c0cb3
        sha256_turn 5, 0x4ed8aa4a
        sha256_turn 6, 0x5b9cca4f
        sha256_turn 7, 0x682e6ff3
        sha256_turn 0, 0x748f82ee
        sha256_turn 1, 0x78a5636f
        sha256_turn 2, 0x84c87814
        sha256_turn 3, 0x8cc70208
        sha256_turn 4, 0x90befffa
        sha256_turn 5, 0xa4506ceb
        sha256_turn 6, 0xbef9a3f7
        clt
        sha256_turn 7, 0xc67178f2
        ldd  r26, Y+32                  ; X: the state
        ldd  r27, Y+33
        clr  r1
        ldi  r18, 4
1:
        sec                             ; a, c, e, g
  .rept 4
        pop  r0
        ld   r19, X
        sbc  r19, r0
        st   X+, r19
  .endr
        clc
  .rept 4
        pop  r0
        ld   r19, X
        adc  r19, r0
        st   X+, r19
  .endr
        dec  r18
        brne 1b
  .irp r, 24,25,29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
        pop  \r
  .endr
        ret

        sha256_round_at 4
        sha256_round_at 5
        sha256_round_at 6
        sha256_round_at 7
        .size sunbear_sha256_block, . - sunbear_sha256_block
