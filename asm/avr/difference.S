; sunbear_difference: uint8_t sunbear_difference(const uint8_t *a, const uint8_t *b, uint16_t n)
; Computes   OR over i of a[i] ^ b[i] (0 if and only if the two strings are equal)
; In         r25:24 a (2 bytes), r23:22 b (2), r21:20 n (2; public, 0..65535)
; Out        r24 = the OR of all differences (1 byte)
; Memory     reads a[0..n), b[0..n); they may overlap; writes nothing
; Secret     the contents of a and b. Public: n and the addresses
; Stack      0 bytes
; Cycles     12 + 28*(n div 4) + (9*(n mod 4) - 2 if n mod 4 > 0) + (2 if n < 4); 1 more on ATmega2560
; Flash      68 bytes
; Clobbers   r0, r20, r21, r24, r25, r26, r27, r30, r31, SREG

.macro diff_byte
    ld      r0, X+
    ld      r25, Z+
    eor     r0, r25
    or      r24, r0
.endm

.section .text.sunbear_difference,"ax",@progbits
.global sunbear_difference
.type sunbear_difference,@function
sunbear_difference:
    movw    r26, r24
    movw    r30, r22
    clr     r24
    subi    r20, 4
    sbci    r21, 0
    brcs    2f
1:  diff_byte
    diff_byte
    diff_byte
    diff_byte
    subi    r20, 4
    sbci    r21, 0
    brcc    1b
2:  subi    r20, -4             ; r20 = n mod 4
    breq    4f
3:  diff_byte
    dec     r20
    brne    3b
4:  ret
.size sunbear_difference, .-sunbear_difference
