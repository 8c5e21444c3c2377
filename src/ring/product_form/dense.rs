//! The same with dense factors: no address depends on a secret, and Karatsuba makes up for the terms that are 0.

use super::Lists;
use crate::backend::portable::rotations::expand;
use crate::backend::portable::words::Words;
use crate::backend::{Arithmetic, recursion_scratch};
use crate::ring::karatsuba;
use crate::ring::memory::{halves, take};

/// Coefficients of the factors, filled up with zeros to halves, halves of those and so on of whole coefficients, down to
/// multiples of 8.
const fn room(n: usize) -> usize {
    match n {
        0..=448 => 448,
        449..=640 => 640,
        _ => 768,
    }
}

const fn scratch(n: usize) -> usize {
    recursion_scratch(room(n), Words::LEAF)
}

/// Words of memory of a product.
pub(crate) const fn words(n: usize) -> usize {
    4 * halves(room(n)) + 2 * halves(scratch(n))
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
    let product: &'a mut [u16] = take(&mut memory, 2 * room(n));
    let large: &mut [u16] = take(&mut memory, room(n));
    let small: &mut [u16] = take(&mut memory, room(n));
    let digits = take(&mut memory, scratch(n));
    let wides = take(&mut memory, scratch(n));
    read(&mut large[..n])?;
    large[n..].fill(0);
    // The first two in this order: fewer rotations, if their weights differ.
    expand(&mut small[..n], [1, 0, 2].map(|i| lists.list(i)));
    small[n..].fill(0);
    karatsuba::multiply::<Words>(product, large, small, digits, wides);
    let (out, high) = product.split_at_mut(n);
    for (out, high) in out.iter_mut().zip(high) {
        *out = out.wrapping_add(*high);
    }
    Ok(out)
}
