//! The chips this library is measured on, with the few numbers a simulation needs.
//!
//! A table, not a data sheet: memory sizes and the width of a return address. Chips missing here may still run
//! the library; they just cannot be simulated by this layer.

use std::borrow::ToOwned;

use super::{Error, Result};

/// One chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mcu {
    /// The name avr-gcc, rustc's `target-cpu` and simavr all use.
    pub name: &'static str,
    /// First data address of RAM; registers and I/O lie below.
    pub ram_start: u16,
    /// RAM in bytes.
    pub ram_size: u16,
    /// Flash in bytes.
    pub flash_size: u32,
    /// EEPROM in bytes.
    pub eeprom_size: u16,
    /// Bytes of a return address on the stack: 3 where flash exceeds 128 KiB, otherwise 2.
    pub pc_bytes: u8,
    /// Clock in hertz: what the usual boards run at.
    pub clock_hz: u32,
}

/// Every supported chip, smallest first.
pub const ALL: [Mcu; 3] = [
    Mcu {
        name: "atmega328p",
        ram_start: 0x0100,
        ram_size: 2048,
        flash_size: 32 * 1024,
        eeprom_size: 1024,
        pc_bytes: 2,
        clock_hz: 16_000_000,
    },
    Mcu {
        name: "atmega1284p",
        ram_start: 0x0100,
        ram_size: 16 * 1024,
        flash_size: 128 * 1024,
        eeprom_size: 4096,
        pc_bytes: 2,
        clock_hz: 16_000_000,
    },
    Mcu {
        name: "atmega2560",
        ram_start: 0x0200,
        ram_size: 8192,
        flash_size: 256 * 1024,
        eeprom_size: 4096,
        pc_bytes: 3,
        clock_hz: 16_000_000,
    },
];

impl Mcu {
    /// The chip of this name, in any case (`ATmega1284P` too).
    ///
    /// # Errors
    /// [`Error::UnknownMcu`], naming the known ones.
    pub fn find(name: &str) -> Result<&'static Mcu> {
        ALL.iter()
            .find(|mcu| mcu.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| Error::UnknownMcu { name: name.to_owned(), known: ALL.map(|mcu| mcu.name).join(", ") })
    }

    /// The last data address of RAM, where the stack starts.
    #[must_use]
    pub const fn ram_end(&self) -> u16 {
        self.ram_start + (self.ram_size - 1)
    }

    /// Cycles in milliseconds at the chip's clock.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // cycle counts stay far below 2^53
    pub fn milliseconds(&self, cycles: u64) -> f64 {
        cycles as f64 * 1e3 / f64::from(self.clock_hz)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn finds_chips_by_name() {
        assert_eq!(Mcu::find("ATmega1284P").map(Mcu::ram_end), Ok(0x40FF));
        assert_eq!(Mcu::find("atmega328p").map(Mcu::ram_end), Ok(0x08FF));
        assert_eq!(Mcu::find("atmega2560").map(Mcu::ram_end), Ok(0x21FF));
        let error = Mcu::find("attiny85").unwrap_err().to_string();
        assert!(error.contains("attiny85") && error.contains("atmega2560"), "{error}");
    }
}
