//! (Z/2)[x]/(x^n − 1) on bits: products, and inverses by constant-time division steps (Bernstein and Yang). The backend
//! does the work; what is here is the forms that it takes and gives. Only the lowest bits of coefficients count.

use super::memory::take;
use crate::backend::{Inversion, Native};

/// Words of a row: places 0 ..= 2n.
const fn row(n: usize) -> usize {
    2 * n / 32 + 1
}

/// Words of memory that [`invert`] takes.
pub(crate) const fn words(n: usize) -> usize {
    2 * row(n)
}

/// Words of memory that [`multiply`] takes.
pub(crate) const fn product_words(n: usize) -> usize {
    20 * n.div_ceil(32) + 4
}

/// Packs coefficients, the last of them lowest. It goes by bytes, which a small machine shifts fast.
fn pack(words: &mut [u32], coefficients: &[u16]) {
    let n = coefficients.len();
    let mut coefficients = coefficients.iter();
    for (i, word) in words[..n.div_ceil(32)].iter_mut().enumerate().rev() {
        let mut left = (n - 32 * i).min(32);
        *word = 0;
        while left > 0 {
            let bits = (left - 1) % 8 + 1;
            let coefficients = coefficients.by_ref().take(bits);
            *word = *word << 8 | u32::from(coefficients.fold(0_u8, |byte, c| byte << 1 | *c as u8 & 1));
            left -= bits;
        }
    }
}

/// The inverse: coefficients from the bits at `place` and below, the highest first.
fn unpack(coefficients: &mut [u16], words: &[u32], place: usize) {
    let mut coefficients = coefficients.iter_mut();
    let mut left = place % 32 + 1;
    for word in words[..=place / 32].iter().rev() {
        let mut word = *word << (32 - left);
        while left > 0 {
            let bits = left.min(8);
            let mut byte = (word >> 24) as u8;
            for coefficient in coefficients.by_ref().take(bits) {
                *coefficient = u16::from(byte >> 7);
                byte <<= 1;
            }
            word <<= 8;
            left -= bits;
        }
        left = 32;
    }
}

/// `a = 1/a` modulo 2, of n coefficients, 3 at least. Returns 0 if there is an inverse; else something else, and `a` has
/// no meaning.
pub(crate) fn invert(a: &mut [u16], mut memory: &mut [u32]) -> u16 {
    let n = a.len();
    let rows: &mut [u32] = take(&mut memory, words(n));
    rows.fill(0);
    // The polynomials are reversed, and the modulus is its own reverse.
    let (first, second) = rows.split_at_mut(row(n));
    first[0] |= 1;
    first[n / 32] |= 1 << (n % 32);
    pack(second, a);
    second[2 * n / 32] |= 1 << (2 * n % 32);
    let failure = Native::divsteps(rows, n);
    // The inverse is reversed too.
    unpack(a, rows, n + 1);
    failure
}

/// `a = a·b` modulo 2.
pub(crate) fn multiply(a: &mut [u16], b: &[u16], mut memory: &mut [u32]) {
    let n = a.len();
    let len = n.div_ceil(32);
    let product: &mut [u32] = take(&mut memory, 2 * len);
    let a_bits: &mut [u32] = take(&mut memory, len);
    let b_bits: &mut [u32] = take(&mut memory, len);
    pack(a_bits, a);
    pack(b_bits, b);
    Native::multiply_bits(product, a_bits, b_bits, memory);
    // Reversed too, the product has the coefficient of x^i at place 2n − 2 − i, and that of x^(n + i) n places lower.
    let (far, near) = (n / 32, n % 32);
    for i in (far + 1..2 * len).rev() {
        product[i] ^= product[i - far] << near | product[i - far - 1] >> 1 >> (31 - near);
    }
    product[far] ^= product[0] << near;
    unpack(a, product, 2 * n - 2);
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// a·b modulo 2 and x^n − 1, for numbers that hold the coefficients.
    fn product(a: u32, b: u32, n: usize) -> u32 {
        let rotated = |i: usize| (a << i | a >> (n - i)) & ((1 << n) - 1);
        (0..n).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ rotated(i))
    }

    #[test]
    fn every_polynomial_of_small_rings() {
        for n in [3, 5, 7, 9, 11] {
            let units: Vec<u32> = (0..1 << n).filter(|a| (0..1 << n).any(|b| product(*a, b, n) == 1)).collect();
            let mut found = Vec::new();
            for a in 0..1 << n {
                // Bits above the lowest don't count.
                let mut inverse: Vec<u16> = (0..n).map(|i| (a >> i & 1) as u16 | 0x5a5a).collect();
                if invert(&mut inverse, &mut vec![0x5a5a_5a5a; words(n)]) == 0 {
                    let inverse = inverse.iter().rev().fold(0, |sum, bit| sum << 1 | u32::from(*bit));
                    assert_eq!(product(a, inverse, n), 1, "{a:b} of {n}");
                    found.push(a);
                }
            }
            assert_eq!(found, units, "{n}");
        }
    }

    /// Every length of the first and the last word, and the sets' own.
    #[test]
    fn random_polynomials() {
        let mut state = 1_u64;
        let mut bit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 63) as u16
        };
        for n in (21..120).step_by(2).chain([443, 587, 743]) {
            let mut units = 0;
            for _ in 0..20 {
                let mut operand = || (0..n).map(|_| bit() | 0xfffe).collect::<Vec<u16>>();
                let (a, b) = (operand(), operand());
                let mut expected = vec![0; n];
                for (i, a) in a.iter().enumerate() {
                    for (j, b) in b.iter().enumerate() {
                        expected[(i + j) % n] ^= a & b & 1;
                    }
                }
                let mut product = a.clone();
                multiply(&mut product, &b, &mut vec![0xffff_ffff; product_words(n)]);
                assert_eq!(product, expected, "{n}");

                let mut inverse = a.clone();
                if invert(&mut inverse, &mut vec![0xffff_ffff; words(n)]) == 0 {
                    multiply(&mut inverse, &a, &mut vec![0; product_words(n)]);
                    assert!(inverse[0] == 1 && inverse[1..].iter().all(|c| *c == 0), "{n}");
                    units += 1;
                }
            }
            assert!(units > 0 || n < 443, "{n}");
        }
    }
}
