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

/// The profile's side of the operations.
pub(super) trait Multiplying: Profile {
    /// What is kept of a secret vector.
    type Vector<S: ParameterSet>: Buffer;
    /// The memory of a product.
    type Multiplier: Buffer;

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
