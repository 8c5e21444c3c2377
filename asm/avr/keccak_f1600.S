; sunbear_keccak_f1600: void sunbear_keccak_f1600(uint8_t state[200])
; Computes   Keccak-f[1600], 24 rounds, in place; lane (x,y) lies at 8*(x + 5y), little endian.
; In         r25:r24  state, 200 bytes, any alignment
; Out        state
; Memory     reads and writes state[0..200); reads a 96-byte table in flash (below 64 kB, by lpm)
; Secret     all of the state: nothing but the number of the round is branched on or indexed with
; Stack      59 bytes, besides the return address
; Cycles     79812, always (ATmega1284P, first instruction through ret; one more with a 3-byte PC)
; Flash      6160 bytes of code, 96 of table
; Clobbers   r0, r18-r27, r30, r31, SREG without I and T; r1 = 0 on return
;
; A round is two passes over the state, both in place:
;  1. theta_rho, column by column: a lane is read once, gets theta's effect (in registers for its
;     column), is rotated and stored where it was.
;  2. chi, two bytes of each row at a time: the row's five lanes are read where pi fetches them from,
;     and the results stored in the same five places, the column parities of the results gathered.
; pi moves nothing: row c of B is the lanes with 2x + 3y = c. Stored in their places in the right
; order, A(x,c) goes to place (2x+c, 2x+3c), and that map is its own inverse: after two rounds every
; lane is back, so the code has an even and an odd round.
; Even rounds rotate every lane by 4 bits more, odd rounds by 4 less, since those offsets take fewer
; shifts; iota's constants are rotated to match.
; Six lanes are kept complemented, (3,0) (2,1) (3,1) (2,2) (2,3) (3,4), in each round: then chi
; needs one complement for a row instead of five (an "and" with a complement becomes a plain "and",
; or an "or" that gives the complement).
; Stack: 18 saved registers; the parities, byte j of column x at 5j + x; 4 * rounds done. SP is
; moved by push and pop alone.

        .set zero, 26                   ; always 0 in the first pass
        .set factor, 27                 ; 2^shift for the rotations by multiplication
        .set lane, 18                   ; eight registers: the lane at work
        .set dA, 2                      ; eight registers each: theta's effect on this column
        .set dB, 10                     ; and the parity that the next column needs too
        .set count, 25
        .set zpos, 0                    ; Z = state + zpos, as the assembler goes
        .set factor_is, 0

; Move Z to state + n.
.macro state_at n
  .if ((\n)-zpos > 63) || ((\n)-zpos < -63)
        subi r30, lo8(zpos-(\n))
        sbci r31, hi8(zpos-(\n))
  .elseif (\n) > zpos
        adiw r30, (\n)-zpos
  .elseif (\n) < zpos
        sbiw r30, zpos-(\n)
  .endif
        .set zpos, \n
.endm

; r..r+7 = parity of column x; byte j of it is at Y + 5j + x.
.macro load_parity r, x
  .irp j, 0,1,2,3,4,5,6,7
        ldd  \r+\j, Y+5*\j+\x
  .endr
.endm

; iota of the round before, on the parity: its lane in the state is done already.
.macro iota_parity r, b0, b1, b2, b3
        eor  \r+\b0, r0
        eor  \r+\b1, r1
        eor  \r+\b2, r26
        eor  \r+\b3, r27
.endm

.macro rotate_left
        lsl  lane
  .irp j, 1,2,3,4,5,6,7
        rol  lane+\j
  .endr
        adc  lane, zero
.endm

.macro rotate_right n
        mov  r0, lane
  .rept \n
        lsr  r0
    .irp j, 7,6,5,4,3,2,1,0
        ror  lane+\j
    .endr
  .endr
.endm

; d (the parity of column x-1) becomes theta's effect on column x; p is the parity of column x+1.
.macro theta_effect d, p, x
  .if \p != lane
    .irp j, 0,2,4,6
        movw lane+\j, \p+\j
    .endr
  .endif
        rotate_left
  .irp j, 0,1,2,3,4,5,6,7
        eor  \d+\j, lane+\j
  .endr
.endm

