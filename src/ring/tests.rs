//! The ring and the backend's arithmetic under it, against integers computed the plain way and against the vectors.

mod integer;
mod polynomial;

use proptest::prelude::*;
use std::vec::Vec;

use self::integer::{Integer, edges, modulus, phi, residue};
use super::golden::{Sum, canonicalize};
use super::streamed::Turning;
use super::{dense, karatsuba};
use crate::backend::{
    ACCUMULATOR, Accumulator, Arithmetic, Buffer, ELEMENT, Element, Golden, HALF, HalfArithmetic, MULTIPLICAND,
    Multiplicand, Native, recursion_scratch,
};
use crate::vectors;

const ROW: usize = <Native as Golden>::ROW;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() }
}

/// Bytes that are random, or mostly such as carries and borrows run through.
fn bytes<const N: usize>() -> impl Strategy<Value = [u8; N]> {
    let random = prop::collection::vec(any::<u8>(), N);
    let runs = prop::collection::vec(prop::sample::select(&[0, 0xff][..]), N);
    let pieces = prop::collection::vec((prop::sample::select(&[0, 0xff, 1, 0x80, 0xfe][..]), 1..80usize), N)
        .prop_map(|pieces| pieces.iter().flat_map(|(byte, n)| [*byte].repeat(*n)).take(N).collect::<Vec<u8>>());
    prop_oneof![random, runs, pieces].prop_map(|bytes| bytes.try_into().expect("N bytes"))
}

fn element() -> impl Strategy<Value = Element> {
    prop_oneof![2 => bytes::<ELEMENT>(), 1 => prop::sample::select(edges())]
}

/// 2^3120 + 2^1642, the bound of a turning operand.
fn turning_bound() -> Integer {
    Integer::power_of_two(3120).plus(&Integer::power_of_two(1642))
}

/// Turning operands; half of those have a last byte of 1.
fn turning() -> impl Strategy<Value = Multiplicand> {
    let above = bytes::<206>().prop_map(|low| {
        let low = Integer::from_bytes(&low).modulo(&Integer::power_of_two(1642));
        Integer::power_of_two(3120).plus(&low).to_bytes()
    });
    let below = element().prop_map(|element| Integer::from_bytes(&element).to_bytes());
    let greatest = Just(turning_bound().minus(&Integer::of(1)).to_bytes());
    prop_oneof![4 => above, 4 => below, 1 => greatest]
}

/// A sum with room for an addend: the greatest one, or a random one below 2^3215.
fn sum_before(addend: &Integer, random: &Accumulator, greatest: bool) -> Accumulator {
    if greatest {
        return Integer::power_of_two(8 * ACCUMULATOR).minus(&Integer::of(1)).minus(addend).to_bytes();
    }
    let mut sum = *random;
    sum[ACCUMULATOR - 1] &= 0x7f;
    sum
}

/// φ − 1, the clarifier.
fn clarifier() -> Integer {
    phi().minus(&Integer::of(1))
}

fn times_clarifier(a: &[u8], b: &[u8]) -> Integer {
    Integer::from_bytes(a).times(&Integer::from_bytes(b)).times(&clarifier())
}

fn sum_of(element: &Element) -> Sum {
    let mut sum = Sum::ZERO;
    *sum.element() = *element;
    sum
}

/// Checks `c + a·b·(φ − 1)` by both multipliers; returns the canonical one.
fn check_product(a: &Element, b: &Element, c: &Element, scratch: &mut dense::Scratch) -> Element {
    let expected = Integer::from_bytes(c).plus(&times_clarifier(a, b)).modulo(&modulus());

    let mut by_dense = sum_of(c);
    dense::multiply(&mut by_dense, a, b, scratch);

    let mut by_streamed = sum_of(c);
    let mut turning = Turning::ZERO;
    *turning.element() = *a;
    let mut rest = &b[..];
    let result: Result<(), ()> = turning.multiply(&mut by_streamed, |row| {
        let (now, later) = rest.split_at(row.len());
        row.copy_from_slice(now);
        rest = later;
        Ok(())
    });
    assert_eq!((result, rest.len()), (Ok(()), 0));

    for sum in [&mut by_dense, &mut by_streamed] {
        assert_eq!(sum.accumulator()[ELEMENT..], [0; ACCUMULATOR - ELEMENT], "a sum is below 2^3120");
        assert_eq!(residue(sum.element()), expected);
    }
    assert_eq!(by_dense.canonicalize(), by_streamed.canonicalize());
    *by_dense.canonicalize()
}

#[test]
fn products_of_the_vectors() {
    let mut scratch = dense::Scratch::ZERO;
    let records = vectors::read("three-bears/ring_mac.txt");
    assert_eq!(records.len(), 18);
    for r in records {
        let out = check_product(&r.array("a"), &r.array("b"), &r.array("c"), &mut scratch);
        assert_eq!(out, r.array("out"), "{}", r.text("name"));
    }
}

