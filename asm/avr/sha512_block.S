; sunbear_sha512_block: void sunbear_sha512_block(uint64_t state[8], uint8_t block[128])
; Computes   SHA-512's compression function (FIPS 180-4, section 6.4.2): state takes in one block.
; In         r25:r24 = state (64 bytes: eight words a, b, .. h, each little endian, as uint64_t is here),
;            r23:r22 = block (128 bytes of the message, in its order). Any alignment.
; Out        state; block, which the message schedule has replaced by its last 16 words
; Memory     reads and writes state[0..64), block[0..128); the two must not overlap
; Secret     all of the state and the block, before and after: no branch, skip or address depends on them
; Stack      86 bytes beyond the return address (87 on ATmega2560)
; Cycles     47,667 (ATmega1284P, first instruction through ret), constant; 161 more on ATmega2560
; Flash      9,852 bytes, the round constants among them
; Clobbers   r0, r18-r27, r30, r31, SREG with T; r2-r17, r28, r29 saved; r1 is 0 on return
;
; The working variables lie on the stack and never move: eight rounds in eight copies of the code, in
; each of which they have other names. Whole bytes of a rotation are a matter of which register is
; named, too. A list of 80 turns adds each round's constant as immediate operands and calls the round.
; The code of a round goes on to produce the next word of the schedule, which replaces the word 16
; before it, and leaves it in registers. Z is the half of the block with the current word, X the other.
;
; Rounds with odd numbers give the complements of a and e. It costs nothing, for a sum's complement is
; reached by subtracting (~(x + y) = ~x - y); and it saves operations, for Maj and Ch are then always
; to be had from alternating signs. With y = b ^ ~c, which is set where b and c agree:
;   Maj(a,b,c) = (~b & ~c) ^ (a | y),  Ch(e,f,g) = ~f ^ (e | y') = ~g ^ (~e | y'),  y' = f ^ ~g.

        .set sha512_x, 2                ; eight registers each: e, a or a word of the schedule at work,
        .set sha512_s, 10               ; a Sigma or sigma of it,
        .set sha512_w, 18               ; a word of the schedule on its way to its round

; Rotate eight registers left by one bit; r1 = 0.
.macro sha512_rotate_left r
        lsl  \r
  .irp j, 1,2,3,4,5,6,7
        rol  \r+\j
  .endr
        adc  \r, r1
.endm

; Rotate eight registers right by one bit; r0 = their lowest byte before the first of such rotations.
.macro sha512_rotate_right r
        lsr  r0
  .irp j, 7,6,5,4,3,2,1,0
        ror  \r+\j
  .endr
.endm

.macro sha512_copy r, from
  .irp j, 0,2,4,6
        movw \r+\j, \from+\j
  .endr
.endm

; r ^= from rotated right by n bytes
.macro sha512_xor r, from, n
  .irp j, 0,1,2,3,4,5,6,7
        eor  \r+\j, \from+((\j+\n) & 7)
  .endr
.endm

; sum += from rotated right by n bytes
.macro sha512_add sum, from, n
        add  \sum, \from+\n
  .irp j, 1,2,3,4,5,6,7
        adc  \sum+\j, \from+((\j+\n) & 7)
  .endr
.endm

; sum -= from rotated right by n bytes; from is complemented if odd = 0
.macro sha512_take odd, sum, from, n
  .if \odd
        sub  \sum, \from+\n
  .else
        sec
        sbc  \sum, \from+\n
  .endif
  .irp j, 1,2,3,4,5,6,7
        sbc  \sum+\j, \from+((\j+\n) & 7)
  .endr
.endm

; r = the working variable at Y + at
.macro sha512_get r, at
  .irp j, 0,1,2,3,4,5,6,7
        ldd  \r+\j, Y+\at+\j
  .endr
.endm
.macro sha512_put r, at
  .irp j, 0,1,2,3,4,5,6,7
        std  Y+\at+\j, \r+\j
  .endr
.endm

; r = word n of the half block at Z: big endian
.macro sha512_get_word r, n
  .irp j, 0,1,2,3,4,5,6,7
        ldd  \r+\j, Z+8*(\n)+7-\j
  .endr
.endm

.macro sha512_turn_about
        movw r0, r30
        movw r30, r26
        movw r26, r0
.endm