; The lane at state + at: add theta's effect, rotate left by n, in place. Whole bytes are a matter
; of where they are stored; 1 to 3 bits go through the carry, 4 and 5 by multiplication.
.macro theta_rho d, at, n
  .if ((\n) & 7) == 4 || ((\n) & 7) == 5
    .if factor_is != (\n) & 7
        ldi  factor, 1<<((\n) & 7)
        .set factor_is, (\n) & 7
    .endif
    .irp j, 0,2,4,6
        ldd  lane+\j, Z+(\at)-zpos+\j
        eor  lane+\j, \d+\j
        mul  lane+\j, factor
        movw lane+\j, r0
    .endr
    .irp j, 1,3,5,7
        ldd  r0, Z+(\at)-zpos+\j
        eor  r0, \d+\j
        mul  r0, factor
        eor  lane+\j, r0
        eor  lane+((\j+1) & 7), r1
    .endr
  .else
    .irp j, 0,1,2,3,4,5,6,7
        ldd  lane+\j, Z+(\at)-zpos+\j
        eor  lane+\j, \d+\j
    .endr
    .if ((\n) & 7) < 4
      .rept (\n) & 7
        rotate_left
      .endr
    .else
        rotate_right 8-((\n) & 7)
    .endif
  .endif
  .irp j, 0,1,2,3,4,5,6,7
        std  Z+(\at)-zpos+((\j+(((\n)+2)>>3)) & 7), lane+\j
  .endr
.endm

; One byte of chi in a: base xor (a and b), base xor (a or b), base xor (b and not a). Which one, and
; where a "com" stands, follows from the signs of the row's lanes.
.macro chi_and a, b, base
        and  \a, \b
        eor  \a, \base
.endm
.macro chi_or a, b, base
        or   \a, \b
        eor  \a, \base
.endm

.macro chi_andx a, b, base
        and  \a, \b
        eor  \a, \b
        eor  \a, \base
.endm

; From the second pass (Y = state+8, X = parities + 40) to the next round: iota on the state, its
; four bytes kept in r0, r1, r26, r27; Y = parities, Z = state, zpos = 0. r24 = 4 * rounds done.
.macro iota b0, b1, b2, b3
        ld   r24, X
        mov  r30, r24
        ldi  r31, 0
        subi r30, lo8(-(sunbear_keccak_f1600_iota))
        sbci r31, hi8(-(sunbear_keccak_f1600_iota))
        subi r24, -4
        st   X, r24
        lpm  r0, Z+
        lpm  r1, Z+
        lpm  r22, Z+
        lpm  r23, Z+
        sbiw r28, 8
        movw r30, r28
        iota_byte \b0, r0
        iota_byte \b1, r1
        iota_byte \b2, r22
        iota_byte \b3, r23
        movw r28, r26
        sbiw r28, 40
        movw r26, r22
        .set zpos, 0
        .set factor_is, 0
.endm
.macro iota_byte at, c
        ldd  r25, Z+\at
        eor  r25, \c
        std  Z+\at, r25
.endm

; Add a byte of a lane to a parity; the other takes the lane's complement and leaves it so.
.macro gather parity, at
        ldd  r0, \at
        eor  \parity, r0
.endm
.macro gather_complement parity, at
        ldd  r0, \at
        com  r0
        std  \at, r0
        eor  \parity, r0
.endm

; From the first pass to the second: X = parities, Y = Z = state.
.macro to_second_pass
        movw r26, r28
        state_at 0
        movw r28, r30
.endm

        .section .progmem.data.sunbear_keccak_f1600,"a",@progbits
        .type sunbear_keccak_f1600_iota, @object
; The bytes of iota's constants that are not zero: 0, 1, 2, 4 of the constant rotated left by 4
; (even rounds), 0, 1, 3, 7 of the constant (odd rounds).
sunbear_keccak_f1600_iota:
        .byte 0x10, 0x00, 0x00, 0x00
        .byte 0x82, 0x80, 0x00, 0x00
        .byte 0xa8, 0x08, 0x08, 0x00
        .byte 0x00, 0x80, 0x80, 0x80
        .byte 0xb0, 0x08, 0x08, 0x00
        .byte 0x01, 0x00, 0x80, 0x00
        .byte 0x18, 0x08, 0x08, 0x08
        .byte 0x09, 0x80, 0x00, 0x80
        .byte 0xa0, 0x08, 0x00, 0x00
        .byte 0x88, 0x00, 0x00, 0x00
        .byte 0x90, 0x00, 0x08, 0x08
        .byte 0x0a, 0x00, 0x80, 0x00
        .byte 0xb0, 0x08, 0x08, 0x08
        .byte 0x8b, 0x00, 0x00, 0x80
        .byte 0x98, 0x08, 0x08, 0x00
        .byte 0x03, 0x80, 0x00, 0x80
        .byte 0x28, 0x00, 0x08, 0x00
        .byte 0x80, 0x00, 0x00, 0x80
        .byte 0xa0, 0x00, 0x08, 0x00
        .byte 0x0a, 0x00, 0x80, 0x80
        .byte 0x18, 0x08, 0x08, 0x08
        .byte 0x80, 0x80, 0x00, 0x80
        .byte 0x10, 0x00, 0x00, 0x08
        .byte 0x08, 0x80, 0x80, 0x80
        .size sunbear_keccak_f1600_iota, . - sunbear_keccak_f1600_iota

        .section .text.sunbear_keccak_f1600,"ax",@progbits
        .global sunbear_keccak_f1600
        .type sunbear_keccak_f1600, @function
