//! A medium that fails, and that counts.

use std::cell::Cell;

use sunbear::Error;
use sunbear::storage::{ReadAt, WriteAt};

/// A medium that counts its calls and fails at one of them.
pub struct Failing<T> {
    bytes: T,
    pub calls: Cell<usize>,
    fails_at: usize,
    /// How often each byte was written.
    pub writes: Vec<u8>,
}

impl<T> Failing<T> {
    pub fn at(fails_at: usize, bytes: T) -> Self {
        Self { bytes, calls: 0.into(), fails_at, writes: Vec::new() }
    }

    #[allow(dead_code, reason = "not all tests need one")]
    pub fn never(bytes: T) -> Self {
        Self::at(usize::MAX, bytes)
    }

    fn call(&self) -> Result<(), Error> {
        let call = self.calls.replace(self.calls.get() + 1);
        if call == self.fails_at { Err(Error::Storage) } else { Ok(()) }
    }
}

impl<T: ReadAt> ReadAt for Failing<T> {
    fn size(&self) -> usize {
        self.bytes.size()
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        assert!(offset + out.len() <= self.size(), "a read beyond the end");
        self.call()?;
        self.bytes.read_at(offset, out)
    }
}

impl<T: WriteAt> WriteAt for Failing<T> {
    fn size(&self) -> usize {
        self.bytes.size()
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        assert!(offset + bytes.len() <= WriteAt::size(&self.bytes), "a write beyond the end");
        self.call()?;
        self.writes.resize(self.bytes.size(), 0);
        self.writes[offset..offset + bytes.len()].iter_mut().for_each(|count| *count += 1);
        self.bytes.write_at(offset, bytes)
    }
}
