//! The known answer's random bytes in place of a source of randomness.

use core::convert::Infallible;

use rand_core::{TryCryptoRng, TryRng};
use sunbear::storage::ReadAt;

use crate::chip;

/// Gives the bytes of a storage in order. Marks 3 and 4 enclose that: random bytes come from outside, and whoever
/// measures leaves their cycles out.
pub struct Known<T> {
    storage: T,
    position: usize,
}

impl<T: ReadAt> Known<T> {
    /// From the first byte on.
    pub fn new(storage: T) -> Self {
        Self { storage, position: 0 }
    }
}

impl<T: ReadAt> TryRng for Known<T> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(0)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        chip::mark(3);
        // Beyond the end `out` stays as it is; then the answer is wrong too.
        let _ = self.storage.read_at(self.position, out);
        self.position += out.len();
        chip::mark(4);
        Ok(())
    }
}

impl<T: ReadAt> TryCryptoRng for Known<T> {}
