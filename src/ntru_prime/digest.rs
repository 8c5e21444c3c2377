//! The hashes H_b (specification: "Hash"): SHA-512 of a prefix byte and a message, cut to 32 bytes.

use super::HASH_SIZE;
use crate::error::Error;
use crate::hash::sha512::{Message, Sha512};
use crate::storage::ReadAt;

/// What a prefix is for.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Prefix {
    /// The secret of a rejected ciphertext.
    Rejected = 0,
    /// The secret of an accepted ciphertext.
    Session = 1,
    /// The confirmation at a ciphertext's end.
    Confirmation = 2,
    /// A short polynomial.
    Input = 3,
    /// An encapsulation key.
    Key = 4,
    /// The seed of an LPRime polynomial.
    Short = 5,
}

/// Begins a message.
pub(super) fn start(hash: &mut Sha512, prefix: Prefix) -> Message<'_> {
    let mut message = hash.start();
    message.absorb(&[prefix as u8]);
    message
}

/// The hash of a message in parts.
pub(super) fn digest(hash: &mut Sha512, prefix: Prefix, parts: &[&[u8]], out: &mut [u8; HASH_SIZE]) {
    let mut message = start(hash, prefix);
    for part in parts {
        message.absorb(part);
    }
    message.finish(out);
}

/// Absorbs bytes of a storage.
pub(super) fn absorb_from(
    message: &mut Message<'_>,
    storage: &(impl ReadAt + ?Sized),
    offset: usize,
    size: usize,
) -> Result<(), Error> {
    const STEP: usize = 64;
    let mut buffer = [0; STEP];
    for at in (0..size).step_by(STEP) {
        let bytes = &mut buffer[..STEP.min(size - at)];
        storage.read_at(offset + at, bytes)?;
        message.absorb(bytes);
    }
    Ok(())
}
