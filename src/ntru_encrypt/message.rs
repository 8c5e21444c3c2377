//! What is hashed of a message, and how it is padded (EESS#1, sections 8.4.1 and 9.2; "sData", "M").

use core::hint::black_box;

use zeroize::Zeroize;

use super::params::{HEADER, ParameterSet, oid, sealed::Sealed};
use crate::backend::{Bytes, Native, Padding};
use crate::error::Error;
use crate::hash::sha256::Sha256;
use crate::ring::memory::take;
use crate::storage::ReadAt;

/// The bytes of the public key that are hashed with a message.
pub(super) fn hashed<'a, S: ParameterSet>(
    key: &(impl ReadAt + ?Sized),
    room: &'a mut [u8; 32],
) -> Result<&'a [u8], Error> {
    let room = &mut room[..<S as Sealed>::HASHED];
    key.read_at(HEADER, room)?;
    Ok(room)
}

/// Pads a message of at most [`ParameterSet::MAX_MESSAGE`] bytes, whose length is public. The salt is there already.
pub(super) fn pad<S: ParameterSet>(padded: &mut [u8], message: &[u8]) {
    let (length, rest) = padded[S::SALT_SIZE..].split_at_mut(1);
    length[0] = message.len() as u8;
    rest.fill(0);
    rest[..message.len()].copy_from_slice(message);
}

/// H(OID || m || b || the hashed bytes of the key), for a message of public length in its padding.
pub(super) fn digest<S: ParameterSet>(
    hash: &mut Sha256,
    padded: &[u8],
    length: usize,
    key: &[u8],
    digest: &mut [u8; 32],
) {
    let (salt, message) = padded.split_at(S::SALT_SIZE);
    let mut hash = hash.start();
    hash.absorb(&oid::<S>());
    hash.absorb(&message[1..=length]);
    hash.absorb(salt);
    hash.absorb(key);
    hash.finish(digest);
}

/// Checks the padding of a message of so many bytes: 0 if there are zeros behind it.
pub(super) fn check<S: ParameterSet>(padded: &[u8], length: u8) -> u8 {
    Native::beyond(&padded[S::SALT_SIZE + 1..], length)
}

/// The length of a padded message, at most the longest, and 0 if it wasn't more.
pub(super) fn length<S: ParameterSet>(padded: &[u8]) -> (u8, u8) {
    let length = padded[S::SALT_SIZE];
    let clamped = Native::least(length, S::MAX_MESSAGE as u8);
    (clamped, clamped ^ length)
}

/// Bytes of the longest input of [`hidden_digest`], padded.
const MOST: usize = 192;

/// As [`digest`], for a message whose length is secret: all blocks of the longest message are computed. `memory` has
/// [`MOST`] bytes. Bytes behind the
/// message that aren't zeros may be hashed too: [`check`] says that the message is wrong then.
pub(super) fn hidden_digest<S: ParameterSet>(
    hash: &mut Sha256,
    padded: &[u8],
    length: u8,
    key: &[u8],
    digest: &mut [u8; 32],
    mut memory: &mut [u32],
) {
    let (salt, message) = padded.split_at(S::SALT_SIZE);
    let longest = 3 + S::MAX_MESSAGE + salt.len() + key.len() + 9;
    // Where a secret decides the place of what is written, nothing public lies beside it.
    let input: &mut [u8] = take(&mut memory, MOST);
    input.fill(0);
    input[..3].copy_from_slice(&oid::<S>());
    input[3..3 + S::MAX_MESSAGE].copy_from_slice(&message[1..]);
    let mut end = 3 + length;
    for part in [salt, key, &[black_box(0x80)]] {
        Native::overwrite(input, end, part);
        end += part.len() as u8;
    }
    // The number of bits, at the end of the block that has room for its eight bytes.
    let bits = 8 * (u16::from(end) - 1);
    let last = (end + 7) >> 6;
    Native::overwrite(input, (last << 6) + 62, &bits.to_be_bytes());

    let (mut now, mut last_one) = ([0; 32], [0; 32]);
    hash.start_padded();
    for (i, block) in (0_u8..).zip(input[..longest.next_multiple_of(64)].chunks_exact(64)) {
        hash.absorb_padded(block, &mut now);
        last_one.copy_from_slice(digest);
        Native::select(digest, &now, &last_one, i ^ last);
    }
    now.zeroize();
    last_one.zeroize();
}
