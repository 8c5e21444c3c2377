//! A polynomial of (Z/2^16)[x]/(x^n − 1) times a product-form one, v1·v2 + v3, whose three factors are lists of terms.

pub(crate) mod dense;

use super::memory::{halves, take};
use crate::backend::{Native, Rotations};

/// The factors' lists, one after another: half of a list's terms plus, half minus.
#[derive(Clone, Copy)]
pub(crate) struct Lists<'a> {
    /// The terms, below n. Secret.
    pub(crate) terms: &'a [u16],
    /// Where the lists end. Public.
    pub(crate) ends: [u16; 3],
}

impl<'a> Lists<'a> {
    fn list(&self, i: usize) -> &'a [u16] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.terms[usize::from(start)..usize::from(self.ends[i])]
    }
}

/// Coefficients that the backend makes at once.
const BATCH: usize = 12;

/// Coefficients of a product, with the room that the last batch takes.
const fn room(n: usize) -> usize {
    n.div_ceil(BATCH) * BATCH
}

/// Coefficients of a window.
const fn window(n: usize) -> usize {
    2 * n + BATCH
}

/// Words of memory of a product; with `keeps`, the factor is read once.
pub(crate) const fn words(n: usize, keeps: bool) -> usize {
    halves(room(n)) + halves(window(n)) * if keeps { 2 } else { 1 }
}

/// a·(v1·v2 + v3) for the a that `read` writes, once or twice. It comes at the beginning of the memory, of which there are
/// [`words`].
///
/// # Errors
/// Those of `read`.
pub(crate) fn product<'a, E>(
    n: usize,
    lists: Lists<'_>,
    keeps: bool,
    mut memory: &'a mut [u32],
    mut read: impl FnMut(&mut [u16]) -> Result<(), E>,
) -> Result<&'a mut [u16], E> {
    let out: &'a mut [u16] = take(&mut memory, room(n));
    let second: &mut [u16] = take(&mut memory, window(n));
    let first: &mut [u16] = if keeps { take(&mut memory, window(n)) } else { &mut [] };

    let factor = if keeps { &mut *first } else { &mut *second };
    read(&mut factor[..n])?;
    repeat(factor, n);
    Native::rotations(out, factor, lists.list(0), n, false);
    second[..n].copy_from_slice(&out[..n]);
    repeat(second, n);
    Native::rotations(out, second, lists.list(1), n, false);
    let factor = if keeps {
        first
    } else {
        read(&mut second[..n])?;
        repeat(second, n);
        second
    };
    Native::rotations(out, factor, lists.list(2), n, true);
    Ok(&mut out[..n])
}

/// A window on n coefficients.
fn repeat(window: &mut [u16], n: usize) {
    window.copy_within(..n, n);
    window.copy_within(..BATCH, 2 * n);
}

/// a·v for one list v of terms, those that are plus one more at the most. It comes in the memory, of which there are
/// [`words`], without `keeps`.
pub(crate) fn sparse<'a>(a: &[u16], terms: &[u16], mut memory: &'a mut [u32]) -> &'a mut [u16] {
    let n = a.len();
    let out: &'a mut [u16] = take(&mut memory, room(n));
    let factor: &mut [u16] = take(&mut memory, window(n));
    factor[..n].copy_from_slice(a);
    repeat(factor, n);
    Native::rotations(out, factor, terms, n, false);
    &mut out[..n]
}
