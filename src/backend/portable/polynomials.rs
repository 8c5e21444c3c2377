//! Polynomials as digits of the Karatsuba engine: nothing carries, and a difference has no sign of its own.

use super::Portable;
use super::ternary::reduce;
use crate::backend::{Arithmetic, Modulus, Polynomials};

/// Products of at most this many digits are done column by column: an eighth of 1277, so that no more than three levels
/// of differences are above them.
const LEAF: usize = 160;

/// Coefficients that are multiplied at once.
const LANES: usize = 8;

/// Coefficients in 16 bits, their products' sums in 32: three levels of differences make 8·3939 < 2^15 of a coefficient
/// and 8 of a digit, and sums of 160 products of such stay below 2^26.
#[derive(Debug)]
pub struct Coefficients;

impl Polynomials for Portable {
    type Polynomial = Coefficients;

    fn unpack(out: &mut [i8], packed: &[u8]) {
        for (digits, byte) in out.chunks_mut(4).zip(packed) {
            let mut byte = *byte;
            for digit in digits {
                *digit = (byte & 3) as i8 - 1;
                byte >>= 2;
            }
        }
    }

    fn reduce(out: &mut [i16], sums: &[i32], modulus: Modulus) {
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = reduce(*sum, modulus);
        }
    }
}

impl Arithmetic for Coefficients {
    type Digit = i16;
    type Wide = i32;
    type Sign = ();
    const LEAF: usize = LEAF;

    fn leaf(out: &mut [i32], a: &[i16], b: &[i16]) {
        // Column k is the sum of a[i]·b[k − i], where both are 0 outside: of reversed b, a stretch that ends with column k.
        // Each column is cut to whole lanes, so that there is no remainder to do one by one.
        let n = a.len();
        let mut padded = [0; LEAF];
        padded[..n].copy_from_slice(a);
        let mut reversed = [0; 3 * LEAF];
        for (r, b) in reversed[LEAF..LEAF + n].iter_mut().rev().zip(b) {
            *r = *b;
        }
        for (k, column) in out.iter_mut().enumerate() {
            let first = (k + 1).saturating_sub(n) / LANES;
            let last = (k.min(n - 1) + 1).div_ceil(LANES);
            let x = &padded.as_chunks::<LANES>().0[first..last];
            let y = reversed[LEAF + n - 1 - k + first * LANES..].as_chunks::<LANES>().0;
            *column = x.as_flattened().iter().zip(y.as_flattened()).map(|(x, y)| i32::from(*x) * i32::from(*y)).sum();
        }
    }

    fn difference(out: &mut [i16], low: &[i16], high: &[i16]) {
        out.copy_from_slice(low);
        for (o, h) in out.iter_mut().zip(high) {
            *o -= h;
        }
    }

    fn sign_of_product((): (), (): ()) {}

    fn join(out: &mut [i32], middle: &mut [i32], (): ()) {
        let h = middle.len() / 2;
        let (z0, z2) = out.split_at(2 * h);
        for (m, z0) in middle.iter_mut().zip(z0) {
            *m = z0 - *m;
        }
        for (m, z2) in middle.iter_mut().zip(z2) {
            *m += z2;
        }
        for (o, m) in out[h..].iter_mut().zip(middle) {
            *o += *m;
        }
    }
}
