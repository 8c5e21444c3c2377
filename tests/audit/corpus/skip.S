; Each skipping instruction, on a secret bit and on a bit of a secret byte that no secret reaches.
#include "corpus.inc"

	program sbrc_leaks, sbrs_leaks, cpse_leaks, sbis_leaks, sbic_leaks, skip_is_clean

	function sbrc_leaks
	lds	r24, secret
	sbrc	r24, 0
	nop
	ret
	endfunction sbrc_leaks

	function sbrs_leaks
	lds	r24, secret
	sbrs	r24, 0
	nop
	ret
	endfunction sbrs_leaks

	function cpse_leaks
	lds	r24, secret
	lds	r25, public
	cpse	r24, r25
	nop
	ret
	endfunction cpse_leaks

	function sbis_leaks			; through GPIOR0
	lds	r24, secret
	out	0x1e, r24
	sbis	0x1e, 0
	nop
	out	0x1e, r1
	ret
	endfunction sbis_leaks

	function sbic_leaks
	lds	r24, secret
	out	0x1e, r24
	sbic	0x1e, 0
	nop
	out	0x1e, r1
	ret
	endfunction sbic_leaks

	function skip_is_clean
	lds	r24, secret
	andi	r24, 0x0f
	sbrc	r24, 7
	nop
	sbrs	r24, 4
	nop
	ret
	endfunction skip_is_clean
