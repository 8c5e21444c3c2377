//! The same with dense factors: no address depends on a secret, and Karatsuba makes up for the terms that are 0.

use super::Lists;
use crate::backend::portable::rotations::expand;
use crate::backend::portable::words::Words;
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
    expand(small, [0, 1, 2].map(|i| lists.list(i)));
    out.copy_from_slice(cyclic::multiply::<Words>(large, small, memory));
    Ok(out)
}
