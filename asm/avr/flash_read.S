; sunbear_flash_read: void sunbear_flash_read(uint8_t *out, uint32_t address, uint16_t n)
; Computes   nothing: copies n bytes of program memory from a byte address.
; In         r25:r24  out, n bytes; r23:r20  address (24 bits; r23 is not looked at); r19:r18  n, 0..65535
; Out        out
; Memory     writes out[0..n); reads flash[address..address + n)
; Secret     the contents. Public: the addresses and n
; Stack      0 bytes, besides the return address
; Cycles     14 + 9*n below 64 kB, 17 + 9*n beyond, 10 for n = 0; 1 more on ATmega2560
; Flash      50 bytes
; Clobbers   r0, r18, r19, r24-r27, r30, r31, SREG; RAMPZ = 0 on return where it was touched
;
; A range that ends below 64 kB is read by lpm, on every chip. Any other is read by elpm with RAMPZ, and then
; the chip has both: a smaller one has no such range. The assembler refuses elpm for a smaller chip, though, so
; it stands here as a word; that way one file serves all chips without a preprocessor.

        .set RAMPZ, 0x3b                ; an I/O address

        .section .text.sunbear_flash_read,"ax",@progbits
        .global sunbear_flash_read
        .type sunbear_flash_read, @function
sunbear_flash_read:
        movw r26, r24
        movw r30, r20
        subi r18, 1
        sbci r19, 0
        brcs 3f                         ; n = 0
        movw r24, r20                   ; the last byte's address: its bits 16..23 in r23
        add  r24, r18
        adc  r25, r19
        mov  r0, r22
        adc  r0, r1
        brne 2f                         ; beyond 64 kB
1:      lpm  r0, Z+
        st   X+, r0
        subi r18, 1
        sbci r19, 0
        brcc 1b
        ret
2:      out  RAMPZ, r22
4:      .word 0x9007                    ; elpm r0, Z+: steps RAMPZ too
        st   X+, r0
        subi r18, 1
        sbci r19, 0
        brcc 4b
        out  RAMPZ, r1
3:      ret
        .size sunbear_flash_read, . - sunbear_flash_read