; A round whose number is i mod 8, sums in t, Sigmas in s; then word i+1 of the schedule to w.
.macro sha512_round i, t, s
        .set sha512_odd, \i & 1
        .set sha512_a, 8*((8-\i) & 7)
        .set sha512_b, 8*((9-\i) & 7)
        .set sha512_c, 8*((10-\i) & 7)
        .set sha512_d, 8*((11-\i) & 7)
        .set sha512_e, 8*((12-\i) & 7)
        .set sha512_f, 8*((13-\i) & 7)
        .set sha512_g, 8*((14-\i) & 7)
        .set sha512_h, 8*((15-\i) & 7)
        ; t = h + w, or its complement
  .if sha512_odd
        sha512_get \t, sha512_h
        sha512_take 1, \t, sha512_w, 0
  .else
        ldd  r0, Y+sha512_h
        add  \t, r0
    .irp j, 1,2,3,4,5,6,7
        ldd  r0, Y+sha512_h+\j
        adc  \t+\j, r0
    .endr
  .endif
        ; Ch
        sha512_get sha512_x, sha512_e
  .irp j, 0,1,2,3,4,5,6,7
        ldd  r0, Y+sha512_f+\j
        ldd  r1, Y+sha512_g+\j
    .if sha512_odd
        eor  r1, r0
        or   r1, sha512_x+\j
        eor  r1, r0
      .if \j
        sbc  \t+\j, r1
      .else
        sub  \t, r1
      .endif
    .else
        eor  r0, r1
        or   r0, sha512_x+\j
        eor  r0, r1
      .if \j
        adc  \t+\j, r0
      .else
        add  \t, r0
      .endif
    .endif
  .endr
        ; Sigma1: rotations by 14, 18, 41, all but two bytes of it
        clr  r1
        sha512_copy \s, sha512_x
        sha512_rotate_left \s
        sha512_rotate_left \s
        mov  r0, sha512_x
        sha512_rotate_right sha512_x
        sha512_xor \s, sha512_x, 3
        sha512_rotate_right sha512_x
        sha512_xor \s, sha512_x, 0
        sha512_take sha512_odd, \t, \s, 2
        ; e of the next round
        sha512_get sha512_x, sha512_d
  .if sha512_odd
        sec
        adc  sha512_x, \t
  .else
        add  sha512_x, \t
  .endif
  .irp j, 1,2,3,4,5,6,7
        adc  sha512_x+\j, \t+\j
  .endr
        sha512_put sha512_x, sha512_d
        ; Maj
        sha512_get sha512_x, sha512_a
  .if !sha512_odd
        sec
  .endif
  .irp j, 0,1,2,3,4,5,6,7
        ldd  r0, Y+sha512_b+\j
        ldd  r1, Y+sha512_c+\j
        eor  r1, r0
        and  r0, r1
        or   r1, sha512_x+\j
        eor  r1, r0
    .if \j || !sha512_odd
        sbc  \t+\j, r1
    .else
        sub  \t, r1
    .endif
  .endr
        ; Sigma0: rotations by 28, 34, 39, all but five bytes of it
        clr  r1
        sha512_copy \s, sha512_x
        sha512_rotate_left \s
        mov  r0, sha512_x
        sha512_rotate_right sha512_x
        sha512_rotate_right sha512_x
        sha512_xor \s, sha512_x, 7
        sha512_rotate_right sha512_x
        sha512_rotate_right sha512_x
        sha512_xor \s, sha512_x, 6
        sha512_take sha512_odd, \t, \s, 5
        ; a of the next round
        sha512_put \t, sha512_h

  .if \i == 7
        sha512_turn_about
        sha512_schedule 0
  .else
        sha512_schedule \i+1
  .endif
.endm

; w = word n of the half block at Z, or, T set, the word that follows 16 words after it, which takes its place.
.macro sha512_schedule n
        brts 1f
        sha512_get_word sha512_w, \n
        ret
1:
  .if (\n) < 7
        movw r0, r30
        movw r30, r26
        sha512_get_word sha512_w, (\n)+1
    .if (\n) < 2
        sha512_get_word sha512_x, (\n)+6
    .endif
        movw r30, r0
    .if (\n) >= 2
        sha512_get_word sha512_x, (\n)-2
    .endif
  .else
        sha512_get_word sha512_w, 0
        sha512_get_word sha512_x, 5
  .endif
        ; sigma1: rotations by 19 and 61, shift by 6; all but a byte of it
        clr  r1
  .rept 2
        lsl  sha512_x
    .irp j, 1,2,3,4,5,6,7
        rol  sha512_x+\j
    .endr
        rol  r1
  .endr
        sha512_copy sha512_s, sha512_x
        mov  sha512_s, r1
        or   sha512_x, r1
        clr  r1
        sha512_rotate_left sha512_x
        sha512_xor sha512_s, sha512_x, 7
        sha512_rotate_left sha512_x
        sha512_rotate_left sha512_x
        sha512_xor sha512_s, sha512_x, 2
        sha512_add sha512_w, sha512_s, 1
        ; sigma0: rotations by 1 and 8, shift by 7
  .if (\n) < 7
        sha512_get_word sha512_x, (\n)+1
  .else
        movw r0, r30
        movw r30, r26
        sha512_get_word sha512_x, 0
        movw r30, r0
  .endif
        sha512_copy sha512_s, sha512_x
        mov  r0, sha512_s
        sha512_rotate_right sha512_s
        sha512_xor sha512_s, sha512_x, 1
        clr  r1
        lsl  sha512_x
  .irp j, 1,2,3,4,5,6,7
        rol  sha512_x+\j
  .endr
        adc  r1, r1
  .irp j, 0,1,2,3,4,5,6
        eor  sha512_s+\j, sha512_x+\j+1
  .endr
        eor  sha512_s+7, r1
        sha512_add sha512_w, sha512_s, 0
        ; the word 16 before
        ldd  r0, Z+8*(\n)+7
        add  sha512_w, r0
        std  Z+8*(\n)+7, sha512_w
  .irp j, 1,2,3,4,5,6,7
        ldd  r0, Z+8*(\n)+7-\j
        adc  sha512_w+\j, r0
        std  Z+8*(\n)+7-\j, sha512_w+\j
  .endr
        ret