sunbear_keccak_f1600:
  .irp r, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
        push \r
  .endr
        ; Parities of the five columns, pushed so that byte j of column x comes to lie at 5j + x,
        ; below 4 * rounds done. Six lanes are complemented on the way.
        push r1
        movw r26, r24
        adiw r26, 8                     ; X: lane 0
        movw r28, r26
        adiw r28, 7                     ; Y: lanes 1 to 8
        movw r30, r28
        .set zpos, 8
        state_at 8*17                   ; Z: lanes 17 to 24, 9 to 16
        ldi  count, 8
1:
        ld   r18, -X
        ldd  r19, Y+8*0
        ldd  r20, Y+8*1
        ldd  r21, Y+8*2
        com  r21
        std  Y+8*2, r21
        ldd  r22, Y+8*3
        gather r18, Y+8*4
        gather r19, Y+8*5
        gather_complement r20, Y+8*6
        gather_complement r21, Y+8*7
        gather_complement r20, Z+8*17-zpos
        gather r21, Z+8*18-zpos
        gather r22, Z+8*19-zpos
        gather r18, Z+8*20-zpos
        gather r19, Z+8*21-zpos
        gather r20, Z+8*22-zpos
        gather_complement r21, Z+8*23-zpos
        gather r22, Z+8*24-zpos
        state_at 8*9
        gather r22, Z+8*9-zpos
        gather r18, Z+8*10-zpos
        gather r19, Z+8*11-zpos
        gather_complement r20, Z+8*12-zpos
        gather r21, Z+8*13-zpos
        gather r22, Z+8*14-zpos
        gather r18, Z+8*15-zpos
        gather r19, Z+8*16-zpos
  .irp r, 22,21,20,19,18
        push r\r
  .endr
        state_at 8*17-1
        sbiw r28, 1
        dec  count
        breq 2f
        rjmp 1b
2:
        movw r30, r26
        in   r28, 0x3d
        in   r29, 0x3e
        adiw r28, 1
        clr  r0                         ; no iota before the first round
        clr  r1
        movw r26, r0

.Lkeccak_two_rounds:
        .set zpos, 0
        .set factor_is, 0
        ; Even round: lane (x,y) lies in its own place. First pass: the columns in the order 4, 1, 3,
        ; 0, 2, for then the parity left of one is the parity right of the column before.
        load_parity dA, 3
        load_parity dB, 0
        iota_parity dB, 0,1,3,7
        clr zero
        theta_effect dA, dB, 4
        theta_rho dA, 8*4, 31           ; lane (4,0)
        state_at 8*7
        theta_rho dA, 8*9, 24           ; lane (4,1)
        theta_rho dA, 8*14, 43          ; lane (4,2)
        state_at 8*17
        theta_rho dA, 8*24, 18          ; lane (4,4)
        theta_rho dA, 8*19, 12          ; lane (4,3)
        load_parity dA, 2
        theta_effect dB, dA, 1
        theta_rho dB, 8*21, 6           ; lane (1,4)
        state_at 8*0
        theta_rho dB, 8*6, 48           ; lane (1,1)
        theta_rho dB, 8*1, 5            ; lane (1,0)
        state_at 8*9
        theta_rho dB, 8*11, 14          ; lane (1,2)
        theta_rho dB, 8*16, 49          ; lane (1,3)
        load_parity dB, 4
        theta_effect dA, dB, 3
        theta_rho dA, 8*13, 29          ; lane (3,2)
        state_at 8*1
        theta_rho dA, 8*3, 32           ; lane (3,0)
        theta_rho dA, 8*8, 59           ; lane (3,1)
        state_at 8*16
        theta_rho dA, 8*18, 25          ; lane (3,3)
        theta_rho dA, 8*23, 60          ; lane (3,4)
        load_parity dA, 1
        theta_effect dB, dA, 0
        theta_rho dB, 8*20, 22          ; lane (0,4)
        state_at 8*0
        theta_rho dB, 8*5, 40           ; lane (0,1)
        theta_rho dB, 8*0, 4            ; lane (0,0)
        state_at 8*8
        theta_rho dB, 8*10, 7           ; lane (0,2)
        theta_rho dB, 8*15, 45          ; lane (0,3)
        load_parity lane, 3
        theta_effect dA, lane, 2
        theta_rho dA, 8*12, 47          ; lane (2,2)
        state_at 8*15
        theta_rho dA, 8*17, 19          ; lane (2,3)
        theta_rho dA, 8*22, 1           ; lane (2,4)
        state_at 8*0
        theta_rho dA, 8*2, 2            ; lane (2,0)
        theta_rho dA, 8*7, 10           ; lane (2,1)
        ; Second pass: B and A are a row before and after chi. Z goes to and fro between two
        ; windows of the state; what can't be stored from the one waits for the other.
        to_second_pass
        state_at 64
        ldi  count, 4
