; sunbear_wipe_stack: void sunbear_wipe_stack(uint16_t n)
; Computes   overwrites dead stack frames and the registers that a function may leave behind
; In         r25:24 n (2 bytes; public, a multiple of 8, 8..1384)
; Out        nothing in registers
; Memory     reads nothing; writes zeros to the n bytes below its return address
; Secret     what it overwrites. Public: n
; Stack      1384 bytes at most: n
; Cycles     12 + 5*n; 1 more on ATmega2560
; Flash      62 bytes
; Clobbers   r0, r18-r27, r30, r31 and T are zero on return; SREG

; SP moves along with every byte, by push and pop alone: an interrupt always finds its place below, and none is held off.

.section .text.sunbear_wipe_stack,"ax",@progbits
.global sunbear_wipe_stack
.type sunbear_wipe_stack,@function
sunbear_wipe_stack:
    movw    r26, r24
1:  .rept 8
    push    r1
    .endr
    sbiw    r24, 8
    brne    1b
2:  .rept 8
    pop     r0
    .endr
    sbiw    r26, 8
    brne    2b
    clr     r0                  ; an interrupt may have come between the passes
    clr     r18
    clr     r19
    movw    r20, r18
    movw    r22, r18
    movw    r24, r18
    movw    r26, r18
    movw    r30, r18
    clt
    ret
.size sunbear_wipe_stack, .-sunbear_wipe_stack
