//! Digits and roundings of NTRU Prime, and NTRU `LPRime`'s message bits, against arithmetic as the specification has it.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};

/// (p, q, w, tau) of NTRU `LPRime`'s sets.
const SETS: [(usize, i32, i32, [i32; 4]); 6] = [
    (653, 4621, 252, [2175, 113, 2031, 290]),
    (761, 4591, 250, [2156, 114, 2007, 287]),
    (857, 5167, 281, [2433, 101, 2265, 324]),
    (953, 6343, 345, [2997, 82, 2798, 400]),
    (1013, 7177, 392, [3367, 73, 3143, 449]),
    (1277, 7879, 429, [3724, 66, 3469, 496]),
];

/// Lengths: short ones, a batch, and what fits of the degrees.
fn lengths(ram: u32, bytes_each: u32) -> impl Iterator<Item = usize> {
    let fits = move |n: &usize| *n as u32 * bytes_each + 300 < ram;
    (1..=17).chain([32, 100]).chain(SETS.map(|set| set.0)).filter(fits)
}

/// x mods m.
fn centred(x: i32, m: i32) -> i32 {
    let x = x.rem_euclid(m);
    if x > m / 2 { x - m } else { x }
}

/// Centred coefficients: edges of the ranges, of the thirds, and any.
fn coefficients(operands: &mut Operands, n: usize, q: i32) -> Vec<i32> {
    let half = q / 2;
    let mut one = || {
        let any = operands.below(q as usize) as i32 - half;
        let edge = [0, half, half - 1, half / 3, half / 3 + 1, 1, any, any][operands.below(8)];
        if operands.below(2) == 0 { edge } else { -edge }
    };
    (0..n).map(|_| one()).collect()
}

fn bytes(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| (*value as i16).to_le_bytes()).collect()
}

/// Two bits a digit, four digits a byte.
fn packed(digits: &[u8]) -> Vec<u8> {
    digits.chunks(4).map(|four| four.iter().rev().fold(0, |byte, digit| byte << 2 | digit)).collect()
}

/// Fills the spare bits of the last byte.
fn spoil(packed: &mut [u8], n: usize, operands: &mut Operands) {
    if let (Some(last), 1..) = (packed.last_mut(), n % 4) {
        *last |= operands.byte() << (2 * (n % 4));
    }
}

fn digits(operands: &mut Operands, n: usize) -> Vec<u8> {
    let kind = operands.below(6) as u8;
    (0..n).map(|_| if kind < 4 { kind } else { operands.byte() & 3 }).collect()
}

#[test]
fn round_thirds() {
    every_chip("round_thirds", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for (_, q, ..) in SETS {
            for n in lengths(ram, 2).chain([0]) {
                let c = coefficients(operands, n, q);
                let expected: Vec<i32> = c.iter().map(|c| (c - centred(*c, 3) + q / 2) / 3).collect();
                let mut out = bytes(&c);
                let cycles = if n > 0 { 21 + 30 * n } else { 22 };
                let offset = (q / 2 + 1) as u16;
                bench.call(cycles as u64, &mut [Arg::InOut(&mut out), Arg::U16(n as u16), Arg::U16(offset)]);
                assert_eq!(out, bytes(&expected));
            }
        }
    });
}

#[test]
fn pack_tripled() {
    every_chip("pack_tripled", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for (_, q, ..) in SETS {
            for n in lengths(ram, 3) {
                let c = coefficients(operands, n, q);
                let digits: Vec<u8> = c.iter().map(|c| (centred(centred(3 * c, q), 3) + 1) as u8).collect();
                let mut out = vec![0; n.div_ceil(4)];
                let rest = if n % 4 > 0 { 4 + 19 * (n % 4) } else { 0 };
                let cycles = 29 + 64 * (n / 4) + rest + if n < 4 { 2 } else { 0 };
                let (half, third) = ((q / 2) as u16, (q / 6) as u16);
                let c = bytes(&c);
                let mut args = [Arg::Out(&mut out), Arg::In(&c), Arg::U16(n as u16), Arg::U16(half), Arg::U16(third)];
                bench.call(cycles as u64, &mut args);
                assert_eq!(out, packed(&digits));
            }
        }
    });
}

