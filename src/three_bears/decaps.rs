//! Decapsulation: decryption, and for the reusable sets re-encryption with implicit rejection.
//!
//! Whether a ciphertext was accepted decides which secret is selected and nothing else: not a branch, not a loop, not
//! an address, not a status.

use zeroize::Zeroizing;

use super::encaps::{encapsulate, nibbles, shared_secret, write_nibbles};
use super::keygen::matrix_seed;
use super::noise::NoiseSeed;
use super::operand::{MatrixElement, Stored};
use super::params::{ParameterSet, Reusable};
use super::strategy::Strategy;
use super::workspace::{DecapsulationWorkspace, Workspace};
use super::xof::{self, Purpose, Xof};
use super::{CODE_SIZE, DECAPSULATION_KEY_SIZE, MATRIX_SEED_SIZE, MESSAGE_SIZE, REJECTION_KEY_SIZE};
use crate::backend::{Bytes, ELEMENT, Native, ThreeBears};
use crate::error::Error;
use crate::shared_secret::SharedSecret;
use crate::storage::{ReadAt, WriteAt};

type Message = Zeroizing<[u8; MESSAGE_SIZE]>;

/// The message of a ciphertext, with up to two bit errors corrected. Leaves the key's vector in the workspace.
fn decrypt<S: ParameterSet, P: Strategy>(
    key: &[u8; DECAPSULATION_KEY_SIZE],
    ct: &(impl ReadAt + ?Sized),
    message: &mut Message,
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    let Workspace { xof, sum, vector, multiplier } = workspace;
    let noise = NoiseSeed::of_key(key);
    P::keep(vector, &noise, xof);
    sum.clear();
    let mut offset = 0;
    for j in 0..S::D {
        P::multiply(sum, Stored::new(ct, offset), (vector, &noise, j), multiplier, xof)?;
        offset += ELEMENT;
    }
    let nibbles = nibbles(P::spare(multiplier));
    ct.read_at(offset, nibbles)?;
    let mut code = Zeroizing::new([0; CODE_SIZE]);
    Native::nibble_decode(&mut code, sum.canonicalize(), nibbles);
    Native::fec_correct(&mut code);
    for (m, c) in message.iter_mut().zip(code.iter()) {
        *m = *c;
    }
    Ok(())
}

/// Decapsulation of a single-use set: no check at all.
#[inline(never)]
pub(super) fn decapsulate_once<S: ParameterSet, P: Strategy>(
    key: &[u8; DECAPSULATION_KEY_SIZE],
    ct: &(impl ReadAt + ?Sized),
    secret: &mut [u8; SharedSecret::SIZE],
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    let mut message = Message::default();
    decrypt(key, ct, &mut message, workspace)?;
    let mut seed = [0; MATRIX_SEED_SIZE];
    matrix_seed::<S>(key, &mut seed, &mut workspace.xof);
    shared_secret::<S>(&seed, &message, secret, &mut workspace.xof);
    Ok(())
}

/// Decapsulation with the encapsulation key and the rejection key at hand: the ciphertext is made again from them.
#[inline(never)]
pub(super) fn decapsulate_prepared<S: Reusable, P: Strategy>(
    key: &[u8; DECAPSULATION_KEY_SIZE],
    rejection_key: &[u8; REJECTION_KEY_SIZE],
    ek: &(impl ReadAt + ?Sized),
    ct: &(impl ReadAt + ?Sized),
    secret: &mut [u8; SharedSecret::SIZE],
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    let mut message = Message::default();
    decrypt(key, ct, &mut message, workspace)?;
    let mut accepted = Zeroizing::new([0; SharedSecret::SIZE]);
    let mut comparison = Comparison::new(ct);
    encapsulate(ek, &message, &mut comparison, &mut accepted, workspace)?;
    let difference = comparison.difference;
    select::<S>(difference, &accepted, rejection_key, ct, secret, &mut workspace.xof)
}