.endm

; w += the round's constant; the round
.macro sha512_turn i, high, low
        subi sha512_w, -\low & 0xff
        sbci sha512_w+1, -\low >> 8 & 0xff
        sbci sha512_w+2, -\low >> 16 & 0xff
        sbci sha512_w+3, -\low >> 24 & 0xff
        sbci sha512_w+4, ~\high & 0xff
        sbci sha512_w+5, ~\high >> 8 & 0xff
        sbci sha512_w+6, ~\high >> 16 & 0xff
        sbci sha512_w+7, ~\high >> 24 & 0xff
  .if \i == 0 || \i == 1 || \i == 6 || \i == 7
        call .Lsha512_round_\i          ; too far for rcall
  .else
        rcall .Lsha512_round_\i
  .endif
.endm

.macro sha512_round_at i
.Lsha512_round_\i:
  .if \i & 1
        sha512_round \i, sha512_s, sha512_w
  .else
        sha512_round \i, sha512_w, sha512_s
  .endif
.endm

        .section .text.sunbear_sha512_block,"ax",@progbits
        ; A name for whoever looks up what an address belongs to.
        .type sunbear_sha512_block_rounds, @function
sunbear_sha512_block_rounds:
        sha512_round_at 0
        sha512_round_at 1
        sha512_round_at 2
        sha512_round_at 3
        .size sunbear_sha512_block_rounds, . - sunbear_sha512_block_rounds

        .global sunbear_sha512_block
        .type sunbear_sha512_block, @function
sunbear_sha512_block:
  .irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29,25,24
        push \r
  .endr
        movw r30, r22                   ; Z: the half of the block that the round is in
        movw r26, r24
        subi r26, lo8(-64)
        sbci r27, hi8(-64)
        ldi  r18, 4
