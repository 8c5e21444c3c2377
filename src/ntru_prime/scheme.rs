//! What the two schemes answer, each in its own way, for the transform that they share ([`super::transform`]).

use super::HASH_SIZE;
use super::draws::Draws;
use super::sink::Sink;
use super::source::Public;
use super::strategy::Multiplying;
use crate::error::Error;
use crate::hash::sha512::{Message, Sha512};
use crate::storage::{ReadAt, WriteAt};

/// Bytes of stack, on AVR, that an operation may use below the function that wipes them: multiples of 8.
#[derive(Clone, Copy)]
pub(super) struct Frames {
    pub(super) keygen: u16,
    pub(super) encaps: u16,
    pub(super) decaps: u16,
}

/// A public-key encryption that hides an input (`S::Input`).
pub(super) trait Scheme<S> {
    /// Stack to be wiped, in the RAM profile and in the speed profile.
    const FRAMES: [Frames; 2];
    /// Bytes of a ciphertext without its confirmation.
    const CORE_SIZE: usize;

    /// Draws an input.
    fn draw(input: &mut [u8], draws: &mut impl Draws, memory: &mut [u32]);

    /// The 32 bytes that stand for an input, or for the random bytes of a rejection.
    fn identify(input: &[u8], hash: &mut Sha512, out: &mut [u8; HASH_SIZE]);

    /// The polynomials of the encapsulation key at an offset of a storage.
    fn public<R: ReadAt + ?Sized>(storage: &R, offset: usize) -> Result<Public<'_, R>, Error>;

    /// The short polynomial that hides an input, packed: in `room`, or the input itself.
    fn ephemeral<'a>(input: &'a [u8], room: &'a mut [u8], hash: &mut Sha512, memory: &mut [u32]) -> &'a [u8];

    /// Writes the ciphertext of an input with its short polynomial, without its confirmation.
    fn hide<P: Multiplying, R: ReadAt + ?Sized>(
        public: &Public<'_, R>,
        input: &[u8],
        ephemeral: &[u8],
        sink: &mut impl Sink,
        memory: &mut [u32],
    ) -> Result<(), Error>;

    /// Computes the input of a ciphertext with the secret polynomials.
    fn reveal<P: Multiplying>(
        input: &mut [u8],
        ct: &(impl ReadAt + ?Sized),
        secrets: &[u8],
        memory: &mut [u32],
    ) -> Result<(), Error>;

    /// Draws a key pair and writes the encapsulation key, hashed into `hash`, and of the decapsulation key all but that
    /// hash's digest. `input` is memory.
    fn generate<P: Multiplying>(
        draws: &mut impl Draws,
        keys: (&mut (impl WriteAt + ?Sized), &mut (impl WriteAt + ?Sized)),
        input: &mut [u8],
        hash: &mut Message<'_>,
        memory: &mut [u32],
    ) -> Result<(), Error>;
}

#[cfg(test)]
mod tests {
    use super::super::lprime::LPrime;
    use super::super::params::{Ntrulpr653, Sntrup653};
    use super::super::streamlined::Streamlined;
    use super::Scheme;

    /// The kernel is tested for as much as its head says, and for no more.
    #[test]
    fn the_wiping_kernel_is_for_so_much() {
        let head = include_str!("../../asm/avr/wipe_stack.S");
        let (_, rest) = head.split_once("a multiple of 8, 8..").unwrap();
        let most: u16 = rest.split(')').next().unwrap().parse().unwrap();
        let (streamlined, lprime) =
            (<Streamlined as Scheme<Sntrup653>>::FRAMES, <LPrime as Scheme<Ntrulpr653>>::FRAMES);
        for frames in streamlined.into_iter().chain(lprime) {
            for bytes in [frames.keygen, frames.encaps, frames.decaps] {
                assert!(bytes.is_multiple_of(8) && (8..=most).contains(&bytes), "{bytes}");
            }
        }
    }
}
