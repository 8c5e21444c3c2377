//! A polynomial over Z/q times a small one by Karatsuba: both in memory, folded at the end.

use super::karatsuba;
use super::memory::{halves, quarters, take};
use super::polynomial::Ring;
use crate::backend::{Arithmetic, Modulus, Native, Polynomials, recursion_scratch};

type Polynomial = <Native as Polynomials>::Polynomial;

const fn scratch(p: usize) -> usize {
    recursion_scratch(p, <Polynomial as Arithmetic>::LEAF)
}

/// Whether the other factor may have any weight.
pub(crate) const TAKES_ANY: bool = true;

/// Words of memory that [`product`] takes.
pub(crate) const fn words(p: usize, _: usize, _: Modulus) -> usize {
    3 * halves(p) + quarters(p) + 2 * p + halves(scratch(p)) + scratch(p)
}

/// f·g in R/q, centred, for the centred f that `read` writes and a packed g of any weight. It comes in the memory, of
/// which there are [`words`].
///
/// # Errors
/// Those of `read`.
pub(crate) fn product<'a, R: Ring, E>(
    packed: &[u8],
    _: usize,
    mut memory: &'a mut [u32],
    read: impl FnOnce(&mut [i16]) -> Result<(), E>,
) -> Result<&'a mut [i16], E> {
    let out: &'a mut [i16] = take(&mut memory, R::P);
    let large = take(&mut memory, R::P);
    let digits = take(&mut memory, R::P);
    read(large)?;
    Native::unpack(digits, packed);
    multiply::<R>(out, large, digits, memory);
    Ok(out)
}

/// `out = f·g`.
fn multiply<R: Ring>(out: &mut [i16], f: &[i16], g: &[i8], mut memory: &mut [u32]) {
    let small: &mut [i16] = take(&mut memory, R::P);
    for (small, digit) in small.iter_mut().zip(g) {
        *small = i16::from(*digit);
    }
    let product = take(&mut memory, 2 * R::P);
    let digits = take(&mut memory, scratch(R::P));
    let sums = take(&mut memory, scratch(R::P));
    karatsuba::multiply::<Polynomial>(product, f, small, digits, sums);
    // x^(p + i) = x^i + x^(i + 1).
    let (low, high) = product.split_at_mut(R::P);
    for (l, h) in low.iter_mut().zip(&*high) {
        *l += h;
    }
    for (l, h) in low[1..].iter_mut().zip(&*high) {
        *l += h;
    }
    Native::reduce(out, low, R::MODULUS);
}
