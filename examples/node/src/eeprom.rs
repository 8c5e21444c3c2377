//! The EEPROM: its registers, and what lies where.
//!
//! | from | bytes | what |
//! |---|---|---|
//! | 0 | 804 | the gateway's encapsulation key, unless it is in flash or comes over the line |
//! | 804 | 220 | five slots of the random generator's seed |
//!
//! The seed stays away from address 0, the one a chip without its brown-out detector damages first.

use sunbear::Error;
use sunbear::seeded::SLOT_SIZE;
use sunbear::storage::{Eeprom, EepromDevice};
use sunbear::three_bears::ParameterSet;

use crate::board::chip;
use crate::node::Set;

/// The EEPROM of the chip. This image has no interrupts: if yours has, switch them off where it says so.
pub struct Driver<'a>(pub &'a chip::EEPROM);

/// The gateway's key.
#[cfg(not(any(feature = "ephemeral", feature = "flash")))]
pub fn key<'a>(memory: &'a Driver<'a>) -> Result<Eeprom<&'a Driver<'a>>, Error> {
    Eeprom::new(memory, 0, KEY)
}

/// The generator's seed. Every byte is written, for a power cut's sake.
pub fn seed<'a>(memory: &'a Driver<'a>) -> Result<Eeprom<&'a Driver<'a>>, Error> {
    Ok(Eeprom::new(memory, KEY, SEEDS)?.rewriting())
}

const KEY: u16 = Set::ENCAPSULATION_KEY_SIZE as u16;
const SEEDS: u16 = 5 * SLOT_SIZE as u16;
const SIZE: u16 = 1024;
const _: () = assert!(KEY + SEEDS <= SIZE);

impl Driver<'_> {
    /// Waits until a write has ended, 3.4 ms after it began.
    fn wait(&self) {
        while self.0.eecr().read().eepe().bit_is_set() {}
    }

    fn point_to(&self, address: u16) {
        // SAFETY: the chip takes any value here.
        self.0.eear().write(|w| unsafe { w.bits(address) });
    }
}

impl EepromDevice for Driver<'_> {
    /// Of the larger chip's 4 kB this node uses no more either.
    fn size(&self) -> u16 {
        SIZE
    }

    fn read(&self, address: u16) -> u8 {
        self.wait();
        self.point_to(address);
        // The chip stands still for four cycles; then the byte is there.
        self.0.eecr().write(|w| w.eere().set_bit());
        self.0.eedr().read().bits()
    }

    fn write(&self, address: u16, byte: u8) {
        self.wait();
        self.point_to(address);
        self.0.eedr().write(|w| w.set(byte));
        // The second write must follow within four cycles. No interrupt may come between: here.
        self.0.eecr().write(|w| w.eempe().set_bit());
        self.0.eecr().write(|w| w.eempe().set_bit().eepe().set_bit());
    }
}
