//! Key generation (EESS#1, section 9.1): inversion modulo 2, and lifting to 2^16 by Newton's iteration.

use core::convert::Infallible;

use super::params::{HEADER, ParameterSet, sealed::Sealed};
use super::strategy::Strategy;
use super::stream::{self, Stream};
use super::workspace::KeygenWorkspace;
use super::{keys, polynomial};
use crate::backend::{Drawing, Native};
use crate::error::Error;
use crate::masks;
use crate::ring::memory::{halves, max, quarters, take};
use crate::ring::product_form::{self, Lists};
use crate::ring::{bits, cyclic};
use crate::storage::{ReadAt, WriteAt};

/// Words of memory, `product` of which a product takes. `terms` are those of g.
pub(super) const fn words(n: usize, terms: usize, product: usize) -> usize {
    let inversion = bits::words(n) + bits::memory(n);
    let last = halves(terms) + max(product_form::words(n), quarters(n));
    let lifting = halves(n) + cyclic::words(n);
    2 * halves(n) + max(max(product, lifting), max(inversion, last))
}

/// `out = f·a = a + 3·(a·F)`.
fn times_f<S: ParameterSet, P: Strategy>(out: &mut [u16], a: &[u16], terms: &[u16], memory: &mut [u32]) {
    let lists = Lists { terms, ends: S::PRODUCT_FORM.ends };
    let Ok(product) = P::product::<Infallible>(S::N, lists, memory, |factor| {
        factor.copy_from_slice(a);
        Ok(())
    });
    for ((out, a), product) in out.iter_mut().zip(a).zip(product) {
        *out = a.wrapping_add(product.wrapping_mul(3));
    }
}

/// Makes a key pair, in a frame of its own, which is wiped. `seed` fills in a seed of [`ParameterSet::SEED_SIZE`] bytes.
#[inline(never)]
pub(super) fn generate<S: ParameterSet, P: Strategy>(
    mut seed: impl FnMut(&mut [u8]),
    public: &mut (impl WriteAt + ?Sized),
    private: &mut (impl WriteAt + ?Sized),
    workspace: &mut KeygenWorkspace<S, P>,
) -> Result<(), Error> {
    let KeygenWorkspace { hash, lists, memory, .. } = workspace;
    let (terms, mut memory) = (lists.as_mut(), memory.as_mut());
    let inverse: &mut [u16] = take(&mut memory, S::N);
    let other: &mut [u16] = take(&mut memory, S::N);
    let mut room = zeroize::Zeroizing::new([0; 64]);
    let room = &mut room[..S::SEED_SIZE];
    loop {
        seed(room);
        stream::product_form::<S>(&mut Stream::of(hash, room), terms, memory);
        if invert::<S, P>(inverse, other, terms, memory) {
            break;
        }
    }
    seed(room);

    let g: &mut [u16] = take(&mut memory, usize::from(S::FLAT.ends[2]));
    stream::lists(&mut Stream::of(hash, room), g, S::FLAT, S::CANDIDATE, <S as Sealed>::BLOCKS[2], memory);
    let h = product_form::sparse(inverse, g, memory);
    for h in &mut *h {
        *h = h.wrapping_mul(3);
    }
    keys::write_header::<S>(public, keys::PUBLIC)?;
    polynomial::write(public, HEADER, h)?;
    keys::write_header::<S>(private, keys::PRIVATE)?;
    polynomial::write(private, HEADER, h)?;
    keys::write_lists::<S>(private, terms)
}

/// `inverse = 1/f` modulo 2^16, if f has one: that becomes public, as a key generation tries again if not.
fn invert<S: ParameterSet, P: Strategy>(
    inverse: &mut [u16],
    other: &mut [u16],
    terms: &[u16],
    memory: &mut [u32],
) -> bool {
    inverse.fill(0);
    inverse[0] = 1;
    times_f::<S, P>(other, inverse, terms, memory);
    let mut rest = &mut *memory;
    let f: &mut [u32] = take(&mut rest, bits::words(S::N));
    f.fill(0);
    for (i, coefficient) in other.iter().enumerate() {
        f[i / 32] |= u32::from(coefficient & 1) << (i % 32);
    }
    let failure = bits::invert(f, S::N, rest);
    for (i, coefficient) in inverse.iter_mut().enumerate() {
        *coefficient = (f[i / 32] >> (i % 32)) as u16 & 1;
    }
    if !Native::is_zero(failure) {
        return false;
    }
    // From b right modulo m to b·(2 − f·b) right modulo m^2: 2, 4, 16, 256, 65536.
    for _ in 0..4 {
        times_f::<S, P>(other, inverse, terms, memory);
        for coefficient in &mut *other {
            *coefficient = coefficient.wrapping_neg();
        }
        other[0] = other[0].wrapping_add(2);
        let mut rest = &mut *memory;
        let copy: &mut [u16] = take(&mut rest, S::N);
        copy.copy_from_slice(inverse);
        cyclic::multiply(inverse, copy, other, rest);
    }
    true
}

/// Whether h = 3·g/f for a g of the set's weights: f·h has dg + 1 coefficients 3, dg −3, and zeros. That becomes public.
#[inline(never)]
pub(super) fn check<S: ParameterSet, P: Strategy>(
    key: &(impl ReadAt + ?Sized),
    workspace: &mut KeygenWorkspace<S, P>,
) -> Result<bool, Error> {
    let KeygenWorkspace { lists, memory, .. } = workspace;
    let (terms, mut memory) = (lists.as_mut(), memory.as_mut());
    keys::read_lists::<S>(key, terms)?;
    let h: &mut [u16] = take(&mut memory, S::N);
    let product: &mut [u16] = take(&mut memory, S::N);
    polynomial::read(key, HEADER, S::N, |start, piece| h[start..start + piece.len()].copy_from_slice(piece))?;
    times_f::<S, P>(product, h, terms, memory);
    // A mask is −1.
    let count = |value| product.iter().fold(0_u16, |sum, c| sum.wrapping_sub(masks::equal(c & 2047, value)));
    let minus = S::FLAT.ends[2] / 2;
    let wrong = (count(3) ^ (minus + 1)) | (count(2045) ^ minus) | (count(0) ^ (S::FLAT.n - 2 * minus - 1));
    Ok(Native::is_zero(wrong))
}
