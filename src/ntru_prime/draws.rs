//! Where an operation's random words and bytes come from.
//!
//! An ordinary operation draws one 32-byte seed and expands it; what it makes can be made again from the seed. The
//! known-answer files were drawn from a generator call by call, in two ways that give different files.

#[cfg(feature = "hazmat")]
use rand_core::CryptoRng;
use zeroize::Zeroize;

use super::SEED_SIZE;
use crate::backend::Buffer;
use crate::hash::aes_ctr::Expansion;

/// A source of an operation's random words and bytes, in the order of the specification.
///
/// A draw of words is a polynomial's: p words, always. All of it is secret.
pub trait Draws {
    /// Fills `out` with uniformly random words.
    fn words(&mut self, out: &mut [u32]);
    /// Fills `out` with uniformly random bytes.
    fn bytes(&mut self, out: &mut [u8]);
}

/// The expansion of a 32-byte seed by AES-256-CTR. Every draw begins with a fresh block.
pub(super) struct Seeded(Expansion);

impl Seeded {
    /// Starts the expansion.
    pub(super) fn start(&mut self, seed: &[u8; SEED_SIZE]) {
        self.0.start(seed);
    }
}

impl Draws for Seeded {
    fn words(&mut self, out: &mut [u32]) {
        self.0.fill(bytemuck::cast_slice_mut(out));
        in_native_order(out);
    }

    fn bytes(&mut self, out: &mut [u8]) {
        self.0.fill(out);
    }
}

impl Zeroize for Seeded {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Buffer for Seeded {
    const ZERO: Self = Self(Buffer::ZERO);
}

/// Words that were filled with little-endian bytes.
pub(super) fn in_native_order(words: &mut [u32]) {
    for word in words {
        *word = u32::from_le(*word);
    }
}

/// One call of four bytes for each word: how the generator of the NIST submission draws.
#[cfg(feature = "hazmat")]
#[derive(Debug)]
pub struct WordByWord<R>(pub R);

#[cfg(feature = "hazmat")]
impl<R: CryptoRng> Draws for WordByWord<R> {
    fn words(&mut self, out: &mut [u32]) {
        for word in out {
            let mut bytes = [0; 4];
            self.0.fill_bytes(&mut bytes);
            *word = u32::from_le_bytes(bytes);
        }
    }

    fn bytes(&mut self, out: &mut [u8]) {
        self.0.fill_bytes(out);
    }
}

/// One call for all words of a polynomial: how PQClean and liboqs draw.
#[cfg(feature = "hazmat")]
#[derive(Debug)]
pub struct OneShot<R>(pub R);

#[cfg(feature = "hazmat")]
impl<R: CryptoRng> Draws for OneShot<R> {
    fn words(&mut self, out: &mut [u32]) {
        self.0.fill_bytes(bytemuck::cast_slice_mut(out));
        in_native_order(out);
    }

    fn bytes(&mut self, out: &mut [u8]) {
        self.0.fill_bytes(out);
    }
}
