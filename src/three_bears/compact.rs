//! The RAM profile: secret vectors are regenerated from their seeds for every product, and public elements are
//! streamed through the multiplier without ever being stored.

use zeroize::Zeroize;

use super::noise::NoiseSeed;
use super::operand::Operand;
use super::params::ParameterSet;
use super::strategy::{Frames, Multiplying};
use super::xof::Xof;
use crate::backend::{Buffer, Element};
use crate::error::Error;
use crate::profile::Compact;
use crate::ring::golden::Sum;
use crate::ring::streamed::Turning;

/// Nothing: the seed is enough.
pub(crate) struct Seeded;

impl Zeroize for Seeded {
    fn zeroize(&mut self) {}
}

impl Buffer for Seeded {
    const ZERO: Self = Self;
}

impl Buffer for Turning {
    const ZERO: Self = Self::ZERO;
}

impl Multiplying for Compact {
    type Vector<S: ParameterSet> = Seeded;
    type Multiplier = Turning;
    const FRAMES: Frames = Frames { keygen: 176, encaps: 256, decaps: 336, once: 192, prepared: 360 };

    fn keep<S: ParameterSet>(_: &mut Seeded, _: &NoiseSeed<'_>, _: &mut Xof) {}

    fn multiply<S: ParameterSet>(
        sum: &mut Sum,
        mut operand: impl Operand,
        (_, seed, j): (&Seeded, &NoiseSeed<'_>, u8),
        multiplier: &mut Turning,
        xof: &mut Xof,
    ) -> Result<(), Error> {
        seed.sample::<S>(j, multiplier.element(), xof);
        operand.start(xof);
        multiplier.multiply(sum, |row| operand.next(row, xof))
    }

    fn spare(multiplier: &mut Turning) -> &mut Element {
        multiplier.element()
    }
}
