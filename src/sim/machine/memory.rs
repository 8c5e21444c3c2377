//! Registers and data memory as the host sees them between two instructions.
//!
//! What it isn't: subject to the guards, which hold for the program alone. Nor does it wake peripherals: reading or
//! writing an I/O register here touches the byte and nothing behind it.

use std::ops::Range;
use std::vec::Vec;

use super::{Error, Machine, Result, SPL};

/// `GPIOR1` in the data space: a result byte of the program.
pub const RESULT_ADDRESS: u16 = 0x4A;

impl Machine {
    /// The stack pointer.
    #[must_use]
    pub fn sp(&self) -> u16 {
        u16::from_le_bytes([self.data()[SPL], self.data()[SPL + 1]])
    }

    /// Register `index` of 0 to 31.
    #[must_use]
    pub fn register(&self, index: u8) -> u8 {
        self.data()[usize::from(index & 31)]
    }

    /// The status register, carry in bit 0, global interrupt enable in bit 7.
    #[must_use]
    pub fn sreg(&self) -> u8 {
        // SAFETY: `avr` points to a live, initialised core.
        let bits = unsafe { (*self.avr.as_ptr()).sreg };
        bits.iter().rev().fold(0, |sreg, &bit| sreg << 1 | (bit & 1))
    }

    /// `GPIOR1`, the byte a program leaves as its result.
    #[must_use]
    pub fn gpior1(&self) -> u8 {
        self.data()[usize::from(RESULT_ADDRESS)]
    }

    /// Copies `len` bytes of data memory from `address`.
    ///
    /// # Errors
    /// [`Error::Range`] when they are not all there.
    pub fn read(&self, address: u16, len: usize) -> Result<Vec<u8>> {
        Ok(self.data()[self.range(address, len)?].to_vec())
    }

    /// Writes `bytes` to data memory at `address`, past all peripherals.
    ///
    /// # Errors
    /// [`Error::Range`] when they do not all fit.
    pub fn write(&mut self, address: u16, bytes: &[u8]) -> Result<()> {
        let range = self.range(address, bytes.len())?;
        self.data_mut()[range].copy_from_slice(bytes);
        Ok(())
    }

    /// All of data memory: registers, I/O and RAM.
    #[inline]
    pub(in crate::sim) fn data(&self) -> &[u8] {
        // SAFETY: simavr allocated `ramend + 1` bytes; they are written only inside `avr_run` and `data_mut`,
        // both of which need `&mut self`.
        unsafe { std::slice::from_raw_parts((*self.avr.as_ptr()).data, usize::from(self.mcu.ram_end()) + 1) }
    }

    pub(super) fn data_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `data`, and `&mut self` excludes every other user.
        unsafe { std::slice::from_raw_parts_mut((*self.avr.as_ptr()).data, usize::from(self.mcu.ram_end()) + 1) }
    }

    fn range(&self, address: u16, len: usize) -> Result<Range<usize>> {
        let start = usize::from(address);
        match start.checked_add(len) {
            Some(end) if end <= self.data().len() => Ok(start..end),
            _ => Err(Error::Range { address: start, len }),
        }
    }
}
