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
        out.fill(0);
        for (i, a) in a.iter().enumerate() {
            for (out, b) in out[i..].iter_mut().zip(b) {
                *out = out.wrapping_add(a.wrapping_mul(*b));
            }
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
