//! The memory of an operation, owned by the caller and reused by every call.
//!
//! Every operation wipes its workspace before it returns. The sizes are constants, so a firmware can place a workspace
//! in a `static` or on a stack it has accounted for.

use core::fmt;

use zeroize::Zeroize;

use super::params::{ParameterSet, Reusable};
use super::strategy::Strategy;
use super::xof::Xof;
use crate::backend::Buffer;
use crate::profile::{DefaultProfile, Profile};
use crate::ring::golden::Sum;

/// Enough for key generation, encapsulation, decapsulation of a single-use set and decapsulation with a prepared key.
pub struct Workspace<S: ParameterSet, P: Strategy = DefaultProfile> {
    pub(super) xof: Xof,
    pub(super) sum: Sum,
    pub(super) vector: P::Vector<S>,
    pub(super) multiplier: P::Multiplier,
}

impl<S: ParameterSet, P: Strategy> Workspace<S, P> {
    /// Size in bytes.
    pub const SIZE: usize = size_of::<Self>();

    /// An empty workspace.
    #[must_use]
    pub const fn new() -> Self {
        Self { xof: Xof::ZERO, sum: Sum::ZERO, vector: Buffer::ZERO, multiplier: Buffer::ZERO }
    }
}

/// Enough for everything, decapsulation of a reusable key in its seed form included: that one runs an encapsulation
/// beside the decryption.
pub struct DecapsulationWorkspace<S: Reusable, P: Strategy = DefaultProfile> {
    pub(super) base: Workspace<S, P>,
    pub(super) ephemeral: P::Vector<S>,
    pub(super) second_sum: Sum,
}

impl<S: Reusable, P: Strategy> DecapsulationWorkspace<S, P> {
    /// Size in bytes.
    pub const SIZE: usize = size_of::<Self>();

    /// An empty workspace.
    #[must_use]
    pub const fn new() -> Self {
        Self { base: Workspace::new(), ephemeral: Buffer::ZERO, second_sum: Sum::ZERO }
    }

    /// The part that the other operations need.
    pub fn base(&mut self) -> &mut Workspace<S, P> {
        &mut self.base
    }
}

impl<S: ParameterSet, P: Strategy> Zeroize for Workspace<S, P> {
    fn zeroize(&mut self) {
        self.xof.zeroize();
        self.sum.zeroize();
        self.vector.zeroize();
        self.multiplier.zeroize();
    }
}

impl<S: Reusable, P: Strategy> Zeroize for DecapsulationWorkspace<S, P> {
    fn zeroize(&mut self) {
        self.base.zeroize();
        self.ephemeral.zeroize();
        self.second_sum.zeroize();
    }
}

impl<S: ParameterSet, P: Strategy> Default for Workspace<S, P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Reusable, P: Strategy> Default for DecapsulationWorkspace<S, P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: ParameterSet, P: Strategy> fmt::Debug for Workspace<S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workspace({}, {})", S::NAME, <P as Profile>::NAME)
    }
}

impl<S: Reusable, P: Strategy> fmt::Debug for DecapsulationWorkspace<S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecapsulationWorkspace({}, {})", S::NAME, <P as Profile>::NAME)
    }
}
