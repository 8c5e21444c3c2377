//! Polynomial rings: both engines, the planes and the inverses, against schoolbook products.

use std::vec;
use std::vec::Vec;

use proptest::prelude::*;

use crate::backend::{Divsteps, Native, Polynomials, Small, TernaryPlanes, inverse_memory, planes_memory};
use crate::ring::polynomial::{Ring, Ring653, Ring761, Ring857, Ring953, Ring1013, Ring1277};
use crate::ring::strips::{self, STRIP, Strips};
use crate::ring::{dense_small, planes, sparse};

/// a·b in (Z/m)[x]/(x^p − x − 1), as it is written.
fn product(a: &[i64], b: &[i64], m: i64) -> Vec<i64> {
    let p = a.len();
    let mut wide = vec![0; 2 * p];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            wide[i + j] += a * b;
        }
    }
    for i in (p..2 * p).rev() {
        let c = std::mem::take(&mut wide[i]);
        wide[i - p] += c;
        wide[i - p + 1] += c;
    }
    wide[..p].iter().map(|c| centred(*c, m)).collect()
}

fn centred(c: i64, m: i64) -> i64 {
    (c + (m - 1) / 2).rem_euclid(m) - (m - 1) / 2
}

fn wide<T: Copy + Into<i64>>(values: &[T]) -> Vec<i64> {
    values.iter().map(|value| (*value).into()).collect()
}

/// Random words become coefficients and digits.
struct Operands {
    coefficients: Vec<i16>,
    digits: Vec<i8>,
    packed: Vec<u8>,
}

fn operands<R: Ring>(random: &[u32]) -> Operands {
    let q = i64::from(R::MODULUS.q);
    let coefficients = random[..R::P].iter().map(|w| centred(i64::from(w >> 8), q) as i16).collect();
    let digits: Vec<i8> = random[..R::P].iter().map(|w| (w % 3) as i8 - 1).collect();
    let packed = pack(&digits);
    Operands { coefficients, digits, packed }
}

fn pack(digits: &[i8]) -> Vec<u8> {
    digits.chunks(4).map(|four| four.iter().rev().fold(0, |byte, digit| byte << 2 | (digit + 1) as u8)).collect()
}

/// All engines.
fn check_products<R: Ring>(coefficients: &[i16], digits: &[i8]) {
    let p = R::P;
    let expected = product(&wide(coefficients), &wide(digits), i64::from(R::MODULUS.q));
    let packed = pack(digits);
    let weight = digits.iter().filter(|digit| **digit != 0).count();
    let read = |out: &mut [i16]| {
        out.copy_from_slice(coefficients);
        Ok::<_, ()>(())
    };
    let mut memory = vec![0xa5a5_a5a5; dense_small::words(p, weight, R::MODULUS)];
    assert_eq!(wide(dense_small::product::<R, _>(&packed, weight, &mut memory, read).unwrap()), expected);
    let mut memory = vec![0xa5a5_a5a5; sparse::words(p, weight, R::MODULUS)];
    assert_eq!(wide(sparse::product::<R, _>(&packed, weight, &mut memory, read).unwrap()), expected);

    let mut memory = vec![0xa5a5_a5a5; strips::words(p, p, R::MODULUS)];
    let mut strips = Strips::<R>::new(&packed, p, &mut memory, read).unwrap();
    for (coefficients, expected) in coefficients.chunks(STRIP).zip(expected.chunks(STRIP)) {
        let next = |out: &mut [i16]| {
            out.copy_from_slice(coefficients);
            Ok::<_, ()>(())
        };
        assert_eq!(wide(strips.next(next).unwrap()), expected);
    }
}

/// Signs that make the differences of halves, and of their halves, as large as can be.
fn signs(n: usize) -> Vec<i8> {
    if n == 1 {
        return vec![1];
    }
    let mut signs = signs(n.div_ceil(2));
    signs.extend_from_within(..n / 2);
    signs[n.div_ceil(2)..].iter_mut().for_each(|sign| *sign = -*sign);
    signs
}

fn check_extremes<R: Ring>() {
    let half = R::MODULUS.half;
    let signs = signs(R::P);
    let large: Vec<i16> = signs.iter().map(|sign| half * i16::from(*sign)).collect();
    check_products::<R>(&large, &signs);
    for c in [half, -half, 1, 0] {
        for d in [1, -1, 0] {
            check_products::<R>(&vec![c; R::P], &vec![d; R::P]);
        }
    }
}

fn on_planes(p: usize, packed: &[u8]) -> [Vec<u32>; 2] {
    let [mut plus, mut minus] = [(); 2].map(|()| vec![0xffff_ffff; planes::words(p)]);
    Native::planes_of([&mut plus, &mut minus], packed, p);
    [plus, minus]
}

