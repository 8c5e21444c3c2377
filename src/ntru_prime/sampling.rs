//! Short and small polynomials from random words (specification: "Short" and "Small_random").

use super::draws::Draws;
use super::params::ParameterSet;
use super::params::sealed::Sealed;
use crate::backend::{Native, Sampling};
use crate::ring::memory::take;

/// Words of memory that both functions take; with more of it sorting may be faster.
pub(super) const fn words(p: usize) -> usize {
    p
}

/// A short polynomial, packed: p words, the low two bits of which say 0 or 2 in the first w and 1 in the others, in
/// their ascending order.
pub(super) fn short<S: ParameterSet>(packed: &mut [u8], draws: &mut impl Draws, mut memory: &mut [u32]) {
    let words = take(&mut memory, S::P);
    draws.words(words);
    let (nonzero, zero) = words.split_at_mut(<S as Sealed>::WEIGHT);
    for word in nonzero {
        *word &= !1;
    }
    for word in zero {
        *word = *word & !2 | 1;
    }
    Native::pack_sorted(packed, words, memory);
}

/// A small polynomial, packed.
pub(super) fn small<S: ParameterSet>(packed: &mut [u8], draws: &mut impl Draws, mut memory: &mut [u32]) {
    let words = take(&mut memory, S::P);
    draws.words(words);
    Native::pack_small(packed, words);
}
