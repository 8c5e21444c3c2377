//! The portable backend: safe Rust without a secret branch or a secret address, for any target.
//!
//! It is the specification that the other backends are tested against, not a chip's best.

mod bytes;
mod digits;
mod golden;
mod hashing;
mod three_bears;
#[cfg(test)]
mod tests;

/// The portable implementation of every contract.
#[derive(Debug)]
pub struct Portable;
