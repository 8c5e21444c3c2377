//! Arithmetic modulo N = 2^3120 - 2^1560 - 1 without products of large numbers.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};
use crate::contract::Contract;
use crate::integer::{ELEMENT, HALF, add, low, mul, reduce, shift, sub};

const ACCUMULATOR: usize = ELEMENT + 12;

/// 2^3216, one more than an accumulator holds.
fn full() -> Vec<u8> {
    shift(&[1], ACCUMULATOR)
}

/// An accumulator with at least a byte to spare at the top.
fn accumulator(operands: &mut Operands) -> Vec<u8> {
    let mut sum = operands.bytes(ACCUMULATOR);
    sum[ACCUMULATOR - 1] &= 0x7F;
    sum
}

#[test]
fn row() {
    every_chip("golden_row", |bench, operands| {
        for _ in 0..60 {
            let mut turning = operands.bytes(ELEMENT + 1);
            turning[ELEMENT] &= 1;
            if turning[ELEMENT] == 1 {
                // Below 2^3120 + 2^1642.
                turning[206..ELEMENT].fill(0);
            }
            let chunk = operands.bytes(10);
            let mut sum = accumulator(operands);

            let expected_sum = add(&sum, &mul(&chunk, &turning));
            let shifted = shift(&turning, 10);
            let beyond = shifted.get(ELEMENT..).unwrap_or_default().to_vec();
            let expected_turning = add(&add(&low(&shifted, ELEMENT), &beyond), &shift(&beyond, HALF));
            assert_eq!(reduce(&expected_turning), reduce(&shifted));

            bench.call_constant(&mut [Arg::InOut(&mut sum), Arg::InOut(&mut turning), Arg::In(&chunk)]);
            assert_eq!(sum, low(&expected_sum, ACCUMULATOR));
            assert_eq!(turning, low(&expected_turning, ELEMENT + 1));
        }
    });
}

#[test]
fn clarify() {
    let clarifier = sub(&shift(&[1], HALF), &[1]);
    every_chip("golden_clarify", |bench, operands| {
        for _ in 0..150 {
            let mut turning = operands.bytes(ELEMENT);
            let expected = reduce(&mul(&turning, &clarifier));
            bench.call_constant(&mut [Arg::InOut(&mut turning)]);
            assert_eq!(reduce(&turning), expected);
        }
    });
}

#[test]
fn fold() {
    every_chip("golden_fold", |bench, operands| {
        for _ in 0..150 {
            let mut sum = operands.bytes(ACCUMULATOR);
            let expected = reduce(&sum);
            bench.call_constant(&mut [Arg::InOut(&mut sum)]);
            assert_eq!(reduce(&sum), expected);
            assert_eq!(sum[ELEMENT..], [0; 12]);
        }
    });
}

#[test]
fn add_element() {
    every_chip("golden_add", |bench, operands| {
        for _ in 0..150 {
            let (mut sum, element) = (accumulator(operands), operands.bytes(ELEMENT));
            let expected = low(&add(&sum, &element), ACCUMULATOR);
            bench.call_constant(&mut [Arg::InOut(&mut sum), Arg::In(&element)]);
            assert_eq!(sum, expected);
        }
    });
}

#[test]
fn add_unit() {
    let unit = add(&shift(&[1], HALF), &[1]);
    let top = shift(&[1], ELEMENT);
    every_chip("golden_add_unit", |bench, operands| {
        for round in 0..150 {
            let mut element = operands.bytes(ELEMENT);
            if round % 5 == 0 {
                // Around the value where a unit less borrows.
                element = low(&add(&unit, &[operands.byte() % 2]), ELEMENT);
                element[0] = element[0].wrapping_sub(1);
            }
            for k in [-1_i8, 0, 1] {
                // Everything plus 2^3120, so that nothing is negative.
                let raised = add(&element, &top);
                let expected = match k {
                    -1 => sub(&raised, &unit),
                    0 => raised,
                    _ => add(&raised, &unit),
                };
                let carry = expected.get(ELEMENT).copied().unwrap_or(0).cast_signed() - 1;
                let mut out = element.clone();
                let outcome = bench.call_constant(&mut [Arg::InOut(&mut out), Arg::I8(k)]);
                assert_eq!(outcome.i8(), carry);
                assert_eq!(out, low(&expected, ELEMENT));
            }
        }
    });
}

#[test]
fn accumulate() {
    let contract = Contract::of("golden_accumulate");
    let cycles = [3402, 3587, 4865];
    let [a, b, c] = cycles;
    assert_eq!(contract.cycles, format!("power 0: {a}, 1: {b}, 2: {c}"));
    every_chip("golden_accumulate", |bench, operands| {
        for _ in 0..150 {
            let (before, product) = (operands.bytes(ACCUMULATOR), operands.bytes(ELEMENT));
            let (y0, y1) = product.split_at(HALF);
            let both = add(y0, y1);
            // Modulo 2^3216, sums that go below zero wrap.
            let raised = add(&before, &full());
            for (power, sign, expected) in [
                (0, 0, sub(&raised, &product)),
                (0, 0xFF, add(&raised, &product)),
                (1, 0, add(&raised, &add(y1, &shift(&both, HALF)))),
                (2, 0, add(&raised, &add(&both, &shift(&add(&both, y1), HALF)))),
            ] {
                let mut sum = before.clone();
                let mut args = [Arg::InOut(&mut sum), Arg::In(&product), Arg::U8(power), Arg::U8(sign)];
                bench.call(cycles[usize::from(power)], &mut args);
                assert_eq!(sum, low(&expected, ACCUMULATOR), "power {power}, sign {sign}");
            }
        }
    });
}

/// The weights of `accumulate` are powers of 2^1560 modulo N.
#[test]
fn the_model_multiplies_by_powers() {
    let mut operands = Operands::new(3);
    for _ in 0..20 {
        let product = operands.uniform(ELEMENT);
        let (y0, y1) = product.split_at(HALF);
        let both = add(y0, y1);
        assert_eq!(reduce(&add(y1, &shift(&both, HALF))), reduce(&shift(&product, HALF)));
        let twice = add(&both, &shift(&add(&both, y1), HALF));
        assert_eq!(reduce(&twice), reduce(&shift(&product, ELEMENT)));
    }
}
