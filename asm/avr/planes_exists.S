; sunbear_planes_exists: uint8_t sunbear_planes_exists(uint8_t inverse)
; Computes   nothing: tells an audit that from here on it is public whether an inverse modulo 3 exists. A key generation
;            that finds none draws another polynomial. Its time shows that, and says nothing of the polynomial it takes
; In         r24 = inverse, as sunbear_planes_inverse returns it
; Out        r24 = inverse
; Memory     none
; Secret     nothing any more
; Stack      0 bytes
; Cycles     4 (ATmega1284P, first instruction through ret), constant; 1 more on ATmega2560
; Flash      2 bytes
; Clobbers   nothing
	.section .text.sunbear_planes_exists,"ax",@progbits
	.global sunbear_planes_exists
	.global sunbear_declassify_value_whether_key_generation_draws_again
	.type sunbear_planes_exists,@function
sunbear_planes_exists:
sunbear_declassify_value_whether_key_generation_draws_again:
	ret
	.size sunbear_planes_exists, .-sunbear_planes_exists
