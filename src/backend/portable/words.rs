//! Polynomials modulo 2^16, a coefficient a digit: what Karatsuba needs of them. Overflow is the reduction.

use crate::backend::Arithmetic;

/// Coefficients modulo 2^16.
#[derive(Debug)]
pub(crate) struct Words;

impl Arithmetic for Words {
    type Digit = u16;
    type Wide = u16;
    type Sign = ();
    const LEAF: usize = 64;

    fn leaf(out: &mut [u16], a: &[u16], b: &[u16]) {
        match a.len() {
            0..=40 => leaf::<40, 48>(out, a, b),
            41..=48 => leaf::<48, 56>(out, a, b),
            49..=56 => leaf::<56, 64>(out, a, b),
            _ => leaf::<64, 72>(out, a, b),
        }
    }

    fn difference(out: &mut [u16], low: &[u16], high: &[u16]) {
        for ((out, low), high) in out.iter_mut().zip(low).zip(high) {
            *out = low.wrapping_sub(*high);
        }
        out[high.len()..].copy_from_slice(&low[high.len()..]);
    }

    fn sign_of_product((): (), (): ()) {}

    fn join(out: &mut [u16], middle: &mut [u16], (): ()) {
        let h = middle.len() / 2;
        let (z0, z2) = out.split_at(2 * h);
        for ((m, z0), z2) in middle.iter_mut().zip(z0).zip(z2) {
            *m = z0.wrapping_add(*z2).wrapping_sub(*m);
        }
        for (m, z0) in middle[z2.len()..].iter_mut().zip(&z0[z2.len()..]) {
            *m = z0.wrapping_sub(*m);
        }
        for (out, m) in out[h..].iter_mut().zip(middle) {
            *out = out.wrapping_add(*m);
        }
    }
}

/// Rows of a product that are summed at once.
const ROWS: usize = 8;

/// A product of at most L coefficients by as many, filled up to L where there are less.
fn leaf<const L: usize, const PASS: usize>(out: &mut [u16], a: &[u16], b: &[u16]) {
    if let (Ok(a), Ok(b)) = (a.try_into(), b.try_into()) {
        rows::<L, PASS>(out, a, b);
    } else {
        let n = a.len();
        let (mut sums, mut rows, mut factor) = ([0; 2 * Words::LEAF], [0; L], [0; L]);
        rows[..n].copy_from_slice(a);
        factor[..n].copy_from_slice(b);
        self::rows::<L, PASS>(&mut sums[..2 * L], &rows, &factor);
        out.copy_from_slice(&sums[..2 * n]);
    }
}

/// A product of L coefficients by as many; L is a multiple of [`ROWS`], and PASS is [`ROWS`] more. With constant lengths
/// there is no remainder to do one by one, and sums stay in registers for all rows of a pass.
fn rows<const L: usize, const PASS: usize>(out: &mut [u16], a: &[u16; L], b: &[u16; L]) {
    // Row r of a pass is the factor moved up by r: read from r places before it on.
    let mut factor = [0; Words::LEAF + 2 * ROWS];
    factor[ROWS..ROWS + L].copy_from_slice(b);
    out.fill(0);
    for (rows, start) in a.as_chunks::<ROWS>().0.iter().zip((0..).step_by(ROWS)) {
        let moved: [&[u16]; ROWS] = core::array::from_fn(|r| &factor[ROWS - r..][..PASS]);
        for (i, sum) in out[start..start + PASS].iter_mut().enumerate() {
            *sum = rows.iter().zip(moved).fold(*sum, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(b[i])));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::backend::recursion_scratch;
    use crate::ring::karatsuba;

    #[test]
    fn products_of_every_length() {
        for n in 1..=230 {
            let a: Vec<u16> = (0..n).map(|i| (i * 40_503 + 77 * n) as u16).collect();
            let b: Vec<u16> = (0..n).map(|i| (i * i * 31 + 65_500 + n) as u16).collect();
            let mut expected = vec![0_u16; 2 * n];
            for (i, a) in a.iter().enumerate() {
                for (j, b) in b.iter().enumerate() {
                    expected[i + j] = expected[i + j].wrapping_add(a.wrapping_mul(*b));
                }
            }
            let size = recursion_scratch(n, Words::LEAF);
            let (mut digits, mut wides, mut out) = (vec![0xaaaa; size], vec![0x5555; size], vec![0xcccc; 2 * n]);
            karatsuba::multiply::<Words>(&mut out, &a, &b, &mut digits, &mut wides);
            assert_eq!(out, expected, "{n} coefficients");
        }
    }
}
