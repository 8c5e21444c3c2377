//! Integers of any size, the plain way: schoolbook products and bit-by-bit remainders. Nothing here knows the shape of
//! N, so nothing of the code under test can be repeated by mistake.

use std::cmp::Ordering;
use std::vec::Vec;

use crate::backend::ELEMENT;

/// A non-negative integer: 32-bit limbs from the least, the last not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Integer(Vec<u32>);

impl Integer {
    fn normal(mut limbs: Vec<u32>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self(limbs)
    }

    pub(super) fn of(value: u32) -> Self {
        Self::normal([value].to_vec())
    }

    pub(super) fn power_of_two(k: usize) -> Self {
        let mut limbs = [0].repeat(k / 32);
        limbs.push(1 << (k % 32));
        Self(limbs)
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let limb = |bytes: &[u8]| bytes.iter().rev().fold(0, |limb, byte| limb << 8 | u32::from(*byte));
        Self::normal(bytes.chunks(4).map(limb).collect())
    }

    /// N bytes; panics if the integer needs more.
    pub(super) fn to_bytes<const N: usize>(&self) -> [u8; N] {
        let mut out = [0; N];
        for (i, byte) in self.0.iter().flat_map(|limb| limb.to_le_bytes()).enumerate() {
            if i < N {
                out[i] = byte;
            } else {
                assert_eq!(byte, 0, "the integer has more than {N} bytes");
            }
        }
        out
    }

    fn limb(&self, i: usize) -> u32 {
        self.0.get(i).copied().unwrap_or(0)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut carry = 0;
        let limbs = (0..=self.0.len().max(other.0.len())).map(|i| {
            carry += u64::from(self.limb(i)) + u64::from(other.limb(i));
            let limb = carry as u32;
            carry >>= 32;
            limb
        });
        Self::normal(limbs.collect())
    }

    /// The difference; panics if it is negative.
    pub(super) fn minus(&self, other: &Self) -> Self {
        assert!(*self >= *other, "a negative difference");
        let mut borrow = 0;
        let limbs = (0..self.0.len()).map(|i| {
            let difference = i64::from(self.limb(i)) - i64::from(other.limb(i)) + borrow;
            borrow = difference >> 32;
            difference as u32
        });
        Self::normal(limbs.collect())
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut limbs = [0u32].repeat(self.0.len() + other.0.len() + 1);
        for (i, a) in self.0.iter().enumerate() {
            let mut carry = 0;
            for j in 0..=other.0.len() {
                carry += u64::from(*a) * u64::from(other.limb(j)) + u64::from(limbs[i + j]);
                limbs[i + j] = carry as u32;
                carry >>= 32;
            }
        }
        Self::normal(limbs)
    }

    pub(super) fn modulo(&self, modulus: &Self) -> Self {
        let mut remainder = Self(Vec::new());
        for bit in (0..32 * self.0.len()).rev() {
            let mut carry = self.0[bit / 32] >> (bit % 32) & 1;
            for limb in &mut remainder.0 {
                (*limb, carry) = (*limb << 1 | carry, *limb >> 31);
            }
            if carry != 0 {
                remainder.0.push(carry);
            }
            if remainder >= *modulus {
                remainder = remainder.minus(modulus);
            }
        }
        remainder
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let by_limbs = || self.0.iter().rev().cmp(other.0.iter().rev());
        Some(self.0.len().cmp(&other.0.len()).then_with(by_limbs))
    }
}

/// φ = 2^1560.
pub(super) fn phi() -> Integer {
    Integer::power_of_two(1560)
}

/// N = 2^3120 − 2^1560 − 1.
pub(super) fn modulus() -> Integer {
    Integer::power_of_two(3120).minus(&phi()).minus(&Integer::of(1))
}

/// The representative below N.
pub(super) fn residue(bytes: &[u8]) -> Integer {
    Integer::from_bytes(bytes).modulo(&modulus())
}

/// The elements at the edges of every carry: around 0, φ, N and 2^3120.
pub(super) fn edges() -> Vec<[u8; ELEMENT]> {
    let (one, top) = (Integer::of(1), Integer::power_of_two(3120));
    let (phi, n) = (phi(), modulus());
    [
        Integer::of(0),
        one.clone(),
        phi.minus(&one),
        phi.clone(),
        phi.plus(&one),
        top.minus(&phi),
        n.minus(&one),
        n.clone(),
        n.plus(&one),
        top.minus(&one),
    ]
    .iter()
    .map(Integer::to_bytes)
    .collect()
}

#[test]
fn the_model_agrees_with_the_machine() {
    let values = [0u64, 1, 0xffff_ffff, 0x1_0000_0000, 0xffff_ffff_ffff_ffff, 0x0123_4567_89ab_cdef];
    let integer = |value: u128| Integer::from_bytes(&value.to_le_bytes());
    for a in values.map(u128::from) {
        for b in values.map(u128::from) {
            assert_eq!(integer(a).plus(&integer(b)), integer(a + b));
            assert_eq!(integer(a).times(&integer(b)), integer(a * b));
            assert_eq!(integer(a).partial_cmp(&integer(b)), a.partial_cmp(&b));
            assert_eq!(integer(a).minus(&integer(a.min(b))), integer(a - a.min(b)));
            assert_eq!(integer(a * b).modulo(&integer(b + 1)), integer(a * b % (b + 1)));
        }
        assert_eq!(integer(a).to_bytes(), a.to_le_bytes());
    }
    assert_eq!(integer(1 << 77), Integer::power_of_two(77));
}
