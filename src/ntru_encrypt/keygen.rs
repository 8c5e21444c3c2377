//! Key generation (EESS#1, section 9.1): inversion modulo 2, and lifting to 2^11 by Newton's iteration, for
//! which products modulo 2 and 2^8 are enough.

use core::convert::Infallible;

use super::params::{HEADER, ParameterSet, sealed::Sealed};
use super::strategy::Strategy;
use super::stream::{self, Stream};
use super::workspace::KeygenWorkspace;
use super::{keys, polynomial};
use crate::backend::{Arithmetic, Drawing, Inversion, Native};
use crate::error::Error;
use crate::masks;
use crate::ring::memory::{halves, max, quarters, take};
use crate::ring::product_form::{self, Lists};
use crate::ring::{bits, cyclic};
use crate::storage::{ReadAt, WriteAt};

/// The arithmetic of lifting.
type Lifting = <Native as Inversion>::Lifting;
/// A coefficient modulo 2^8 there.
type Octet = <Lifting as Arithmetic>::Digit;

/// Words of memory, `product` of which a product takes. `terms` are those of g.
pub(super) const fn words(n: usize, terms: usize, product: usize) -> usize {
    let lifting = 2 * cyclic::digits::<Lifting>(n) + cyclic::words::<Lifting>(n);
    let last = halves(terms) + max(product_form::words(n), quarters(n));
    let bits = max(bits::words(n), halves(n) + bits::product_words(n));
    halves(n) + max(max(product, last), max(lifting, bits))
}

/// a·F, a third of f·a − a. It comes at the beginning of the memory.
fn times<'a, S: ParameterSet, P: Strategy>(a: &[u16], terms: &[u16], memory: &'a mut [u32]) -> &'a mut [u16] {
    let lists = Lists { terms, ends: S::PRODUCT_FORM.ends };
    let Ok(product) = P::product::<Infallible>(S::N, lists, memory, |factor| {
        factor.copy_from_slice(a);
        Ok(())
    });
    product
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
    let mut room = zeroize::Zeroizing::new([0; 64]);
    let room = &mut room[..S::SEED_SIZE];
    loop {
        seed(room);
        stream::product_form::<S>(&mut Stream::of(hash, room), terms, memory);
        if invert::<S, P>(inverse, terms, memory) {
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

/// `a −= m·b`.
fn subtract(a: &mut [u16], m: u16, b: &[impl Copy + Into<u16>]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.wrapping_sub((*b).into().wrapping_mul(m));
    }
}

/// `inverse = 1/f` modulo 2^11, if f has one: that becomes public, as a key generation tries again if not.
fn invert<S: ParameterSet, P: Strategy>(inverse: &mut [u16], terms: &[u16], memory: &mut [u32]) -> bool {
    inverse.fill(0);
    inverse[0] = 1;
    let product = times::<S, P>(inverse, terms, memory);
    for (b, product) in inverse.iter_mut().zip(product) {
        *b = b.wrapping_add(product.wrapping_mul(3));
    }
    if !Native::is_zero(bits::invert(inverse, memory)) {
        return false;
    }
    // f·b = 1 + m·e, so that b·(2 − f·b) = b − m·(b·e) is right modulo m^2, or m times what b·e is right modulo: 2 at
    // first, on bits, 2^8 then. So b is right modulo 2, 4, 8, 2^6 and 2^12, of which 2^11 is wanted.
    for m in [2, 4, 8, 64] {
        let product = times::<S, P>(inverse, terms, memory);
        for (product, b) in product.iter_mut().zip(&*inverse) {
            *product = b.wrapping_add(product.wrapping_mul(3));
        }
        product[0] = product[0].wrapping_sub(1);
        let octet = |x: u16| (x.wrapping_mul(256 / m) >> 8) as u8;
        if m < 8 {
            for e in product {
                *e = u16::from(octet(*e));
            }
            let mut rest = &mut *memory;
            let e: &mut [u16] = take(&mut rest, S::N);
            bits::multiply(e, inverse, rest);
            subtract(inverse, m, e);
        } else {
            // In place: an octet is no wider than a coefficient.
            for i in 0..S::N {
                let e = octet(product[i]);
                bytemuck::cast_slice_mut(product)[i] = Octet::from(e);
            }
            let mut rest = &mut *memory;
            let e: &mut [Octet] = take(&mut rest, S::N);
            let octets: &mut [Octet] = take(&mut rest, S::N);
            for (octet, b) in octets.iter_mut().zip(&*inverse) {
                *octet = Octet::from(*b as u8);
            }
            subtract(inverse, m, cyclic::multiply::<Lifting>(octets, e, rest));
        }
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
    let (terms, memory) = (lists.as_mut(), memory.as_mut());
    keys::read_lists::<S>(key, terms)?;
    let lists = Lists { terms, ends: S::PRODUCT_FORM.ends };
    let product = P::product(S::N, lists, memory, |h| polynomial::unpack(key, HEADER, h))?;
    // f·h = h + 3·(h·F), piece by piece. A mask is −1.
    let (mut threes, mut negative, mut zeros) = (0_u16, 0_u16, 0_u16);
    polynomial::read(key, HEADER, S::N, |start, piece| {
        for (h, product) in piece.iter().zip(&product[start..]) {
            let sum = h.wrapping_add(product.wrapping_mul(3)) & 2047;
            threes = threes.wrapping_sub(masks::equal(sum, 3));
            negative = negative.wrapping_sub(masks::equal(sum, 2045));
            zeros = zeros.wrapping_sub(masks::equal(sum, 0));
        }
    })?;
    let minus = S::FLAT.ends[2] / 2;
    let wrong = (threes ^ (minus + 1)) | (negative ^ minus) | (zeros ^ (S::FLAT.n - 2 * minus - 1));
    Ok(Native::is_zero(wrong))
}