1:
        ; row 4, bytes j and j+1
        ldd  r24, Z+8*8-zpos            ; B1
        ldd  r13, Z+8*14-zpos           ; B2
        ldd  r1, Z+8*15-zpos            ; B3
        ldd  r12, Z+8*8+1-zpos          ; B1
        ldd  r20, Z+8*14+1-zpos         ; B2
        ldd  r19, Z+8*15+1-zpos         ; B3
        state_at 128
        ldd  r0, Y+8*2                  ; B0
        ldd  r21, Z+8*21-zpos           ; B4
        movw r10, r0
        chi_or r1, r21, r13
        com  r21
        chi_or r0, r21, r11
        chi_and r11, r13, r24
        chi_or r13, r24, r10
        chi_and r10, r24, r21
        std  Z+8*21-zpos, r11           ; A1
        std  Y+8*2, r10                 ; A4
        ldd  r18, Y+8*2+1               ; B0
        ldd  r24, Z+8*21+1-zpos         ; B4
        movw r6, r18
        chi_or r19, r24, r20
        com  r24
        chi_or r18, r24, r7
        chi_and r7, r20, r12
        chi_or r20, r12, r6
        chi_and r6, r12, r24
        std  Z+8*21+1-zpos, r7          ; A1
        std  Y+8*2+1, r6                ; A4
        ; row 2, bytes j and j+1
        ldd  r24, Z+8*19-zpos           ; B3
        ldd  r12, Z+8*20-zpos           ; B4
        ldd  r21, Z+8*19+1-zpos         ; B3
        ldd  r8, Z+8*20+1-zpos          ; B4
        state_at 64
        std  Z+8*14-zpos, r13           ; row 4: A0
        std  Z+8*8-zpos, r1             ; row 4: A2
        std  Z+8*15-zpos, r0            ; row 4: A3
        std  Z+8*14+1-zpos, r20         ; row 4: A0
        std  Z+8*8+1-zpos, r19          ; row 4: A2
        std  Z+8*15+1-zpos, r18         ; row 4: A3
        ldd  r4, Y+8*1                  ; B0
        ldd  r5, Y+8*7                  ; B1
        ldd  r9, Z+8*13-zpos            ; B2
        movw r16, r4
        chi_or r5, r9, r4
        chi_or r4, r12, r24
        chi_and r16, r17, r12
        chi_and r12, r24, r9
        chi_andx r24, r9, r17
        std  Y+8*7, r5                  ; A0
        std  Y+8*1, r12                 ; A2
        std  Z+8*13-zpos, r4            ; A3
        eor  r13, r5
        eor  r11, r24
        eor  r1, r12
        eor  r0, r4
        eor  r10, r16
        ldd  r4, Y+8*1+1                ; B0
        ldd  r5, Y+8*7+1                ; B1
        ldd  r12, Z+8*13+1-zpos         ; B2
        movw r2, r4
        chi_or r5, r12, r4
        chi_or r4, r8, r21
        chi_and r2, r3, r8
        chi_and r8, r21, r12
        chi_andx r21, r12, r3
        std  Y+8*7+1, r5                ; A0
        std  Y+8*1+1, r8                ; A2
        std  Z+8*13+1-zpos, r4          ; A3
        eor  r20, r5
        eor  r7, r21
        eor  r19, r8
        eor  r18, r4
        eor  r6, r2
        ; row 1, bytes j and j+1
        ldd  r17, Z+8*9-zpos            ; B1
        ldd  r5, Z+8*10-zpos            ; B2
        ldd  r12, Z+8*9+1-zpos          ; B1
        ldd  r9, Z+8*10+1-zpos          ; B2
        state_at 128
        std  Z+8*19-zpos, r24           ; row 2: A1
        std  Z+8*20-zpos, r16           ; row 2: A4
        std  Z+8*19+1-zpos, r21         ; row 2: A1
        std  Z+8*20+1-zpos, r2          ; row 2: A4
        ldd  r4, Y+8*3                  ; B0
        ldd  r21, Z+8*16-zpos           ; B3
        ldd  r16, Z+8*22-zpos           ; B4
        movw r2, r4
        chi_or r5, r21, r17
        chi_and r4, r16, r21
        com  r21
        chi_or r21, r16, r3
        chi_and r3, r17, r2
        chi_or r2, r17, r16
        std  Z+8*16-zpos, r3            ; A0
        std  Y+8*3, r5                  ; A1
        std  Z+8*22-zpos, r4            ; A3
        eor  r13, r3
        eor  r11, r5
        eor  r1, r21
        eor  r0, r4
        eor  r10, r2
        ldd  r8, Y+8*3+1                ; B0
        ldd  r24, Z+8*16+1-zpos         ; B3
        ldd  r3, Z+8*22+1-zpos          ; B4
        movw r14, r8
        chi_or r9, r24, r12
        chi_and r8, r3, r24
        com  r24
        chi_or r24, r3, r15
        chi_and r15, r12, r14
        chi_or r14, r12, r3
        std  Z+8*16+1-zpos, r15         ; A0
        std  Y+8*3+1, r9                ; A1
        std  Z+8*22+1-zpos, r8          ; A3
        eor  r20, r15
        eor  r7, r9
        eor  r19, r24
        eor  r18, r8
        eor  r6, r14
        ; row 3, bytes j and j+1
        ldd  r3, Z+8*17-zpos            ; B3
        ldd  r12, Z+8*23-zpos           ; B4
        ldd  r15, Z+8*17+1-zpos         ; B3
        ldd  r16, Z+8*23+1-zpos         ; B4
        state_at 64
        std  Z+8*10-zpos, r21           ; row 1: A2
        std  Z+8*9-zpos, r2             ; row 1: A4
        std  Z+8*10+1-zpos, r24         ; row 1: A2
        std  Z+8*9+1-zpos, r14          ; row 1: A4
        ldd  r4, Y+8*4                  ; B0
        ldd  r24, Y+8*5                 ; B1
        ldd  r5, Z+8*11-zpos            ; B2
        movw r8, r4
        chi_and r5, r3, r24
        chi_and r4, r24, r12
        chi_or r24, r9, r8
        com  r3
        chi_or r8, r12, r3
        chi_and r3, r12, r9
        std  Y+8*5, r5                  ; A1
        std  Y+8*4, r8                  ; A3
        std  Z+8*11-zpos, r4            ; A4
        eor  r13, r24
        eor  r11, r5
        eor  r1, r3
        eor  r0, r8
        eor  r10, r4
        ldd  r4, Y+8*4+1                ; B0
        ldd  r21, Y+8*5+1               ; B1
        ldd  r5, Z+8*11+1-zpos          ; B2
        movw r8, r4
        chi_and r5, r15, r21
        chi_and r4, r21, r16
        chi_or r21, r9, r8
        com  r15
        chi_or r8, r16, r15
        chi_and r15, r16, r9
        std  Y+8*5+1, r5                ; A1
        std  Y+8*4+1, r8                ; A3
        std  Z+8*11+1-zpos, r4          ; A4
        eor  r20, r21
        eor  r7, r5
        eor  r19, r15
        eor  r18, r8
        eor  r6, r4
        ; row 0, bytes j and j+1
        ldd  r14, Z+8*12-zpos           ; B2
        ldd  r2, Z+8*12+1-zpos          ; B2
        state_at 136
        std  Z+8*23-zpos, r24           ; row 3: A0
        std  Z+8*17-zpos, r3            ; row 3: A2
        std  Z+8*23+1-zpos, r21         ; row 3: A0
        std  Z+8*17+1-zpos, r15         ; row 3: A2
        ldd  r22, Y+8*0                 ; B0
        ldd  r23, Y+8*6                 ; B1
        ldd  r15, Z+8*18-zpos           ; B3
        ldd  r24, Z+8*24-zpos           ; B4
        movw r16, r22
        chi_and r23, r14, r22
        chi_and r22, r24, r15
        chi_or r16, r17, r24
        chi_andx r24, r15, r14
        chi_or r14, r15, r17
        std  Z+8*24-zpos, r24           ; A2
        std  Y+8*6, r22                 ; A3
        std  Z+8*18-zpos, r16           ; A4
        st   Y+, r23                    ; A0
        eor  r13, r23
        eor  r11, r14
        eor  r1, r24
        eor  r0, r22
        eor  r10, r16
        ldd  r4, Y+8*0+1-1              ; B0
        ldd  r5, Y+8*6+1-1              ; B1
        ldd  r3, Z+8*18+1-zpos          ; B3
        ldd  r15, Z+8*24+1-zpos         ; B4
        movw r8, r4
        chi_and r5, r2, r4
        chi_and r4, r15, r3
        chi_or r8, r9, r15
        chi_andx r15, r3, r2
        chi_or r2, r3, r9
        std  Z+8*24+1-zpos, r15         ; A2
        std  Y+8*6+1-1, r4              ; A3
        std  Z+8*18+1-zpos, r8          ; A4
        st   Y+, r5                     ; A0
        eor  r20, r5
        eor  r7, r2
        eor  r19, r15
        eor  r18, r4
        eor  r6, r8
        state_at 66
        std  Z+8*12-zpos, r14           ; row 0: A1
        std  Z+8*12+1-zpos, r2          ; row 0: A1
        st   X+, r13
        st   X+, r11
        st   X+, r1
        st   X+, r0
        st   X+, r10
        st   X+, r20
        st   X+, r7
        st   X+, r19
        st   X+, r18
        st   X+, r6
        dec  count
        breq 2f
        rjmp 1b
