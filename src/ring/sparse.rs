//! A polynomial over Z/q times a short one, whose weight is known: only the terms that aren't 0 are added up.

use super::memory::{halves, quarters, take};
use super::polynomial::Ring;
use crate::backend::{Modulus, Native, Ternary, terms};

/// Whether the other factor may have any weight.
#[allow(dead_code, reason = "the engine of a backend; tests run both")]
pub(crate) const TAKES_ANY: bool = false;

/// Words of memory that [`product`] takes.
#[allow(dead_code, reason = "the engine of a backend; tests run both")]
pub(crate) const fn words(p: usize, weight: usize, modulus: Modulus) -> usize {
    halves(4 * p - 2) + quarters(terms(weight, modulus))
}

/// f·g in R/q, centred, for the centred f that `read` writes and a packed g with `weight` (public) digits that are
/// not 0. It comes in the memory, of which there are [`words`].
///
/// # Errors
/// Those of `read`.
#[allow(dead_code, reason = "the engine of a backend; tests run both")]
pub(crate) fn product<'a, R: Ring, E>(
    packed: &[u8],
    weight: usize,
    mut memory: &'a mut [u32],
    read: impl FnOnce(&mut [i16]) -> Result<(), E>,
) -> Result<&'a mut [i16], E> {
    let tables: &'a mut [i16] = take(&mut memory, 4 * R::P - 2);
    let terms = take(&mut memory, terms(weight, R::MODULUS));
    read(&mut tables[R::P - 1..2 * R::P - 1])?;
    Native::sparse_product(tables, terms, packed, weight, R::MODULUS);
    Ok(&mut tables[..R::P])
}
