//! What is hashed of a message, and how it is padded (EESS#1, sections 8.4.1 and 9.2; "sData", "M").

use zeroize::Zeroize;

use super::params::{HEADER, ParameterSet, sealed::Sealed};
use crate::backend::{Bytes, Native};
use crate::error::Error;
use crate::hash::sha256::Sha256;
use crate::masks;
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
    hash.absorb(&S::OID);
    hash.absorb(&message[1..=length]);
    hash.absorb(salt);
    hash.absorb(key);
    hash.finish(digest);
}

/// All ones if i < length.
fn before(i: u8, length: u8) -> u8 {
    masks::below(i.into(), length.into()) as u8
}

/// Checks the padding of a message of so many bytes: 0 if there are zeros behind it.
pub(super) fn check<S: ParameterSet>(padded: &[u8], length: u8) -> u8 {
    (0..).zip(&padded[S::SALT_SIZE + 1..]).fold(0, |sum, (i, byte)| sum | (byte & !before(i, length)))
}

/// The length of a padded message, at most the longest, and 0 if it wasn't more.
pub(super) fn length<S: ParameterSet>(padded: &[u8]) -> (u8, u8) {
    let (length, most) = (padded[S::SALT_SIZE], S::MAX_MESSAGE as u8);
    let more = before(most, length);
    (length & !more | most & more, more)
}

/// Bytes of the longest input of [`hidden_digest`], padded.
const MOST: usize = 192;

/// As [`digest`], for a message whose length is secret: all blocks of the longest message are computed.
pub(super) fn hidden_digest<S: ParameterSet>(
    hash: &mut Sha256,
    padded: &[u8],
    length: u8,
    key: &[u8],
    digest: &mut [u8; 32],
) {
    let (salt, message) = padded.split_at(S::SALT_SIZE);
    let longest = 3 + S::MAX_MESSAGE + salt.len() + key.len() + 9;
    // What follows the message, moved up by its length, a bit of that at a time.
    let mut input = [0; MOST];
    let (tail, mut end) = (&mut input[3..], 0);
    for part in [salt, key, &[0x80]] {
        tail[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    }
    for bit in 0..7 {
        let (step, moved) = (1 << bit, masks::opaque(0_u16.wrapping_sub((length >> bit & 1).into())) as u8);
        for i in (3..MOST).rev() {
            let from = if i >= 3 + step { input[i - step] } else { 0 };
            input[i] = (input[i] & !moved) | (from & moved);
        }
    }
    for (i, (input, byte)) in (0..).zip(input[3..].iter_mut().zip(&message[1..])) {
        *input |= byte & before(i, length);
    }
    input[..3].copy_from_slice(&S::OID);
    let total = 3 + u16::from(length) + (salt.len() + key.len()) as u16;
    let last = ((total + 8) >> 6) as u8;

    let (mut now, mut last_one) = ([0; 32], [0; 32]);
    hash.start_padded();
    for (i, block) in (0_u8..).zip(input[..longest.next_multiple_of(64)].chunks_exact_mut(64)) {
        let is_last = masks::opaque(masks::equal(i.into(), last.into())) as u8;
        for (byte, bits) in block[62..].iter_mut().zip((8 * total).to_be_bytes()) {
            *byte |= bits & is_last;
        }
        hash.absorb_padded(block, &mut now);
        last_one.copy_from_slice(digest);
        Native::select(digest, &now, &last_one, i ^ last);
    }
    input.zeroize();
    now.zeroize();
    last_one.zeroize();
}
