//! Program memory: constants that take no RAM.
#![allow(unsafe_code)]

use super::ReadAt;
use crate::error::Error;

unsafe extern "C" {
    fn sunbear_flash_read(out: *mut u8, address: u32, n: u16);
}

/// Bytes in an AVR's program memory, all 256 kB of it. There only, and only with the kernels of `asm/avr`.
///
/// Read-only: a program can write flash from the boot section alone, in pages, while nothing else there runs. That is a
/// boot loader's work.
///
/// An object of your own program below 64 kB has the address that its symbol has (`&raw const KEY as u32`, if it lies
/// in `.progmem.data`). Beyond, take the address from where you placed the object, or in assembly as `lo8`, `hi8` and
/// `hh8` of its symbol.
#[derive(Debug, Clone, Copy)]
pub struct Flash {
    address: u32,
    size: u16,
}

impl Flash {
    /// `size` bytes from the byte address `address` on.
    ///
    /// # Errors
    /// [`Error::Storage`] if they leave the 24 bits that an address has.
    pub const fn new(address: u32, size: u16) -> Result<Self, Error> {
        if address > (1 << 24) - size as u32 {
            return Err(Error::Storage);
        }
        Ok(Self { address, size })
    }
}

impl ReadAt for Flash {
    fn size(&self) -> usize {
        usize::from(self.size)
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        match offset.checked_add(out.len()) {
            Some(end) if end <= usize::from(self.size) => {
                // SAFETY: the kernel writes the n bytes of `out` and reads flash, which every address of has a value.
                unsafe { sunbear_flash_read(out.as_mut_ptr(), self.address + offset as u32, out.len() as u16) };
                Ok(())
            }
            _ => Err(Error::Storage),
        }
    }
}
