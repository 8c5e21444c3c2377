//! Polynomials over Z/3 on two planes: the places of 1 and of -1.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};
use crate::contract::Contract;

/// Digits from -1 to 1: uniform, one value only, few, or runs.
fn digits(operands: &mut Operands, n: usize) -> Vec<i8> {
    let kind = operands.below(8);
    let mut run = 0;
    let digit = |_| match kind {
        0 => 1,
        1 => -1,
        2 => i8::from(operands.below(20) == 0),
        3 => {
            if operands.below(12) == 0 {
                run = operands.below(3) as i8 - 1;
            }
            run
        }
        _ => operands.below(3) as i8 - 1,
    };
    (0..n).map(digit).collect()
}

/// The plane of one value.
fn plane(digits: &[i8], value: i8) -> Vec<u8> {
    let byte = |digits: &[i8]| digits.iter().rev().fold(0, |byte, digit| byte << 1 | u8::from(*digit == value));
    digits.chunks(8).map(byte).collect()
}

fn planes(digits: &[i8]) -> [Vec<u8>; 2] {
    [plane(digits, 1), plane(digits, -1)]
}

/// The digit that is `x` modulo 3.
fn digit(x: i32) -> i8 {
    ((x + 1).rem_euclid(3) - 1) as i8
}

#[test]
fn product() {
    let known: [(usize, u64); 6] =
        [(21, 325_864), (24, 410_374), (27, 504_082), (30, 605_488), (32, 681_790), (40, 1_020_790)];
    let text = known.map(|(n, cycles)| format!("{n}: {cycles}")).join(", ");
    assert_eq!(Contract::of("planes_product").cycles, format!("n = {text}"));
    every_chip("planes_product", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        let lengths = (1..=11).map(|n| (n, None));
        let more = known.iter().filter(|_| !small).map(|(n, cycles)| (*n, Some(*cycles)));
        for (n, mut cycles) in lengths.chain(more) {
            for _ in 0..10 {
                let (a, b) = (digits(operands, 32 * n), digits(operands, 32 * n));
                let mut sums = vec![0; 64 * n];
                for (i, a) in a.iter().enumerate() {
                    for (sum, b) in sums[i..].iter_mut().zip(&b) {
                        *sum += i32::from(*a) * i32::from(*b);
                    }
                }
                let expected: Vec<i8> = sums.into_iter().map(digit).collect();
                let ([mut plus, mut minus], mut scratch) = ([(); 2].map(|()| vec![0; 8 * n]), vec![0; 60 * n + 211]);
                let ([a_plus, a_minus], [b_plus, b_minus]) = (planes(&a), planes(&b));
                let mut args = [
                    Arg::Out(&mut plus),
                    Arg::Out(&mut minus),
                    Arg::In(&a_plus),
                    Arg::In(&a_minus),
                    Arg::In(&b_plus),
                    Arg::In(&b_minus),
                    Arg::U8(n.try_into().unwrap()),
                    Arg::Out(&mut scratch),
                ];
                let outcome = bench.call_freely(&mut args);
                let time = outcome.cycles - bench.extra();
                assert_eq!(*cycles.get_or_insert(time), time, "{n} words");
                assert_eq!([plus, minus], planes(&expected), "{n} words");
            }
        }
    });
}

#[test]
fn add() {
    every_chip("planes_add", |bench, operands| {
        for n in (1..24).chain([40]) {
            for _ in 0..20 {
                let (a, b) = (digits(operands, 32 * n), digits(operands, 32 * n));
                let sum: Vec<i8> = a.iter().zip(&b).map(|(a, b)| digit(i32::from(a + b))).collect();
                let ([mut plus, mut minus], [b_plus, b_minus]) = (planes(&a), planes(&b));
                let mut args = [
                    Arg::InOut(&mut plus),
                    Arg::InOut(&mut minus),
                    Arg::In(&b_plus),
                    Arg::In(&b_minus),
                    Arg::U8(n.try_into().unwrap()),
                ];
                bench.call(25 + 89 * n as u64, &mut args);
                assert_eq!([plus, minus], planes(&sum));
            }
        }
    });
}

/// a·b modulo 3 and x^p - x - 1.
fn ring_product(a: &[i8], b: &[i8]) -> Vec<i8> {
    let p = a.len();
    let mut sums = vec![0; 2 * p];
    for (i, a) in a.iter().enumerate() {
        for (sum, b) in sums[i..].iter_mut().zip(b) {
            *sum += i32::from(*a) * i32::from(*b);
        }
    }
    for i in (p..2 * p).rev() {
        let c = sums[i];
        sums[i - p] += c;
        sums[i - p + 1] += c;
    }
    sums[..p].iter().map(|sum| digit(*sum)).collect()
}

/// Whether a polynomial has a factor in common with x^p - x - 1, by Euclid.
fn is_unit(a: &[i8]) -> bool {
    let p = a.len();
    let mut f = vec![0_i8; p + 1];
    (f[0], f[1], f[p]) = (-1, -1, 1);
    let mut g = a.to_vec();
    loop {
        while g.last() == Some(&0) {
            g.pop();
        }
        let Some(lead) = g.last().copied() else {
            return f.len() == 1;
        };
        while f.len() >= g.len() {
            let (shift, factor) = (f.len() - g.len(), f[f.len() - 1] * lead);
            for (f, g) in f[shift..].iter_mut().zip(&g) {
                *f = digit(i32::from(*f - factor * g));
            }
            while f.last() == Some(&0) {
                f.pop();
            }
        }
        core::mem::swap(&mut f, &mut g);
    }
}

