; The program ends inside of a function that it calls, and never calls another.
#include "corpus.inc"

	program never_returns, never_called

	function never_returns
	cli
	sleep
1:	rjmp	1b
	endfunction never_returns

	function never_called
	ret
	endfunction never_called
