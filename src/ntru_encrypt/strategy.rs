//! What a profile means here: whether a public factor of a product is kept or read again where it lies.

use super::params::{ParameterSet, sealed::Sealed};
use crate::backend::Array;
use crate::profile::{Compact, Fast, Profile};
use crate::ring::memory::{halves, max, quarters};
use crate::ring::product_form;
use crate::ring::product_form::fastest;

/// A profile that NTRUEncrypt runs in: [`Compact`] or [`Fast`]. Sealed.
#[allow(private_bounds)]
pub trait Strategy: Profile + Multiplying {}

impl<P: Multiplying> Strategy for P {}

/// Bytes of stack, below the caller's frame, that each operation leaves secrets in, with all that it calls. Multiples of 8,
/// for the largest set, with what a longer return address adds.
pub(super) struct Frames {
    pub(super) keygen: u16,
    pub(super) encryption: u16,
    pub(super) encapsulation: u16,
    pub(super) decryption: u16,
}

/// The same for the reading of a private key.
pub(super) const READING: u16 = 240;

/// What the expansion of a seed adds to key generation's.
pub(super) const EXPANSION: u16 = 256;

/// The profile's side of the operations.
pub(super) trait Multiplying: Profile {
    /// What an operation's stack is.
    const FRAMES: Frames;

    /// Working memory of key generation.
    type Keygen<S: ParameterSet>: Array<u32>;
    /// Working memory of an encryption or a decryption.
    type Encryption<S: ParameterSet>: Array<u32>;

    /// [`product_form::product`], in memory for an operation.
    fn product<'a, E>(
        n: usize,
        lists: product_form::Lists<'_>,
        memory: &'a mut [u32],
        read: impl FnMut(&mut [u16]) -> Result<(), E>,
    ) -> Result<&'a mut [u16], E>;
}

/// Words of what encryption has at once: coefficients, two times n trits, and bytes of five trits each. Decryption's are
/// fewer.
const fn least(n: usize) -> usize {
    halves(n) + 2 * quarters(n) + quarters(n.div_ceil(5))
}

/// Words of memory of an encryption or a decryption.
pub(super) const fn compact_words(n: usize) -> usize {
    max(product_form::words(n), least(n))
}

/// See above.
pub(super) const fn fast_words(n: usize) -> usize {
    max(fastest::words(n), least(n))
}

impl Multiplying for Compact {
    const FRAMES: Frames = Frames { keygen: 400, encryption: 448, encapsulation: 520, decryption: 448 };

    type Keygen<S: ParameterSet> = <S as Sealed>::CompactKeygen;
    type Encryption<S: ParameterSet> = <S as Sealed>::CompactEncryption;

    fn product<'a, E>(
        n: usize,
        lists: product_form::Lists<'_>,
        memory: &'a mut [u32],
        read: impl FnMut(&mut [u16]) -> Result<(), E>,
    ) -> Result<&'a mut [u16], E> {
        product_form::product(n, lists, memory, read)
    }
}

impl Multiplying for Fast {
    const FRAMES: Frames = Frames { keygen: 392, encryption: 416, encapsulation: 488, decryption: 416 };

    type Keygen<S: ParameterSet> = <S as Sealed>::FastKeygen;
    type Encryption<S: ParameterSet> = <S as Sealed>::FastEncryption;

    fn product<'a, E>(
        n: usize,
        lists: product_form::Lists<'_>,
        memory: &'a mut [u32],
        read: impl FnMut(&mut [u16]) -> Result<(), E>,
    ) -> Result<&'a mut [u16], E> {
        fastest::product(n, lists, memory, read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kernel is tested for as much as its head says, and for no more.
    #[test]
    fn the_wiping_kernel_is_for_so_much() {
        let head = include_str!("../../asm/avr/wipe_stack.S");
        let (_, rest) = head.split_once("a multiple of 8, 8..").unwrap();
        let most: u16 = rest.split(')').next().unwrap().parse().unwrap();
        for frames in [Compact::FRAMES, Fast::FRAMES] {
            let Frames { keygen, encryption, encapsulation, decryption } = frames;
            for bytes in [keygen, keygen + EXPANSION, encryption, encapsulation, decryption, READING] {
                assert!(bytes.is_multiple_of(8) && (8..=most).contains(&bytes), "{bytes}");
            }
        }
    }
}
