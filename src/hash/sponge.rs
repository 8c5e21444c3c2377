//! The sponge construction over Keccak-f[1600] (FIPS 202, section 4), byte by byte and in place.
//!
//! It pads and cuts blocks; which function it is (SHAKE, cSHAKE) is the caller's starting state and domain byte.
//! Lengths are public, contents secret.

use zeroize::Zeroize;

use crate::backend::{Hashing, KeccakState, Native};

#[cfg(test)]
mod tests;

/// A sponge of RATE bytes.
pub(crate) struct Sponge<const RATE: usize> {
    state: KeccakState,
    /// Bytes of the current block absorbed or squeezed.
    position: u8,
}

impl<const RATE: usize> Sponge<RATE> {
    /// An empty sponge with the all-zero state.
    pub(crate) const ZERO: Self = Self { state: [0; 200], position: 0 };

    /// Bytes of stack, on AVR, that the functions here and the permutation may use below their caller: a multiple of 8,
    /// to be wiped by an operation that ends with them.
    pub(crate) const FRAMES: u16 = 120;

    /// Begins a message from a state that `init` writes.
    pub(crate) fn start(&mut self, init: impl FnOnce(&mut KeccakState)) {
        init(&mut self.state);
        self.position = 0;
    }

    /// Absorbs one byte.
    pub(crate) fn absorb_byte(&mut self, byte: u8) {
        if usize::from(self.position) == RATE {
            self.permute();
        }
        if let Some(cell) = self.state.get_mut(usize::from(self.position)) {
            *cell ^= byte;
        }
        self.position += 1;
    }

    /// Absorbs bytes.
    pub(crate) fn absorb(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.absorb_byte(*byte);
        }
    }

    /// Ends the message with the suffix bits `domain` and begins the output.
    pub(crate) fn finish(&mut self, domain: u8) {
        // A full block is permuted first: the padding then goes to a fresh one.
        self.absorb_byte(domain);
        self.state[RATE - 1] ^= 0x80;
        self.permute();
    }

    /// The next bytes of the output, as many as the current block still has but at most `most`, where they lie.
    pub(crate) fn squeeze_block(&mut self, most: usize) -> &[u8] {
        if usize::from(self.position) == RATE {
            self.permute();
        }
        let start = usize::from(self.position);
        let block = self.state.get(start..RATE).unwrap_or_default();
        let block = block.get(..most).unwrap_or(block);
        // At most RATE, below 200.
        self.position += block.len() as u8;
        block
    }

    /// The next bytes of the output.
    pub(crate) fn squeeze(&mut self, mut out: &mut [u8]) {
        while !out.is_empty() {
            let block = self.squeeze_block(out.len());
            for (o, b) in out.iter_mut().zip(block) {
                *o = *b;
            }
            let n = block.len();
            out = out.get_mut(n..).unwrap_or_default();
        }
    }

    fn permute(&mut self) {
        Native::keccak_f1600(&mut self.state);
        self.position = 0;
    }
}

impl<const RATE: usize> Zeroize for Sponge<RATE> {
    fn zeroize(&mut self) {
        self.state.zeroize();
        self.position = 0;
    }
}
