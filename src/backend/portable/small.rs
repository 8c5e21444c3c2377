//! Digits between their forms, on arithmetic without comparisons.

use subtle::{ConditionallySelectable, ConstantTimeEq};

use super::Portable;
use super::ternary::reduce;
use crate::backend::{Hiding, Messages, Modulus, Planes, PlanesMut, Small};

/// The packed zero polynomial: every digit 01.
const ZEROS: u8 = 0b0101_0101;

impl Small for Portable {
    fn planes_of([plus, minus]: PlanesMut<'_>, packed: &[u8], digits: usize) {
        plus.fill(0);
        minus.fill(0);
        for i in 0..digits {
            let two = u32::from(packed[i / 4] >> (2 * (i % 4)));
            plus[i / 32] |= (two >> 1 & 1) << (i % 32);
            minus[i / 32] |= (!(two | two >> 1) & 1) << (i % 32);
        }
    }

    fn pack_planes(packed: &mut [u8], [plus, minus]: Planes<'_>, digits: usize) {
        packed.fill(0);
        for i in 0..digits {
            let (plus, minus) = (plus[i / 32] >> (i % 32) & 1, minus[i / 32] >> (i % 32) & 1);
            packed[i / 4] |= ((1 + plus - minus) as u8) << (2 * (i % 4));
        }
    }

    fn enforce_weight(packed: &mut [u8], digits: usize, weight: usize) {
        // A digit is not 0 if its two bits are equal or more than 01, that is unless they are 01.
        let mut count = 0_u16;
        for (byte, i) in packed.iter().zip((0..digits).step_by(4)) {
            let other = byte ^ ZEROS;
            let marks = (other | other >> 1) & ZEROS & low_digits(digits - i);
            count += (0..4).map(|j| u16::from(marks >> (2 * j) & 1)).sum::<u16>();
        }
        // Not a mask of our own: the compiler makes a branch around the loop of it.
        let right = count.ct_eq(&(weight as u16));
        for (byte, i) in packed.iter_mut().zip((0..digits).step_by(4)) {
            // Ones are 10, zeros 01.
            let ones = low_digits(weight.saturating_sub(i));
            let replacement = ((ones & 0b1010_1010) | (!ones & ZEROS)) & low_digits(digits - i);
            *byte = u8::conditional_select(&replacement, byte, right);
        }
    }

    fn round(coefficients: &mut [i16], modulus: Modulus) {
        for c in coefficients {
            *c = (((i32::from(*c) + i32::from(modulus.half) + 1) * 10923) >> 15) as i16;
        }
    }

    fn pack_tripled(packed: &mut [u8], coefficients: &[i16], modulus: Modulus) {
        let digit = |c: &i16| {
            let tripled = i32::from(reduce(3 * i32::from(*c), modulus));
            tripled - 3 * ((tripled * 10923 + (1 << 14)) >> 15)
        };
        for (byte, coefficients) in packed.iter_mut().zip(coefficients.chunks(4)) {
            *byte = coefficients.iter().map(digit).rev().fold(0, |byte, digit| byte << 2 | (digit + 1) as u8);
        }
    }
}

impl Messages for Portable {
    fn hide(tops: &mut [u8], coefficients: &[i16], message: &[u8], hiding: Hiding, modulus: Modulus) {
        let [tau0, tau1, ..] = hiding.tau.map(i32::from);
        let top = |c: i16, bit: u8| {
            let c = reduce(i32::from(c) + i32::from(bit & 1) * i32::from(modulus.half), modulus);
            ((tau1 * (i32::from(c) + tau0) + (1 << 14)) >> 15) as u8
        };
        for ((tops, c), byte) in tops.chunks_exact_mut(4).zip(coefficients.chunks_exact(8)).zip(message) {
            for ((out, c), i) in tops.iter_mut().zip(c.chunks_exact(2)).zip((0..).step_by(2)) {
                *out = top(c[0], byte >> i) | top(c[1], byte >> (i + 1)) << 4;
            }
        }
    }

    fn reveal(message: &mut [u8], coefficients: &[i16], tops: &[u8], hiding: Hiding, modulus: Modulus) {
        let [.., tau2, tau3] = hiding.tau.map(i32::from);
        let bit = |c: i16, top: u8| {
            let sum = tau3 * i32::from(top & 15) - tau2 - i32::from(c) + i32::from(hiding.offset);
            (reduce(sum, modulus) as u16 >> 15) as u8
        };
        for ((byte, c), tops) in message.iter_mut().zip(coefficients.chunks_exact(8)).zip(tops.chunks_exact(4)) {
            let pairs = c.chunks_exact(2).zip(tops).rev();
            *byte = pairs.fold(0, |byte, (c, top)| byte << 2 | bit(c[1], top >> 4) << 1 | bit(c[0], *top));
        }
    }
}

/// The bits of a byte's first n digits, n public.
fn low_digits(n: usize) -> u8 {
    if n < 4 { (1 << (2 * n)) - 1 } else { 0xff }
}
