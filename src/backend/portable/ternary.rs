//! Products with small polynomials by rows: a row is one coefficient times a stretch of the other operand, at
//! addresses that depend on nothing.

use super::Portable;
use crate::backend::{Modulus, Ternary};

/// Sums that are kept at once.
const STRIP: usize = 96;

impl Ternary for Portable {
    fn sparse_product(tables: &mut [i16], _: &mut [u8], packed: &[u8], _: usize, modulus: Modulus) {
        let n = tables.len().div_ceil(4);
        let (extended, out) = tables.split_at_mut(2 * n - 1);
        let (first, last) = (extended[n - 1], extended[2 * n - 2]);
        for i in 0..n - 1 {
            extended[i] = Self::centre(extended[n - 1 + i] + extended[n + i], modulus);
        }
        extended[n - 1] = Self::centre(first + last, modulus);
        rows(&mut out[..n], extended, packed, n, modulus);
        // At x^0 the second summands are too much, all but that of the last term's x^n = x + 1.
        let zeroth = i32::from(out[0]) - i32::from(out[n - 1]) + i32::from(last) * digit(packed, n - 1);
        out[0] = reduce(zeroth, modulus);
        tables.copy_within(2 * n - 1..3 * n - 1, 0);
    }

    fn strip_terms(terms: &mut [u8], packed: &[u8], n: usize, _: usize, _: usize, _: Modulus) {
        let n = n.div_ceil(4);
        terms[..n].copy_from_slice(&packed[..n]);
    }

    fn strip_sums(sums: &mut [i16], window: &[i16], terms: &mut [u8], n: usize, _: usize, modulus: Modulus) {
        rows(sums, window, terms, n, modulus);
    }

    fn neighbours(f: &mut [i16], modulus: Modulus) {
        let mut before = f[f.len() - 1];
        for c in f {
            let sum = Self::centre(*c + before, modulus);
            before = core::mem::replace(c, sum);
        }
    }

    fn slide(coefficients: &mut [i16], step: usize) {
        coefficients.copy_within(step.., 0);
    }

    fn residues(out: &mut [i16], words: &[u32], modulus: Modulus) {
        for (out, word) in out.iter_mut().zip(words) {
            *out = (word % u32::from(modulus.q.unsigned_abs())) as i16 - modulus.half;
        }
    }
}

impl Portable {
    /// The centred form of any coefficient.
    pub(super) fn centre(coefficient: i16, modulus: Modulus) -> i16 {
        reduce(i32::from(coefficient), modulus)
    }
}

/// Digit j of a packed polynomial.
fn digit(packed: &[u8], j: usize) -> i32 {
    i32::from(packed[j / 4] >> (2 * (j % 4)) & 3) - 1
}

/// out[i] = Σ_j g_j·window[n − 1 − j + i] mods q.
fn rows(out: &mut [i16], window: &[i16], packed: &[u8], n: usize, modulus: Modulus) {
    for (strip, start) in out.chunks_mut(STRIP).zip((0..).step_by(STRIP)) {
        let mut sums = [0_i32; STRIP];
        let sums = &mut sums[..strip.len()];
        for j in 0..n {
            let digit = digit(packed, j);
            let row = &window[n - 1 + start - j..][..sums.len()];
            for (sum, c) in sums.iter_mut().zip(row) {
                *sum += i32::from(*c) * digit;
            }
        }
        for (out, sum) in strip.iter_mut().zip(sums) {
            *out = reduce(*sum, modulus);
        }
    }
}

/// x mods q for |x| up to p·(q − 1). The first step leaves less than 2^15.
pub(super) fn reduce(x: i32, modulus: Modulus) -> i16 {
    let q = i32::from(modulus.q);
    let x = x - q * ((x * modulus.reciprocal_20) >> 20);
    (x - q * ((x * modulus.reciprocal_27 + (1 << 26)) >> 27)) as i16
}
