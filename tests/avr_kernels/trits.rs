//! Trits and coefficients of NTRUEncrypt, against integer arithmetic.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};

const LENGTHS: [usize; 12] = [1, 2, 3, 4, 5, 7, 8, 9, 256, 443, 587, 743];

fn trits(operands: &mut Operands, n: usize) -> Vec<u8> {
    (0..n).map(|_| operands.below(3) as u8).collect()
}

/// Any 16 bits, and the edges of the centred range.
fn coefficients(operands: &mut Operands, n: usize) -> Vec<u16> {
    let edges = [0, 1, 1023, 1024, 1025, 2047, 2048, u16::MAX];
    (0..n).map(|_| edges.get(operands.below(16)).copied().unwrap_or(operands.word() as u16)).collect()
}

fn bytes(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn sums(kernel: &str, sign: i32, each: u64) {
    every_chip(kernel, |bench, operands| {
        for n in LENGTHS {
            let mut t = trits(operands, n);
            let u = trits(operands, n);
            let one = |(t, u): (&u8, &u8)| (i32::from(*t) + sign * i32::from(*u)).rem_euclid(3) as u8;
            let expected: Vec<u8> = t.iter().zip(&u).map(one).collect();
            bench.call(5 + each * n as u64, &mut [Arg::InOut(&mut t), Arg::In(&u), Arg::U16(n as u16)]);
            assert_eq!(t, expected);
        }
    });
}

#[test]
fn add_trits() {
    sums("add_trits", 1, 16);
}

#[test]
fn subtract_trits() {
    sums("subtract_trits", -1, 14);
}

#[test]
fn lift_trits() {
    every_chip("lift_trits", |bench, operands| {
        let ram = usize::from(bench.machine().mcu().ram_size);
        for n in LENGTHS.into_iter().filter(|n| 3 * n + 300 < ram) {
            for subtract in [0, 1] {
                let (c, t) = (coefficients(operands, n), trits(operands, n));
                let value = |t: u8| [0, 1, -1][usize::from(t)] * if subtract == 1 { -1 } else { 1 };
                let expected: Vec<u16> = c.iter().zip(&t).map(|(c, t)| c.wrapping_add_signed(value(*t))).collect();
                let mut out = bytes(&c);
                let mut args = [Arg::InOut(&mut out), Arg::In(&t), Arg::U16(n as u16), Arg::U8(subtract)];
                bench.call(7 + 27 * n as u64, &mut args);
                assert_eq!(out, bytes(&expected));
            }
        }
    });
}

#[test]
fn centred_trits() {
    every_chip("centred_trits", |bench, operands| {
        // Every residue, then other lengths.
        let all: Vec<Vec<u16>> = (0..=0xffff).collect::<Vec<u16>>().chunks(256).map(<[u16]>::to_vec).collect();
        let ram = usize::from(bench.machine().mcu().ram_size);
        let others = LENGTHS.into_iter().filter(|n| 3 * n + 300 < ram).map(|n| coefficients(operands, n));
        for c in all.into_iter().take(16).chain(others) {
            let centred = |c: u16| (i32::from(c) + 1024).rem_euclid(2048) - 1024;
            let expected: Vec<u8> = c.iter().map(|c| centred(*c).rem_euclid(3) as u8).collect();
            let mut out = vec![0; c.len()];
            let given = bytes(&c);
            let mut args = [Arg::Out(&mut out), Arg::In(&given), Arg::U16(c.len() as u16)];
            bench.call(5 + 37 * c.len() as u64, &mut args);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn pack_quarters() {
    every_chip("pack_quarters", |bench, operands| {
        let ram = usize::from(bench.machine().mcu().ram_size);
        for n in LENGTHS.into_iter().filter(|n| 3 * n + 300 < ram) {
            let c = coefficients(operands, n);
            let mut expected = vec![0; n.div_ceil(4)];
            c.iter().enumerate().for_each(|(i, c)| expected[i / 4] |= ((c % 4) as u8) << (6 - 2 * (i % 4)));
            let mut out = vec![0; expected.len()];
            let cycles = 5 + 63 * n.div_ceil(4) - 5 * (4 * n.div_ceil(4) - n);
            let given = bytes(&c);
            bench.call(cycles as u64, &mut [Arg::Out(&mut out), Arg::In(&given), Arg::U16(n as u16)]);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn octet_trits() {
    every_chip("octet_trits", |bench, operands| {
        for n in LENGTHS.into_iter().chain([1280]) {
            // The long one has every octet.
            let octets = if n == 1280 { (0..=255).collect() } else { operands.bytes(n.div_ceil(5)) };
            let digit = |i: usize| (u32::from(octets[i / 5]) / 3_u32.pow(i as u32 % 5) % 3) as u8;
            let expected: Vec<u8> = (0..n).map(digit).collect();
            let mut out = vec![0; n];
            let cycles = 5 + 16 * n + 4 * n.div_ceil(5);
            bench.call(cycles as u64, &mut [Arg::Out(&mut out), Arg::In(&octets), Arg::U16(n as u16)]);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn unbalanced() {
    every_chip("unbalanced", |bench, operands| {
        for n in LENGTHS {
            for kind in 0..4 {
                let one = |i: usize, any: u8| if kind < 3 && i > 0 { kind } else { any };
                let t: Vec<u8> = trits(operands, n).into_iter().enumerate().map(|(i, any)| one(i, any)).collect();
                let count = |value: u8| t.iter().map(|t| usize::from(*t == value)).sum::<usize>();
                let counts = [count(0), count(1), count(2)];
                for least in counts.into_iter().flat_map(|count| [count, count + 1, count.saturating_sub(1)]) {
                    let expected = if counts.iter().all(|count| *count >= least) { 0 } else { 255 };
                    let mut args = [Arg::In(&t), Arg::U16(n as u16), Arg::U16(least as u16)];
                    assert_eq!(bench.call(25 + 11 * n as u64, &mut args).u8(), expected);
                }
            }
        }
    });
}
