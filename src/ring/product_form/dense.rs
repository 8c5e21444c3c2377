//! The same with dense factors: no address depends on a secret, and Karatsuba makes up for the terms that are 0.

use super::Lists;
use crate::backend::portable::rotations::{Scattered, signed};
use crate::backend::portable::words::Words;
use crate::masks::less;
use crate::ring::cyclic;
use crate::ring::memory::{halves, take};

/// Words of memory of a product.
pub(crate) const fn words(n: usize) -> usize {
    3 * halves(n) + cyclic::words::<Words>(n)
}

/// As [`super::product`]; the factor is read once.
///
/// # Errors
/// Those of `read`.
pub(crate) fn product<'a, E>(
    n: usize,
    lists: Lists<'_>,
    mut memory: &'a mut [u32],
    mut read: impl FnMut(&mut [u16]) -> Result<(), E>,
) -> Result<&'a mut [u16], E> {
    let out: &'a mut [u16] = take(&mut memory, n);
    let large: &mut [u16] = take(&mut memory, n);
    let small: &mut [u16] = take(&mut memory, n);
    read(large)?;
    expand(small, lists);
    out.copy_from_slice(cyclic::multiply::<Words>(large, small, memory));
    Ok(out)
}

/// v1·v2 + v3: no coefficient is more than 2^7 in absolute value.
fn expand(small: &mut [u16], lists: Lists<'_>) {
    let n = small.len() as u16;
    let mut sum = Scattered::ZERO;
    for (a, a_sign) in signed(lists.list(0)) {
        for (b, b_sign) in signed(lists.list(1)) {
            sum.add(less(a + b, n), a_sign * b_sign);
        }
    }
    signed(lists.list(2)).for_each(|(term, sign)| sum.add(term, sign));
    for (out, coefficient) in small.iter_mut().zip(sum.coefficients()) {
        *out = coefficient;
    }
}
