//! What a profile means here: how a product of a large and a small polynomial is done, and in how much memory.
//!
//! The operations are written once over this; [`super::compact`] and [`super::fast`] answer it.

use zeroize::Zeroize;

use super::params::{ParameterSet, sealed::Sealed};
use super::scheme::{Frames, Scheme};
use super::sink::Sink;
use super::source::Source;
use crate::backend::{Array, Native, Wiping};
use crate::error::Error;
use crate::profile::Profile;
use crate::storage::ReadAt;

/// A profile that NTRU Prime runs in: [`crate::Compact`] or [`crate::Fast`]. Sealed.
#[allow(private_bounds)]
pub trait Strategy: Profile + Multiplying {}

impl<P: Multiplying> Strategy for P {}

/// The profile's side of the operations.
pub(super) trait Multiplying: Profile {
    /// Which of [`Scheme::FRAMES`] holds.
    const FRAMES: usize;

    /// Working memory of key generation.
    type Keygen<S: ParameterSet>: Array<u32>;
    /// Working memory of encapsulation.
    type Encaps<S: ParameterSet>: Array<u32>;
    /// Working memory of decapsulation.
    type Decaps<S: ParameterSet>: Array<u32>;

    /// The first `count` coefficients of source·short, centred: `emit` gets them in order, a multiple of 32 at a time
    /// but for the last time, and may change them where they are. `short` is packed and has the set's weight; with
    /// another one they have no meaning.
    fn product<S: ParameterSet, R: ReadAt + ?Sized>(
        source: &Source<'_, R>,
        short: &[u8],
        count: usize,
        memory: &mut [u32],
        emit: impl FnMut(&mut [i16]) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// large = large·small, centred, for a packed small polynomial of any weight.
    fn small_product<S: ParameterSet>(large: &mut [i16], small: &[u8], memory: &mut [u32]);

    /// Writes Rounded_encode(Round(source·short)).
    fn rounded_product<S: ParameterSet, R: ReadAt + ?Sized>(
        source: &Source<'_, R>,
        short: &[u8],
        sink: &mut impl Sink,
        memory: &mut [u32],
    ) -> Result<(), Error>;
}

/// Ends an operation: wipes its memory, and what it left on the stack.
pub(super) fn wipe<S: ParameterSet, P: Multiplying>(memory: &mut impl Zeroize, frames: impl FnOnce(Frames) -> u16) {
    memory.zeroize();
    Native::wipe_stack(frames(<<S as Sealed>::Scheme as Scheme<S>>::FRAMES[P::FRAMES]));
}
