//! Encapsulation: a ciphertext and a secret from an encapsulation key and 32 random bytes.

use zeroize::Zeroizing;

use super::noise::NoiseSeed;
use super::operand::{MatrixElement, Stored};
use super::params::ParameterSet;
use super::strategy::Strategy;
use super::workspace::Workspace;
use super::xof::{self, Purpose, Xof};
use super::{CODE_SIZE, ENCAPSULATION_SEED_SIZE, MATRIX_SEED_SIZE, MESSAGE_SIZE, NIBBLES_SIZE};
use crate::backend::{ELEMENT, Element, Native, ThreeBears};
use crate::error::Error;
use crate::ring::golden::Sum;
use crate::shared_secret::SharedSecret;
use crate::storage::{ReadAt, WriteAt};

/// `ct = ct_0 || … || ct_{d−1} || nibbles` and `secret`, from the random `seed`. `ek` and `ct` have their sizes.
#[inline(never)]
pub(super) fn encapsulate<S: ParameterSet, P: Strategy>(
    ek: &(impl ReadAt + ?Sized),
    seed: &[u8; ENCAPSULATION_SEED_SIZE],
    ct: &mut (impl WriteAt + ?Sized),
    secret: &mut [u8; SharedSecret::SIZE],
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    let Workspace { xof, sum, vector, multiplier } = workspace;
    let mut matrix_seed = [0; MATRIX_SEED_SIZE];
    ek.read_at(0, &mut matrix_seed)?;
    let noise = NoiseSeed::of_encapsulation(&matrix_seed, seed);

    P::keep(vector, &noise, xof);
    let mut offset = 0;
    for i in 0..S::D {
        sum.clear();
        noise.sample::<S>(S::D + i, sum.element(), xof);
        for j in 0..S::D {
            P::multiply(sum, MatrixElement::<S>::new(&matrix_seed, j, i), (vector, &noise, j), multiplier, xof)?;
        }
        ct.write_at(offset, sum.canonicalize())?;
        offset += ELEMENT;
    }

    sum.clear();
    noise.sample::<S>(2 * S::D, sum.element(), xof);
    let mut element = MATRIX_SEED_SIZE;
    for j in 0..S::D {
        P::multiply(sum, Stored::new(ek, element), (vector, &noise, j), multiplier, xof)?;
        element += ELEMENT;
    }

    let mut message = Zeroizing::new(*seed);
    if S::CCA == 0 {
        xof::hash::<S>(xof, Purpose::Encapsulation, &matrix_seed, seed, &mut *message);
    }
    write_nibbles(&message, sum, P::spare(multiplier), ct, offset)?;
    shared_secret::<S>(&matrix_seed, &message, secret, xof);
    Ok(())
}

/// The last part of a ciphertext: the message and its check bits over the digits of `sum`.
pub(super) fn write_nibbles(
    message: &[u8; MESSAGE_SIZE],
    sum: &mut Sum,
    spare: &mut Element,
    ct: &mut (impl WriteAt + ?Sized),
    offset: usize,
) -> Result<(), Error> {
    let mut code = Zeroizing::new([0; CODE_SIZE]);
    let (head, check) = code.split_at_mut(MESSAGE_SIZE);
    head.copy_from_slice(message);
    for (byte, bits) in check.iter_mut().zip(Native::fec_syndrome(message).to_le_bytes()) {
        *byte = bits;
    }
    let nibbles = nibbles(spare);
    Native::nibble_encode(nibbles, sum.canonicalize(), &code);
    ct.write_at(offset, nibbles)
}

/// The place of the nibbles in 390 spare bytes.
pub(super) fn nibbles(spare: &mut Element) -> &mut [u8; NIBBLES_SIZE] {
    spare.first_chunk_mut().expect("an element is longer than the nibbles")
}

/// The secret of an accepted message.
pub(super) fn shared_secret<S: ParameterSet>(
    matrix_seed: &[u8; MATRIX_SEED_SIZE],
    message: &[u8; MESSAGE_SIZE],
    secret: &mut [u8; SharedSecret::SIZE],
    xof: &mut Xof,
) {
    xof::hash::<S>(xof, Purpose::Encapsulation, matrix_seed, message, secret);
}