#[test]
fn products_of_the_edges() {
    let mut scratch = dense::Scratch::ZERO;
    for a in edges() {
        for b in edges() {
            check_product(&a, &b, &b, &mut scratch);
        }
    }
}

#[test]
fn streaming_passes_an_error_on() {
    let rows = ELEMENT / ROW;
    for good in [0, 1, rows - 1] {
        let (mut sum, mut turning, mut calls) = (Sum::ZERO, Turning::ZERO, 0);
        let result = turning.multiply(&mut sum, |_| {
            calls += 1;
            if calls > good { Err(calls) } else { Ok(()) }
        });
        assert_eq!(result, Err(good + 1));
    }
}

#[test]
fn canonical_representatives_of_the_edges() {
    for element in edges() {
        let mut canonical = element;
        canonicalize(&mut canonical);
        assert_eq!(canonical, residue(&element).to_bytes());
    }
    // Said once more without the model: N − 1 stays, N becomes 0, N + 1 becomes 1, the greatest becomes φ.
    let n = modulus();
    let one = Integer::of(1);
    let greatest = Integer::power_of_two(3120).minus(&one);
    for (from, to) in
        [(n.minus(&one), n.minus(&one)), (n.clone(), Integer::of(0)), (n.plus(&one), one.clone()), (greatest, phi())]
    {
        let mut element = from.to_bytes();
        canonicalize(&mut element);
        assert_eq!(element, to.to_bytes());
    }
}

#[test]
fn add_unit_at_the_edges() {
    for before in edges() {
        for k in -1..=1 {
            check_add_unit(&before, k);
        }
    }
}

/// after + carry·2^3120 = before + k·(φ + 1).
fn check_add_unit(before: &Element, k: i8) {
    let mut after = *before;
    let carry = Native::add_unit(&mut after, k);
    assert!((-1..=1).contains(&carry));
    let sides = |x: &Element, times: i8, unit: &Integer| {
        let (x, zero) = (Integer::from_bytes(x), Integer::of(0));
        let part = |sign| if times == sign { unit } else { &zero };
        (x.plus(part(1)), part(-1).clone())
    };
    let (plus, minus) = sides(&after, carry, &Integer::power_of_two(3120));
    let (expected_plus, expected_minus) = sides(before, k, &phi().plus(&Integer::of(1)));
    assert_eq!(plus.plus(&expected_minus), expected_plus.plus(&minus));
}

#[test]
fn fold_at_the_edges() {
    let ones = [0xff; ACCUMULATOR];
    check_fold(&ones);
    check_fold(&[0; ACCUMULATOR]);
    // The sums whose first fold carries out of bit 3120, and then through all of the element.
    for k in 0..2u32 {
        let top = Integer::power_of_two(3216).minus(&Integer::power_of_two(3120));
        for low in edges() {
            check_fold(&top.plus(&Integer::from_bytes(&low)).to_bytes());
            check_fold(&Integer::power_of_two(3120).plus(&Integer::of(k)).plus(&Integer::from_bytes(&low)).to_bytes());
        }
    }
}

