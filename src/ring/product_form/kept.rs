//! The same with a window for each of two products: the factor is read once, and the first product's result is the window
//! of the second.

use super::{Lists, room};
use crate::backend::{Native, Rotations};
use crate::ring::memory::{halves, take};

/// Coefficients of a window for a whole product.
const fn window(n: usize) -> usize {
    n + room(n)
}

/// Words of memory of a product.
pub(crate) const fn words(n: usize) -> usize {
    halves(room(n)) + 2 * halves(window(n))
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
    let out: &'a mut [u16] = take(&mut memory, room(n));
    let factor: &mut [u16] = take(&mut memory, window(n));
    let next: &mut [u16] = take(&mut memory, window(n));
    read(&mut factor[..n])?;
    factor.copy_within(..n, n);
    factor.copy_within(..room(n) - n, 2 * n);
    Native::next_window(next, factor, lists.list(0), n);
    Native::rotations(out, next, lists.list(1), n, false);
    Native::rotations(out, factor, lists.list(2), n, true);
    Ok(&mut out[..n])
}
