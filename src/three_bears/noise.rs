//! Small elements: 312 digits of −2..=2 from a seed, by index.

use super::params::ParameterSet;
use super::xof::{self, Purpose, Xof};
use super::{DECAPSULATION_KEY_SIZE, ENCAPSULATION_SEED_SIZE, MATRIX_SEED_SIZE};
use crate::backend::{Element, Golden, Native, ThreeBears};

/// What noise is made from: noise(purpose, first || second, index). Secret.
#[derive(Clone, Copy)]
pub(super) struct NoiseSeed<'a> {
    purpose: Purpose,
    first: &'a [u8],
    second: &'a [u8],
}

impl<'a> NoiseSeed<'a> {
    /// The noise of a decapsulation key: s_j at index j, e_i at d + i.
    pub(super) fn of_key(key: &'a [u8; DECAPSULATION_KEY_SIZE]) -> Self {
        Self { purpose: Purpose::KeyGeneration, first: key, second: &[] }
    }

    /// The noise of an encapsulation: b_j at index j, that of ct_i at d + i and that of c at 2d.
    pub(super) fn of_encapsulation(
        matrix_seed: &'a [u8; MATRIX_SEED_SIZE],
        seed: &'a [u8; ENCAPSULATION_SEED_SIZE],
    ) -> Self {
        Self { purpose: Purpose::Encapsulation, first: matrix_seed, second: seed }
    }

    /// Samples the element at `index`, loosely.
    pub(super) fn sample<S: ParameterSet>(&self, index: u8, out: &mut Element, xof: &mut Xof) {
        xof::begin::<S>(xof, self.purpose);
        xof.absorb(self.first);
        xof.absorb(self.second);
        xof.absorb_byte(index);
        xof::end(xof);
        // Blocks of 136 bytes are whole groups of four.
        let mut carry = 0;
        let mut rest = out.as_mut_slice();
        while !rest.is_empty() {
            let block = xof.squeeze_block(rest.len() / 5 * 4);
            let (now, later) = rest.split_at_mut(block.len() / 4 * 5);
            carry = Native::noise_block(now, block, S::V, carry);
            rest = later;
        }
        Native::add_unit(out, carry);
    }
}