#[test]
fn small_words() {
    every_chip("small_words", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for n in lengths(ram, 5).chain(lengths(ram, 5)) {
            let mut one = || {
                let edges = [0x1555_5555, 0x1555_5556, 0x2aaa_aaaa, 0x2aaa_aaab, 0x3fff_ffff, 0];
                let edge = edges.get(operands.below(12)).copied();
                edge.map_or(operands.word() as u32, |edge| edge | (operands.word() as u32 & 0xc000_0000))
            };
            let words: Vec<u32> = (0..n).map(|_| one()).collect();
            let small = |word: &u32| ((u64::from(*word) % (1 << 30) * 3) >> 30) as u8;
            let expected = packed(&words.iter().map(small).collect::<Vec<u8>>());
            let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let mut out = vec![0; n.div_ceil(4)];
            let cycles = 34 + 121 * (n / 4) + if n % 4 > 0 { 20 + 26 * (n % 4) } else { 0 };
            bench.call(cycles as u64, &mut [Arg::Out(&mut out), Arg::In(&words), Arg::U16(n as u16)]);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn unpack_digits() {
    every_chip("unpack_digits", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for n in lengths(ram, 2).chain([0]) {
            let digits = digits(operands, n);
            let mut given = packed(&digits);
            spoil(&mut given, n, operands);
            let mut out = vec![0; n];
            let cycles = 13 + 30 * (n / 4) + 10 * (n % 4) + if n < 4 { 2 } else { 0 };
            bench.call(cycles as u64, &mut [Arg::Out(&mut out), Arg::In(&given), Arg::U16(n as u16)]);
            assert_eq!(out, digits.iter().map(|digit| digit.wrapping_sub(1)).collect::<Vec<u8>>());
        }
    });
}

#[test]
fn enforce_weight() {
    every_chip("enforce_weight", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for n in lengths(ram, 1) {
            for weight in [0, 1, 2, n / 3, n / 2 + 1, n - 1, n].into_iter().filter(|weight| *weight <= n) {
                for round in 0..5 {
                    let mut digits = vec![1; n];
                    if round < 3 {
                        // The right weight, or one more or less.
                        let mut left = weight;
                        while left > 0 {
                            let at = operands.below(n);
                            left -= usize::from(digits[at] == 1);
                            digits[at] = [0, 2, 3][operands.below(3)];
                        }
                        if round > 0 {
                            let at = operands.below(n);
                            digits[at] = if digits[at] == 1 { 2 } else { 1 };
                        }
                    } else {
                        digits = self::digits(operands, n);
                    }
                    let mut out = packed(&digits);
                    spoil(&mut out, n, operands);
                    let mut expected = out.clone();
                    if digits.iter().filter(|digit| **digit != 1).count() != weight {
                        expected = packed(&[vec![2; weight], vec![1; n - weight]].concat());
                    }
                    let rest = if n % 4 > 0 { 6 * (n % 4) - 1 } else { 0 };
                    let part = if weight % 4 > 0 { 7 * (weight % 4) - 1 } else { 0 };
                    let cycles = 37 + 49 * n.div_ceil(4) + rest - 4 * (weight / 4) + part;
                    let mut args = [Arg::InOut(&mut out), Arg::U16(n as u16), Arg::U16(weight as u16)];
                    bench.call(cycles as u64, &mut args);
                    assert_eq!(out, expected, "{n} digits, weight {weight}");
                }
            }
        }
    });
}

/// A plane of `size` bytes.
fn plane(bits: impl Iterator<Item = bool>, size: usize) -> Vec<u8> {
    let mut plane = vec![0; size];
    bits.enumerate().for_each(|(i, bit)| plane[i / 8] |= u8::from(bit) << (i % 8));
    plane
}

#[test]
fn planes_of() {
    every_chip("planes_of", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for n in lengths(ram, 1).chain([0]) {
            for extra in [0, 1, 3] {
                let digits = digits(operands, n);
                let mut given = packed(&digits);
                spoil(&mut given, n, operands);
                let size = n.div_ceil(8) + extra;
                let (mut plus, mut minus) = (vec![0; size], vec![0; size]);
                let m = n % 8;
                let rest = if m > 0 { 48 + 5 * m + usize::from(m > 4) } else { 0 };
                let zeros = if extra > 0 { 8 * extra - 2 } else { 0 };
                let cycles = 35 + 46 * (n / 8) + if n < 8 { 2 } else { 0 } + rest + zeros;
                let mut args = [
                    Arg::Out(&mut plus),
                    Arg::Out(&mut minus),
                    Arg::U16(size as u16),
                    Arg::In(&given),
                    Arg::U16(n as u16),
                ];
                bench.call(cycles as u64, &mut args);
                assert_eq!(plus, plane(digits.iter().map(|digit| *digit > 1), size));
                assert_eq!(minus, plane(digits.iter().map(|digit| *digit == 0), size));
            }
        }
    });
}

#[test]
fn pack_planes() {
    every_chip("pack_planes", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for n in lengths(ram, 1).chain([0]) {
            let size = n.div_ceil(8);
            let [plus, minus] = [0; 2].map(|_| operands.uniform(size));
            let bit = |plane: &[u8], i: usize| plane[i / 8] >> (i % 8) & 1;
            let digits: Vec<u8> = (0..n).map(|i| 1 + bit(&plus, i) - bit(&minus, i)).collect();
            let mut out = vec![0; n.div_ceil(4)];
            let m = n % 8;
            let rest = if m > 0 { 31 + 5 * m + if m > 4 { 17 } else { 0 } } else { 0 };
            let cycles = 27 + 48 * (n / 8) + if n < 8 { 2 } else { 0 } + rest;
            bench.call(cycles as u64, &mut [Arg::Out(&mut out), Arg::In(&plus), Arg::In(&minus), Arg::U16(n as u16)]);
            assert_eq!(out, packed(&digits));
        }
    });
}

