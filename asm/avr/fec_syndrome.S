; sunbear_fec_syndrome: uint32_t sunbear_fec_syndrome(const uint8_t *bytes, uint8_t len)
; Computes   syndrome of the Melas code, sum of bit_i * z^(i - 8 len) mod G,
;            G = z^18+z^14+z^13+z^9+z^5+z^4+1 (0x46231)
; In         r25:24 bytes (2 bytes), r22 len (1; public, 1..255: 32 for a message, 35 with its check bytes)
; Out        r25:22 = the 18-bit syndrome (4 bytes)
; Memory     reads bytes[0..len); writes nothing
; Secret     the contents of bytes. Public: len and the address
; Stack      0 bytes
; Cycles     9 + 37*len (32: 1193; 35: 1304); 1 more on ATmega2560
; Flash      84 bytes
; Clobbers   r18-r27, SREG

; A byte at a time: with b = (r ^ B) mod z^8, q = b / (1+z^4+z^5) mod z^8 = b + b z^4 + b z^5 (the square
; z^8+z^10 vanishes) makes r + qG divisible by z^8, and
; qG div z^8 = (q>>4) + (q>>3) + (q<<1) + (q<<5) + (q<<6) + (q<<10).
; r = r24:r23:r22, q = r18, q<<4 and its doublings = r21:r20

.section .text.sunbear_fec_syndrome,"ax",@progbits
.global sunbear_fec_syndrome
.type sunbear_fec_syndrome,@function
sunbear_fec_syndrome:
    movw    r26, r24
    mov     r19, r22
    clr     r22
    clr     r23
    clr     r24
1:  ld      r18, X+
    eor     r18, r22            ; b
    mov     r20, r18
    swap    r20
    andi    r20, 0xf0
    eor     r18, r20
    lsl     r20
    eor     r18, r20            ; q
    mov     r20, r18
    swap    r20
    mov     r21, r20
    andi    r21, 0x0f           ; q>>4, the high byte of q<<4
    andi    r20, 0xf0
    mov     r22, r23            ; r>>8
    mov     r23, r24
    clr     r24
    eor     r22, r21            ; q>>4
    lsl     r20
    rol     r21                 ; q<<5; its high byte is q>>3
    eor     r22, r21
    eor     r22, r20
    eor     r23, r21
    lsl     r20
    rol     r21                 ; q<<6
    eor     r22, r20
    eor     r23, r21
    lsl     r18
    rol     r24                 ; q<<1
    eor     r22, r18
    eor     r23, r24
    lsl     r18
    rol     r24                 ; q<<2, a byte higher: q<<10
    eor     r23, r18
    dec     r19
    brne    1b
    clr     r25
    ret
.size sunbear_fec_syndrome, .-sunbear_fec_syndrome
