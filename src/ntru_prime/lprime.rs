//! NTRU LPRime: A = Round(G·a), B = Round(G·b), and the message bits hidden in A·b.

use zeroize::{Zeroize, Zeroizing};

use super::digest::{self, Prefix};
use super::draws::{Draws, Seeded};
use super::params::{ParameterSet, modulus, packed, rounded_size, sealed::Sealed};
use super::scheme::{Frames, Scheme};
use super::sink::{At, Published, Sink};
use super::source::{Public, Source};
use super::strategy::Multiplying;
use super::{HASH_SIZE, sampling};
use crate::backend::{Buffer, Messages, Native};
use crate::error::Error;
use crate::hash::sha512::{Message, Sha512};
use crate::ring::memory::{quarters, take};
use crate::ring::polynomial::packed_size;
use crate::storage::{ReadAt, WriteAt};

/// The scheme.
pub enum LPrime {}

/// Bytes of the seed of G.
pub(super) const SEED_SIZE: usize = 32;
/// Bytes of a message.
pub(super) const MESSAGE_SIZE: usize = 32;
/// Bits of a message, which are also the coefficients that hide them.
const BITS: usize = 8 * MESSAGE_SIZE;

/// Words of memory of [`Scheme::generate`], for a rounded product or sampling that takes `product` of them.
pub(super) const fn keygen_words(p: usize, product: usize) -> usize {
    product + quarters(packed_size(p))
}

/// Bytes of the coefficients that hide a message.
pub(super) const TOPS_SIZE: usize = BITS / 2;

impl<S: ParameterSet> Scheme<S> for LPrime {
    const FRAMES: [Frames; 2] =
        [Frames { keygen: 688, encaps: 1168, decaps: 1360 }, Frames { keygen: 744, encaps: 1256, decaps: 1240 }];
    const CORE_SIZE: usize = rounded_size::<S>() + TOPS_SIZE;

    fn draw(input: &mut [u8], draws: &mut impl Draws, _: &mut [u32]) {
        draws.bytes(input);
    }

    fn identify(input: &[u8], _: &mut Sha512, out: &mut [u8; HASH_SIZE]) {
        out.copy_from_slice(input);
    }

    fn public<R: ReadAt + ?Sized>(storage: &R, offset: usize) -> Result<Public<'_, R>, Error> {
        let mut seed = [0; SEED_SIZE];
        storage.read_at(offset, &mut seed)?;
        Ok(Public { base: Source::Generated(seed), second: Source::Rounded(storage, offset + SEED_SIZE) })
    }

    fn ephemeral<'a>(input: &'a [u8], room: &'a mut [u8], hash: &mut Sha512, memory: &mut [u32]) -> &'a [u8] {
        let mut seed = Zeroizing::new([0; SEED_SIZE]);
        digest::digest(hash, Prefix::Short, &[input], &mut seed);
        let mut words = Seeded::ZERO;
        words.start(&seed);
        sampling::short::<S>(room, &mut words, memory);
        words.zeroize();
        room
    }

    fn hide<P: Multiplying, R: ReadAt + ?Sized>(
        public: &Public<'_, R>,
        input: &[u8],
        ephemeral: &[u8],
        sink: &mut impl Sink,
        memory: &mut [u32],
    ) -> Result<(), Error> {
        P::rounded_product::<S, R>(&public.base, ephemeral, sink, memory)?;
        let (mut rest, mut at) = (input, rounded_size::<S>());
        P::product::<S, R>(&public.second, ephemeral, BITS, memory, |batch| {
            // All at once or 32 at a time.
            for batch in batch.chunks(32) {
                let mut tops = [0; 16];
                let (now, later) = rest.split_at(batch.len() / 8);
                Native::hide(&mut tops, batch, now, <S as Sealed>::HIDING, modulus::<S>());
                sink.write(at, &tops)?;
                rest = later;
                at += tops.len();
            }
            Ok(())
        })
    }

    fn reveal<P: Multiplying>(
        input: &mut [u8],
        ct: &(impl ReadAt + ?Sized),
        secrets: &[u8],
        memory: &mut [u32],
    ) -> Result<(), Error> {
        let (mut rest, mut at) = (input, rounded_size::<S>());
        P::product::<S, _>(&Source::Rounded(ct, 0), secrets, BITS, memory, |batch| {
            // All at once or 32 at a time.
            for batch in batch.chunks(32) {
                let mut tops = [0; 16];
                ct.read_at(at, &mut tops)?;
                at += tops.len();
                let (now, later) = core::mem::take(&mut rest).split_at_mut(batch.len() / 8);
                Native::reveal(now, batch, &tops, <S as Sealed>::HIDING, modulus::<S>());
                rest = later;
            }
            Ok(())
        })
    }

    fn generate<P: Multiplying>(
        draws: &mut impl Draws,
        (ek, dk): (&mut (impl WriteAt + ?Sized), &mut (impl WriteAt + ?Sized)),
        input: &mut [u8],
        hash: &mut Message<'_>,
        mut memory: &mut [u32],
    ) -> Result<(), Error> {
        let a = take(&mut memory, packed::<S>());
        let mut seed = [0; SEED_SIZE];
        draws.bytes(&mut seed);
        sampling::short::<S>(a, draws, memory);
        dk.write_at(0, a)?;
        let offset = packed::<S>();
        let mut sink = Published { ek, dk: &mut *dk, offset, hash };
        sink.write(0, &seed)?;
        let base = Source::<[u8]>::Generated(seed);
        P::rounded_product::<S, _>(&base, a, &mut At(&mut sink, SEED_SIZE), memory)?;
        draws.bytes(input);
        dk.write_at(offset + S::ENCAPSULATION_KEY_SIZE, input)
    }
}
