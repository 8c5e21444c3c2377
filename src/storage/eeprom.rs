//! EEPROM: bytes that outlive the power, by way of a driver for the chip at hand.

use super::{ReadAt, WriteAt};
use crate::error::Error;

/// The EEPROM of a chip, byte by byte.
///
/// Implement it on the registers of your chip: `examples/node` does with `avr-device`. Both functions take a shared
/// reference, so that several [`Eeprom`]s can lie on one device; a device that interrupts use too must lock itself.
pub trait EepromDevice {
    /// Bytes there are.
    fn size(&self) -> u16;

    /// Reads one byte, once a write before it has ended. `address` is below [`EepromDevice::size`].
    fn read(&self, address: u16) -> u8;

    /// Erases and writes one byte, once a write before it has ended: 3.4 ms on an ATmega. It may return before the
    /// write ends. `address` is below [`EepromDevice::size`].
    fn write(&self, address: u16, byte: u8);
}

impl<D: EepromDevice + ?Sized> EepromDevice for &D {
    fn size(&self) -> u16 {
        (**self).size()
    }

    fn read(&self, address: u16) -> u8 {
        (**self).read(address)
    }

    fn write(&self, address: u16, byte: u8) {
        (**self).write(address, byte);
    }
}

/// A range of an EEPROM as storage.
///
/// # Time and wear
///
/// An ATmega takes 3.4 ms to write a byte, so an encapsulation key of BabyBear takes 2.7 s; reading takes 4 cycles a
/// byte. Each byte stands 100,000 writes (at 25 °C, by the data sheet) and then keeps its content for less and less
/// time. Therefore a byte that has the wanted value already isn't written, unless the storage is
/// [rewriting](Eeprom::rewriting).
///
/// # A power cut
///
/// While a byte is being written, a loss of power leaves it with any value, even one that reads differently from time
/// to time. The other bytes keep theirs, if the brown-out detector stops the chip in time: switch it on (the fuse
/// `BODLEVEL`); without it, a chip that runs on with too little voltage may write anything anywhere.
#[derive(Debug, Clone, Copy)]
pub struct Eeprom<D> {
    device: D,
    start: u16,
    size: u16,
    rewriting: bool,
}

impl<D: EepromDevice> Eeprom<D> {
    /// The `size` bytes of the device from `start` on.
    ///
    /// # Errors
    /// [`Error::Storage`] if they are not all there.
    pub fn new(device: D, start: u16, size: u16) -> Result<Self, Error> {
        let end = start.checked_add(size).ok_or(Error::Storage)?;
        if end > device.size() {
            return Err(Error::Storage);
        }
        Ok(Self { device, start, size, rewriting: false })
    }

    /// The same range, where every byte is written, even one that seems to have its value already: it may be what a
    /// power cut left, and read differently another time.
    #[must_use]
    pub fn rewriting(self) -> Self {
        Self { rewriting: true, ..self }
    }

    /// The address of `offset`, if `n` bytes from there are in the range.
    fn address(&self, offset: usize, n: usize) -> Result<u16, Error> {
        let end = offset.checked_add(n).ok_or(Error::Storage)?;
        if end > usize::from(self.size) {
            return Err(Error::Storage);
        }
        // Below the size, so in 16 bits, as is the sum.
        Ok(self.start + offset as u16)
    }
}

impl<D: EepromDevice> ReadAt for Eeprom<D> {
    fn size(&self) -> usize {
        usize::from(self.size)
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        let address = self.address(offset, out.len())?;
        // The bytes first: after the last one no further address is made, which 16 bits might not hold.
        for (byte, address) in out.iter_mut().zip(address..) {
            *byte = self.device.read(address);
        }
        Ok(())
    }
}

impl<D: EepromDevice> WriteAt for Eeprom<D> {
    fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Returns while the last byte may still be being written: every later access waits for it.
    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let address = self.address(offset, bytes.len())?;
        for (byte, address) in bytes.iter().zip(address..) {
            if self.rewriting || self.device.read(address) != *byte {
                self.device.write(address, *byte);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use core::cell::{Cell, RefCell};
    use std::vec;
    use std::vec::Vec;

    use super::*;

    struct Device {
        bytes: RefCell<Vec<u8>>,
        writes: Cell<usize>,
    }

    impl EepromDevice for Device {
        fn size(&self) -> u16 {
            self.bytes.borrow().len() as u16
        }

        fn read(&self, address: u16) -> u8 {
            self.bytes.borrow()[usize::from(address)]
        }

        fn write(&self, address: u16, byte: u8) {
            self.bytes.borrow_mut()[usize::from(address)] = byte;
            self.writes.set(self.writes.get() + 1);
        }
    }

    fn device() -> Device {
        Device { bytes: RefCell::new(vec![0xff; 100]), writes: Cell::new(0) }
    }

    #[test]
    fn ranges_lie_side_by_side() {
        let device = device();
        let mut first = Eeprom::new(&device, 0, 60).unwrap();
        let mut second = Eeprom::new(&device, 60, 40).unwrap();
        first.write_at(50, &[1; 10]).unwrap();
        second.write_at(0, &[2; 40]).unwrap();
        let mut out = [0; 10];
        first.read_at(50, &mut out).unwrap();
        assert_eq!(out, [1; 10]);
        assert_eq!(device.bytes.borrow()[60..], [2; 40]);
    }

    #[test]
    fn nothing_outside_the_range_is_touched() {
        let device = device();
        let mut range = Eeprom::new(&device, 10, 20).unwrap();
        for (offset, n) in [(0, 21), (20, 1), (21, 0), (usize::MAX, 1), (usize::MAX, 2)] {
            assert_eq!(range.write_at(offset, &vec![0; n]), Err(Error::Storage), "{offset} {n}");
            assert_eq!(range.read_at(offset, &mut vec![0; n]), Err(Error::Storage), "{offset} {n}");
        }
        assert_eq!(range.write_at(20, &[]), Ok(()));
        assert_eq!(device.writes.get(), 0);
        for (start, size) in [(90, 11), (101, 0), (u16::MAX, 1), (1, u16::MAX)] {
            assert!(Eeprom::new(&device, start, size).is_err(), "{start} {size}");
        }
    }

    #[test]
    fn the_last_byte_of_the_largest_device_is_reached() {
        let device = Device { bytes: RefCell::new(vec![0xff; usize::from(u16::MAX)]), writes: Cell::new(0) };
        let mut range = Eeprom::new(&device, 0, u16::MAX).unwrap();
        range.write_at(65_533, &[1, 2]).unwrap();
        let mut out = [0; 2];
        range.read_at(65_533, &mut out).unwrap();
        assert_eq!(out, [1, 2]);
    }

    #[test]
    fn unchanged_bytes_are_spared() {
        let device = device();
        let mut range = Eeprom::new(&device, 0, 100).unwrap();
        range.write_at(0, &[1, 2, 3]).unwrap();
        range.write_at(0, &[1, 5, 3]).unwrap();
        assert_eq!(device.writes.get(), 4);
        range.rewriting().write_at(0, &[1, 5, 3]).unwrap();
        assert_eq!(device.writes.get(), 7);
    }
}