1:
  .rept 8                               ; h, f, d, b
        ld   r0, -X
        push r0
  .endr
  .rept 8                               ; g, e, c, a
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
        subi r26, lo8(-64)
        sbci r27, hi8(-64)              ; X: the other half
        sha512_get_word sha512_w, 0
        clt
        sha512_turn 0, 0x428a2f98, 0xd728ae22
        sha512_turn 1, 0x71374491, 0x23ef65cd
        sha512_turn 2, 0xb5c0fbcf, 0xec4d3b2f
        sha512_turn 3, 0xe9b5dba5, 0x8189dbbc
        sha512_turn 4, 0x3956c25b, 0xf348b538
        sha512_turn 5, 0x59f111f1, 0xb605d019
        sha512_turn 6, 0x923f82a4, 0xaf194f9b
        sha512_turn 7, 0xab1c5ed5, 0xda6d8118
        sha512_turn 0, 0xd807aa98, 0xa3030242
        sha512_turn 1, 0x12835b01, 0x45706fbe
        sha512_turn 2, 0x243185be, 0x4ee4b28c
        sha512_turn 3, 0x550c7dc3, 0xd5ffb4e2
        sha512_turn 4, 0x72be5d74, 0xf27b896f
        sha512_turn 5, 0x80deb1fe, 0x3b1696b1
        sha512_turn 6, 0x9bdc06a7, 0x25c71235
        set                             ; from here on the schedule continues
        sha512_turn 7, 0xc19bf174, 0xcf692694
        sha512_turn 0, 0xe49b69c1, 0x9ef14ad2
        sha512_turn 1, 0xefbe4786, 0x384f25e3
        sha512_turn 2, 0x0fc19dc6, 0x8b8cd5b5
        sha512_turn 3, 0x240ca1cc, 0x77ac9c65
        sha512_turn 4, 0x2de92c6f, 0x592b0275
        sha512_turn 5, 0x4a7484aa, 0x6ea6e483
        sha512_turn 6, 0x5cb0a9dc, 0xbd41fbd4
        sha512_turn 7, 0x76f988da, 0x831153b5
        sha512_turn 0, 0x983e5152, 0xee66dfab
        sha512_turn 1, 0xa831c66d, 0x2db43210
        sha512_turn 2, 0xb00327c8, 0x98fb213f
        sha512_turn 3, 0xbf597fc7, 0xbeef0ee4
        sha512_turn 4, 0xc6e00bf3, 0x3da88fc2
        sha512_turn 5, 0xd5a79147, 0x930aa725
        sha512_turn 6, 0x06ca6351, 0xe003826f
        sha512_turn 7, 0x14292967, 0x0a0e6e70
        sha512_turn 0, 0x27b70a85, 0x46d22ffc
        sha512_turn 1, 0x2e1b2138, 0x5c26c926
        sha512_turn 2, 0x4d2c6dfc, 0x5ac42aed
        sha512_turn 3, 0x53380d13, 0x9d95b3df
        sha512_turn 4, 0x650a7354, 0x8baf63de
        sha512_turn 5, 0x766a0abb, 0x3c77b2a8
        sha512_turn 6, 0x81c2c92e, 0x47edaee6
        sha512_turn 7, 0x92722c85, 0x1482353b
        sha512_turn 0, 0xa2bfe8a1, 0x4cf10364
        sha512_turn 1, 0xa81a664b, 0xbc423001
        sha512_turn 2, 0xc24b8b70, 0xd0f89791
        sha512_turn 3, 0xc76c51a3, 0x0654be30
        sha512_turn 4, 0xd192e819, 0xd6ef5218
        sha512_turn 5, 0xd6990624, 0x5565a910
        sha512_turn 6, 0xf40e3585, 0x5771202a
        sha512_turn 7, 0x106aa070, 0x32bbd1b8
        sha512_turn 0, 0x19a4c116, 0xb8d2d0c8
        sha512_turn 1, 0x1e376c08, 0x5141ab53
        sha512_turn 2, 0x2748774c, 0xdf8eeb99
        sha512_turn 3, 0x34b0bcb5, 0xe19b48a8
        sha512_turn 4, 0x391c0cb3, 0xc5c95a63
        sha512_turn 5, 0x4ed8aa4a, 0xe3418acb
        sha512_turn 6, 0x5b9cca4f, 0x7763e373
        sha512_turn 7, 0x682e6ff3, 0xd6b2b8a3
        sha512_turn 0, 0x748f82ee, 0x5defb2fc
        sha512_turn 1, 0x78a5636f, 0x43172f60
        sha512_turn 2, 0x84c87814, 0xa1f0ab72
        sha512_turn 3, 0x8cc70208, 0x1a6439ec
        sha512_turn 4, 0x90befffa, 0x23631e28
        sha512_turn 5, 0xa4506ceb, 0xde82bde9
        sha512_turn 6, 0xbef9a3f7, 0xb2c67915
        sha512_turn 7, 0xc67178f2, 0xe372532b
        sha512_turn 0, 0xca273ece, 0xea26619c
        sha512_turn 1, 0xd186b8c7, 0x21c0c207
        sha512_turn 2, 0xeada7dd6, 0xcde0eb1e
        sha512_turn 3, 0xf57d4f7f, 0xee6ed178
        sha512_turn 4, 0x06f067aa, 0x72176fba
        sha512_turn 5, 0x0a637dc5, 0xa2c898a6
        sha512_turn 6, 0x113f9804, 0xbef90dae
        sha512_turn 7, 0x1b710b35, 0x131c471b
        sha512_turn 0, 0x28db77f5, 0x23047d84
        sha512_turn 1, 0x32caab7b, 0x40c72493
        sha512_turn 2, 0x3c9ebe0a, 0x15c9bebc
        sha512_turn 3, 0x431d67c4, 0x9c100d4c
        sha512_turn 4, 0x4cc5d4be, 0xcb3e42b6
        sha512_turn 5, 0x597f299c, 0xfc657e2a
        sha512_turn 6, 0x5fcb6fab, 0x3ad6faec
        clt
        sha512_turn 7, 0x6c44198c, 0x4a475817
        adiw r28, 2
        ldd  r26, Y+62                  ; X: the state
        ldd  r27, Y+63
        clr  r1
        ldi  r18, 4
1:
        sec                             ; a, c, e, g
  .rept 8
        pop  r0
        ld   r19, X
        sbc  r19, r0
        st   X+, r19
  .endr
        clc
  .rept 8
        pop  r0
        ld   r19, X
        adc  r19, r0
        st   X+, r19
  .endr
        dec  r18
        breq 2f
        rjmp 1b
2:
  .irp r, 24,25,29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
        pop  \r
  .endr
        ret

        sha512_round_at 4
        sha512_round_at 5
        sha512_round_at 6
        sha512_round_at 7
        .size sunbear_sha512_block, . - sunbear_sha512_block
