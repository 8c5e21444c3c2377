; sunbear_select:
;   void sunbear_select(uint8_t *out, const uint8_t *equal, const uint8_t *otherwise, uint8_t n, uint8_t difference)
; Computes   out = (difference == 0) ? equal : otherwise, without a branch on difference
; In         r25:24 out (2 bytes), r23:22 equal (2), r21:20 otherwise (2), r18 n (1; public, 0..255), r16 difference (1)
; Out        nothing in registers
; Memory     reads equal[0..n), otherwise[0..n); writes out[0..n); out may be equal or otherwise itself
; Secret     difference, the contents of equal and otherwise. Public: n and the addresses
; Stack      2 bytes
; Cycles     19 + 12*n for n > 0; 21 for n = 0; 1 more on ATmega2560
; Flash      42 bytes
; Clobbers   r0, r18, r19, r25, r26, r27, r30, r31, SREG

.section .text.sunbear_select,"ax",@progbits
.global sunbear_select
.type sunbear_select,@function
sunbear_select:
    push    r28
    push    r29
    movw    r28, r24
    movw    r26, r22
    movw    r30, r20
    mov     r19, r16            ; r16 itself is call-saved
    subi    r19, 1              ; carry if and only if difference = 0
    sbc     r19, r19            ; mask: ff takes equal, 00 takes otherwise
    tst     r18
    breq    2f
1:  ld      r0, X+
    ld      r25, Z+
    eor     r0, r25
    and     r0, r19
    eor     r0, r25
    st      Y+, r0
    dec     r18
    brne    1b
2:  pop     r29
    pop     r28
    ret
.size sunbear_select, .-sunbear_select