2:      .set zpos, zpos-2
        iota 0,1,2,4
        ; Odd round: lane (x,y) lies in the place of (2x+y, 2x+3y). First pass.
        load_parity dA, 3
        load_parity dB, 0
        iota_parity dB, 0,1,2,4
        clr zero
        theta_effect dA, dB, 4
        theta_rho dA, 8*2, 10           ; lane (4,4)
        state_at 8*4
        theta_rho dA, 8*9, 16           ; lane (4,1)
        theta_rho dA, 8*11, 4           ; lane (4,3)
        state_at 8*14
        theta_rho dA, 8*18, 23          ; lane (4,0)
        theta_rho dA, 8*20, 35          ; lane (4,2)
        load_parity dA, 2
        theta_effect dB, dA, 1
        theta_rho dB, 8*19, 6           ; lane (1,2)
        theta_rho dB, 8*21, 62          ; lane (1,4)
        state_at 8*0
        theta_rho dB, 8*3, 40           ; lane (1,1)
        theta_rho dB, 8*5, 41           ; lane (1,3)
        state_at 8*6
        theta_rho dB, 8*12, 61          ; lane (1,0)
        load_parity dB, 4
        theta_effect dA, dB, 3
        theta_rho dA, 8*6, 24           ; lane (3,0)
        theta_rho dA, 8*13, 21          ; lane (3,2)
        state_at 8*15
        theta_rho dA, 8*22, 51          ; lane (3,1)
        theta_rho dA, 8*15, 52          ; lane (3,4)
        state_at 8*0
        theta_rho dA, 8*4, 17           ; lane (3,3)
        load_parity dA, 1
        theta_effect dB, dA, 0
        theta_rho dB, 8*7, 63           ; lane (0,2)
        theta_rho dB, 8*0, 60           ; lane (0,0)
        state_at 8*9
        theta_rho dB, 8*16, 32          ; lane (0,1)
        theta_rho dB, 8*14, 14          ; lane (0,4)
        state_at 8*17
        theta_rho dB, 8*23, 37          ; lane (0,3)
        load_parity lane, 3
        theta_effect dA, lane, 2
        theta_rho dA, 8*24, 58          ; lane (2,0)
        theta_rho dA, 8*17, 11          ; lane (2,3)
        state_at 8*3
        theta_rho dA, 8*10, 2           ; lane (2,1)
        theta_rho dA, 8*8, 57           ; lane (2,4)
        state_at 8*0
        theta_rho dA, 8*1, 39           ; lane (2,2)
        ; Second pass: a row's lanes lie side by side.
        to_second_pass
        state_at 64
        ldi  count, 4
