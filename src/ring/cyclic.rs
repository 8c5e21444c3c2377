//! (Z/m)[x]/(x^n − 1), m a power of two: the product of two polynomials in memory. One step of Karatsuba's adds the
//! products of the halves where x^n = 1 puts them, one after another; below it is the recursion.

use super::karatsuba;
use super::memory::take;
use crate::backend::{Modular, recursion_scratch};

/// Words that hold n digits.
pub(crate) const fn digits<A: Modular>(n: usize) -> usize {
    (n * size_of::<A::Digit>()).div_ceil(size_of::<u32>())
}

/// Words of memory that [`multiply`] takes.
pub(crate) const fn words<A: Modular>(n: usize) -> usize {
    let h = n.div_ceil(2);
    2 * digits::<A>(2 * h) + 2 * digits::<A>(recursion_scratch(h, A::LEAF))
}

/// a·b, both of n coefficients, as is the product. It comes in the memory, of which there are [`words`].
pub(crate) fn multiply<'a, A: Modular>(
    a: &[A::Digit],
    b: &[A::Digit],
    mut memory: &'a mut [u32],
) -> &'a mut [A::Digit] {
    let n = a.len();
    let h = n.div_ceil(2);
    let out: &'a mut [A::Digit] = take(&mut memory, 2 * h);
    let product: &mut [A::Digit] = take(&mut memory, 2 * h);
    let digits: &mut [A::Digit] = take(&mut memory, recursion_scratch(h, A::LEAF));
    let wides: &mut [A::Digit] = take(&mut memory, recursion_scratch(h, A::LEAF));

    // With z0, z2 and m as in the recursion: z0 + x^h·(z0 + z2 − m) + x^2h·z2. The last digits of products are zeros.
    let (a0, a1) = a.split_at(h);
    let (b0, b1) = b.split_at(h);
    let (da, db) = out.split_at_mut(h);
    A::difference(da, a0, a1);
    A::difference(db, b0, b1);
    karatsuba::multiply::<A>(product, da, db, digits, wides);
    let out = &mut out[..n];
    out.fill(A::Digit::from(0));
    add::<A>(out, &product[..n], h, true);
    karatsuba::multiply::<A>(product, a0, b0, digits, wides);
    add::<A>(out, &product[..n], 0, false);
    add::<A>(out, &product[..n], h, false);
    let product = &mut product[..2 * (n - h)];
    karatsuba::multiply::<A>(product, a1, b1, digits, wides);
    add::<A>(out, product, h, false);
    add::<A>(out, product, 2 * h - n, false);
    out
}

/// `sum += x^at·a`, or `sum −= x^at·a`; `a` has at most as many coefficients, and `at` is below their number.
fn add<A: Modular>(sum: &mut [A::Digit], a: &[A::Digit], at: usize, minus: bool) {
    let (low, high) = a.split_at(a.len().min(sum.len() - at));
    A::accumulate(&mut sum[at..at + low.len()], low, minus);
    A::accumulate(&mut sum[..high.len()], high, minus);
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::backend::portable::words::Words;

    #[test]
    fn products_of_every_length() {
        let mut state = 1_u32;
        let mut word = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as u16
        };
        for n in (2..40).chain([127, 128, 129, 130, 131, 257, 443, 587, 743]) {
            let mut operand = || (0..n).map(|_| word()).collect::<Vec<_>>();
            let (a, b) = (operand(), operand());
            let mut expected = vec![0_u16; n];
            for (i, a) in a.iter().enumerate() {
                for (j, b) in b.iter().enumerate() {
                    let sum = &mut expected[(i + j) % n];
                    *sum = sum.wrapping_add(a.wrapping_mul(*b));
                }
            }
            assert_eq!(multiply::<Words>(&a, &b, &mut vec![0x5a5a_5a5a; words::<Words>(n)]), expected, "{n}");
        }
    }
}
