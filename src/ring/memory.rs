//! Memory that the steps of an operation use in turn: words, cut into slices of what a step needs.

use bytemuck::Pod;

/// Words that hold n halves of a word.
pub(crate) const fn halves(n: usize) -> usize {
    n.div_ceil(2)
}

/// Words that hold n quarters of a word.
pub(crate) const fn quarters(n: usize) -> usize {
    n.div_ceil(4)
}

/// The larger of two needs.
pub(crate) const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

/// The next n values of at most a word each, with what they last held; what is left stays in `memory`.
#[allow(clippy::mut_mut, reason = "it cuts from the slice that its caller holds")]
pub(crate) fn take<'a, T: Pod>(memory: &mut &'a mut [u32], n: usize) -> &'a mut [T] {
    let (words, rest) = core::mem::take(memory).split_at_mut((n * size_of::<T>()).div_ceil(size_of::<u32>()));
    *memory = rest;
    &mut bytemuck::cast_slice_mut(words)[..n]
}