/// Decapsulation from the 40-byte key alone.
///
/// The encapsulation key is never computed: with w_j = Σ_i A[i][j]·b_i·(φ − 1),
/// Σ_i pk_i·b_i = Σ_j w_j·s_j + Σ_i e_i·b_i, so each matrix element is expanded and multiplied once, and w_j plus its
/// noise is the ciphertext's element j.
#[inline(never)]
pub(super) fn decapsulate<S: Reusable, P: Strategy>(
    key: &[u8; DECAPSULATION_KEY_SIZE],
    ct: &(impl ReadAt + ?Sized),
    secret: &mut [u8; SharedSecret::SIZE],
    workspace: &mut DecapsulationWorkspace<S, P>,
) -> Result<(), Error> {
    let mut message = Message::default();
    decrypt(key, ct, &mut message, &mut workspace.base)?;

    let DecapsulationWorkspace { base, ephemeral, second_sum } = workspace;
    let Workspace { xof, sum, vector, multiplier } = base;
    let mut seed = [0; MATRIX_SEED_SIZE];
    matrix_seed::<S>(key, &mut seed, xof);
    let keys_noise = NoiseSeed::of_key(key);
    let noise = NoiseSeed::of_encapsulation(&seed, &message);
    let mut comparison = Comparison::new(ct);

    P::keep(ephemeral, &noise, xof);
    second_sum.clear();
    noise.sample::<S>(2 * S::D, second_sum.element(), xof);
    let mut offset = 0;
    for j in 0..S::D {
        sum.clear();
        for i in 0..S::D {
            P::multiply(sum, MatrixElement::<S>::new(&seed, i, j), (ephemeral, &noise, i), multiplier, xof)?;
        }
        let w = Stored::new(&*sum.element(), 0);
        P::multiply(second_sum, w, (vector, &keys_noise, j), multiplier, xof)?;

        let spare = P::spare(multiplier);
        noise.sample::<S>(S::D + j, spare, xof);
        sum.add(spare);
        comparison.write_at(offset, sum.canonicalize())?;
        offset += ELEMENT;

        keys_noise.sample::<S>(S::D + j, sum.element(), xof);
        let e = Stored::new(&*sum.element(), 0);
        P::multiply(second_sum, e, (ephemeral, &noise, j), multiplier, xof)?;
    }
    write_nibbles(&message, second_sum, P::spare(multiplier), &mut comparison, offset)?;
    let difference = comparison.difference;

    let mut accepted = Zeroizing::new([0; SharedSecret::SIZE]);
    shared_secret::<S>(&seed, &message, &mut accepted, xof);
    let mut rejection_key = Zeroizing::new([0; REJECTION_KEY_SIZE]);
    self::rejection_key::<S>(key, &mut rejection_key, xof);
    select::<S>(difference, &accepted, &rejection_key, ct, secret, xof)
}

/// The key of implicit rejection.
pub(super) fn rejection_key<S: ParameterSet>(
    key: &[u8; DECAPSULATION_KEY_SIZE],
    out: &mut [u8; REJECTION_KEY_SIZE],
    xof: &mut Xof,
) {
    xof::begin::<S>(xof, Purpose::KeyGeneration);
    xof.absorb(key);
    xof.absorb_byte(0xff);
    xof::end(xof);
    xof.squeeze(out);
}

/// Computes the secret of a rejection and selects: `accepted` if `difference` is 0.
fn select<S: ParameterSet>(
    difference: u8,
    accepted: &[u8; SharedSecret::SIZE],
    rejection_key: &[u8; REJECTION_KEY_SIZE],
    ct: &(impl ReadAt + ?Sized),
    secret: &mut [u8; SharedSecret::SIZE],
    xof: &mut Xof,
) -> Result<(), Error> {
    xof::begin::<S>(xof, Purpose::Rejection);
    xof.absorb(rejection_key);
    in_pieces(ct, 0, S::CIPHERTEXT_SIZE, |_, piece| xof.absorb(piece))?;
    xof::end(xof);
    let mut rejected = Zeroizing::new([0; SharedSecret::SIZE]);
    xof.squeeze(&mut *rejected);
    Native::select(secret, accepted, &rejected, difference);
    Ok(())
}

/// Reads `size` bytes from `offset` on in small pieces; `f` gets each with its distance from `offset`.
fn in_pieces(
    storage: &(impl ReadAt + ?Sized),
    offset: usize,
    size: usize,
    mut f: impl FnMut(usize, &[u8]),
) -> Result<(), Error> {
    const PIECE: usize = 16;
    let mut piece = [0; PIECE];
    let mut done = 0;
    while done < size {
        let n = PIECE.min(size - done);
        let (piece, _) = piece.split_at_mut(n);
        storage.read_at(offset + done, piece)?;
        f(done, piece);
        done += n;
    }
    Ok(())
}

/// Takes the place of a ciphertext's buffer: what is written is compared with the received one, never stored.
struct Comparison<'a, R: ?Sized> {
    ct: &'a R,
    /// Zero as long as all was equal. Secret.
    difference: u8,
}

impl<'a, R: ReadAt + ?Sized> Comparison<'a, R> {
    fn new(ct: &'a R) -> Self {
        Self { ct, difference: 0 }
    }
}

impl<R: ReadAt + ?Sized> WriteAt for Comparison<'_, R> {
    fn size(&self) -> usize {
        self.ct.size()
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        in_pieces(self.ct, offset, bytes.len(), |done, piece| {
            self.difference |= Native::difference(piece, bytes.get(done..).unwrap_or_default());
        })
    }
}