1:
        ; row 2, bytes j and j+1
        ldd  r12, Z+8*12-zpos           ; B0
        ldd  r13, Z+8*10-zpos           ; B1
        ldd  r24, Z+8*13-zpos           ; B2
        ldd  r1, Z+8*11-zpos            ; B3
        ldd  r0, Z+8*14-zpos            ; B4
        movw r20, r12
        chi_or r13, r24, r12
        chi_or r12, r0, r1
        chi_and r20, r21, r0
        chi_and r0, r1, r24
        chi_andx r1, r24, r21
        std  Z+8*10-zpos, r13           ; A0
        std  Z+8*11-zpos, r1            ; A1
        std  Z+8*12-zpos, r0            ; A2
        std  Z+8*13-zpos, r12           ; A3
        std  Z+8*14-zpos, r20           ; A4
        ldd  r18, Z+8*12+1-zpos         ; B0
        ldd  r19, Z+8*10+1-zpos         ; B1
        ldd  r24, Z+8*13+1-zpos         ; B2
        ldd  r21, Z+8*11+1-zpos         ; B3
        ldd  r23, Z+8*14+1-zpos         ; B4
        movw r6, r18
        chi_or r19, r24, r18
        chi_or r18, r23, r21
        chi_and r6, r7, r23
        chi_and r23, r21, r24
        chi_andx r21, r24, r7
        std  Z+8*10+1-zpos, r19         ; A0
        std  Z+8*11+1-zpos, r21         ; A1
        std  Z+8*12+1-zpos, r23         ; A2
        std  Z+8*13+1-zpos, r18         ; A3
        std  Z+8*14+1-zpos, r6          ; A4
        ; row 1, bytes j and j+1
        ldd  r14, Y+8*6                 ; B0
        ldd  r7, Z+8*9-zpos             ; B1
        ldd  r15, Y+8*7                 ; B2
        ldd  r22, Y+8*5                 ; B3
        ldd  r24, Z+8*8-zpos            ; B4
        movw r4, r14
        chi_or r15, r22, r7
        chi_and r14, r24, r22
        com  r22
        chi_or r22, r24, r5
        chi_and r5, r7, r4
        chi_or r4, r7, r24
        std  Y+8*5, r5                  ; A0
        std  Y+8*6, r15                 ; A1
        std  Y+8*7, r22                 ; A2
        std  Z+8*8-zpos, r14            ; A3
        std  Z+8*9-zpos, r4             ; A4
        eor  r13, r5
        eor  r1, r15
        eor  r0, r22
        eor  r12, r14
        eor  r20, r4
        ldd  r2, Y+8*6+1                ; B0
        ldd  r24, Z+8*9+1-zpos          ; B1
        ldd  r3, Y+8*7+1                ; B2
        ldd  r22, Y+8*5+1               ; B3
        ldd  r7, Z+8*8+1-zpos           ; B4
        movw r4, r2
        chi_or r3, r22, r24
        chi_and r2, r7, r22
        com  r22
        chi_or r22, r7, r5
        chi_and r5, r24, r4
        chi_or r4, r24, r7
        std  Y+8*5+1, r5                ; A0
        std  Y+8*6+1, r3                ; A1
        std  Y+8*7+1, r22               ; A2
        std  Z+8*8+1-zpos, r2           ; A3
        std  Z+8*9+1-zpos, r4           ; A4
        eor  r19, r5
        eor  r21, r3
        eor  r23, r22
        eor  r18, r2
        eor  r6, r4
        ; row 3, bytes j and j+1
        state_at 120
        ldd  r8, Z+8*18-zpos            ; B0
        ldd  r22, Z+8*16-zpos           ; B1
        ldd  r9, Z+8*19-zpos            ; B2
        ldd  r7, Z+8*17-zpos            ; B3
        ldd  r24, Z+8*15-zpos           ; B4
        movw r2, r8
        chi_and r9, r7, r22
        chi_and r8, r22, r24
        chi_or r22, r3, r2
        com  r7
        chi_or r2, r24, r7
        chi_and r7, r24, r3
        std  Z+8*15-zpos, r22           ; A0
        std  Z+8*16-zpos, r9            ; A1
        std  Z+8*17-zpos, r7            ; A2
        std  Z+8*18-zpos, r2            ; A3
        std  Z+8*19-zpos, r8            ; A4
        eor  r13, r22
        eor  r1, r9
        eor  r0, r7
        eor  r12, r2
        eor  r20, r8
        ldd  r2, Z+8*18+1-zpos          ; B0
        ldd  r7, Z+8*16+1-zpos          ; B1
        ldd  r3, Z+8*19+1-zpos          ; B2
        ldd  r24, Z+8*17+1-zpos         ; B3
        ldd  r22, Z+8*15+1-zpos         ; B4
        movw r4, r2
        chi_and r3, r24, r7
        chi_and r2, r7, r22
        chi_or r7, r5, r4
        com  r24
        chi_or r4, r22, r24
        chi_and r24, r22, r5
        std  Z+8*15+1-zpos, r7          ; A0
        std  Z+8*16+1-zpos, r3          ; A1
        std  Z+8*17+1-zpos, r24         ; A2
        std  Z+8*18+1-zpos, r4          ; A3
        std  Z+8*19+1-zpos, r2          ; A4
        eor  r19, r7
        eor  r21, r3
        eor  r23, r24
        eor  r18, r4
        eor  r6, r2
        ; row 4, bytes j and j+1
        state_at 136
        ldd  r14, Z+8*24-zpos           ; B0
        ldd  r24, Z+8*22-zpos           ; B1
        ldd  r7, Z+8*20-zpos            ; B2
        ldd  r15, Z+8*23-zpos           ; B3
        ldd  r22, Z+8*21-zpos           ; B4
        movw r2, r14
        chi_or r15, r22, r7
        com  r22
        chi_or r14, r22, r3
        chi_and r3, r7, r24
        chi_or r7, r24, r2
        chi_and r2, r24, r22
        std  Z+8*20-zpos, r7            ; A0
        std  Z+8*21-zpos, r3            ; A1
        std  Z+8*22-zpos, r15           ; A2
        std  Z+8*23-zpos, r14           ; A3
        std  Z+8*24-zpos, r2            ; A4
        eor  r13, r7
        eor  r1, r3
        eor  r0, r15
        eor  r12, r14
        eor  r20, r2
        ldd  r14, Z+8*24+1-zpos         ; B0
        ldd  r22, Z+8*22+1-zpos         ; B1
        ldd  r7, Z+8*20+1-zpos          ; B2
        ldd  r15, Z+8*23+1-zpos         ; B3
        ldd  r24, Z+8*21+1-zpos         ; B4
        movw r10, r14
        chi_or r15, r24, r7
        com  r24
        chi_or r14, r24, r11
        chi_and r11, r7, r22
        chi_or r7, r22, r10
        chi_and r10, r22, r24
        std  Z+8*20+1-zpos, r7          ; A0
        std  Z+8*21+1-zpos, r11         ; A1
        std  Z+8*22+1-zpos, r15         ; A2
        std  Z+8*23+1-zpos, r14         ; A3
        std  Z+8*24+1-zpos, r10         ; A4
        eor  r19, r7
        eor  r21, r11
        eor  r23, r15
        eor  r18, r14
        eor  r6, r10
        ; row 0, bytes j and j+1
        ldd  r4, Y+8*0                  ; B0
        ldd  r5, Y+8*3                  ; B1
        ldd  r24, Y+8*1                 ; B2
        ldd  r7, Y+8*4                  ; B3
        ldd  r22, Y+8*2                 ; B4
        movw r16, r4
        chi_and r5, r24, r4
        chi_and r4, r22, r7
        chi_or r16, r17, r22
        chi_andx r22, r7, r24
        chi_or r24, r7, r17
        std  Y+8*1, r24                 ; A1
        std  Y+8*2, r22                 ; A2
        std  Y+8*3, r4                  ; A3
        std  Y+8*4, r16                 ; A4
        st   Y+, r5                     ; A0
        eor  r13, r5
        eor  r1, r24
        eor  r0, r22
        eor  r12, r4
        eor  r20, r16
        ldd  r8, Y+8*0+1-1              ; B0
        ldd  r9, Y+8*3+1-1              ; B1
        ldd  r24, Y+8*1+1-1             ; B2
        ldd  r22, Y+8*4+1-1             ; B3
        ldd  r7, Y+8*2+1-1              ; B4
        movw r10, r8
        chi_and r9, r24, r8
        chi_and r8, r7, r22
        chi_or r10, r11, r7
        chi_andx r7, r22, r24
        chi_or r24, r22, r11
        std  Y+8*1+1-1, r24             ; A1
        std  Y+8*2+1-1, r7              ; A2
        std  Y+8*3+1-1, r8              ; A3
        std  Y+8*4+1-1, r10             ; A4
        st   Y+, r9                     ; A0
        eor  r19, r9
        eor  r21, r24
        eor  r23, r7
        eor  r18, r8
        eor  r6, r10
        state_at 66
        st   X+, r13
        st   X+, r1
        st   X+, r0
        st   X+, r12
        st   X+, r20
        st   X+, r19
        st   X+, r21
        st   X+, r23
        st   X+, r18
        st   X+, r6
        dec  count
        breq 2f
        rjmp 1b
2:      .set zpos, zpos-2
        iota 0,1,3,7
        cpi  r24, 96
        breq 1f
        jmp  .Lkeccak_two_rounds
1:
        ; Z = state: take the six complements back, and drop the parities.
        movw r28, r30
        adiw r28, 8*3                   ; Y: lanes 3, 7, 8
        movw r26, r30
        subi r26, lo8(-8*23)            ; X: lane 23
        sbci r27, hi8(-8*23)
        state_at 8*12                   ; Z: lanes 12, 17
        ldi  count, 8
1:
  .irp at, 8*0, 8*4, 8*5
        ldd  r0, Y+\at
        com  r0
        std  Y+\at, r0
  .endr
  .irp at, 8*0, 8*5
        ldd  r0, Z+\at
        com  r0
        std  Z+\at, r0
  .endr
        ld   r0, X
        com  r0
        st   X+, r0
        adiw r28, 1
        adiw r30, 1
  .rept 5
        pop  r0
  .endr
        dec  count
        brne 1b
        pop  r0
        clr  r1
  .irp r, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
        pop  \r
  .endr
        ret
        .size sunbear_keccak_f1600, . - sunbear_keccak_f1600
