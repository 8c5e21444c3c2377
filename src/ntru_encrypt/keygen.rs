//! Key generation (EESS#1, section 9.1): inversion modulo 2, and lifting by Newton's iteration, the last step of
//! which is that of the quotient h = 3·g/f. Products modulo 2 and 2^8 are enough.

use core::convert::Infallible;

use super::keys;
use super::params::{HEADER, ParameterSet, sealed::Sealed};
use super::polynomial::{self, PIECE};
use super::strategy::Strategy;
use super::stream::{self, Stream};
use super::workspace::KeygenWorkspace;
use crate::backend::{Arithmetic, Coefficients, Drawing, Inversion, Native};
use crate::error::Error;
use crate::ring::memory::{halves, max, quarters, take};
use crate::ring::product_form::Lists;
use crate::ring::{bits, cyclic};
use crate::storage::{ReadAt, WriteAt};

/// The arithmetic of lifting.
type Lifting = <Native as Inversion>::Lifting;
/// A coefficient modulo 2^8 there.
type Octet = <Lifting as Arithmetic>::Digit;

/// Words of memory, `product` of which a product takes. `terms` are those of g.
pub(super) const fn words(n: usize, terms: usize, product: usize) -> usize {
    let octets = cyclic::digits::<Lifting>(n);
    let lifting = 2 * octets + cyclic::words::<Lifting>(n);
    let bits = max(bits::words(n), halves(n) + bits::product_words(n));
    let drawing = octets + halves(terms) + quarters(n);
    halves(n) + max(max(product, drawing), max(lifting, bits))
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

    let mut rest = &mut *memory;
    let g: &mut [Octet] = take(&mut rest, S::N);
    let mut drawn = &mut *rest;
    let g_terms: &mut [u16] = take(&mut drawn, usize::from(S::FLAT.ends[2]));
    stream::lists(&mut Stream::of(hash, room), g_terms, S::FLAT, S::CANDIDATE, <S as Sealed>::BLOCKS[2], drawn);
    Native::scatter(g, g_terms);
    divide::<S, P>(inverse, terms, memory);
    let h = inverse;
    keys::write_header::<S>(public, keys::PUBLIC)?;
    polynomial::write(public, HEADER, h)?;
    keys::write_header::<S>(private, keys::PRIVATE)?;
    polynomial::write(private, HEADER, h)?;
    keys::write_lists::<S>(private, terms)
}

/// `e = (f·a − wanted)/m` modulo 2^8, m a power of two up to 2^8. It comes at the beginning of the memory.
fn error<S: ParameterSet, P: Strategy>(
    a: impl Fn(usize) -> u16,
    wanted: impl Fn(usize) -> u16,
    m: u16,
    terms: &[u16],
    memory: &mut [u32],
) {
    let lists = Lists::new(terms, S::PRODUCT_FORM.ends);
    let Ok(product) = P::product::<Infallible>(S::N, lists, memory, |factor| {
        for (i, coefficient) in factor.iter_mut().enumerate() {
            *coefficient = a(i);
        }
        Ok(())
    });
    // f = 1 + 3·F.
    for (i, e) in product.iter_mut().enumerate() {
        let difference = a(i).wrapping_add(e.wrapping_mul(3)).wrapping_sub(wanted(i));
        *e = difference.wrapping_mul(256 / m) >> 8;
    }
}

/// A coefficient modulo 2^8.
fn octet_of<D: From<u8>>(coefficient: u16) -> D {
    D::from(coefficient as u8)
}

/// An octet, and maybe more, as a coefficient.
fn word(octet: impl Into<u16>) -> u16 {
    octet.into()
}

/// b·a modulo 2^8 and x^n − 1, for the a at the beginning of the memory.
fn times<'a, S: ParameterSet>(b: &[u16], mut memory: &'a mut [u32]) -> &'a mut [Octet] {
    let a: &mut [Octet] = take(&mut memory, S::N);
    let octets: &mut [Octet] = take(&mut memory, S::N);
    for (octet, b) in octets.iter_mut().zip(b) {
        *octet = octet_of(*b);
    }
    cyclic::multiply::<Lifting>(octets, a, memory)
}

/// The coefficients at the beginning of the memory as octets there, which are no wider.
fn narrow<S: ParameterSet>(mut memory: &mut [u32]) {
    let coefficients: &mut [u16] = take(&mut memory, S::N);
    for i in 0..S::N {
        let octet: Octet = octet_of(coefficients[i]);
        bytemuck::cast_slice_mut(coefficients)[i] = octet;
    }
}