#[test]
fn inverse() {
    let known: [(usize, usize, u64); 7] = [
        (653, 48, 3_360_838),
        (761, 48, 4_414_458),
        (857, 48, 5_471_514),
        (953, 48, 6_633_186),
        (1013, 48, 7_420_842),
        (1277, 48, 11_379_170),
        (653, 653, 4_288_762),
    ];
    let text = known.map(|(p, slack, cycles)| format!("{p},{slack}: {cycles}")).join(" ");
    assert_eq!(Contract::of("planes_inverse").cycles, format!("p,slack = {text}"));
    every_chip("planes_inverse", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        let short = (3..40).step_by(2).chain([63, 65, 97]).flat_map(|p| {
            let close = (p > 20).then_some((p, 8, None, 12));
            [Some((p, p.max(4), None, 12)), close]
        });
        let long = known.iter().filter(|(p, ..)| *p == 653 || !small);
        let long = long.map(|(p, slack, cycles)| (*p, *slack, Some(*cycles), 2));
        for (p, slack, mut cycles, rounds) in short.flatten().chain(long) {
            for round in 0..rounds {
                let mut a = digits(operands, p);
                if round == 1 {
                    // One term: late swaps.
                    a.fill(0);
                    a[operands.below(p)] = 1;
                } else if round % 3 == 0 {
                    // A late first swap.
                    let zeros = operands.below(20.min(p - 1));
                    a[p - zeros..].fill(0);
                    a[p - zeros - 1] = 1;
                }
                let size = 4 * ((p + 32) / 32);
                let [mut plus, mut minus] = planes(&a).map(|mut plane| {
                    // Spare bits may be anything.
                    *plane.last_mut().unwrap() |= if p % 8 == 0 { 0 } else { 0xFF << (p % 8) };
                    plane.resize(size, operands.byte());
                    plane
                });
                let mut memory = vec![0; 4 * ((p + 8) / 8) + 4 * (2 * p).div_ceil(8)];
                let mut state = [0; 20];
                let mut args = [
                    Arg::InOut(&mut plus),
                    Arg::InOut(&mut minus),
                    Arg::U16(p.try_into().unwrap()),
                    Arg::Out(&mut memory),
                    Arg::U16(slack.try_into().unwrap()),
                    Arg::Out(&mut state),
                ];
                let outcome = bench.call_freely(&mut args);
                let calls = 2 + 4 * p + (p + 8) / 8;
                let time = outcome.cycles - if bench.extra() > 0 { 1 + 2 * calls as u64 } else { 0 };
                assert_eq!(*cycles.get_or_insert(time), time, "p = {p}");
                let [exists, beyond] = outcome.u16().to_le_bytes();
                let (limit, model) = (2 * slack as isize - 8, deltas(&a));
                let is_beyond = model.iter().any(|delta| delta.abs() > limit);
                assert_eq!(beyond, if is_beyond { 0xFF } else { 0 }, "{model:?} {slack}");
                if is_beyond && slack < p {
                    continue;
                }
                assert_eq!(model.last() == Some(&0), is_unit(&a));
                assert_eq!(exists, if is_unit(&a) { 0xFF } else { 0 });
                if is_unit(&a) {
                    let bit = |plane: &[u8], i: usize| (plane[i / 8] >> (i % 8) & 1) as i8;
                    let inverse: Vec<i8> = (0..p).map(|i| bit(&plus, i) - bit(&minus, i)).collect();
                    let mut one = vec![0; p];
                    one[0] = 1;
                    assert_eq!(ring_product(&a, &inverse), one, "{a:?}");
                    let expected = planes(&inverse).map(|mut plane| {
                        plane.resize(size, 0);
                        plane
                    });
                    assert_eq!([plus, minus], expected);
                }
            }
        }
    });
}

/// Delta after each division step.
fn deltas(a: &[i8]) -> Vec<isize> {
    let p = a.len();
    let (mut f, mut g) = (vec![0_i8; p + 1], a.to_vec());
    (f[0], f[p - 1], f[p]) = (1, -1, -1);
    g.reverse();
    g.push(0);
    let mut delta = 1;
    let step = |_| {
        if delta > 0 && g[0] != 0 {
            delta = -delta;
            core::mem::swap(&mut f, &mut g);
        }
        delta += 1;
        let factor = f[0] * g[0];
        for (f, g) in f.iter().zip(&mut g) {
            *g = digit(i32::from(*g - factor * f));
        }
        g.remove(0);
        g.push(0);
        delta
    };
    (0..2 * p - 1).map(step).collect()
}

#[test]
fn planes_exists() {
    every_chip("planes_exists", |bench, operands| {
        for inverse in [0, 0xFF, operands.byte()] {
            assert_eq!(bench.call_constant(&mut [Arg::U8(inverse)]).u16().to_le_bytes()[0], inverse);
        }
    });
}
