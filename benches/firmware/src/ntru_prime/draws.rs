//! The known answer's random words and bytes in place of a source of randomness.

use sunbear::ntru_prime::Draws;
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

    fn next(&mut self, out: &mut [u8]) {
        // Beyond the end `out` stays as it is; then the answer is wrong too.
        let _ = self.storage.read_at(self.position, out);
        self.position += out.len();
    }
}

impl<T: ReadAt> Draws for Known<T> {
    fn words(&mut self, out: &mut [u32]) {
        chip::mark(3);
        for word in out {
            let mut bytes = [0; 4];
            self.next(&mut bytes);
            *word = u32::from_le_bytes(bytes);
        }
        chip::mark(4);
    }

    fn bytes(&mut self, out: &mut [u8]) {
        chip::mark(3);
        self.next(out);
        chip::mark(4);
    }
}
