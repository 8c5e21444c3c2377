//! SHA-256 (FIPS 180-4), in place.

use zeroize::Zeroize;

use crate::backend::{Buffer, Hashing, Native};

/// Memory for a message under way.
pub(crate) struct Sha256 {
    state: [u32; 8],
    block: [u8; 64],
}

/// A message under way, of public length below 64 kB, which is apart from the memory for the reason that
/// [`super::sha512`] gives.
pub(crate) struct Message<'a> {
    memory: &'a mut Sha256,
    length: u16,
}

impl Sha256 {
    /// Begins a message.
    pub(crate) fn start(&mut self) -> Message<'_> {
        Native::sha256_init(&mut self.state);
        Message { memory: self, length: 0 }
    }

    /// Begins a message whose padding the caller makes.
    pub(crate) fn start_padded(&mut self) {
        Native::sha256_init(&mut self.state);
    }

    /// Takes in a whole block of a message whose padding the caller makes, and gives what would be the digest if it were
    /// the last.
    pub(crate) fn absorb_padded(&mut self, block: &[u8], digest: &mut [u8; 32]) {
        self.block.copy_from_slice(block);
        Native::sha256_block(&mut self.state, &mut self.block);
        self.digest(digest);
    }

    fn digest(&self, digest: &mut [u8; 32]) {
        for (out, word) in digest.as_chunks_mut().0.iter_mut().zip(&self.state) {
            *out = word.to_be_bytes();
        }
    }
}

impl Message<'_> {
    /// Appends to the message.
    pub(crate) fn absorb(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let Sha256 { state, block } = &mut *self.memory;
            let room = &mut block[usize::from(self.length % 64)..];
            let n = room.len().min(bytes.len());
            let (now, later) = bytes.split_at(n);
            room[..n].copy_from_slice(now);
            bytes = later;
            self.length = self.length.wrapping_add(n as u16);
            if self.length.is_multiple_of(64) {
                Native::sha256_block(state, block);
            }
        }
    }

    /// Ends the message and gives its digest.
    pub(crate) fn finish(self, digest: &mut [u8; 32]) {
        let Sha256 { state, block } = &mut *self.memory;
        let bits = u32::from(self.length) * 8;
        let used = usize::from(self.length % 64);
        block[used] = 0x80;
        block[used + 1..].fill(0);
        if used >= 56 {
            Native::sha256_block(state, block);
            block.fill(0);
        }
        block[60..].copy_from_slice(&bits.to_be_bytes());
        Native::sha256_block(state, block);
        self.memory.digest(digest);
    }
}

impl Zeroize for Sha256 {
    fn zeroize(&mut self) {
        self.state.zeroize();
        self.block.zeroize();
    }
}

impl Buffer for Sha256 {
    const ZERO: Self = Self { state: [0; 8], block: [0; 64] };
}

#[cfg(test)]
mod tests {
    use sha2::Digest;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn every_length_around_two_blocks_in_any_pieces() {
        let bytes: Vec<u8> = (0..150).map(|i| (i * 7) as u8).collect();
        for length in 0..=bytes.len() {
            let expected = sha2::Sha256::digest(&bytes[..length]);
            for piece in [1, 13, 64, 150] {
                let mut hash = Sha256::ZERO;
                let mut message = hash.start();
                bytes[..length].chunks(piece).for_each(|piece| message.absorb(piece));
                let mut digest = [0; 32];
                message.finish(&mut digest);
                assert_eq!(digest, expected[..]);
            }
        }
    }
}
