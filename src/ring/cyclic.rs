//! (Z/2^16)[x]/(x^n − 1): the product of two polynomials in memory, by Karatsuba. Overflow is the reduction.

use super::karatsuba;
use super::memory::{halves, take};
#[path = "../backend/portable/words.rs"]
mod words;
use words::Words;
use crate::backend::{Arithmetic, recursion_scratch};

const fn scratch(n: usize) -> usize {
    recursion_scratch(n, Words::LEAF)
}

/// Words of memory that [`multiply`] takes.
pub(crate) const fn words(n: usize) -> usize {
    halves(2 * n) + 2 * halves(scratch(n))
}

/// `out = a·b`, all of n coefficients.
pub(crate) fn multiply(out: &mut [u16], a: &[u16], b: &[u16], mut memory: &mut [u32]) {
    let n = a.len();
    let product = take(&mut memory, 2 * n);
    let digits = take(&mut memory, scratch(n));
    let wides = take(&mut memory, scratch(n));
    karatsuba::multiply::<Words>(product, a, b, digits, wides);
    let (low, high) = product.split_at(n);
    for ((out, low), high) in out.iter_mut().zip(low).zip(high) {
        *out = low.wrapping_add(*high);
    }
}
