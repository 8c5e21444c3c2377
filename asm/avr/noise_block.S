; sunbear_noise_block:
;   int8_t sunbear_noise_block(uint8_t *out, const uint8_t *bytes, uint8_t groups, uint8_t v, int8_t carry)
; Computes   4 uniform bytes a group -> 4 noise digits psi(b) in -2..2 -> 40 bits of the radix-2^10 sum
; In         r25:24 out (2 bytes), r23:22 bytes (2), r20 groups (1; public, 1..78),
;            r18 v (1; public, 1..128 = 128*variance), r16 carry (1; 0 or -1, what the group below left)
; Out        r24 = carry out of the last group (1 byte, 0 or -1)
; Memory     reads bytes[0..4*groups); writes out[0..5*groups); the two must not overlap
; Secret     the contents of bytes, carry. Public: groups, v and the addresses
; Stack      0 bytes
; Cycles     13 + 55*groups for v <= 64; 15 + 80*groups for v > 64 (312 digits: 4303; 6255); 1 more on ATmega2560
; Flash      254 bytes
; Clobbers   r0, r1 (0 again at the end), r18-r27, r30, r31, SREG

; psi takes b >= 256 - w and b < w as the carries of b + w and b - w. The second round wants 4b, and
; 4(b + 64) = 4b mod 256, so b need not be restored.
; s += psi digit of the next byte; r18 = w, r19 = w of the second round, r25 = 0
.macro noise_psi two, s, start
    ld      r22, X+
    cp      r22, r18
    sbc     \s, \start          ; start = s itself: from 0; r25: onto what s holds
    add     r22, r18
    adc     \s, r25
  .if \two
    lsl     r22
    lsl     r22
    cp      r22, r19
    sbc     \s, r25
    add     r22, r19
    adc     \s, r25
  .endif
.endm

; r24 = sign of what lies below the next digit. It is added to every byte, so that each byte's sign is the
; sign of the whole sum so far: psi_k 2^10k is 2^2k psi_k in byte k, and |2^2k psi_k| <= 128.
.macro noise_loop two
1:  noise_psi \two, r24, r25      ; psi_0 + carry
    st      Z+, r24
    lsl     r24
    sbc     r24, r24
    noise_psi \two, r21, r21
    lsl     r21
    lsl     r21
    add     r21, r24            ; 4 psi_1 + sign, -9..8
    st      Z+, r21
    lsl     r21
    sbc     r24, r24
    noise_psi \two, r21, r21
    swap    r21
    andi    r21, 0xf0
    add     r21, r24            ; 16 psi_2 + sign, -33..32
    st      Z+, r21
    lsl     r21
    sbc     r24, r24
    noise_psi \two, r21, r21
    mul     r21, r23
    add     r0, r24             ; 64 psi_3 + sign mod 256: its sign does not fit,
    st      Z+, r0
    add     r24, r21            ; but is that of psi_3 + sign
    lsl     r24
    sbc     r24, r24
    st      Z+, r24             ; the top byte is the carry
    dec     r20
  .if \two
    breq    3f                  ; 1 is out of brne's reach
    rjmp    1b
  .else
    brne    1b
  .endif
3:  clr     r1
    ret
.endm

.section .text.sunbear_noise_block,"ax",@progbits
.global sunbear_noise_block
.type sunbear_noise_block,@function
sunbear_noise_block:
    movw    r30, r24
    movw    r26, r22
    clr     r25
    mov     r24, r16
    ldi     r23, 64
    mov     r19, r18
    sub     r19, r23            ; v is public
    breq    0f
    brcc    2f
0:  noise_loop 0
2:  mov     r18, r23
    noise_loop 1
.size sunbear_noise_block, .-sunbear_noise_block
