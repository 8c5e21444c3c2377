//! What a profile means here: how a secret vector is kept and how a public element is multiplied with part of it.
//!
//! The three operations are written once over this; [`super::compact`] and [`super::fast`] answer it.

use super::noise::NoiseSeed;
use super::operand::Operand;
use super::params::ParameterSet;
use super::xof::Xof;
use crate::backend::{Buffer, Element};
use crate::error::Error;
use crate::profile::Profile;
use crate::ring::golden::Sum;

/// A profile that ThreeBears runs in: [`crate::Compact`] or [`crate::Fast`]. Sealed.
#[allow(private_bounds)]
pub trait Strategy: Profile + Multiplying {}

impl<P: Multiplying> Strategy for P {}

/// Bytes of stack that each operation overwrites before it returns: what its frames take below the public function's,
/// rounded up to 8 with 8 to spare, on AVR as `benches/firmware` is built (`opt-level = "s"`, LTO).
/// `tests/chip/wiping.rs` proves that it is enough.
pub(super) struct Frames {
    pub(super) keygen: u16,
    pub(super) encaps: u16,
    pub(super) decaps: u16,
    /// Decapsulation of a single-use set.
    pub(super) once: u16,
    pub(super) prepared: u16,
}

/// The profile's side of the operations.
pub(super) trait Multiplying: Profile {
    /// What is kept of a secret vector.
    type Vector<S: ParameterSet>: Buffer;
    /// The memory of a product.
    type Multiplier: Buffer;

    /// The stack to wipe.
    const FRAMES: Frames;

    /// Samples what is kept of the vector noise(seed, 0..d).
    fn keep<S: ParameterSet>(vector: &mut Self::Vector<S>, seed: &NoiseSeed<'_>, xof: &mut Xof);

    /// `sum += operand · noise(seed, j) · (φ − 1)`, where `vector` keeps the noise of `seed`.
    fn multiply<S: ParameterSet>(
        sum: &mut Sum,
        operand: impl Operand,
        secret: (&Self::Vector<S>, &NoiseSeed<'_>, u8),
        multiplier: &mut Self::Multiplier,
        xof: &mut Xof,
    ) -> Result<(), Error>;

    /// 390 bytes of the product's memory, free between two products.
    fn spare(multiplier: &mut Self::Multiplier) -> &mut Element;
}
