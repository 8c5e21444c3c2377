//! AES-256-CTR as the expansion of 32-byte seeds: the key stream of the seed, from counter 0 on.

use zeroize::Zeroize;

use crate::backend::{Buffer, Ciphering, Native};

/// Bytes of a block. All reads of an [`Expansion`] but its last must be whole blocks.
pub(crate) const BLOCK: usize = 16;

/// An expansion under way. Secret if its seed is.
pub(crate) struct Expansion {
    key: <Native as Ciphering>::Key,
    counter: u32,
}

impl Expansion {
    /// Begins the expansion of a seed.
    pub(crate) fn start(&mut self, seed: &[u8; 32]) {
        Native::aes256_key(&mut self.key, seed);
        self.counter = 0;
    }

    /// The next bytes. What is left of a cut block is skipped.
    pub(crate) fn fill(&mut self, out: &mut [u8]) {
        Native::aes256_stream(&self.key, self.counter, out);
        // An expansion is some kB.
        self.counter += out.len().div_ceil(BLOCK) as u32;
    }
}

impl Zeroize for Expansion {
    fn zeroize(&mut self) {
        self.key.zeroize();
        self.counter = 0;
    }
}

impl Buffer for Expansion {
    const ZERO: Self = Self { key: Buffer::ZERO, counter: 0 };
}
