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
        // The three rings' recursions end in 55 and 56, 36 and 37, 46 and 47.
        match a.len() {
            0..=40 => padded::<40, 48>(out, a, b),
            41..=48 => padded::<48, 56>(out, a, b),
            49..=56 => padded::<56, 64>(out, a, b),
            _ => padded::<64, 72>(out, a, b),
        }
    }

    fn difference(out: &mut [u16], low: &[u16], high: &[u16]) {
        out.copy_from_slice(low);
        for (out, high) in out.iter_mut().zip(high) {
            *out = out.wrapping_sub(*high);
        }
    }

    fn sign_of_product((): (), (): ()) {}

    fn join(out: &mut [u16], middle: &mut [u16], (): ()) {
        let h = middle.len() / 2;
        let (z0, z2) = out.split_at(2 * h);
        for (m, z0) in middle.iter_mut().zip(z0) {
            *m = z0.wrapping_sub(*m);
        }
        for (m, z2) in middle.iter_mut().zip(z2) {
            *m = m.wrapping_add(*z2);
        }
        for (out, m) in out[h..].iter_mut().zip(middle) {
            *out = out.wrapping_add(*m);
        }
    }
}

/// Rows of a product that are summed at once.
const ROWS: usize = 8;

/// A product of at most L coefficients by one of L, which is a multiple of [`ROWS`]; PASS is [`ROWS`] more. With constant
/// lengths there is no remainder to do one by one, and sums stay in registers for all rows of a pass.
fn padded<const L: usize, const PASS: usize>(out: &mut [u16], a: &[u16], b: &[u16]) {
    let n = a.len();
    let mut rows = [0_u16; L];
    rows[..n].copy_from_slice(a);
    // Row r of a pass is the factor moved up by r: read from r places before it on.
    let mut factor = [0_u16; Words::LEAF + 2 * ROWS];
    factor[ROWS..ROWS + n].copy_from_slice(b);
    let mut sums = [0_u16; 2 * Words::LEAF];
    for (rows, start) in rows.as_chunks::<ROWS>().0.iter().zip((0..).step_by(ROWS)) {
        let moved: [&[u16]; ROWS] = core::array::from_fn(|r| &factor[ROWS - r..][..PASS]);
        for (i, sum) in sums[start..start + PASS].iter_mut().enumerate() {
            *sum = rows.iter().zip(moved).fold(*sum, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(b[i])));
        }
    }
    out.copy_from_slice(&sums[..2 * n]);
}