fn check_fold(before: &Accumulator) {
    let mut after = *before;
    Native::fold(&mut after);
    assert_eq!(after[ELEMENT..], [0; ACCUMULATOR - ELEMENT]);
    assert_eq!(residue(&after), residue(before));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn products_of_any_elements(a in element(), b in element(), c in element()) {
        let mut scratch = dense::Scratch::ZERO;
        let once = check_product(&a, &b, &c, &mut scratch);
        // The scratch needs no clearing in between.
        prop_assert_eq!(once, check_product(&a, &b, &c, &mut scratch));
    }

    #[test]
    fn row(before in turning(), chunk in bytes::<ROW>(), random in bytes(), greatest in any::<bool>()) {
        let product = Integer::from_bytes(&before).times(&Integer::from_bytes(&chunk));
        let sum_before = sum_before(&product, &random, greatest);
        let (mut sum, mut after) = (sum_before, before);
        Native::row(&mut sum, &mut after, &chunk);
        prop_assert_eq!(Integer::from_bytes(&sum), Integer::from_bytes(&sum_before).plus(&product));
        let turned = Integer::from_bytes(&before).times(&Integer::power_of_two(8 * ROW));
        prop_assert_eq!(residue(&after), turned.modulo(&modulus()));
        prop_assert!(Integer::from_bytes(&after) < turning_bound());
    }

    #[test]
    fn clarify(before in element()) {
        let mut after: Multiplicand = Integer::from_bytes(&before).to_bytes();
        Native::clarify(&mut after);
        let expected = Integer::from_bytes(&before).times(&clarifier()).modulo(&modulus());
        prop_assert_eq!(residue(&after), expected);
        prop_assert!(Integer::from_bytes(&after) < turning_bound());
    }

    #[test]
    fn fold(before in bytes()) {
        check_fold(&before);
    }

    #[test]
    fn add(element in element(), random in bytes(), greatest in any::<bool>()) {
        let addend = Integer::from_bytes(&element);
        let before = sum_before(&addend, &random, greatest);
        let mut after = before;
        Native::add(&mut after, &element);
        prop_assert_eq!(Integer::from_bytes(&after), Integer::from_bytes(&before).plus(&addend));
    }

    #[test]
    fn add_unit(before in element(), k in -1..=1i8) {
        check_add_unit(&before, k);
    }

    #[test]
    fn sums(a in element(), b in element()) {
        let mut sum = sum_of(&a);
        sum.add(&b);
        let expected = Integer::from_bytes(&a).plus(&Integer::from_bytes(&b)).modulo(&modulus());
        prop_assert_eq!(residue(sum.element()), expected.clone());
        prop_assert_eq!(*sum.canonicalize(), expected.to_bytes());
        sum.clear();
        prop_assert_eq!(*sum.accumulator(), [0; ACCUMULATOR]);
    }

    #[test]
    fn canonical_representatives(element in element()) {
        let mut canonical = element;
        canonicalize(&mut canonical);
        prop_assert_eq!(canonical, residue(&element).to_bytes());
    }

    #[test]
    fn products_of_halves_are_columns(a in bytes::<HALF>(), b in bytes::<HALF>()) {
        let (mut room_a, mut room_b) = (Half::ZERO, Half::ZERO);
        let (a, b) = (Native::digits(&mut room_a, &a), Native::digits(&mut room_b, &b));
        let mut out = <Native as HalfArithmetic>::Product::ZERO;
        let mut digits = <Native as HalfArithmetic>::DigitScratch::ZERO;
        let mut wides = <Native as HalfArithmetic>::WideScratch::ZERO;
        karatsuba::multiply::<Native>(out.as_mut(), a, b, digits.as_mut(), wides.as_mut());
        let mut columns = [Wide::ZERO].repeat(2 * a.len());
        for (i, a) in a.iter().enumerate() {
            for (j, b) in b.iter().enumerate() {
                columns[i + j] += Wide::from(*a) * Wide::from(*b);
            }
        }
        prop_assert!(out.iter().eq(columns.iter()));
    }
}

type Half = <Native as HalfArithmetic>::Half;
type Wide = <Native as Arithmetic>::Wide;

/// Packed bytes with borrows and signs: the other kind of arithmetic that the recursion serves.
struct Packed;

impl Arithmetic for Packed {
    type Digit = u8;
    type Wide = u8;
    type Sign = bool;
    const LEAF: usize = 3;

    fn leaf(out: &mut [u8], a: &[u8], b: &[u8]) {
        let product = Integer::from_bytes(a).times(&Integer::from_bytes(b));
        out.copy_from_slice(&product.to_bytes::<64>()[..out.len()]);
    }

    fn difference(out: &mut [u8], low: &[u8], high: &[u8]) -> bool {
        assert!(high.len() == low.len() || high.len() + 1 == low.len());
        let (low, high) = (Integer::from_bytes(low), Integer::from_bytes(high));
        let negative = low < high;
        let difference = if negative { high.minus(&low) } else { low.minus(&high) };
        out.copy_from_slice(&difference.to_bytes::<64>()[..out.len()]);
        negative
    }

    fn sign_of_product(a: bool, b: bool) -> bool {
        a != b
    }

    fn join(out: &mut [u8], middle: &mut [u8], negative: bool) {
        let h = middle.len() / 2;
        let (z0, z2) = (Integer::from_bytes(&out[..2 * h]), Integer::from_bytes(&out[2 * h..]));
        let m = Integer::from_bytes(middle);
        let sum = z0.plus(&z2);
        let sum = if negative { sum.plus(&m) } else { sum.minus(&m) };
        let joined = Integer::from_bytes(out).plus(&sum.times(&Integer::power_of_two(8 * h)));
        out.copy_from_slice(&joined.to_bytes::<128>()[..out.len()]);
        middle.fill(0xa5);
    }
}

#[test]
fn karatsuba_of_every_length() {
    for n in 1..=64 {
        let a: Vec<u8> = (0..n).map(|i| (i * 89 + 7 * n) as u8).collect();
        let b: Vec<u8> = (0..n).map(|i| (i * i * 31 + 200 + n) as u8).collect();
        for (a, b) in [(a, b), ([0xff].repeat(n), [0xff].repeat(n))] {
            let size = recursion_scratch(n, Packed::LEAF);
            let (mut digits, mut wides, mut out) = ([0xaa].repeat(size), [0x55].repeat(size), [0xcc].repeat(2 * n));
            karatsuba::multiply::<Packed>(&mut out, &a, &b, &mut digits, &mut wides);
            let expected = Integer::from_bytes(&a).times(&Integer::from_bytes(&b));
            assert_eq!(Integer::from_bytes(&out), expected, "{n} digits");
        }
    }
}

#[test]
fn sizes() {
    assert_eq!((ELEMENT, HALF, ACCUMULATOR, MULTIPLICAND), (390, 195, 402, 391));
    assert_eq!(ELEMENT % ROW, 0);
}
