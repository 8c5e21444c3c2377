//! Sparse products without a secret address: the terms become a polynomial, and that a factor.

use core::hint::black_box;

use super::Portable;
use crate::backend::Rotations;
use crate::masks::opaque;

/// The terms with their signs: the first half plus, the second minus; of an odd number, one more is plus.
fn signed(terms: &[u16]) -> impl Iterator<Item = (u16, i8)> {
    let half = terms.len().div_ceil(2);
    terms.iter().enumerate().map(move |(i, term)| (*term, if i < half { 1 } else { -1 }))
}

/// Rows of [`scattered`] coefficients.
const ROWS: usize = 752 / 16;
/// Coefficients that a product takes at once.
const PASS: usize = 8;

/// A polynomial of n coefficients modulo 256, made of its terms.
pub(super) fn scattered(terms: &[u16], n: usize) -> [[u8; 16]; ROWS] {
    let equal = |a: u8, b: u8| (u16::from(a ^ b).wrapping_sub(1) >> 8) as u8;
    let mut rows = [[0_u8; 16]; ROWS];
    for (term, sign) in signed(terms) {
        let (row, column) = ((term >> 4) as u8, term as u8 & 15);
        let wanted: [u8; 16] = core::array::from_fn(|i| equal(i as u8, column) & sign as u8);
        let here: [u8; ROWS] = black_box(core::array::from_fn(|i| equal(i as u8, row)));
        for (coefficients, here) in rows[..n.div_ceil(16)].iter_mut().zip(here) {
            for (coefficient, wanted) in coefficients.iter_mut().zip(wanted) {
                *coefficient = coefficient.wrapping_add(wanted & here);
            }
        }
    }
    rows
}

