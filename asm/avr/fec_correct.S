; sunbear_fec_correct: void sunbear_fec_correct(uint8_t code[35])
; Computes   corrects up to two bit errors of the Melas code in place, no failure flag
; In         r25:24 code (2 bytes): message code[0..32), check bytes code[32..35)
; Out        nothing in registers
; Memory     reads code[0..35); writes code[0..32). Calls sunbear_fec_syndrome
; Secret     the contents of code. Public: the address
; Stack      6 bytes (7 on ATmega2560)
; Cycles     5193, fec_syndrome included; 5208 on ATmega2560
; Flash      292 bytes: code 220, table 72 (lpm: within the first 64 KiB, where .progmem.data is linked);
;            fec_syndrome apart
; Clobbers   r0, r18-r27, r30, r31, SREG

; GF(2^9) mod z^9+z^4+1, alpha = z. The multiplier shifts right, so a product over n bits comes with
; alpha^-n; every such factor is undone by a constant: K below or the tables.
;   a = syndrome, K = alpha^298:  E1 = K a alpha^-18 = a(alpha) alpha^280
;   g = E1 rev(a) alpha^-18 = E1 Em alpha^279           (rev(a) = alpha^17 a(alpha^-1), Em = a(alpha^-1) alpha^-280)
;   c = E1 Em:  c^3 = M0(g) g;  c^15 = M1(c^3) c^3;  c^255 = M2(c^15) c^15;  L0 = M3(c^255) E1
; The tables hold the linear maps on the basis 1, z, .. z^8:
;   M0(x) = x^2 alpha^-828, M1(x) = x^4 alpha^9, M2(x) = x^16 alpha^9, M3(x) = halftrace(x^2) alpha^9

.section .progmem.data.sunbear_fec_correct,"a",@progbits
fec_maps:
    .word   0x0f6, 0x1c9, 0x117, 0x07e, 0x1f8, 0x1d3, 0x17f, 0x1de, 0x14b
    .word   0x011, 0x110, 0x188, 0x04c, 0x0e2, 0x057, 0x152, 0x18a, 0x06c
    .word   0x011, 0x0e2, 0x06c, 0x1c6, 0x150, 0x0cf, 0x1f6, 0x13a, 0x180
    .word   0x011, 0x002, 0x046, 0x036, 0x156, 0x059, 0x054, 0x02e, 0x0de

.section .text.sunbear_fec_correct,"ax",@progbits
.global sunbear_fec_correct
.type sunbear_fec_correct,@function
sunbear_fec_correct:
    push    r16
    push    r17
    push    r28
    push    r29
    movw    r28, r24
    ldi     r22, 35
    call    sunbear_fec_syndrome ; a in r24:r23:r22
    movw    r18, r22
    mov     r20, r24
    ldi     r26, 18
1:  lsr     r20                 ; rev(a) in r27:r31:r30; the product never gets to the 6 bits above it
    ror     r19
    ror     r18
    rol     r30
    rol     r31
    rol     r27
    dec     r26
    brne    1b
    ldi     r20, 0x33           ; K
    ldi     r21, 0x01
    ldi     r26, 18
    rcall   fec_mul
    movw    r16, r18            ; E1
    movw    r20, r18
    movw    r22, r30
    mov     r24, r27
    ldi     r26, 18
    rcall   fec_mul             ; g; from here on r24 is 0
    ldi     r30, lo8(fec_maps)
    ldi     r31, hi8(fec_maps)
    ldi     r27, 3
2:  movw    r22, r18
    rcall   fec_map_mul
    dec     r27
    brne    2b
    movw    r22, r16
    rcall   fec_map_mul         ; L0
    ldi     r27, 2
3:  movw    r20, r18            ; e = the locator times alpha^-8k for byte k
    ldi     r26, 32
4:  mov     r25, r20
    dec     r25
    and     r25, r20
    or      r25, r21            ; 0 if and only if e < 256 has at most one bit
    subi    r25, 1
    sbc     r25, r25
    and     r25, r20
    ld      r0, Y
    eor     r0, r25
    st      Y+, r0
    mov     r25, r20            ; e = e / z^8: q = e (1 + z^4) mod z^8 makes e + q (z^9+z^4+1) divisible
    swap    r25
    andi    r25, 0xf0
    eor     r20, r25
    mov     r25, r20
    swap    r25
    andi    r25, 0x0f
    eor     r21, r25
    lsl     r20
    eor     r20, r21
    clr     r21
    rol     r21
    dec     r26
    brne    4b
    sbiw    r28, 32
    eor     r18, r16            ; L1 = L0 + E1
    eor     r19, r17
    dec     r27
    brne    3b
    pop     r29
    pop     r28
    pop     r17
    pop     r16
    ret

; r19:r18 = M(r19:r18) * r23:r22 * alpha^-9, M = the table at Z, which moves to the next one; r24 = 0
fec_map_mul:
    clr     r20
    clr     r21
    ldi     r26, 9
1:  lsr     r19
    ror     r18
    sbc     r25, r25
    lpm     r0, Z+
    and     r0, r25
    eor     r20, r0
    lpm     r0, Z+
    and     r0, r25
    eor     r21, r0
    dec     r26
    brne    1b
    ldi     r26, 9
; r19:r18 = r21:r20 * r24:r23:r22 * alpha^-n over n = r26 bits; clobbers r0, r22-r26
fec_mul:
    clr     r18
    clr     r19
1:  lsr     r24
    ror     r23
    ror     r22
    sbc     r25, r25
    mov     r0, r20
    and     r0, r25
    eor     r18, r0
    and     r25, r21
    eor     r19, r25
    lsr     r19                 ; divide by z: an odd element becomes x>>1 + z^8 + z^3
    ror     r18
    sbc     r25, r25
    rol     r19                 ; bit 8
    andi    r25, 0x08           ; bit 3
    eor     r18, r25
    dec     r26
    brne    1b
    ret
.size sunbear_fec_correct, .-sunbear_fec_correct
