//! USART 0 at 250,000 baud, 8 data bits, no parity, one stop bit, by polling. 250,000 divides 16 MHz exactly.

use crate::registers::{UBRR0H, UBRR0L, UCSR0A, UCSR0B, UCSR0C, UDR0, read, write};

/// Double speed.
const U2X: u8 = 1 << 1;
/// The data register is empty.
const UDRE: u8 = 1 << 5;
/// A byte has come.
const RXC: u8 = 1 << 7;

/// Sets the line up.
pub fn start() {
    write(UBRR0H, 0);
    write(UBRR0L, 7); // 16 MHz / 8 / 250,000 - 1
    write(UCSR0A, U2X);
    write(UCSR0C, 0b110); // 8 data bits
    write(UCSR0B, 0b1_1000); // receiver and transmitter on
}

/// Waits for a byte.
pub fn receive() -> u8 {
    while read(UCSR0A) & RXC == 0 {}
    read(UDR0)
}

/// Sends a byte.
pub fn send(byte: u8) {
    while read(UCSR0A) & UDRE == 0 {}
    write(UDR0, byte);
}