impl Rotations for Portable {
    fn rotations(out: &mut [u16], window: &[u16], terms: &[u16], n: usize, add: bool) {
        let factor = scattered(terms, n);
        if !add {
            out.fill(0);
        }
        let passes = factor.as_flattened().as_chunks::<PASS>().0.iter().zip((0..n).step_by(PASS));
        for (coefficients, start) in passes {
            let coefficients = coefficients.map(|coefficient| i16::from(coefficient as i8) as u16);
            // out_i takes a_(i − j) for every j: the window read from n − j on. What is beyond n is 0.
            let moved: [&[u16]; PASS] = core::array::from_fn(|r| &window[n.saturating_sub(start + r)..][..out.len()]);
            for (i, out) in out.iter_mut().enumerate() {
                *out = coefficients
                    .iter()
                    .zip(moved)
                    .fold(*out, |sum, (coefficient, a)| sum.wrapping_add(coefficient.wrapping_mul(a[i])));
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

/// A polynomial with coefficients 1 and −1 as bits, 16 coefficients a unit: which are 1, and which are −1.
type Bits<const UNITS: usize> = [[u16; 2]; UNITS];

/// Bits of a sum of polynomials' coefficients, at most 31 of each sign.
const COUNTER: usize = 5;

/// Writes v1·v2 + v3 to `out`, whose length n is odd and at most 743, for three lists of terms below n, half of each with
/// a minus. No term is twice in a list, and of the first there are at most 30.
pub(crate) fn expand(out: &mut [u16], lists: [&[u16]; 3]) {
    match out.len() {
        0..=448 => sum_rotations::<28>(out, lists),
        449..=640 => sum_rotations::<40>(out, lists),
        _ => sum_rotations::<48>(out, lists),
    }
}

/// As [`expand`], for n of at most 16·UNITS, UNITS a multiple of 4 and more than 16: v2's bits are rotated by every term of
/// v1, and their sums counted bit by bit.
fn sum_rotations<const UNITS: usize>(out: &mut [u16], [v1, v2, v3]: [&[u16]; 3]) {
    let n = out.len();
    let mut counters = [bits::<UNITS>(v3), [[0; 2]; UNITS], [[0; 2]; UNITS], [[0; 2]; UNITS], [[0; 2]; UNITS]];
    let plus = twice(&bits::<UNITS>(v2), n);
    let minus = plus.map(|half| half.map(|[plus, minus]| [minus, plus]));
    let last = n as u16 - 1;
    let (added, subtracted) = v1.split_at(v1.len() / 2);
    for (added, subtracted) in added.iter().zip(subtracted) {
        let rotated = [moved(&plus, last - added), moved(&minus, last - subtracted)];
        count(&mut counters, rotated.each_ref().map(|(units, factor)| (units.as_flattened(), *factor)));
    }
    for (i, out) in out.chunks_mut(64).enumerate() {
        for (out, coefficient) in out.iter_mut().zip(differences(&counters, 4 * i)) {
            *out = i16::from(coefficient) as u16;
        }
    }
}

/// 2^e for e below 16: by products, for the time of a shift may depend on how far.
fn power(e: u16) -> u16 {
    [1, 3, 15, 255].into_iter().enumerate().fold(1, |power, (i, less)| power * (1 + (e >> i & 1) * less))
}

/// The bits of a list of terms.
fn bits<const UNITS: usize>(terms: &[u16]) -> Bits<UNITS> {
    let mut bits = [[0; 2]; UNITS];
    for (term, sign) in signed(terms) {
        let bit = power(term & 15);
        let bit = if sign > 0 { [bit, 0] } else { [0, bit] };
        // All ones or zeros, which the compiler doesn't know.
        let here: [u16; UNITS] =
            black_box(core::array::from_fn(|i| ((term >> 4 ^ i as u16).wrapping_sub(1) as i16 >> 15) as u16));
        for (unit, here) in bits.iter_mut().zip(here) {
            unit[0] |= bit[0] & here;
            unit[1] |= bit[1] & here;
        }
    }
    bits
}

/// The bits of a polynomial of n coefficients twice, one after another.
fn twice<const UNITS: usize>(bits: &Bits<UNITS>, n: usize) -> [Bits<UNITS>; 2] {
    let mut twice = [*bits, [[0; 2]; UNITS]];
    let words = &mut twice.as_flattened_mut()[n / 16..].as_flattened_mut();
    for (word, bits) in words.iter_mut().zip(bits.as_flattened()) {
        *word |= bits << (n % 16);
    }
    for (word, bits) in words[2..].iter_mut().zip(bits.as_flattened()) {
        *word |= bits >> (16 - n % 16);
    }
    twice
}

/// The bits of `twice` from bit `start` + 1 on, but for 1 to 16 bits that they are still to be moved down, and 2^(16 − that).
fn moved<const UNITS: usize>(twice: &[Bits<UNITS>; 2], start: u16) -> ([Bits<UNITS>; 2], u16) {
    let mut moved = *twice;
    // By halves of the way that may be left.
    for i in (0..6).rev() {
        let step = 1 << i;
        if step < UNITS {
            let mask = opaque(0_u16.wrapping_sub(start >> (4 + i) & 1));
            let words = &mut moved.as_flattened_mut().as_flattened_mut()[..2 * (UNITS + 2 * step).min(2 * UNITS)];
            for j in 0..words.len() - 2 * step {
                words[j] ^= (words[j] ^ words[j + 2 * step]) & mask;
            }
        }
    }
    (moved, power(15 - (start & 15)))
}

/// Counts the bits of two polynomials that [`moved`] gave.
fn count<const UNITS: usize>(counters: &mut [Bits<UNITS>; COUNTER], [x, y]: [(&[[u16; 2]], u16); 2]) {
    let [x, y] = [x, y].map(|(units, factor)| (&units.as_flattened()[..2 * UNITS + 2], factor));
    // The upper half of a product, with the lower half of the next.
    let bits = |(words, factor): (&[u16], u16), i: usize| {
        let high = (u32::from(words[i]) * u32::from(factor)) >> 16;
        high as u16 | words[i + 2].wrapping_mul(factor)
    };
    let [c0, c1, c2, c3, c4] = counters.each_mut().map(|counter| counter.as_flattened_mut());
    for i in 0..2 * UNITS {
        let (x, y) = (bits(x, i), bits(y, i));
        let mut carry = (x & y) | (c0[i] & (x ^ y));
        c0[i] ^= x ^ y;
        for counter in [&mut c1[i], &mut c2[i], &mut c3[i], &mut c4[i]] {
            (*counter, carry) = (*counter ^ carry, *counter & carry);
        }
    }
}

/// The differences of counters, 64 of them from a unit on.
fn differences<const UNITS: usize>(counters: &[Bits<UNITS>; COUNTER], unit: usize) -> [i8; 64] {
    let mut planes = [0; 8];
    let mut borrow = 0;
    for (plane, counter) in planes.iter_mut().zip(counters) {
        let [plus, minus] = [0, 1].map(|sign| {
            counter[unit..unit + 4].iter().rev().fold(0_u64, |four, unit| four << 16 | u64::from(unit[sign]))
        });
        *plane = plus ^ minus ^ borrow;
        borrow = (!plus & (minus | borrow)) | (minus & borrow);
    }
    planes[COUNTER..].fill(borrow);
    // From bits of 8 planes to 8 bits of each of 64: bytes first, then the bits of 8 bytes.
    let bytes = planes.map(u64::to_le_bytes);
    let mut eights: [u64; 8] = core::array::from_fn(|i| u64::from_le_bytes(bytes.map(|plane| plane[i])));
    for (distance, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        for bits in &mut eights {
            let exchanged = (*bits ^ *bits >> distance) & mask;
            *bits ^= exchanged ^ exchanged << distance;
        }
    }
    let mut differences = [0; 64];
    for (differences, eight) in differences.as_chunks_mut().0.iter_mut().zip(eights) {
        *differences = eight.to_le_bytes().map(|difference| difference as i8);
    }
    differences
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// A list of terms without repetitions, the last and the first place among them.
    fn list(n: usize, length: usize, seed: usize) -> Vec<u16> {
        let mut terms = vec![(n - 1) as u16, 0];
        let mut state = seed;
        while terms.len() < length {
            state = (state * 1_103_515_245 + 12_345) % 0x7fff_ffff;
            let term = (state / 7 % n) as u16;
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        terms.rotate_left(seed % length);
        terms
    }

    #[test]
    fn a_product_form_polynomial_is_what_its_terms_make() {
        for (n, weights) in
            [(443, [18, 16, 10]), (587, [20, 20, 16]), (743, [22, 22, 30]), (449, [30, 2, 2]), (7, [2, 4, 6])]
        {
            for seed in 0..40 {
                let lists = [0, 1, 2].map(|i| list(n, weights[i], 3 * seed + i));
                let mut expected = vec![0_u16; n];
                for (a, a_sign) in signed(&lists[0]) {
                    for (b, b_sign) in signed(&lists[1]) {
                        let sum = &mut expected[usize::from(a + b) % n];
                        *sum = sum.wrapping_add((a_sign * b_sign) as u16);
                    }
                }
                for (c, sign) in signed(&lists[2]) {
                    expected[usize::from(c)] = expected[usize::from(c)].wrapping_add(sign as u16);
                }
                let mut out = vec![0x5a5a; n];
                expand(&mut out, lists.each_ref().map(Vec::as_slice));
                assert_eq!(out, expected, "{n}, seed {seed}");
            }
        }
    }

    #[test]
    fn as_many_terms_as_counters_hold() {
        // 15 terms of either sign, and one more of the third list, all at one place.
        let n = 443;
        let v1: Vec<u16> = (0..30).collect();
        let minus = |i: u16| (n + 100 - i) % n;
        let v2: Vec<u16> = (0..15).map(minus).chain((15..30).map(minus)).collect();
        let mut out = vec![0; usize::from(n)];
        expand(&mut out, [&v1, &v2, &[100, 0]]);
        assert_eq!(out[100], 31);
        expand(&mut out, [&v1, &v2, &[0, 100]]);
        assert_eq!(out[100], 29);
    }
}
