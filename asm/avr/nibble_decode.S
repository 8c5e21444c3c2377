; sunbear_nibble_decode: void sunbear_nibble_decode(uint8_t code[35], const uint8_t c[390], const uint8_t nib[137])
; Computes   the 274 code bits out of a ciphertext's last part
;            bit_i(code) = bit 4 of (2n + 8 - (t >> 5)) mod 32; i = 2k: n = low nibble of nib[k], t = digit_k(c);
;            i = 2k+1: n = high nibble of nib[k], t = digit_311-k(c); bits 274..279 are 0
; In         r25:24 code (2 bytes), r23:22 c (2), r21:20 nib (2)
; Out        nothing in registers
; Memory     reads c[0..390), nib[0..137); writes code[0..35), which must not overlap them
; Secret     the contents of c and nib. Public: the addresses
; Stack      2 bytes
; Cycles     3624; 1 more on ATmega2560
; Flash      212 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG

; Four digits are five bytes: even bits read c upwards by X, odd ones downwards by Y, and four bytes of nib give
; one byte of code. Everything is done three bits higher, where the wanted bit is bit 7: t >> 5 lies in
; bits 3..7 of its byte; what is left below cannot borrow, as bits 0..2 of 16n + 64 are set first (0x47).

; r21 = nib byte: its nibble against r22 (lo) or r23 (hi); the bit enters the code byte r19 from the top
.macro decode_lo
    ld      r21, Z+
    mov     r20, r21
    swap    r20
    andi    r20, 0xf0
    subi    r20, -0x47
    sub     r20, r22
    lsl     r20
    ror     r19
.endm
.macro decode_hi t
    andi    r21, 0xf0
    subi    r21, -0x47
    sub     r21, \t
    lsl     r21
    ror     r19
.endm

.section .text.sunbear_nibble_decode,"ax",@progbits
.global sunbear_nibble_decode
.type sunbear_nibble_decode,@function
sunbear_nibble_decode:
    push    r28
    push    r29
    movw    r30, r20
    movw    r26, r22
    subi    r22, lo8(-390)
    sbci    r23, hi8(-390)
    movw    r28, r22
    ldi     r18, 35
    rjmp    1f
2:  swap    r19                 ; the end, up here in reach: the last two bits, from 7:6 to 1:0
    lsr     r19
    lsr     r19
    movw    r30, r24
    st      Z, r19
    pop     r29
    pop     r28
    ret
1:  clr     r19
    ld      r22, X+             ; up: digit 0, bits 5..9
    ld      r23, X+
    lsr     r23
    ror     r22
    lsr     r23
    ror     r22
    decode_lo
    ld      r0, -Y              ; down: digit 3, bits 35..39
    decode_hi r0
    dec     r18
    breq    2b                  ; 137 = 34*4 + 1
    ld      r22, X+             ; up: digit 1, bits 15..19
    swap    r22
    bst     r23, 5              ; bit 15, two places lower by now
    bld     r22, 3
    decode_lo
    ld      r0, -Y              ; down: digit 2, bits 25..29
    lsl     r0
    lsl     r0
    decode_hi r0
    ld      r22, X+             ; up: digit 2
    lsl     r22
    lsl     r22
    decode_lo
    ld      r0, -Y              ; down: digit 1
    swap    r0
    ld      r23, -Y
    bst     r23, 7
    bld     r0, 3
    decode_hi r0
    ld      r22, X+             ; up: digit 3
    decode_lo
    ld      r0, -Y              ; down: digit 0
    lsr     r23
    ror     r0
    lsr     r23
    ror     r0
    decode_hi r0
    movw    r22, r30            ; store the code byte, through Z
    movw    r30, r24
    st      Z+, r19
    movw    r24, r30
    movw    r30, r22
    rjmp    1b
.size sunbear_nibble_decode, .-sunbear_nibble_decode
