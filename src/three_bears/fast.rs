//! The speed profile: secret vectors are sampled once and kept, public elements are fetched whole, and products are
//! Karatsuba's.

use zeroize::Zeroize;

use super::noise::NoiseSeed;
use super::operand::Operand;
use super::params::{ParameterSet, sealed::Sealed};
use super::strategy::{Frames, Multiplying};
use super::xof::Xof;
use crate::backend::{Buffer, Element};
use crate::error::Error;
use crate::profile::Fast;
use crate::ring::dense;
use crate::ring::golden::Sum;

/// The public factor and the memory of the dense product.
pub(crate) struct DenseMultiplier {
    operand: Element,
    scratch: dense::Scratch,
}

impl Zeroize for DenseMultiplier {
    fn zeroize(&mut self) {
        self.operand.zeroize();
        self.scratch.zeroize();
    }
}

impl Buffer for DenseMultiplier {
    const ZERO: Self = Self { operand: Buffer::ZERO, scratch: dense::Scratch::ZERO };
}

impl Multiplying for Fast {
    type Vector<S: ParameterSet> = <S as Sealed>::Elements;
    type Multiplier = DenseMultiplier;
    const FRAMES: Frames = Frames { keygen: 320, encaps: 408, decaps: 488, once: 336, prepared: 544 };

    fn keep<S: ParameterSet>(vector: &mut S::Elements, seed: &NoiseSeed<'_>, xof: &mut Xof) {
        for (j, element) in (0..).zip(vector.as_mut()) {
            seed.sample::<S>(j, element, xof);
        }
    }

    fn multiply<S: ParameterSet>(
        sum: &mut Sum,
        mut operand: impl Operand,
        (vector, _, j): (&S::Elements, &NoiseSeed<'_>, u8),
        multiplier: &mut DenseMultiplier,
        xof: &mut Xof,
    ) -> Result<(), Error> {
        operand.start(xof);
        operand.next(&mut multiplier.operand, xof)?;
        if let Some(element) = vector.as_ref().get(usize::from(j)) {
            dense::multiply(sum, &multiplier.operand, element, &mut multiplier.scratch);
        }
        Ok(())
    }

    fn spare(multiplier: &mut DenseMultiplier) -> &mut Element {
        &mut multiplier.operand
    }
}
