//! SHA-512 (FIPS 180-4), in place, for messages of public length below 64 kB.

use zeroize::Zeroize;

use crate::backend::{Buffer, Hashing, Native};

/// Memory for a message under way.
pub(crate) struct Sha512 {
    state: [u64; 8],
    block: [u8; 128],
}

/// A message under way. Its length is public, and apart from the memory, which may lie beside secrets that are found by
/// their addresses.
pub(crate) struct Message<'a> {
    memory: &'a mut Sha512,
    length: u16,
}

impl Sha512 {
    /// Begins a message.
    pub(crate) fn start(&mut self) -> Message<'_> {
        Native::sha512_init(&mut self.state);
        Message { memory: self, length: 0 }
    }
}

impl Message<'_> {
    /// Appends to the message.
    pub(crate) fn absorb(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let Sha512 { state, block } = &mut *self.memory;
            let room = &mut block[usize::from(self.length % 128)..];
            let n = room.len().min(bytes.len());
            let (now, later) = bytes.split_at(n);
            room[..n].copy_from_slice(now);
            bytes = later;
            // Messages are shorter than 2^16.
            self.length = self.length.wrapping_add(n as u16);
            if self.length.is_multiple_of(128) {
                Native::sha512_block(state, block);
            }
        }
    }

    /// Ends the message and gives the first 32 bytes of its digest.
    pub(crate) fn finish(self, digest: &mut [u8; 32]) {
        let Sha512 { state, block } = self.memory;
        let bits = u32::from(self.length) * 8;
        let used = usize::from(self.length % 128);
        block[used] = 0x80;
        block[used + 1..].fill(0);
        if used >= 112 {
            Native::sha512_block(state, block);
            block.fill(0);
        }
        block[124..].copy_from_slice(&bits.to_be_bytes());
        Native::sha512_block(state, block);
        for (out, word) in digest.as_chunks_mut().0.iter_mut().zip(&*state) {
            *out = word.to_be_bytes();
        }
    }
}

impl Zeroize for Sha512 {
    fn zeroize(&mut self) {
        self.state.zeroize();
        self.block.zeroize();
    }
}

impl Buffer for Sha512 {
    const ZERO: Self = Self { state: [0; 8], block: [0; 128] };
}

#[cfg(test)]
mod tests {
    use sha2::Digest;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn every_length_around_two_blocks_in_any_pieces() {
        let bytes: Vec<u8> = (0..300).map(|i| (i * 7) as u8).collect();
        for length in 0..=bytes.len() {
            let expected = sha2::Sha512::digest(&bytes[..length]);
            for piece in [1, 13, 128, 300] {
                let mut hash = Sha512::ZERO;
                let mut message = hash.start();
                bytes[..length].chunks(piece).for_each(|piece| message.absorb(piece));
                let mut digest = [0; 32];
                message.finish(&mut digest);
                assert_eq!(digest, expected[..32]);
            }
        }
    }
}
