//! Encryption and decryption (EESS#1, section 9.2), the latter with the two checks that the literal scheme lacks.

use core::hint::black_box;

use zeroize::Zeroize;

use super::params::{HEADER, ParameterSet, oid};
use super::polynomial::{self, PIECE};
use super::strategy::Strategy;
use super::stream::{self, Stream};
use super::workspace::Workspace;
use super::{SECRET_SIZE, TRIES, message};
use crate::backend::{Bytes, Coefficients, Drawing, Native, Trits};
use crate::error::Error;
use crate::hash::sha256::Sha256;
use crate::ring::memory::{halves, take};
use crate::ring::product_form::Lists;
use crate::storage::{ReadAt, WriteAt};

/// What the secret of an encapsulation is hashed with, "NTRUEncrypt-KEM", as numbers: bytes would lie in RAM on AVR.
const LABEL: [u64; 2] = [u64::from_be_bytes(*b"NTRUEncr"), u64::from_be_bytes(*b"ypt-KEM\0")];

fn lists<S: ParameterSet>(terms: &[u16]) -> Lists<'_> {
    Lists::new(terms, S::PRODUCT_FORM.ends)
}

/// The product of the polynomial that lies at `offset`, at the beginning of the memory.
fn product<S: ParameterSet, P: Strategy>(
    (storage, offset): (&(impl ReadAt + ?Sized), usize),
    terms: &[u16],
    memory: &mut [u32],
) -> Result<(), Error> {
    P::product(S::N, lists::<S>(terms), memory, |factor| polynomial::unpack(storage, offset, factor))?;
    Ok(())
}

/// Encrypts a message. `salt` fills in the salt of a try.
pub(super) fn encrypt<S: ParameterSet, P: Strategy>(
    key: &(impl ReadAt + ?Sized),
    message: &[u8],
    mut salt: impl FnMut(&mut [u8]),
    ct: &mut (impl WriteAt + ?Sized),
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    if message.len() > S::MAX_MESSAGE {
        return Err(Error::Message);
    }
    let mut hashed = [0; 32];
    let hashed = message::hashed::<S>(key, &mut hashed)?;
    for _ in 0..TRIES {
        let padded = workspace.padded.as_mut();
        salt(&mut padded[..S::SALT_SIZE]);
        message::pad::<S>(padded, message);
        if attempt(key, message.len(), hashed, workspace)? {
            let sum: &mut [u16] = take(&mut workspace.memory.as_mut(), S::N);
            return polynomial::write(ct, 0, sum);
        }
    }
    Err(Error::Salts)
}

/// The ciphertext's coefficients at the beginning of the memory, for the padded message. Whether each trit of the masked
/// message occurs often enough is public: what doesn't suit is never used.
fn attempt<S: ParameterSet, P: Strategy>(
    key: &(impl ReadAt + ?Sized),
    length: usize,
    hashed: &[u8],
    workspace: &mut Workspace<S, P>,
) -> Result<bool, Error> {
    let Workspace { hash, lists, padded, memory, .. } = workspace;
    let (lists, padded, mut memory) = (lists.as_mut(), padded.as_ref(), memory.as_mut());
    let mut z = [0; 32];
    message::digest::<S>(hash, padded, length, hashed, &mut z);
    stream::product_form::<S>(&mut Stream::new(hash, &z), lists, memory);
    product::<S, P>((key, HEADER), lists, memory)?;

    let sum: &mut [u16] = take(&mut memory, S::N);
    quarters(hash, sum, &mut z);
    let trits: &mut [u8] = take(&mut memory, S::N);
    let mask: &mut [u8] = take(&mut memory, S::N);
    stream::mask::<S>(&mut Stream::new(hash, &z), mask, memory);
    z.zeroize();
    Native::encode_trits(trits, padded);
    Native::add_trits(trits, mask);
    Native::lift_trits(sum, trits);
    Ok(Native::is_zero(Native::unbalanced(trits, S::LEAST).into()))
}

/// H(R mod 4).
fn quarters(hash: &mut Sha256, r: &[u16], z: &mut [u8; 32]) {
    let mut hash = hash.start();
    for piece in r.chunks(PIECE) {
        let mut bytes = [0; PIECE / 4];
        let bytes = &mut bytes[..piece.len().div_ceil(4)];
        Native::pack_quarters(bytes, piece);
        hash.absorb(bytes);
    }
    hash.finish(z);
}

