//! Where keys and ciphertexts lie: slices, flash, EEPROM, a file, anything that answers to an offset.
//!
//! An operation never asks for the whole object at once, so a device needs no RAM for what it can read where it is.
//! Implement [`ReadAt`] or [`WriteAt`] for a medium of your own; the crate only calls them within `size()`.

use crate::error::{Error, Object};

mod eeprom;
#[cfg(all(target_arch = "avr", not(sunbear_backend = "portable")))]
mod flash;

pub use eeprom::{Eeprom, EepromDevice};
#[cfg(all(target_arch = "avr", not(sunbear_backend = "portable")))]
pub use flash::Flash;

/// Bytes that can be read at any offset, as often as needed.
///
/// While an operation runs, two reads of one place must give the same bytes: a medium that somebody else can write
/// (a second master on the bus, say) needs a copy first.
pub trait ReadAt {
    /// Size in bytes.
    fn size(&self) -> usize;

    /// Fills `out` with the bytes from `offset` on.
    ///
    /// # Errors
    /// [`Error::Storage`] if the medium fails or the range leaves it.
    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error>;
}

/// Bytes that can be written at any offset.
pub trait WriteAt {
    /// Size in bytes.
    fn size(&self) -> usize;

    /// Writes `bytes` from `offset` on. Every operation writes each byte of its output once.
    ///
    /// # Errors
    /// [`Error::Storage`] if the medium fails or the range leaves it.
    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error>;
}

impl ReadAt for [u8] {
    fn size(&self) -> usize {
        self.len()
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        let source = self.get(offset..).and_then(|rest| rest.get(..out.len())).ok_or(Error::Storage)?;
        out.copy_from_slice(source);
        Ok(())
    }
}

impl WriteAt for [u8] {
    fn size(&self) -> usize {
        self.len()
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let target = self.get_mut(offset..).and_then(|rest| rest.get_mut(..bytes.len())).ok_or(Error::Storage)?;
        target.copy_from_slice(bytes);
        Ok(())
    }
}

impl<const N: usize> ReadAt for [u8; N] {
    fn size(&self) -> usize {
        N
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        self.as_slice().read_at(offset, out)
    }
}

impl<const N: usize> WriteAt for [u8; N] {
    fn size(&self) -> usize {
        N
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.as_mut_slice().write_at(offset, bytes)
    }
}

impl<T: ReadAt + ?Sized> ReadAt for &T {
    fn size(&self) -> usize {
        (**self).size()
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        (**self).read_at(offset, out)
    }
}

impl<T: ReadAt + ?Sized> ReadAt for &mut T {
    fn size(&self) -> usize {
        (**self).size()
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        (**self).read_at(offset, out)
    }
}

impl<T: WriteAt + ?Sized> WriteAt for &mut T {
    fn size(&self) -> usize {
        (**self).size()
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        (**self).write_at(offset, bytes)
    }
}

/// A part of a storage: `size` bytes from `offset` on.
pub(crate) struct Section<T> {
    pub(crate) storage: T,
    pub(crate) offset: usize,
    pub(crate) size: usize,
}

impl<T: ReadAt> ReadAt for Section<T> {
    fn size(&self) -> usize {
        self.size
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        self.storage.read_at(self.offset + offset, out)
    }
}

impl<T: WriteAt> WriteAt for Section<T> {
    fn size(&self) -> usize {
        self.size
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.storage.write_at(self.offset + offset, bytes)
    }
}

/// Checks that an object's storage has exactly its size.
pub(crate) fn expect_size(size: usize, expected: usize, object: Object) -> Result<(), Error> {
    if size == expected { Ok(()) } else { Err(Error::Length(object)) }
}
