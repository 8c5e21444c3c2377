//! The speed profile: both factors are decoded, and the product is the backend's fastest.

use core::convert::Infallible;

use super::codec::whole;
use super::params::sealed::Sealed;
use super::params::{ParameterSet, modulus, rounded_radix};
use super::sink::Sink;
use super::source::Source;
use super::strategy::Multiplying;
use super::{compact, lprime, sampling, streamlined};
use crate::backend::{Modulus, Native, Small};
use crate::error::Error;
use crate::profile::{Compact, Fast};
use crate::ring::fastest;
use crate::ring::memory::max;
use crate::storage::ReadAt;

/// Words of memory of a product, by a polynomial of the set's weight.
const fn product_words(p: usize, weight: usize, q: u16) -> usize {
    max(fastest::words(p, weight, Modulus::new(q)), sampling::words(p))
}

/// Words of memory of a product by a polynomial of any weight.
const fn small_product_words(p: usize, weight: usize, q: u16) -> usize {
    if fastest::TAKES_ANY { product_words(p, weight, q) } else { compact::small_product_words(p, q) }
}

/// Words of memory of a key generation.
pub(super) const fn keygen_words(p: usize, weight: usize, q: u16, secrets: usize) -> usize {
    if secrets == 2 {
        streamlined::keygen_words(p, small_product_words(p, weight, q))
    } else {
        lprime::keygen_words(p, product_words(p, weight, q))
    }
}

/// Words of memory of an encapsulation.
pub(super) const fn encaps_words(p: usize, weight: usize, q: u16) -> usize {
    product_words(p, weight, q)
}

/// Words of memory of a decapsulation.
pub(super) const fn decaps_words(p: usize, weight: usize, q: u16, secrets: usize) -> usize {
    let product = product_words(p, weight, q);
    if secrets == 2 { max(product, streamlined::reveal_words(p)) } else { product }
}

impl Multiplying for Fast {
    const FRAMES: usize = 1;
    type Keygen<S: ParameterSet> = <S as Sealed>::FastKeygen;
    type Encaps<S: ParameterSet> = <S as Sealed>::FastEncaps;
    type Decaps<S: ParameterSet> = <S as Sealed>::FastDecaps;

    fn product<S: ParameterSet, R: ReadAt + ?Sized>(
        source: &Source<'_, R>,
        short: &[u8],
        count: usize,
        memory: &mut [u32],
        mut emit: impl FnMut(&mut [i16]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let weight = <S as Sealed>::WEIGHT;
        let out = fastest::product::<S::Ring, Error>(short, weight, memory, |large| source.whole::<S>(large))?;
        emit(&mut out[..count])
    }

    fn small_product<S: ParameterSet>(large: &mut [i16], small: &[u8], memory: &mut [u32]) {
        if !fastest::TAKES_ANY {
            return Compact::small_product::<S>(large, small, memory);
        }
        let Ok(product) = fastest::product::<S::Ring, Infallible>(small, S::P, memory, |factor| {
            factor.copy_from_slice(large);
            Ok(())
        });
        large.copy_from_slice(product);
    }

    fn rounded_product<S: ParameterSet, R: ReadAt + ?Sized>(
        source: &Source<'_, R>,
        short: &[u8],
        sink: &mut impl Sink,
        memory: &mut [u32],
    ) -> Result<(), Error> {
        Self::product::<S, R>(source, short, S::P, memory, |product| {
            Native::round(product, modulus::<S>());
            whole::encode(bytemuck::cast_slice_mut(product), rounded_radix::<S>(), |offset, bytes| {
                sink.write(offset, bytes)
            })
        })
    }
}
