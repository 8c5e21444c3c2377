//! Intermediate values, for known answers. Nothing here is wiped.

use super::params::{ParameterSet, sealed::Sealed};
use super::strategy::Multiplying;
use super::stream::{self, FIELDS, Stream};
use crate::backend::{Buffer, Coefficients, Drawing, Field, Native, Trits};
use crate::hash::sha256::Sha256;
use crate::profile::{Compact, Fast};
use crate::ring::product_form::Lists;

/// Fills `out` with the first indices that a seed's stream gives, repeated ones included.
pub fn indices<S: ParameterSet>(seed: &[u8], out: &mut [u16]) {
    let mut hash = Sha256::ZERO;
    let mut stream = Stream::of(&mut hash, seed);
    let (mut field, mut candidates, mut block) = (Field::first(S::CANDIDATE), [0; FIELDS], [0; 32]);
    let mut rest = out.iter_mut();
    loop {
        stream.fill(&mut block);
        let n = Native::cut_fields(&mut candidates, &mut field, &block, S::CANDIDATE);
        for candidate in &candidates[..usize::from(n)] {
            if *candidate < S::PRODUCT_FORM.limit {
                let Some(out) = rest.next() else { return };
                *out = *candidate % S::PRODUCT_FORM.n;
            }
        }
    }
}

/// The lists of the product-form polynomial of a seed: F1, F2 and F3, each plus, then minus.
pub fn product_form<S: ParameterSet>(seed: &[u8], lists: &mut [u16]) {
    let (mut hash, mut memory) = (Sha256::ZERO, <S as Sealed>::FastKeygen::ZERO);
    stream::product_form::<S>(&mut Stream::of(&mut hash, seed), lists, memory.as_mut());
}

/// How many terms g has.
#[must_use]
pub const fn terms_of_g<S: ParameterSet>() -> usize {
    S::FLAT.ends[2] as usize
}

/// The list of g of a seed: plus, one more, then minus.
pub fn ternary<S: ParameterSet>(seed: &[u8], list: &mut [u16]) {
    let (mut hash, mut memory) = (Sha256::ZERO, <S as Sealed>::FastKeygen::ZERO);
    let blocks = <S as Sealed>::BLOCKS[2];
    stream::lists(&mut Stream::of(&mut hash, seed), list, S::FLAT, S::CANDIDATE, blocks, memory.as_mut());
}

/// The mask of a seed: n trits.
pub fn mask<S: ParameterSet>(seed: &[u8], trits: &mut [u8]) {
    let (mut hash, mut memory) = (Sha256::ZERO, <S as Sealed>::FastKeygen::ZERO);
    stream::mask::<S>(&mut Stream::of(&mut hash, seed), trits, memory.as_mut());
}

/// The trits of bytes, of which there are n.
pub fn message_trits(trits: &mut [u8], bytes: &[u8]) {
    Native::encode_trits(trits, bytes);
}

/// a·(v1·v2 + v3), reduced, by the product of a profile.
pub fn product<S: ParameterSet>(out: &mut [u16], a: &[u16], lists: &[u16], fast: bool) {
    let (mut compact, mut larger) = (<S as Sealed>::CompactEncryption::ZERO, <S as Sealed>::FastEncryption::ZERO);
    let lists = Lists::new(lists, S::PRODUCT_FORM.ends);
    let read = |factor: &mut [u16]| {
        factor.copy_from_slice(a);
        Ok::<_, core::convert::Infallible>(())
    };
    let Ok(product) = if fast {
        Fast::product(S::N, lists, larger.as_mut(), read)
    } else {
        Compact::product(S::N, lists, compact.as_mut(), read)
    };
    for (out, product) in out.iter_mut().zip(product) {
        *out = *product % 2048;
    }
}

/// Coefficients as bytes, and back.
pub fn pack(bytes: &mut [u8], coefficients: &[u16]) {
    Native::pack_11(bytes, coefficients);
}

/// Bytes as reduced coefficients.
pub fn unpack(coefficients: &mut [u16], bytes: &[u8]) {
    Native::unpack_11(coefficients, bytes);
}

/// Coefficients modulo 4, as they are hashed.
pub fn pack_quarters(bytes: &mut [u8], coefficients: &[u16]) {
    Native::pack_quarters(bytes, coefficients);
}
