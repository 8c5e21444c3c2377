; The program waits for ever inside of a function that it calls.
#include "corpus.inc"

	program waits, after_the_wait

	function waits
1:	nop
	rjmp	1b
	endfunction waits

	function after_the_wait
	ret
	endfunction after_the_wait