/// `a −= m·b`.
fn subtract(a: &mut [u16], m: u16, b: &[impl Copy + Into<u16>]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.wrapping_sub((*b).into().wrapping_mul(m));
    }
}

/// `inverse = 1/f` modulo 2^6, if f has one: that becomes public, as a key generation tries again if not.
fn invert<S: ParameterSet, P: Strategy>(inverse: &mut [u16], terms: &[u16], memory: &mut [u32]) -> bool {
    let one = |i| u16::from(i == 0);
    error::<S, P>(one, |_| 0, 1, terms, memory);
    let mut rest = &mut *memory;
    let f: &mut [u16] = take(&mut rest, S::N);
    inverse.copy_from_slice(f);
    if !Native::is_zero(bits::invert(inverse, memory)) {
        return false;
    }
    // f·b = 1 + m·e, so that b·(2 − f·b) = b − m·(b·e) is right modulo m^2, or m times what b·e is right modulo, which is
    // 2 at first, on bits. So b is right modulo 2, 4, 8 and 2^6.
    for m in [2, 4] {
        error::<S, P>(|i| inverse[i], one, m, terms, memory);
        let mut rest = &mut *memory;
        let e: &mut [u16] = take(&mut rest, S::N);
        bits::multiply(e, inverse, rest);
        subtract(inverse, m, e);
    }
    error::<S, P>(|i| inverse[i], one, 8, terms, memory);
    narrow::<S>(memory);
    subtract(inverse, 8, times::<S>(inverse, memory));
    true
}

/// `b = 3·g/f` modulo 2^12, for b = 1/f modulo 2^6 and the g at the beginning of the memory.
fn divide<S: ParameterSet, P: Strategy>(b: &mut [u16], terms: &[u16], memory: &mut [u32]) {
    // h = 3·g·b is right modulo 2^6; with f·h = 3·g + 2^6·e, h − 2^6·(b·e) is modulo 2^12. Meanwhile coefficients have b
    // in 8 bits, h in 6 and g in 2.
    let mut rest = &mut *memory;
    let g: &mut [Octet] = take(&mut rest, S::N);
    for (b, g) in b.iter_mut().zip(g) {
        *b = *b & 0xff | word(*g) << 14;
    }
    let product = times::<S>(b, memory);
    for (b, product) in b.iter_mut().zip(product) {
        *b |= (word(*product).wrapping_mul(3) & 63) << 8;
    }
    let h = |field: u16| field >> 8 & 63;
    let g = |field: u16| (field as i16 >> 14) as u16;
    error::<S, P>(|i| h(b[i]), |i| g(b[i]).wrapping_mul(3), 64, terms, memory);
    narrow::<S>(memory);
    let change = times::<S>(b, memory);
    for (b, change) in b.iter_mut().zip(change) {
        *b = h(*b).wrapping_sub(word(*change) << 6);
    }
}

/// 1/3 modulo 2^16.
const THIRD: u16 = 0xaaab;

/// Whether h = 3·g/f for a g of the set's weights: f·h has dg + 1 coefficients 3, dg −3, and zeros. That becomes public.
#[inline(never)]
pub(super) fn check<S: ParameterSet, P: Strategy>(
    key: &(impl ReadAt + ?Sized),
    workspace: &mut KeygenWorkspace<S, P>,
) -> Result<bool, Error> {
    let KeygenWorkspace { lists, memory, .. } = workspace;
    let (terms, memory) = (lists.as_mut(), memory.as_mut());
    keys::read_lists::<S>(key, terms)?;
    let lists = Lists::new(terms, S::PRODUCT_FORM.ends);
    let product = P::product(S::N, lists, memory, |h| polynomial::unpack(key, HEADER, h))?;
    // g = f·h/3 = h/3 + h·F, piece by piece: trits, of which so many are 1 and so many −1.
    let (mut wrong, mut plus, mut minus) = (0, 0, 0);
    polynomial::read(key, HEADER, S::N, |start, piece| {
        for (g, product) in piece.iter_mut().zip(&product[start..]) {
            *g = g.wrapping_mul(THIRD).wrapping_add(*product);
        }
        let mut trits = [0; PIECE];
        Native::centred_trits(&mut trits, piece);
        Native::drop_trits(piece, &trits);
        for (rest, trit) in piece.iter().zip(trits) {
            wrong |= rest & 2047;
            plus += u16::from(trit & 1);
            minus += u16::from(trit >> 1);
        }
    })?;
    let half = S::FLAT.ends[2] / 2;
    Ok(Native::is_zero(wrong | (plus ^ (half + 1)) | (minus ^ half)))
}