#[test]
fn hide() {
    every_chip("hide", |bench, operands| {
        for (_, q, _, [tau0, tau1, ..]) in SETS {
            for n in [1, 2, 4, 32, 4, 4] {
                let (c, message) = (coefficients(operands, 8 * n, q), operands.bytes(n));
                let top = |i: usize| {
                    let bit = i32::from(message[i / 8] >> (i % 8) & 1);
                    let top = (tau1 * (centred(c[i] + bit * (q / 2), q) + tau0) + (1 << 14)) >> 15;
                    u8::try_from(top).unwrap()
                };
                let expected: Vec<u8> = (0..4 * n).map(|k| top(2 * k) + 16 * top(2 * k + 1)).collect();
                let mut out = vec![0; 4 * n];
                let c = bytes(&c);
                let mut args = [
                    Arg::Out(&mut out),
                    Arg::In(&c),
                    Arg::In(&message),
                    Arg::U8(n as u8),
                    Arg::U16((q / 2) as u16),
                    Arg::U16(tau0 as u16),
                    Arg::U8(tau1 as u8),
                ];
                bench.call(59 + 314 * n as u64, &mut args);
                assert_eq!(out, expected);
            }
        }
    });
}

#[test]
fn reveal() {
    every_chip("reveal", |bench, operands| {
        for (_, q, w, [.., tau2, tau3]) in SETS {
            for n in [1, 2, 4, 32, 4, 4] {
                let (c, tops) = (coefficients(operands, 8 * n, q), operands.bytes(4 * n));
                let bit = |i: usize| {
                    let top = i32::from(tops[i / 2] >> (4 * (i % 2)) & 15);
                    let right = centred(tau3 * top - tau2, q);
                    centred(right - c[i] + 4 * w + 1, q) < 0
                };
                let expected = plane((0..8 * n).map(bit), n);
                let mut out = vec![0; n];
                let c = bytes(&c);
                let mut args = [
                    Arg::Out(&mut out),
                    Arg::In(&c),
                    Arg::In(&tops),
                    Arg::U8(n as u8),
                    Arg::U16((q / 2) as u16),
                    Arg::U16((4 * w + 1 - tau2) as u16),
                    Arg::U16(tau3 as u16),
                ];
                bench.call(75 + 277 * n as u64, &mut args);
                assert_eq!(out, expected);
            }
        }
    });
}

/// Reciprocal and scale that the kernel wants.
fn reciprocal(q: u64) -> (u64, u8) {
    let largest = (1 << 24) + 255 * q;
    let fits = |j: &u32| {
        let e = 16 - j;
        let (reciprocal, window) = ((1_u64 << (16 + e)) / q, largest >> e);
        let error = (((1 << e) - 1) << 16) + window * ((1 << (16 + e)) % q);
        reciprocal < 65536 && window < 65536 && error <= q << 16
    };
    let j = (0..8).find(fits).expect("every q of the sets has a reciprocal");
    ((1 << (32 - j)) / q, 1 << j)
}

#[test]
fn residues() {
    every_chip("residues", |bench, operands| {
        let ram = bench.machine().mcu().ram_size.into();
        for (_, q, ..) in SETS {
            let (reciprocal, scale) = reciprocal(q as u64);
            let parameters = [bytes(&[q, q / 2, (1 << 24) % q, reciprocal as i32]), vec![scale]].concat();
            for n in lengths(ram, 6).chain([0]) {
                let unsigned = q as u32;
                let mut one = || {
                    let any = operands.word() as u32;
                    let multiple = any / unsigned * unsigned;
                    let edges = [0, u32::MAX, 0x00ff_ffff, 0xff00_0000, multiple, multiple.wrapping_sub(1)];
                    edges.get(operands.below(12)).copied().unwrap_or(any)
                };
                let words: Vec<u32> = (0..n).map(|_| one()).collect();
                let expected: Vec<i32> = words.iter().map(|word| (word % unsigned) as i32 - q / 2).collect();
                let mut memory: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let cycles = if n > 0 { 80 + 76 * n as u64 } else { 82 };
                let mut out = vec![0; 2 * n];
                let mut args = [Arg::Out(&mut out), Arg::In(&memory), Arg::U16(n as u16), Arg::In(&parameters)];
                bench.call(cycles, &mut args);
                assert_eq!(out, bytes(&expected));
                // In place.
                let mut args = [Arg::InOut(&mut memory), Arg::Within(0, 0), Arg::U16(n as u16), Arg::In(&parameters)];
                bench.call(cycles, &mut args);
                assert_eq!(memory[..2 * n], bytes(&expected));
            }
        }
    });
}
