; The program jumps to where there is none.
#include "corpus.inc"

	program jumps_away

	function jumps_away
	ldi	r30, 0xff
	ldi	r31, 0x3f
	ijmp
	endfunction jumps_away