fn digits_of(p: usize, planes: &[Vec<u32>; 2]) -> Vec<i64> {
    let (mut packed, mut digits) = (vec![0xff; p.div_ceil(4)], vec![9; p]);
    Native::pack_planes(&mut packed, [&planes[0], &planes[1]], p);
    assert_eq!(packed[p / 4] >> (2 * (p % 4)), 0, "spare bits are 0");
    Native::unpack(&mut digits, &packed);
    wide(&digits)
}

fn check_planes<R: Ring>(a: &Operands, b: &Operands) {
    let p = R::P;
    let (mut x, mut y) = (on_planes(p, &a.packed), on_planes(p, &b.packed));
    assert_eq!(digits_of(p, &x), wide(&a.digits));
    let mut memory = vec![0xa5a5_a5a5; planes::product_words(p)];
    let [xp, xm] = &mut x;
    let [yp, ym] = &mut y;
    planes::multiply(p, &mut [xp, xm], &[yp, ym], &mut memory);
    assert_eq!(digits_of(p, &x), product(&wide(&a.digits), &wide(&b.digits), 3));
}

/// One, as a polynomial.
fn one(p: usize) -> Vec<i64> {
    let mut one = vec![0; p];
    one[0] = 1;
    one
}

fn check_inverses<R: Ring>(a: &Operands) {
    let p = R::P;
    let mut x = on_planes(p, &a.packed);
    let [xp, xm] = &mut x;
    let mut memory = vec![0xa5a5_a5a5; planes_memory(p)];
    if Native::exists(Native::planes_invert([xp, xm], p, &mut memory)) {
        assert_eq!(product(&digits_of(p, &x), &wide(&a.digits), 3), one(p));
    }

    let mut memory = vec![0x5a5a; inverse_memory(p)];
    let at = memory.len() - 2 * p.div_ceil(16);
    for (out, bytes) in memory[at..].iter_mut().zip(a.packed.chunks(2)) {
        *out = i16::from_ne_bytes([bytes[0], bytes.get(1).copied().unwrap_or(0)]);
    }
    Native::invert_mod_q(&mut memory, p, 3, R::MODULUS);
    let inverse = &memory[..p];
    let q = i64::from(R::MODULUS.q);
    let tripled: Vec<i64> = a.digits.iter().map(|d| 3 * i64::from(*d)).collect();
    assert_eq!(product(&wide(inverse), &tripled, q), one(p));
    assert!(inverse.iter().all(|c| c.abs() <= R::MODULUS.half));
}

/// x^p − x − 1 modulo 3 has the factors that make some polynomials not invertible; 0 always is.
#[test]
fn zero_has_no_inverse() {
    let zero = vec![0x55; Ring653::PACKED];
    let [mut plus, mut minus] = on_planes(653, &zero);
    let mut memory = vec![0; planes_memory(653)];
    assert!(!Native::exists(Native::planes_invert([&mut plus, &mut minus], 653, &mut memory)));
}

/// Every sum that a product can have.
#[test]
fn reduction() {
    fn check<R: Ring>() {
        let (q, bound) = (i32::from(R::MODULUS.q), (R::P as i32) * (i32::from(R::MODULUS.q) - 1));
        let mut expected = centred(i64::from(-bound), i64::from(q)) as i16;
        let mut out = [0];
        for x in -bound..=bound {
            Native::reduce(&mut out, &[x], R::MODULUS);
            assert_eq!(out[0], expected, "{x} mods {q}");
            expected = if expected == R::MODULUS.half { -R::MODULUS.half } else { expected + 1 };
        }
    }
    check::<Ring653>();
    check::<Ring761>();
    check::<Ring857>();
    check::<Ring953>();
    check::<Ring1013>();
    check::<Ring1277>();
}

#[test]
fn extremes() {
    check_extremes::<Ring653>();
    check_extremes::<Ring761>();
    check_extremes::<Ring857>();
    check_extremes::<Ring953>();
    check_extremes::<Ring1013>();
    check_extremes::<Ring1277>();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_operands(x in prop::collection::vec(any::<u32>(), 1277), y in prop::collection::vec(any::<u32>(), 1277)) {
        fn check<R: Ring>(x: &[u32], y: &[u32]) {
            let (a, b) = (operands::<R>(x), operands::<R>(y));
            check_products::<R>(&a.coefficients, &b.digits);
            check_planes::<R>(&a, &b);
            check_inverses::<R>(&a);
        }
        check::<Ring653>(&x, &y);
        check::<Ring761>(&x, &y);
        check::<Ring857>(&x, &y);
        check::<Ring953>(&x, &y);
        check::<Ring1013>(&x, &y);
        check::<Ring1277>(&x, &y);
    }
}
