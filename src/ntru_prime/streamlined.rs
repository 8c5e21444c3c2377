//! Streamlined NTRU Prime: h = g/(3f), c = Round(h·r), r = (3·c·f mod 3)/g.

use super::HASH_SIZE;
use super::codec::whole;
use super::digest::{self, Prefix};
use super::draws::Draws;
use super::params::{ParameterSet, modulus, packed, rounded_size, sealed::Sealed};
use super::sampling;
use super::scheme::{Frames, Scheme};
use super::sink::{Published, Sink};
use super::source::{Public, Source};
use super::strategy::Multiplying;
use crate::backend::{Divsteps, Native, Small, TernaryPlanes, inverse_memory, planes_memory};
use crate::error::Error;
use crate::hash::sha512::{Message, Sha512};
use crate::ring::memory::{halves, max, quarters, take};
use crate::ring::planes;
use crate::ring::polynomial::packed_size;
use crate::storage::{ReadAt, WriteAt};

/// The scheme.
pub enum Streamlined {}

/// Words of memory of [`Scheme::reveal`] after its first product.
pub(super) const fn reveal_words(p: usize) -> usize {
    4 * planes::words(p) + planes::product_words(p)
}

/// Words of memory of [`Scheme::generate`], for a product that takes `product` of them.
pub(super) const fn keygen_words(p: usize, product: usize) -> usize {
    let mod_3 = 2 * planes::words(p) + planes_memory(p);
    let mod_q = max(halves(inverse_memory(p)), halves(p) + product);
    max(max(mod_3, sampling::words(p)) + secrets_words(p), mod_q)
}

/// Words that hold v and f, at the end of the memory.
const fn secrets_words(p: usize) -> usize {
    2 * quarters(packed_size(p))
}

impl<S: ParameterSet> Scheme<S> for Streamlined {
    const FRAMES: [Frames; 2] =
        [Frames { keygen: 280, encaps: 1168, decaps: 1384 }, Frames { keygen: 280, encaps: 400, decaps: 376 }];
    const CORE_SIZE: usize = rounded_size::<S>();

    fn draw(input: &mut [u8], draws: &mut impl Draws, memory: &mut [u32]) {
        sampling::short::<S>(input, draws, memory);
    }

    fn identify(input: &[u8], hash: &mut Sha512, out: &mut [u8; HASH_SIZE]) {
        digest::digest(hash, Prefix::Input, &[input], out);
    }

    fn public<R: ReadAt + ?Sized>(storage: &R, offset: usize) -> Result<Public<'_, R>, Error> {
        let h = || Source::Encoded(storage, offset);
        Ok(Public { base: h(), second: h() })
    }

    fn ephemeral<'a>(input: &'a [u8], _: &'a mut [u8], _: &mut Sha512, _: &mut [u32]) -> &'a [u8] {
        input
    }

    fn hide<P: Multiplying, R: ReadAt + ?Sized>(
        public: &Public<'_, R>,
        _: &[u8],
        ephemeral: &[u8],
        sink: &mut impl Sink,
        memory: &mut [u32],
    ) -> Result<(), Error> {
        P::rounded_product::<S, R>(&public.base, ephemeral, sink, memory)
    }

    fn reveal<P: Multiplying>(
        input: &mut [u8],
        ct: &(impl ReadAt + ?Sized),
        secrets: &[u8],
        mut memory: &mut [u32],
    ) -> Result<(), Error> {
        let (f, v) = secrets.split_at(packed::<S>());
        // e, packed as it appears.
        let mut rest = &mut *input;
        P::product::<S, _>(&Source::Rounded(ct, 0), f, S::P, memory, |batch| {
            let (now, later) = core::mem::take(&mut rest).split_at_mut(batch.len().div_ceil(4));
            Native::pack_tripled(now, batch, modulus::<S>());
            rest = later;
            Ok(())
        })?;
        let mut a = planes::take(&mut memory, planes::words(S::P));
        let mut b = planes::take(&mut memory, planes::words(S::P));
        Native::planes_of(planes::reborrow(&mut a), input, S::P);
        Native::planes_of(planes::reborrow(&mut b), v, S::P);
        planes::multiply(S::P, &mut a, &b, memory);
        Native::pack_planes(input, [a[0], a[1]], S::P);
        Native::enforce_weight(input, S::P, <S as Sealed>::WEIGHT);
        Ok(())
    }

    fn generate<P: Multiplying>(
        draws: &mut impl Draws,
        (ek, dk): (&mut (impl WriteAt + ?Sized), &mut (impl WriteAt + ?Sized)),
        input: &mut [u8],
        hash: &mut Message<'_>,
        memory: &mut [u32],
    ) -> Result<(), Error> {
        let g = &mut *input;
        let (work, mut secrets) = memory.split_at_mut(memory.len() - secrets_words(S::P));
        let (v, f) = (take(&mut secrets, packed::<S>()), take(&mut secrets, packed::<S>()));
        loop {
            sampling::small::<S>(g, draws, work);
            if invert_mod_3::<S>(v, g, work) {
                break;
            }
        }
        sampling::short::<S>(f, draws, work);
        dk.write_at(0, f)?;
        dk.write_at(packed::<S>(), v)?;
        let offset = 2 * packed::<S>();
        write_quotient::<S, P>(g, &mut Published { ek, dk: &mut *dk, offset, hash }, memory)?;
        draws.bytes(input);
        dk.write_at(offset + S::ENCAPSULATION_KEY_SIZE, input)
    }
}

/// `v = 1/g` in R/3, both packed. Returns whether there is an inverse.
fn invert_mod_3<S: ParameterSet>(v: &mut [u8], g: &[u8], mut memory: &mut [u32]) -> bool {
    let mut inverse = planes::take(&mut memory, planes::words(S::P));
    Native::planes_of(planes::reborrow(&mut inverse), g, S::P);
    let exists = Native::planes_invert(planes::reborrow(&mut inverse), S::P, memory);
    Native::pack_planes(v, [inverse[0], inverse[1]], S::P);
    Native::exists(exists)
}

/// Writes Rq_encode(g/(3f)), where f is at the end of the memory.
fn write_quotient<S: ParameterSet, P: Multiplying>(
    g: &[u8],
    sink: &mut impl Sink,
    mut memory: &mut [u32],
) -> Result<(), Error> {
    let room: &mut [i16] = bytemuck::cast_slice_mut(memory);
    let from = room.len() - inverse_memory(S::P);
    Native::invert_mod_q(&mut room[from..], S::P, 3, modulus::<S>());
    room.copy_within(from..from + S::P, 0);
    let h: &mut [i16] = take(&mut memory, S::P);
    P::small_product::<S>(h, g, memory);
    for c in &mut *h {
        *c += modulus::<S>().half;
    }
    whole::encode(bytemuck::cast_slice_mut(h), S::Q, |offset, bytes| sink.write(offset, bytes))
}
