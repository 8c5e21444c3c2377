; sunbear_small_words: void sunbear_small_words(uint8_t *packed, const uint32_t *words, uint16_t n)
; Computes   packs floor(3*(w mod 2^30)/2^30) of each word w in two bits, four a byte, lowest bits first; the spare bits
;            of the last byte are 0
; In         r25:24 packed, r23:22 words (secret), r21:20 n (2 bytes; public, at least 1)
; Out        packed
; Memory     reads words[0..n); writes packed[0..ceil(n/4)). No overlap
; Secret     the contents of words. Public: n, addresses
; Stack      4 bytes
; Cycles     34 + 121*(n div 4) + (20 + 26*(n mod 4) if n mod 4 > 0); 1 more on ATmega2560
; Flash      108 bytes
; Clobbers   r0, r18-r27, r30, r31, SREG; r16, r17, r28, r29 saved; r1 is 0
;
; (u > 0x15555555) + (u > 0x2aaaaaaa) with u = w mod 2^30: the limits are 2^30/3 and 2^31/3, rounded down.

        .section .text.sunbear_small_words,"ax",@progbits
        .global sunbear_small_words
        .type   sunbear_small_words,@function

sunbear_small_words:
        push    r28
        push    r29
        movw    r26, r24
        movw    r28, r22
        movw    r24, r20
        ldi     r20, 0x55
        ldi     r21, 0x15
        ldi     r22, 0xaa
        ldi     r23, 0x2a
        push    r17
        push    r16
1:      ldi     r16, 4                  ; digits of this byte
        sbiw    r24, 4
        brsh    2f
        add     r16, r24
        breq    4f
        clr     r24
        clr     r25
2:      mov     r18, r16
        lsl     r18
        lsl     r18
        add     r28, r18
        adc     r29, r1
        mov     r17, r18
        clr     r0
3:      sbiw    r28, 4                  ; from the last one to the first
        ld      r18, Y
        ldd     r19, Y+1
        ldd     r30, Y+2
        ldd     r31, Y+3
        andi    r31, 0x3f
        lsl     r0
        lsl     r0
        cp      r20, r18
        cpc     r20, r19
        cpc     r20, r30
        cpc     r21, r31
        adc     r0, r1
        cp      r22, r18
        cpc     r22, r19
        cpc     r22, r30
        cpc     r23, r31
        adc     r0, r1
        dec     r16
        brne    3b
        st      X+, r0
        add     r28, r17
        adc     r29, r1
        rjmp    1b
4:      pop     r16
        pop     r17
        pop     r29
        pop     r28
        ret
        .size   sunbear_small_words, . - sunbear_small_words
