//! Sparse products without a secret address: the terms become a polynomial, and that a factor.

use super::Portable;
use crate::backend::Rotations;

/// Rows of [`Scattered`].
const ROWS: usize = 752 / 16;

/// A small polynomial, made of its terms: n coefficients modulo 256 as `i8`.
pub(crate) struct Scattered([[u8; 16]; ROWS]);

impl Scattered {
    /// 0.
    pub(crate) const ZERO: Self = Self([[0; 16]; ROWS]);

    /// Adds ±x^index.
    pub(crate) fn add(&mut self, index: u16, sign: i8) {
        let equal = |a: u8, b: u8| (u16::from(a ^ b).wrapping_sub(1) >> 8) as u8;
        let (row, column) = ((index >> 4) as u8, index as u8 & 15);
        let mut wanted = [0; 16];
        for (i, wanted) in (0..).zip(&mut wanted) {
            *wanted = equal(i, column) & sign as u8;
        }
        for (i, coefficients) in (0..).zip(&mut self.0) {
            let here = equal(i, row);
            for (coefficient, wanted) in coefficients.iter_mut().zip(&wanted) {
                *coefficient = coefficient.wrapping_add(wanted & here);
            }
        }
    }

    /// The coefficients, modulo 2^16.
    pub(crate) fn coefficients(&self) -> impl Iterator<Item = u16> {
        self.0.as_flattened().iter().map(|coefficient| i16::from(*coefficient as i8) as u16)
    }
}

impl Drop for Scattered {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.0);
    }
}

/// The terms with their signs: the first half plus, the second minus; of an odd number, one more is plus.
pub(crate) fn signed(terms: &[u16]) -> impl Iterator<Item = (u16, i8)> {
    let half = terms.len().div_ceil(2);
    terms.iter().enumerate().map(move |(i, term)| (*term, if i < half { 1 } else { -1 }))
}

impl Rotations for Portable {
    fn rotations(out: &mut [u16], window: &[u16], terms: &[u16], n: usize, add: bool) {
        let mut factor = Scattered::ZERO;
        signed(terms).for_each(|(term, sign)| factor.add(term, sign));
        if !add {
            out.fill(0);
        }
        // out_i takes a_(i − j) for every j: the window read from n − j on.
        for (j, coefficient) in factor.coefficients().take(n).enumerate() {
            for (out, a) in out.iter_mut().zip(&window[n - j..]) {
                *out = out.wrapping_add(a.wrapping_mul(coefficient));
            }
        }
    }

    #[cfg(test)]
    fn next_window(next: &mut [u16], window: &[u16], terms: &[u16], n: usize) {
        Self::rotations(&mut next[..n], window, terms, n, false);
        for i in n..next.len() {
            next[i] = next[i - n];
        }
    }
}
