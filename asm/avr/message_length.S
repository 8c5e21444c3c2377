; sunbear_message_length: uint8_t sunbear_message_length(uint8_t length)
; Computes   nothing: tells an audit that from here on the length of an accepted message is public. It is handed to whoever
;            decrypts, who can do nothing with a message without it
; In         r24 length
; Out        r24
; Memory     none
; Secret     nothing any more
; Stack      0 bytes
; Cycles     4 (ATmega1284P, first instruction through ret), constant; 1 more on ATmega2560
; Flash      2 bytes
; Clobbers   nothing
	.section .text.sunbear_message_length,"ax",@progbits
	.global sunbear_message_length
	.global sunbear_declassify_value_the_length_of_an_accepted_message
	.type sunbear_message_length,@function
sunbear_message_length:
sunbear_declassify_value_the_length_of_an_accepted_message:
	ret
	.size sunbear_message_length, .-sunbear_message_length
