//! The RAM profile: of the large factor there is one copy, which a second reading where it lies replaces bit by bit, and
//! the product is compared as it appears; only where its bytes must come in order is it kept.

use core::convert::Infallible;

use super::codec::{stream::Writer, whole};
use super::params::sealed::Sealed;
use super::params::{ParameterSet, modulus, rounded_radix};
use super::sink::Sink;
use super::source::Source;
use super::strategy::Multiplying;
use super::{lprime, sampling, streamlined};
use crate::backend::{Modulus, Native, Small};
use crate::error::Error;
use crate::profile::Compact;
use crate::ring::memory::{halves, max, take};
use crate::ring::strips::{self, STRIP, Strips};
use crate::storage::ReadAt;

/// Words of memory of a product.
const fn product_words(p: usize, weight: usize, q: u16) -> usize {
    strips::words(p, weight, Modulus::new(q))
}

/// Words of memory of a product by a polynomial of any weight.
pub(super) const fn small_product_words(p: usize, q: u16) -> usize {
    product_words(p, p, q)
}

/// Words of memory of a product whose bytes must come in order.
const fn kept_words(p: usize, weight: usize, q: u16) -> usize {
    product_words(p, weight, q) + halves(p)
}

/// Words of memory of a key generation.
pub(super) const fn keygen_words(p: usize, weight: usize, q: u16, secrets: usize) -> usize {
    if secrets == 2 {
        streamlined::keygen_words(p, small_product_words(p, q))
    } else {
        lprime::keygen_words(p, encaps_words(p, weight, q))
    }
}

/// Words of memory of an encapsulation.
pub(super) const fn encaps_words(p: usize, weight: usize, q: u16) -> usize {
    max(sampling::words(p), kept_words(p, weight, q))
}

/// Words of memory of a decapsulation.
pub(super) const fn decaps_words(p: usize, weight: usize, q: u16, secrets: usize) -> usize {
    let product = product_words(p, weight, q);
    max(product, if secrets == 2 { streamlined::reveal_words(p) } else { sampling::words(p) })
}

impl Multiplying for Compact {
    const FRAMES: usize = 0;
    type Keygen<S: ParameterSet> = <S as Sealed>::CompactKeygen;
    type Encaps<S: ParameterSet> = <S as Sealed>::CompactEncaps;
    type Decaps<S: ParameterSet> = <S as Sealed>::CompactDecaps;

    fn product<S: ParameterSet, R: ReadAt + ?Sized>(
        source: &Source<'_, R>,
        short: &[u8],
        count: usize,
        memory: &mut [u32],
        mut emit: impl FnMut(&mut [i16]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let weight = <S as Sealed>::WEIGHT;
        let mut strips = Strips::<S::Ring>::new::<Error>(short, weight, memory, |large| source.whole::<S>(large))?;
        let mut cursor = source.cursor::<S>();
        for start in (0..count).step_by(STRIP) {
            let strip = strips.next(|large| cursor.next::<S>(large))?;
            let wanted = strip.len().min(count - start);
            emit(&mut strip[..wanted])?;
        }
        Ok(())
    }

    fn small_product<S: ParameterSet>(large: &mut [i16], small: &[u8], memory: &mut [u32]) {
        let copy = |from: &[i16], to: &mut [i16]| {
            to.copy_from_slice(from);
            Ok::<_, Infallible>(())
        };
        let Ok(mut strips) = Strips::<S::Ring>::new(small, S::P, memory, |window| copy(large, window));
        for large in large.chunks_mut(STRIP) {
            // A strip takes in the coefficients whose places its sums then take.
            let Ok(strip) = strips.next(|window| copy(large, window));
            large.copy_from_slice(strip);
        }
    }

    fn rounded_product<S: ParameterSet, R: ReadAt + ?Sized>(
        source: &Source<'_, R>,
        short: &[u8],
        sink: &mut impl Sink,
        memory: &mut [u32],
    ) -> Result<(), Error> {
        if sink_is_in_order(sink) {
            return kept::<S, R>(source, short, sink, memory);
        }
        let mut writer = Writer::new(S::P, rounded_radix::<S>());
        Self::product::<S, R>(source, short, S::P, memory, |batch| {
            Native::round(batch, modulus::<S>());
            batch.iter().try_for_each(|number| writer.put(*number as u16, |offset, bytes| sink.write(offset, bytes)))
        })
    }
}

fn sink_is_in_order<K: Sink>(_: &K) -> bool {
    K::IN_ORDER
}

/// The product as a whole, for bytes in order.
fn kept<S: ParameterSet, R: ReadAt + ?Sized>(
    source: &Source<'_, R>,
    short: &[u8],
    sink: &mut impl Sink,
    mut memory: &mut [u32],
) -> Result<(), Error> {
    let out: &mut [u16] = take(&mut memory, S::P);
    let mut rest = &mut *out;
    Compact::product::<S, R>(source, short, S::P, memory, |batch| {
        Native::round(batch, modulus::<S>());
        let (now, later) = core::mem::take(&mut rest).split_at_mut(batch.len());
        now.copy_from_slice(bytemuck::cast_slice(batch));
        rest = later;
        Ok(())
    })?;
    whole::encode(out, rounded_radix::<S>(), |offset, bytes| sink.write(offset, bytes))
}
