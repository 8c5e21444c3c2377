//! The portable backend: safe Rust without a secret branch or a secret address, for any target.
//!
//! It is the specification that the other backends are tested against, not a chip's best.

mod bytes;
mod ciphering;
mod declassify;
mod digits;
mod divsteps;
mod drawing;
mod golden;
mod hashing;
mod inversion;
mod padding;
mod planes;
mod polynomials;
mod radix;
pub(crate) mod rotations;
mod sampling;
mod small;
mod terms;
mod ternary;
#[cfg(test)]
mod tests;
mod three_bears;
mod trits;
pub(crate) mod words;

/// The portable implementation of every contract.
#[derive(Debug)]
pub struct Portable;
