//! Half elements as digits that don't carry: products of digits are summed in words wide enough for a whole column,
//! and the carries are resolved once, when the product is accumulated.
//!
//! 1560 bits are 30 digits of 52 bits where registers have 64 bits and 60 of 26 elsewhere. Thirteen bytes hold a
//! whole number of either. A column has at most 60 products of differences of two recursion levels:
//! 60·2^(26+2)·2^(26+2) < 2^63, and 30·2^(52+2)·2^(52+2) < 2^127.

use super::Portable;
use crate::backend::{Accumulator, Arithmetic, ELEMENT, HALF, HalfArithmetic, recursion_scratch};

#[cfg(target_pointer_width = "64")]
mod width {
    pub type Digit = i64;
    pub type Wide = i128;
    pub const BITS: u32 = 52;
    pub const LEAF: usize = 15;
}
#[cfg(not(target_pointer_width = "64"))]
mod width {
    pub type Digit = i32;
    pub type Wide = i64;
    pub const BITS: u32 = 26;
    pub const LEAF: usize = 15;
}
use width::{BITS, Digit, LEAF, Wide};

/// Bytes that hold a whole number of digits.
const GROUP: usize = 13;
/// Digits of a group.
const PER_GROUP: usize = 8 * GROUP / BITS as usize;
/// Digits of a half.
const DIGITS: usize = HALF / GROUP * PER_GROUP;
const MASK: Wide = (1 << BITS) - 1;

impl Arithmetic for Portable {
    type Digit = Digit;
    type Wide = Wide;
    type Sign = ();
    const LEAF: usize = LEAF;

    fn leaf(out: &mut [Wide], a: &[Digit], b: &[Digit]) {
        let n = a.len();
        let mut reversed = [0; LEAF];
        let reversed = &mut reversed[..n];
        for (r, b) in reversed.iter_mut().rev().zip(b) {
            *r = *b;
        }
        // A known length lets the compiler unroll.
        match (<&[Digit; LEAF]>::try_from(a), <&[Digit; LEAF]>::try_from(&*reversed)) {
            (Ok(a), Ok(reversed)) => columns(out, a, reversed),
            _ => columns(out, a, reversed),
        }
    }

    fn difference(out: &mut [Digit], low: &[Digit], high: &[Digit]) {
        out.copy_from_slice(low);
        for (o, h) in out.iter_mut().zip(high) {
            *o -= h;
        }
    }

    fn sign_of_product((): (), (): ()) {}

    fn join(out: &mut [Wide], middle: &mut [Wide], (): ()) {
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

/// The product of n digits with n reversed ones, column by column so that a sum stays in registers.
#[allow(clippy::inline_always)] // twice, once with a constant length
#[inline(always)]
fn columns(out: &mut [Wide], a: &[Digit], reversed: &[Digit]) {
    let n = a.len();
    for (k, column) in out.iter_mut().enumerate() {
        let (x, y) = if k < n { (&a[..=k], &reversed[n - 1 - k..]) } else { (&a[k - n + 1..], reversed) };
        *column = x.iter().zip(y).map(|(x, y)| Wide::from(*x) * Wide::from(*y)).sum();
    }
}

impl HalfArithmetic for Portable {
    type Half = [Digit; DIGITS];
    type Difference = [Digit; DIGITS];
    type Product = [Wide; 2 * DIGITS];
    type DigitScratch = [Digit; recursion_scratch(DIGITS, LEAF)];
    type WideScratch = [Wide; recursion_scratch(DIGITS, LEAF)];
    const POSITIVE: () = ();

    fn digits<'a>(room: &'a mut Self::Half, bytes: &'a [u8; HALF]) -> &'a [Digit] {
        for (digits, group) in room.as_chunks_mut::<PER_GROUP>().0.iter_mut().zip(bytes.as_chunks::<GROUP>().0) {
            let mut word = [0; 16];
            word[..GROUP].copy_from_slice(group);
            let mut word = u128::from_le_bytes(word);
            for digit in digits {
                *digit = (word & ((1 << BITS) - 1)) as Digit;
                word >>= BITS;
            }
        }
        room
    }

    fn accumulate(sum: &mut Accumulator, product: &[Wide], power: u8, (): ()) {
        let (y0, y1) = product.split_at(DIGITS);
        let mut carry: Wide = 0;
        let (low, top) = sum.split_at_mut(ELEMENT);
        let groups = low.as_chunks_mut::<GROUP>().0;
        let (lower, upper) = groups.split_at_mut(HALF / GROUP);
        // φ·(y0 + y1·φ) = y1 + (y0 + y1)·φ; once more for φ².
        match power {
            0 => {
                carry = add_groups(lower, y0, carry, |y| -y, y0, |_| 0);
                carry = add_groups(upper, y1, carry, |y| -y, y1, |_| 0);
            }
            1 => {
                carry = add_groups(lower, y1, carry, |y| y, y0, |_| 0);
                carry = add_groups(upper, y0, carry, |y| y, y1, |y| y);
            }
            _ => {
                carry = add_groups(lower, y0, carry, |y| y, y1, |y| y);
                carry = add_groups(upper, y0, carry, |y| y, y1, |y| 2 * y);
            }
        }
        for byte in top {
            carry += Wide::from(*byte);
            *byte = carry.to_le_bytes()[0];
            carry >>= 8;
        }
    }
}

/// Adds f(x) + g(y), digit by digit, to packed bytes; returns the signed carry.
fn add_groups(
    groups: &mut [[u8; GROUP]],
    x: &[Wide],
    mut carry: Wide,
    f: impl Fn(Wide) -> Wide,
    y: &[Wide],
    g: impl Fn(Wide) -> Wide,
) -> Wide {
    let digits = x.as_chunks::<PER_GROUP>().0.iter().zip(y.as_chunks::<PER_GROUP>().0);
    for (group, (x, y)) in groups.iter_mut().zip(digits) {
        let mut word = [0; 16];
        word[..GROUP].copy_from_slice(group);
        let mut old = u128::from_le_bytes(word);
        let mut new = 0;
        for (position, (x, y)) in (0..).step_by(BITS as usize).zip(x.iter().zip(y)) {
            carry += f(*x) + g(*y) + (old as Wide & MASK);
            old >>= BITS;
            new |= ((carry & MASK) as u128) << position;
            carry >>= BITS;
        }
        group.copy_from_slice(&new.to_le_bytes()[..GROUP]);
    }
    carry
}
