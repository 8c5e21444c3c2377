//! Key generation: the encapsulation key of 40 random bytes.

use super::noise::NoiseSeed;
use super::operand::MatrixElement;
use super::params::ParameterSet;
use super::strategy::Strategy;
use super::workspace::Workspace;
use super::xof::{self, Purpose, Xof};
use super::{DECAPSULATION_KEY_SIZE, MATRIX_SEED_SIZE};
use crate::backend::ELEMENT;
use crate::error::Error;
use crate::storage::WriteAt;

/// The public matrix seed of a key.
pub(super) fn matrix_seed<S: ParameterSet>(
    key: &[u8; DECAPSULATION_KEY_SIZE],
    seed: &mut [u8; MATRIX_SEED_SIZE],
    xof: &mut Xof,
) {
    xof::hash::<S>(xof, Purpose::KeyGeneration, key, &[], seed);
}

/// `ek = seed || pk_0 || … || pk_{d−1}`, pk_i = e_i + Σ A[i][j]·s_j·(φ − 1). `ek` has its size.
#[inline(never)]
pub(super) fn write_encapsulation_key<S: ParameterSet, P: Strategy>(
    key: &[u8; DECAPSULATION_KEY_SIZE],
    ek: &mut (impl WriteAt + ?Sized),
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    let Workspace { xof, sum, vector, multiplier } = workspace;
    let noise = NoiseSeed::of_key(key);
    let mut seed = [0; MATRIX_SEED_SIZE];
    matrix_seed::<S>(key, &mut seed, xof);
    ek.write_at(0, &seed)?;

    P::keep(vector, &noise, xof);
    let mut offset = MATRIX_SEED_SIZE;
    for i in 0..S::D {
        sum.clear();
        noise.sample::<S>(S::D + i, sum.element(), xof);
        for j in 0..S::D {
            P::multiply(sum, MatrixElement::<S>::new(&seed, i, j), (vector, &noise, j), multiplier, xof)?;
        }
        ek.write_at(offset, sum.canonicalize())?;
        offset += ELEMENT;
    }
    Ok(())
}