/// The secret of an encapsulated k with its salt: the ciphertext is bound by them and by the key.
pub(super) fn secret<S: ParameterSet>(
    hash: &mut Sha256,
    key: &(impl ReadAt + ?Sized),
    padded: &[u8],
    out: &mut [u8; 32],
) -> Result<(), Error> {
    let mut hashed = [0; 32];
    let hashed = message::hashed::<S>(key, &mut hashed)?;
    let (salt, rest) = padded.split_at(S::SALT_SIZE);
    let mut hash = hash.start();
    let [start, end] = LABEL;
    hash.absorb(&black_box(start).to_be_bytes());
    hash.absorb(&black_box(end).to_be_bytes()[..7]);
    hash.absorb(&oid::<S>());
    hash.absorb(&rest[1..=SECRET_SIZE]);
    hash.absorb(salt);
    hash.absorb(hashed);
    hash.finish(out);
    Ok(())
}

/// Decrypts: the padded message is in the workspace, and `wrong`, which is 0, stays so if the ciphertext is right. With
/// `length` the message's length is public, and another one is wrong.
pub(super) fn decrypt<S: ParameterSet, P: Strategy>(
    key: &(impl ReadAt + ?Sized),
    ct: &(impl ReadAt + ?Sized),
    length: Option<u8>,
    wrong: &mut u8,
    workspace: &mut Workspace<S, P>,
) -> Result<(), Error> {
    let Workspace { hash, lists, padded, masked, memory, .. } = workspace;
    let (lists, padded, masked, memory) = (lists.as_mut(), padded.as_mut(), masked.as_mut(), memory.as_mut());
    super::keys::read_lists::<S>(key, lists)?;
    product::<S, P>((ct, 0), lists, memory)?;
    unmask::<S>(hash, ct, padded, masked, memory, wrong)?;

    let (found, more) = message::length::<S>(padded);
    *wrong |= more;
    let mut hashed = [0; 32];
    let hashed = message::hashed::<S>(key, &mut hashed)?;
    let mut z = [0; 32];
    if let Some(length) = length {
        *wrong |= found ^ length;
        message::digest::<S>(hash, padded, usize::from(length), hashed, &mut z);
    } else {
        message::hidden_digest::<S>(hash, padded, found, hashed, &mut z, memory);
    }
    *wrong |= message::check::<S>(padded, length.unwrap_or(found));
    stream::product_form::<S>(&mut Stream::new(hash, &z), lists, memory);
    z.zeroize();
    product::<S, P>((key, HEADER), lists, memory)?;

    // The ciphertext again, bits that aren't used included.
    let mut memory = &mut *memory;
    let sum: &mut [u16] = take(&mut memory, S::N);
    let trits: &mut [u8] = take(&mut memory, 4 * masked.len());
    Native::unpack_trits(trits, masked);
    Native::lift_trits(sum, &trits[..S::N]);
    let mut theirs = [0; polynomial::BYTES];
    polynomial::pack(sum, |place, ours| {
        let theirs = &mut theirs[..ours.len()];
        ct.read_at(place, theirs)?;
        *wrong |= Native::difference(ours, theirs);
        Ok(())
    })
}

/// From e·F at the beginning of the memory to the masked trits, packed, and the padded message; `wrong` is not 0 if the
/// trits are none that encryption makes of it.
fn unmask<S: ParameterSet>(
    hash: &mut Sha256,
    ct: &(impl ReadAt + ?Sized),
    padded: &mut [u8],
    packed: &mut [u8],
    mut memory: &mut [u32],
    wrong: &mut u8,
) -> Result<(), Error> {
    let mut first: &mut [u32] = take(&mut memory, halves(S::N));
    let trits: &mut [u8] = take(&mut memory, 4 * packed.len());
    trits.fill(0);
    let masked = &mut trits[..S::N];
    let a: &mut [u16] = take(&mut &mut *first, S::N);
    polynomial::read(ct, 0, S::N, |start, piece| {
        for (a, e) in a[start..].iter_mut().zip(piece) {
            *a = e.wrapping_add(a.wrapping_mul(3));
        }
    })?;
    Native::centred_trits(masked, a);
    *wrong |= Native::unbalanced(masked, S::LEAST);

    let mut z = [0; 32];
    let mut seed = hash.start();
    polynomial::read(ct, 0, S::N, |start, piece| {
        Native::drop_trits(piece, &masked[start..]);
        let mut bytes = [0; PIECE / 4];
        let bytes = &mut bytes[..piece.len().div_ceil(4)];
        Native::pack_quarters(bytes, piece);
        seed.absorb(bytes);
    })?;
    seed.finish(&mut z);

    Native::pack_trits(packed, trits);
    let mask: &mut [u8] = take(&mut first, S::N);
    stream::mask::<S>(&mut Stream::new(hash, &z), mask, memory);
    z.zeroize();
    let trits = &mut trits[..S::N];
    Native::subtract_trits(trits, mask);
    Native::decode_trits(padded, trits);
    Native::encode_trits(mask, padded);
    *wrong |= Native::difference(trits, mask);
    Ok(())
}
