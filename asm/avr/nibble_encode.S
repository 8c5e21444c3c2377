; sunbear_nibble_encode: void sunbear_nibble_encode(uint8_t nib[137], const uint8_t c[390], const uint8_t code[35])
; Computes   the ciphertext's last part: 274 digits' top 4 bits, plus 8 times the code bits (mod 16)
;            nib[k] = lo | hi << 4, lo = (digit_k >> 6) + 8 bit_2k(code), hi = (digit_311-k >> 6) + 8 bit_2k+1(code)
; In         r25:24 nib (2 bytes), r23:22 c (2), r21:20 code (2)
; Out        nothing in registers
; Memory     reads c[0..390), code[0..35); writes nib[0..137), which must not overlap them
; Secret     the contents of c and code. Public: the addresses
; Stack      2 bytes
; Cycles     2938; 1 more on ATmega2560
; Flash      162 bytes
; Clobbers   r18-r27, r30, r31, SREG

; Four digits are five bytes: the low nibbles read c upwards by X, the high ones downwards by Y, and one byte of
; code covers the four bytes of nib. Adding 8 mod 16 is flipping bit 3.

; store r22 | r23 with code bits 2j and 2j+1 put in; r24 = 0 but for bits 3 and 7
.macro encode_put j
    or      r22, r23
    bst     r25, 2*\j
    bld     r24, 3
    bst     r25, 2*\j+1
    bld     r24, 7
    eor     r22, r24
    st      Z+, r22
.endm

.section .text.sunbear_nibble_encode,"ax",@progbits
.global sunbear_nibble_encode
.type sunbear_nibble_encode,@function
sunbear_nibble_encode:
    push    r28
    push    r29
    movw    r30, r24
    movw    r26, r22
    subi    r22, lo8(-390)
    sbci    r23, hi8(-390)
    movw    r28, r22
    clr     r24
    ldi     r19, 35
1:  movw    r22, r30            ; the next code byte, through Z
    movw    r30, r20
    ld      r25, Z+
    movw    r20, r30
    movw    r30, r22
    ld      r18, X+             ; up: digit 0, bits 6..9
    ld      r22, X+
    lsl     r18
    rol     r22
    lsl     r18
    rol     r22
    andi    r22, 0x0f
    ld      r23, -Y             ; down: digit 3, bits 36..39
    andi    r23, 0xf0
    encode_put 0
    dec     r19
    breq    2f                  ; 137 = 34*4 + 1
    ld      r22, X+             ; up: digit 1, bits 16..19
    andi    r22, 0x0f
    ld      r23, -Y             ; down: digit 2, bits 26..29
    lsl     r23
    lsl     r23
    andi    r23, 0xf0
    encode_put 1
    ld      r22, X+             ; up: digit 2
    lsr     r22
    lsr     r22
    andi    r22, 0x0f
    ld      r23, -Y             ; down: digit 1
    swap    r23
    andi    r23, 0xf0
    encode_put 2
    ld      r22, X+             ; up: digit 3
    swap    r22
    andi    r22, 0x0f
    ld      r23, -Y             ; down: digit 0
    ld      r18, -Y
    lsl     r18
    rol     r23
    lsl     r18
    rol     r23
    swap    r23
    andi    r23, 0xf0
    encode_put 3
    rjmp    1b
2:  pop     r29
    pop     r28
    ret
.size sunbear_nibble_encode, .-sunbear_nibble_encode
