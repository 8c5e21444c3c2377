//! Sorts opcodes by what the machine must look at before they run: loads and stores, writes to SP and to GPIOR0,
//! and loops of one instruction.
//!
//! It isn't a decoder: everything else is simavr's business and has class 0.

use std::sync::LazyLock;
use std::vec::Vec;

/// The bits of a class. A load or store combines a pointer with the bits up to `DISPLACED`; the other classes stand
/// alone.
pub(super) mod class {
    /// Which pointer: 1 for X, 2 for Y, 3 for Z, [`DIRECT`].
    pub const POINTER: u8 = 0x07;
    /// The address is the next word.
    pub const DIRECT: u8 = 4;
    /// The pointer is decremented first.
    pub const DECREMENT: u8 = 0x08;
    /// A store, not a load.
    pub const STORE: u8 = 0x10;
    /// A displacement is added: see [`super::displacement`].
    pub const DISPLACED: u8 = 0x20;
    /// `out` to a half of SP.
    pub const STACK: u8 = 0x40;
    /// `out` to GPIOR0.
    pub const MARK: u8 = 0x80;
    /// `rjmp .-2`, a loop of one instruction.
    pub const LOOP: u8 = 0xC0;
}

/// The class of every opcode.
pub(super) fn classes() -> &'static [u8] {
    static CLASSES: LazyLock<Vec<u8>> = LazyLock::new(|| (0..=u16::MAX).map(classify).collect());
    &CLASSES
}

/// The displacement of an `ldd` or `std`.
pub(super) const fn displacement(opcode: u16) -> u16 {
    (opcode >> 8) & 0x20 | (opcode >> 7) & 0x18 | opcode & 7
}

fn classify(opcode: u16) -> u8 {
    let store = if opcode & 0x0200 == 0 { 0 } else { class::STORE };
    if opcode & 0xD000 == 0x8000 {
        let pointer = if opcode & 0x0008 == 0 { 3 } else { 2 };
        return pointer | class::DISPLACED | store;
    }
    if opcode & 0xFC00 == 0x9000 {
        return match opcode & 0x000F {
            0x0 => class::DIRECT | store,
            0x1 => 3 | store,
            0x2 => 3 | class::DECREMENT | store,
            0x9 => 2 | store,
            0xA => 2 | class::DECREMENT | store,
            0xC | 0xD => 1 | store,
            0xE => 1 | class::DECREMENT | store,
            _ => 0,
        };
    }
    if opcode & 0xF800 == 0xB800 {
        return match (opcode >> 5) & 0x30 | opcode & 0x0F {
            0x3D | 0x3E => class::STACK,
            0x1E => class::MARK,
            _ => 0,
        };
    }
    if opcode == 0xCFFF { class::LOOP } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_opcodes() {
        assert_eq!(classify(0x0000), 0); // nop
        assert_eq!(classify(0x8180), 3 | class::DISPLACED); // ld r24, Z
        assert_eq!(classify(0x83E8), 2 | class::DISPLACED | class::STORE); // st Y, r30
        assert_eq!(classify(0x9380), class::DIRECT | class::STORE); // sts
        assert_eq!(classify(0x938F), 0); // push r24
        assert_eq!(classify(0x938E), 1 | class::DECREMENT | class::STORE); // st -X, r24
        assert_eq!(classify(0x9185), 0); // lpm r24, Z+
        assert_eq!(classify(0xBFCD), class::STACK); // out SPL, r28
        assert_eq!(classify(0xBFDE), class::STACK); // out SPH, r29
        assert_eq!(classify(0xBE0F), 0); // out SREG, r0
        assert_eq!(classify(0xBB8E), class::MARK); // out GPIOR0, r24
        assert_eq!(classify(0xB38E), 0); // in r24, GPIOR0
        assert_eq!(classify(0xCFFF), class::LOOP); // rjmp .-2
        assert_eq!(displacement(0xAC0F), 63); // ldd r0, Y+63
        assert_eq!(displacement(0x8180), 0); // ld r24, Z
    }
}
