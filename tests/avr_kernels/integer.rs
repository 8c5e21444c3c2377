//! Schoolbook integers: little-endian bytes, any length, nothing clever.

use std::cmp::Ordering;

/// Bytes of a ring element.
pub const ELEMENT: usize = 390;
/// Bytes of half of one.
pub const HALF: usize = 195;

/// `x` without leading zeros.
pub fn trim(mut x: Vec<u8>) -> Vec<u8> {
    while x.last() == Some(&0) {
        x.pop();
    }
    x
}

pub fn add(x: &[u8], y: &[u8]) -> Vec<u8> {
    let byte = |x: &[u8], at: usize| u16::from(x.get(at).copied().unwrap_or(0));
    let mut carry = 0;
    let sum = (0..=x.len().max(y.len())).map(|at| {
        carry += byte(x, at) + byte(y, at);
        let [low, high] = carry.to_le_bytes();
        carry = high.into();
        low
    });
    trim(sum.collect())
}

/// `x - y`, which must not be negative.
pub fn sub(x: &[u8], y: &[u8]) -> Vec<u8> {
    assert!(compare(x, y) != Ordering::Less, "a negative difference");
    // x + (2^k - 1 - y) + 1 - 2^k
    let inverted: Vec<u8> = (0..x.len().max(y.len())).map(|at| !y.get(at).copied().unwrap_or(0)).collect();
    let mut sum = add(&add(x, &inverted), &[1]);
    sum.truncate(inverted.len());
    trim(sum)
}

pub fn mul(x: &[u8], y: &[u8]) -> Vec<u8> {
    let mut product = vec![0; x.len() + y.len()];
    for (at, &a) in x.iter().enumerate() {
        let mut carry = 0_u32;
        for (cell, b) in product[at..].iter_mut().zip(y.iter().copied().chain([0; 4])) {
            carry += u32::from(*cell) + u32::from(a) * u32::from(b);
            *cell = carry.to_le_bytes()[0];
            carry >>= 8;
        }
    }
    trim(product)
}

/// `x` times 256 to the power `bytes`.
pub fn shift(x: &[u8], bytes: usize) -> Vec<u8> {
    trim([&vec![0; bytes], x].concat())
}

pub fn compare(x: &[u8], y: &[u8]) -> Ordering {
    let (x, y) = (trim(x.to_vec()), trim(y.to_vec()));
    x.len().cmp(&y.len()).then_with(|| x.iter().rev().cmp(y.iter().rev()))
}

/// The lowest `len` bytes, exactly so many.
pub fn low(x: &[u8], len: usize) -> Vec<u8> {
    x.iter().copied().chain(std::iter::repeat(0)).take(len).collect()
}

/// N = 2^3120 - 2^1560 - 1.
pub fn modulus() -> Vec<u8> {
    sub(&sub(&shift(&[1], ELEMENT), &shift(&[1], HALF)), &[1])
}

/// The representative of `x` modulo N below N.
pub fn reduce(x: &[u8]) -> Vec<u8> {
    let mut x = trim(x.to_vec());
    while x.len() > ELEMENT {
        // 2^3120 is 2^1560 + 1.
        let high = x.split_off(ELEMENT);
        x = add(&add(&x, &high), &shift(&high, HALF));
    }
    while compare(&x, &modulus()) != Ordering::Less {
        x = sub(&x, &modulus());
    }
    trim(x)
}

#[test]
fn arithmetic_agrees_with_machine_integers() {
    let mut operands = crate::bench::Operands::new(7);
    for _ in 0..1000 {
        let (x, y) = (operands.word(), operands.word() >> operands.below(64));
        let bytes = |z: u128| trim(z.to_le_bytes().to_vec());
        let (a, b) = (bytes(x.into()), bytes(y.into()));
        assert_eq!(mul(&a, &b), bytes(u128::from(x) * u128::from(y)));
        assert_eq!(add(&a, &b), bytes(u128::from(x) + u128::from(y)));
        assert_eq!(compare(&a, &b), x.cmp(&y));
        if x >= y {
            assert_eq!(sub(&a, &b), bytes((x - y).into()));
        }
    }
    let n = modulus();
    assert_eq!((n.len(), n[0], n[HALF]), (ELEMENT, 0xFF, 0xFE));
    assert_eq!(reduce(&add(&mul(&n, &[5]), &[3])), [3]);
}
