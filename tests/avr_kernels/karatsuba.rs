//! The steps of the Karatsuba recursion on packed bytes.

use std::cmp::Ordering;

use sunbear::sim::call::Arg;

use crate::bench::every_chip;
use crate::contract::Contract;
use crate::integer::{compare, low, mul, sub};

fn byte(n: usize) -> u8 {
    u8::try_from(n).unwrap()
}

#[test]
fn leaf() {
    let cycles = [(24, 2969), (25, 3450)];
    let text = cycles.map(|(n, cycles)| format!("n = {n}: {cycles}")).join(", ");
    assert_eq!(Contract::of("mul_leaf").cycles, text);
    every_chip("mul_leaf", |bench, operands| {
        for (n, cycles) in cycles {
            for _ in 0..400 {
                let (a, b) = (operands.bytes(n), operands.bytes(n));
                let mut out = vec![0; 2 * n];
                let mut args = [Arg::Out(&mut out), Arg::In(&a), Arg::In(&b), Arg::U8(byte(n))];
                bench.call(cycles, &mut args);
                assert_eq!(out, low(&mul(&a, &b), 2 * n), "{a:02x?} {b:02x?}");
            }
        }
    });
}

#[test]
fn abs_difference() {
    let known =
        [(24, 24, 345), (25, 24, 359), (25, 25, 360), (49, 48, 689), (49, 49, 690), (98, 97, 1368), (195, 195, 2708)];
    let text = known.map(|(lo, hi, cycles)| format!("{lo},{hi}: {cycles}")).join(" ");
    assert_eq!(Contract::of("abs_difference").cycles, format!("n_lo,n_hi = {text}"));
    every_chip("abs_difference", |bench, operands| {
        let short = (1..40).chain([97, 98, 194]);
        let lengths = short.flat_map(|n| [(n, n, None), (n, n - 1, None)]).filter(|&(_, hi, _)| hi > 0);
        for (n_lo, n_hi, mut cycles) in lengths.chain(known.map(|(lo, hi, cycles)| (lo, hi, Some(cycles)))) {
            for round in 0..if cycles.is_some() { 80 } else { 6 } {
                let mut lo = operands.bytes(n_lo);
                let mut hi = operands.bytes(n_hi);
                if round % 4 == 0 {
                    // Equal but for the lowest or highest byte.
                    hi.copy_from_slice(&lo[..n_hi]);
                    lo[n_hi..].fill(0);
                    let at = if round % 8 == 0 { 0 } else { n_hi - 1 };
                    hi[at] = operands.byte();
                }
                let negative = compare(&lo, &hi) == Ordering::Less;
                let expected = low(&if negative { sub(&hi, &lo) } else { sub(&lo, &hi) }, n_lo);
                let sizes = [byte(n_lo), byte(n_hi)];

                let mut out = vec![0; n_lo];
                let mut args = [Arg::Out(&mut out), Arg::In(&lo), Arg::In(&hi), Arg::U8(sizes[0]), Arg::U8(sizes[1])];
                let outcome = bench.call_freely(&mut args);
                assert_eq!(outcome.u8(), if negative { 0xFF } else { 0 });
                assert_eq!(out, expected, "{lo:02x?} {hi:02x?}");
                // The same operation in place, in the time of the first one, or of the contract.
                let time = *cycles.get_or_insert(outcome.cycles - bench.extra());
                let mut args =
                    [Arg::InOut(&mut lo), Arg::Within(0, 0), Arg::In(&hi), Arg::U8(sizes[0]), Arg::U8(sizes[1])];
                assert_eq!(outcome.cycles, bench.call(time, &mut args).cycles);
                assert_eq!(lo, expected);
            }
        }
    });
}

#[test]
fn join() {
    let known: [(usize, u64); 5] = [(48, 983), (49, 1020), (97, 1893), (98, 1913), (195, 3693)];
    let text = known.map(|(n, cycles)| format!("{n}: {cycles}")).join(", ");
    assert_eq!(Contract::of("karatsuba_join").cycles, format!("n = {text}"));
    every_chip("karatsuba_join", |bench, operands| {
        let others = (15..48).chain([50, 96, 99, 100, 193, 194]).map(|n| (n, None));
        for (n, mut cycles) in others.chain(known.map(|(n, cycles)| (n, Some(cycles)))) {
            let h = n.div_ceil(2);
            for _ in 0..if cycles.is_some() { 60 } else { 8 } {
                let (a, b) = (operands.bytes(n), operands.bytes(n));
                let ((a0, a1), (b0, b1)) = (a.split_at(h), b.split_at(h));
                let apart = |x: &[u8], y: &[u8]| match compare(x, y) {
                    Ordering::Less => (sub(y, x), 0xFF),
                    _ => (sub(x, y), 0),
                };
                let ((a, sign_a), (b, sign_b)) = (apart(a0, a1), apart(b0, b1));
                let mut middle = low(&mul(&a, &b), 2 * h);
                let sign: u8 = sign_a ^ sign_b;

                let mut out = low(&mul(a0, b0), 2 * h);
                out.extend(low(&mul(a1, b1), 2 * (n - h)));
                let expected = mul(&[a0, a1].concat(), &[b0, b1].concat());
                let mut args =
                    [Arg::InOut(&mut out), Arg::InOut(&mut middle), Arg::U8(byte(h)), Arg::U8(byte(n)), Arg::U8(sign)];
                let outcome = bench.call_freely(&mut args);
                let time = *cycles.get_or_insert(outcome.cycles - bench.extra());
                assert_eq!(outcome.cycles - bench.extra(), time, "cycles for n = {n}");
                assert_eq!(out, low(&expected, 2 * n), "n = {n}");
            }
        }
    });
}
