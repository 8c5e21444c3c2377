//! A polynomial over Z/q times a small one, strip by strip: the large factor is kept once, in a window that slides over
//! it, and the product not at all.
//!
//! In Z[x]/(x^p − x − 1), with F[k] = f[k] for k > 0, F[0] = f[0] + f[p − 1] and F[−k] = f[p − k] + f[p − k − 1],
//! (f·g)_i = Σ_j g_j·F[i − j] for i > 0. The window of a strip that begins at i is F[i − p + 1 ..], and new coefficients
//! enter it at its end. For i = 0 the second summands are too much: that sum comes from the window before they are added.

use core::marker::PhantomData;

use super::memory::{halves, quarters, take};
use super::polynomial::Ring;
use crate::backend::{Modulus, Native, Ternary, strip_terms};

/// Coefficients of a strip.
pub(crate) const STRIP: usize = 96;
/// Coefficients that a backend computes at the least.
const LEAST: usize = 12;

/// Words of memory of a product with a polynomial of at most this weight.
pub(crate) const fn words(p: usize, weight: usize, modulus: Modulus) -> usize {
    halves(p - 1 + 2 * STRIP) + quarters(strip_terms(weight, modulus)) + halves(STRIP)
}

/// A product under way.
pub(crate) struct Strips<'a, R> {
    /// The window, and a strip of zeros.
    window: &'a mut [i16],
    terms: &'a mut [u8],
    sums: &'a mut [i16],
    ring: PhantomData<R>,
    weight: usize,
    /// Where the next strip begins, and what its first window keeps until then.
    start: usize,
    zeroth: i16,
}

impl<'a, R: Ring> Strips<'a, R> {
    /// Begins f·g for the f that `read` writes, centred, and a packed g of at most this weight. `memory` has [`words`].
    ///
    /// # Errors
    /// Those of `read`.
    pub(crate) fn new<E>(
        packed: &[u8],
        weight: usize,
        mut memory: &'a mut [u32],
        read: impl FnOnce(&mut [i16]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (p, modulus) = (R::P, R::MODULUS);
        let window: &mut [i16] = take(&mut memory, p - 1 + 2 * STRIP);
        let terms = take(&mut memory, strip_terms(weight, modulus));
        let sums = take(&mut memory, STRIP);
        Native::strip_terms(terms, packed, p, weight, p - 1 + STRIP, modulus);
        read(&mut window[..p])?;
        window[p - 1 + STRIP..].fill(0);
        let first = window[0];
        Native::slide(&mut window[..p], 1);
        window[p - 1] = first;
        let mut this = Self { window, terms, sums, ring: PhantomData, weight, start: 0, zeroth: 0 };
        this.add_up(LEAST);
        this.zeroth = this.sums[0];
        Native::neighbours(&mut this.window[..p], modulus);
        Ok(this)
    }

    /// The next coefficients of the product, a [`STRIP`] of them or what is left. `read` writes as many of f, from where
    /// it ended to the next: it begins at f's first once more.
    ///
    /// # Errors
    /// Those of `read`.
    pub(crate) fn next<E>(&mut self, read: impl FnOnce(&mut [i16]) -> Result<(), E>) -> Result<&mut [i16], E> {
        let (p, start) = (R::P, self.start);
        if start > 0 {
            Native::slide(&mut self.window[..p - 1 + STRIP], STRIP);
        }
        let count = STRIP.min(p - start);
        let end = &mut self.window[p - 1..];
        let extended = end[0];
        read(&mut end[..count])?;
        end[count..].fill(0);
        if start == 0 {
            end[0] = extended;
        }
        self.add_up(count);
        if start == 0 {
            self.sums[0] = self.zeroth;
        }
        self.start += count;
        Ok(&mut self.sums[..count])
    }

    /// The first sums of the window, at least so many.
    fn add_up(&mut self, count: usize) {
        let count = count.next_multiple_of(LEAST);
        Native::strip_sums(&mut self.sums[..count], self.window, self.terms, R::P, self.weight, R::MODULUS);
    }
}
