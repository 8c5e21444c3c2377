//! The hash stream, and what is drawn from it: indices (IGF-2) and trits (MGF-TP-1) (EESS#1, sections 8.3.2 and 8.4.1).

use zeroize::Zeroize;

use super::params::{ParameterSet, sealed::Sealed};
use crate::backend::{Drawing, Field, Native, Shape, Trits};
use crate::hash::sha256::Sha256;
use crate::ring::memory::take;

/// H(Z || i) for i = 0, 1, 2 and so on. Secret.
pub(super) struct Stream<'a> {
    hash: &'a mut Sha256,
    z: [u8; 32],
    counter: u32,
}

impl<'a> Stream<'a> {
    /// The stream of a digest Z.
    pub(super) fn new(hash: &'a mut Sha256, z: &[u8; 32]) -> Self {
        Self { hash, z: *z, counter: 0 }
    }

    /// The stream of a seed.
    pub(super) fn of(hash: &'a mut Sha256, seed: &[u8]) -> Self {
        let mut z = [0; 32];
        let mut message = hash.start();
        message.absorb(seed);
        message.finish(&mut z);
        let stream = Self::new(hash, &z);
        z.zeroize();
        stream
    }

    fn block(&mut self, out: &mut [u8; 32]) {
        let mut message = self.hash.start();
        message.absorb(&self.z);
        message.absorb(&self.counter.to_be_bytes());
        message.finish(out);
        self.counter += 1;
    }

    /// The stream as bytes, a block after another.
    pub(super) fn fill(&mut self, out: &mut [u8]) {
        let mut block = [0; 32];
        for out in out.chunks_mut(32) {
            self.block(&mut block);
            out.copy_from_slice(&block[..out.len()]);
        }
        block.zeroize();
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        self.z.zeroize();
    }
}

/// The most fields that end within a block, those of 9 bits.
pub(super) const FIELDS: usize = Field::most(9) as usize;

/// Draws lists of indices: `blocks` of the stream, and more where that isn't enough. `memory` has a byte an index.
#[allow(clippy::inline_always, reason = "a shape that is no constant would lie in RAM on AVR")]
#[inline(always)]
pub(super) fn lists(
    stream: &mut Stream<'_>,
    lists: &mut [u16],
    shape: Shape,
    bits: u8,
    blocks: u32,
    mut memory: &mut [u32],
) {
    let seen: &mut [u8] = take(&mut memory, usize::from(shape.n));
    seen.fill(0);
    lists.fill(0xffff);
    let (mut filled, mut field, mut candidates, mut block) = (0, Field::first(bits), [0; FIELDS], [0; 32]);
    while stream.counter < blocks || !Native::is_full(filled, shape.ends[2]) {
        stream.block(&mut block);
        let n = Native::cut_fields(&mut candidates, &mut field, &block, bits);
        Native::accept_indices(lists, &mut filled, seen, &candidates[..usize::from(n)], shape);
    }
    seen.zeroize();
    candidates.zeroize();
    block.zeroize();
    field.kept.zeroize();
}

/// Draws the lists of a product-form polynomial.
pub(super) fn product_form<S: ParameterSet>(stream: &mut Stream<'_>, out: &mut [u16], memory: &mut [u32]) {
    lists(stream, out, S::PRODUCT_FORM, S::CANDIDATE, <S as Sealed>::BLOCKS[0], memory);
}

/// Draws n trits. `memory` has a byte for five.
pub(super) fn mask<S: ParameterSet>(stream: &mut Stream<'_>, trits: &mut [u8], mut memory: &mut [u32]) {
    let room: &mut [u8] = take(&mut memory, S::N.div_ceil(5));
    room.fill(0);
    let (mut filled, mut block) = (0, [0; 32]);
    while stream.counter < <S as Sealed>::BLOCKS[1] || !Native::is_full(u16::from(filled), room.len() as u16) {
        stream.block(&mut block);
        Native::accept_octets(room, &mut filled, &block);
    }
    Native::octet_trits(trits, room);
    room.zeroize();
    block.zeroize();
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::super::params::{Ees443Ep1, Ees587Ep1, Ees743Ep1};
    use super::*;
    use crate::backend::Buffer;

    fn drawn<S: ParameterSet>(shape: Shape, blocks: u32, seed: u8) -> (Vec<u16>, u32) {
        let (mut hash, mut memory) = (Sha256::ZERO, vec![0x5a5a_5a5a; S::N.div_ceil(4)]);
        let mut out = vec![0; usize::from(shape.ends[2])];
        let mut stream = Stream::of(&mut hash, &[seed]);
        lists(&mut stream, &mut out, shape, S::CANDIDATE, blocks, &mut memory);
        (out, stream.counter)
    }

    /// Blocks that are always computed say how many at the least, never what comes of them.
    fn blocks_do_not_count<S: ParameterSet>() {
        let [product_form, _, flat] = <S as Sealed>::BLOCKS;
        for (shape, usual) in [(S::PRODUCT_FORM, product_form), (S::FLAT, flat)] {
            for seed in 0..20 {
                let (expected, blocks) = drawn::<S>(shape, usual, seed);
                assert_eq!(blocks, usual, "more than the usual blocks are rare");
                let (needed, least) = drawn::<S>(shape, 0, seed);
                assert!(needed == expected && least <= usual);
                assert_eq!(drawn::<S>(shape, usual + 3, seed), (expected, usual + 3));
            }
        }
    }

    #[test]
    fn lists_are_the_same_from_more_or_fewer_blocks() {
        blocks_do_not_count::<Ees443Ep1>();
        blocks_do_not_count::<Ees587Ep1>();
        blocks_do_not_count::<Ees743Ep1>();
    }
}
