//! The few registers this image needs, by data address: the same on ATmega328P, 1284P and 2560.

/// USART 0: status and control A, B, C.
pub const UCSR0A: *mut u8 = 0xc0 as *mut u8;
pub const UCSR0B: *mut u8 = 0xc1 as *mut u8;
pub const UCSR0C: *mut u8 = 0xc2 as *mut u8;
/// USART 0: baud rate.
pub const UBRR0L: *mut u8 = 0xc4 as *mut u8;
pub const UBRR0H: *mut u8 = 0xc5 as *mut u8;
/// USART 0: data.
pub const UDR0: *mut u8 = 0xc6 as *mut u8;
/// A general purpose register that marks the beginning (1) and the end (2) of an operation for whoever measures.
pub const GPIOR0: *mut u8 = 0x3e as *mut u8;

/// Writes a register.
pub fn write(register: *mut u8, value: u8) {
    // SAFETY: only the addresses above come here, all of them registers without side effects on memory.
    unsafe { register.write_volatile(value) }
}

/// Reads a register.
pub fn read(register: *mut u8) -> u8 {
    // SAFETY: as for `write`.
    unsafe { register.read_volatile() }
}
