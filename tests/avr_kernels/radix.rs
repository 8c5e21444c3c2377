//! The mixed-radix code of NTRU Prime, against division.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};

/// (p, q) of the six rings.
const RINGS: [(u64, u64); 6] = [(653, 4621), (761, 4591), (857, 5167), (953, 6343), (1013, 7177), (1277, 7879)];

/// What is left of a radix, and the bytes that its numbers give up, as the specification's loop has it.
fn shrink(mut m: u64) -> (u64, usize) {
    let mut bytes = 0;
    while m >= 16384 {
        m = m.div_ceil(256);
        bytes += 1;
    }
    (m, bytes)
}

/// All pairs of radices that occur in the encodings of the parameter sets.
fn occurring() -> Vec<[u64; 2]> {
    let mut all = Vec::new();
    for (p, q) in RINGS {
        for m in [q, q.div_ceil(3)] {
            let (mut len, mut m, mut last) = (p, m, m);
            while len > 1 {
                all.push([m, m]);
                if len % 2 == 0 {
                    all.push([m, last]);
                    last = shrink(m * last).0;
                }
                m = shrink(m * m).0;
                len = len.div_ceil(2);
            }
        }
    }
    all
}

/// Reciprocal and scale, if they fulfil the kernels' condition.
fn reciprocal(low: u64, high: u64) -> Option<(u64, u64)> {
    let (next, bytes) = shrink(low * high);
    if bytes == 0 {
        return Some(((65536 / low).min(65535), 1));
    }
    // What e leaves out of v and what it adds to the reciprocal's error are least together where 2^e is about
    // low*sqrt(high)/256.
    let e = ((64 - low.leading_zeros()) + (64 - high.leading_zeros()) / 2)
        .saturating_sub(9)
        .clamp(8 * bytes as u32 - 7, 8 * bytes as u32);
    let largest = (next << (8 * bytes)) - 1;
    let (reciprocal, window) = ((1 << (16 + e)) / low, largest >> e);
    let error = (((1 << e) - 1) << 16) + window * ((1 << (16 + e)) % low);
    let fits = reciprocal < 65536 && window < 65536 && error <= low << 16;
    fits.then_some((reciprocal, 1 << (8 * bytes as u32 - e)))
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A number below the limit: an edge, near a multiple of `low`, or any.
fn number(operands: &mut Operands, limit: u64, low: u64, high: u64) -> u64 {
    let any = operands.word() % limit;
    let chosen = match operands.below(8) {
        0 => 0,
        1 => limit - 1,
        2 => low * high - 1,
        3 => low * high,
        4 => any / low * low,
        5 => any / low * low + low - 1,
        _ => any,
    };
    chosen.min(limit - 1)
}

/// The kernels' parameters.
fn parameters([low, high]: [u64; 2], (reciprocal, scale): (u64, u64)) -> Vec<u8> {
    let bytes = shrink(low * high).1;
    [words(&[low, high, reciprocal].map(|x| u16::try_from(x).unwrap())), vec![scale as u8, bytes as u8]].concat()
}

/// Radices with their parameters: those that occur, which must have some; extreme ones; any.
fn cases(operands: &mut Operands) -> Vec<([u64; 2], Vec<u8>)> {
    let with_parameters = |radices: [u64; 2]| Some((radices, parameters(radices, reciprocal(radices[0], radices[1])?)));
    let occurring = occurring().into_iter().map(|radices| with_parameters(radices).expect("they have a scale"));
    let extremes = [[1, 1], [1, 16383], [16383, 1], [2, 8191], [2, 8192], [16383, 16383], [128, 128], [65, 16383]];
    let any: Vec<[u64; 2]> = (0..60).map(|_| [0; 2].map(|_| 1 + operands.below(16383) as u64)).collect();
    occurring.chain(extremes.into_iter().chain(any).filter_map(with_parameters)).collect()
}

#[test]
fn radix_unpair() {
    every_chip("radix_unpair", |bench, operands| {
        for ([low, high], radix) in cases(operands) {
            let (next, bytes) = shrink(low * high);
            for pairs in [1, 2, 7, 0] {
                let from = [0, 0, 1, pairs, 9][operands.below(5)];
                let mut digits: Vec<u16> = (0..2 * (from + pairs)).map(|_| operands.word() as u16).collect();
                let mut given = Vec::new();
                for digit in &mut digits[from..from + pairs] {
                    let v = number(operands, next << (8 * bytes), low, high);
                    *digit = (v >> (8 * bytes)) as u16;
                    given.extend_from_slice(&v.to_le_bytes()[..bytes]);
                }
                let mut expected = digits.clone();
                for i in (from..from + pairs).rev() {
                    let own = &given[(i - from) * bytes..][..bytes];
                    let v = own.iter().rev().fold(u64::from(expected[i]), |v, byte| v << 8 | u64::from(*byte));
                    expected[2 * i] = (v % low) as u16;
                    expected[2 * i + 1] = (v / low % high) as u16;
                }
                let mut out = words(&digits);
                let n = pairs as u64;
                let cycles = match (n, bytes) {
                    (0, _) => 88,
                    (_, 0) => 92 + 61 * n,
                    (_, 1) => 96 + 72 * n,
                    _ => 95 + 74 * n,
                };
                let mut args = [
                    Arg::InOut(&mut out),
                    Arg::U16(from as u16),
                    Arg::U16(pairs as u16),
                    Arg::In(&given),
                    Arg::In(&radix),
                ];
                bench.call(cycles, &mut args);
                assert_eq!(out, words(&expected), "{low} and {high}, {pairs} pairs");
            }
        }
    });
}

#[test]
fn radix_split() {
    every_chip("radix_split", |bench, operands| {
        for ([low, high], radix) in cases(operands) {
            let (next, bytes) = shrink(low * high);
            for _ in 0..8 {
                let v = number(operands, next << (8 * bytes), low, high);
                let given = (v % (1 << (8 * bytes))) | (operands.word() << (8 * bytes));
                let mut args = [Arg::U16((v >> (8 * bytes)) as u16), Arg::U16(given as u16), Arg::In(&radix)];
                let value = bench.call([71, 83, 81][bytes], &mut args).value;
                assert_eq!(u64::from(value), v % low + ((v / low % high) << 16), "{v} by {low} and {high}");
            }
        }
    });
}

#[test]
fn radix_pair() {
    every_chip("radix_pair", |bench, operands| {
        for [low, high] in occurring().into_iter().chain([[1, 1], [16383, 16383], [16383, 1]]) {
            let bytes = shrink(low * high).1;
            for pairs in [1, 2, 7, 0] {
                let from = [0, 0, 1, pairs, 9][operands.below(5)];
                let mut digits: Vec<u16> = (0..2 * (from + pairs)).map(|_| operands.word() as u16).collect();
                for pair in digits[2 * from..].chunks_mut(2) {
                    pair[0] = number(operands, low, 1, 1) as u16;
                    pair[1] = number(operands, high, 1, 1) as u16;
                }
                let (mut expected, mut expected_bytes) = (digits.clone(), Vec::new());
                for i in from..from + pairs {
                    let v = u64::from(expected[2 * i]) + low * u64::from(expected[2 * i + 1]);
                    expected_bytes.extend_from_slice(&v.to_le_bytes()[..bytes]);
                    expected[i] = (v >> (8 * bytes)) as u16;
                }
                let (mut out, mut given) = (words(&digits), vec![0; bytes * pairs]);
                let n = pairs as u64;
                let cycles = match (n, bytes) {
                    (0, _) => 32,
                    (_, 0) => 35 + 35 * n,
                    (_, 1) => 37 + 37 * n,
                    _ => 34 + 39 * n,
                };
                let mut args = [
                    Arg::InOut(&mut out),
                    Arg::U16(from as u16),
                    Arg::U16(pairs as u16),
                    Arg::Out(&mut given),
                    Arg::U16(low as u16),
                    Arg::U8(bytes as u8),
                ];
                bench.call(cycles, &mut args);
                assert_eq!((out, given), (words(&expected), expected_bytes), "{low} and {high}, {pairs} pairs");
            }
        }
    });
}

#[test]
fn remainder() {
    every_chip("remainder", |bench, operands| {
        for round in 0..200 {
            let m = [1, 2, 4621, 16383, 32767, 1 + operands.below(32767)][round % 6] as u32;
            let any = operands.word() as u32;
            let v = [0, u32::MAX, m - 1, m, any / m * m, any][operands.below(6)];
            assert_eq!(u32::from(bench.call_constant(&mut [Arg::U32(v), Arg::U16(m as u16)]).u16()), v % m);
        }
    });
}
