//! NTRUEncrypt's bits, trits and fields, against strings of binary and ternary digits.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};

/// Every remainder of eight, and the lengths of pieces and polynomials.
const LENGTHS: [usize; 15] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 27, 32, 47, 64, 443];

fn bytes(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Bits, the highest first.
fn bits(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1)).collect()
}

/// The number that bits are, the highest first; those that are missing are 0.
fn number(bits: &[u8], width: usize) -> u16 {
    (0..width).fold(0, |number, i| number << 1 | u16::from(bits.get(i).copied().unwrap_or(0)))
}

/// Random bytes, ones or zeros.
fn any_bytes(operands: &mut Operands, n: usize) -> Vec<u8> {
    match operands.below(6) {
        0 => vec![0; n],
        1 => vec![0xFF; n],
        _ => operands.uniform(n),
    }
}

fn after_eights(n: usize, tails: [u64; 7]) -> u64 {
    if n.is_multiple_of(8) { 0 } else { tails[n % 8 - 1] }
}

#[test]
fn unpack_11() {
    every_chip("unpack_11", |bench, operands| {
        for n in LENGTHS.into_iter().flat_map(|n| [n; 4]) {
            let packed = any_bytes(operands, (11 * n).div_ceil(8));
            let expected: Vec<u16> = bits(&packed).chunks(11).take(n).map(|bits| number(bits, 11)).collect();
            let mut out = vec![0; 2 * n];
            let cycles = 8 + 139 * (n as u64 / 8) + after_eights(n, [30, 46, 64, 80, 94, 113, 129]);
            bench.call(cycles, &mut [Arg::Out(&mut out), Arg::In(&packed), Arg::U16(n as u16)]);
            assert_eq!(out, bytes(&expected), "{n}");
        }
    });
}

#[test]
fn pack_11() {
    every_chip("pack_11", |bench, operands| {
        for n in LENGTHS.into_iter().flat_map(|n| [n; 4]) {
            let coefficients = any_bytes(operands, 2 * n);
            let coefficient = |c: &[u8]| u16::from_le_bytes([c[0], c[1]]);
            let digits = |c: u16| (0..11).rev().map(move |i| (c >> i & 1) as u8);
            let bits: Vec<u8> = coefficients.chunks(2).map(coefficient).flat_map(digits).collect();
            let expected: Vec<u8> = bits.chunks(8).map(|bits| number(bits, 8) as u8).collect();
            let mut out = vec![0; expected.len()];
            let cycles = 7 + 144 * (n as u64 / 8) + after_eights(n, [29, 47, 64, 81, 95, 116, 135]);
            bench.call(cycles, &mut [Arg::Out(&mut out), Arg::In(&coefficients), Arg::U16(n as u16)]);
            assert_eq!(out, expected, "{n}");
        }
    });
}

/// Bytes are 3·n + 1: those of the three sets' messages among them.
const TRIPLES: [usize; 7] = [0, 1, 2, 3, 27, 36, 46];

#[test]
fn encode_trits() {
    every_chip("encode_trits", |bench, operands| {
        for n in TRIPLES.into_iter().flat_map(|n| [n; 6]) {
            let message = any_bytes(operands, 3 * n + 1);
            let expected: Vec<u8> = bits(&message)
                .chunks(3)
                .flat_map(|bits| [(number(bits, 3) / 3) as u8, (number(bits, 3) % 3) as u8])
                .collect();
            let mut out = vec![0; 16 * n + 6];
            bench.call(56 + 120 * n as u64, &mut [Arg::Out(&mut out), Arg::In(&message), Arg::U8(n as u8)]);
            assert_eq!(out, expected, "{n}");
        }
    });
}

#[test]
fn decode_trits() {
    every_chip("decode_trits", |bench, operands| {
        for n in TRIPLES.into_iter().flat_map(|n| [n; 6]) {
            let most = 1 + operands.below(3);
            let trits: Vec<u8> = (0..16 * n + 6).map(|_| 2 - operands.below(most) as u8).collect();
            let value = |pair: &[u8]| (3 * pair[0] + pair[1]).min(7);
            let bits: Vec<u8> = trits.chunks(2).map(value).flat_map(|v| [v >> 2, v >> 1 & 1, v & 1]).collect();
            let expected: Vec<u8> = bits.chunks_exact(8).map(|bits| number(bits, 8) as u8).collect();
            let mut out = vec![0; 3 * n + 1];
            bench.call(50 + 117 * n as u64, &mut [Arg::Out(&mut out), Arg::In(&trits), Arg::U8(n as u8)]);
            assert_eq!(out, expected, "{n}");
        }
    });
}

/// A run of blocks is one string of bits, wherever the fields end.
#[test]
fn cut_fields() {
    every_chip("cut_fields", |bench, operands| {
        for width in 9..=16_usize {
            let blocks: Vec<Vec<u8>> = (0..9).map(|_| any_bytes(operands, 32)).collect();
            let bits = bits(&blocks.concat());
            let mut expected = bits.chunks_exact(width).map(|bits| number(bits, width));
            let (mut state, mut used) = (vec![0, 0, width as u8], 0);
            for block in &blocks {
                let count = (used % width + 256) / width;
                used += 256;
                // Room for the most; what isn't written stays.
                let mut fields = vec![0x5A; 2 * 264_usize.div_ceil(width)];
                let mut args = [Arg::InOut(&mut fields), Arg::InOut(&mut state), Arg::In(block), Arg::U8(width as u8)];
                assert_eq!(usize::from(bench.call(2236 + 11 * count as u64, &mut args).u8()), count);
                let (new, rest) = fields.split_at(2 * count);
                assert_eq!(new, bytes(&expected.by_ref().take(count).collect::<Vec<_>>()), "{width}");
                assert!(rest.iter().all(|byte| *byte == 0x5A));
                assert_eq!(usize::from(state[2]), width - used % width);
            }
        }
    });
}

#[test]
fn overwrite() {
    every_chip("overwrite", |bench, operands| {
        for n in [1, 2, 16, 32, 33, 255] {
            for at in [0, 1, 3, 37, 255] {
                let (mut out, new) = (operands.uniform(512), operands.uniform(n));
                let mut expected = out.clone();
                expected[at..at + n].copy_from_slice(&new);
                let mut args = [Arg::InOut(&mut out), Arg::U8(at as u8), Arg::In(&new), Arg::U8(n as u8)];
                bench.call(7 + 7 * n as u64, &mut args);
                assert_eq!(out, expected, "{n} from {at}");
            }
        }
    });
}

#[test]
fn beyond() {
    every_chip("beyond", |bench, operands| {
        for n in [1, 2, 49, 76, 106, 255] {
            for length in [0, 1, 48, 49, 50, 76, 105, 106, 254, 255] {
                // One bit at one place, before or behind.
                let mut bytes = vec![0; n];
                bytes[operands.below(n)] = 1 << operands.below(8);
                for bytes in [bytes, operands.uniform(n), vec![0; n]] {
                    let expected = bytes.iter().skip(length).fold(0, |or, byte| or | byte);
                    let mut args = [Arg::In(&bytes), Arg::U8(n as u8), Arg::U8(length as u8)];
                    assert_eq!(bench.call(6 + 11 * n as u64, &mut args).u8(), expected, "{n}, {length}");
                }
            }
        }
    });
}

#[test]
fn least() {
    every_chip("least", |bench, operands| {
        for a in [0, 1, 48, 49, 50, 127, 128, 255, operands.byte()] {
            for b in [0, 49, 76, 106, 128, 255] {
                assert_eq!(bench.call_constant(&mut [Arg::U8(a), Arg::U8(b)]).u8(), a.min(b), "{a} {b}");
            }
        }
    });
}

#[test]
fn reduce_terms() {
    every_chip("reduce_terms", |bench, operands| {
        for n in [443, 587, 743_usize] {
            for count in [1, 44, 74, 255] {
                let mut terms: Vec<u16> = (0..count).map(|_| operands.below(2 * n) as u16).collect();
                terms[0] = n as u16 - 1 + operands.below(2) as u16;
                let expected: Vec<u16> = terms.iter().map(|term| term % n as u16).collect();
                let mut out = bytes(&terms);
                let mut args = [Arg::InOut(&mut out), Arg::U8(count as u8), Arg::U16(n as u16)];
                bench.call(4 + 20 * count as u64, &mut args);
                assert_eq!(out, bytes(&expected));
            }
        }
    });
}

#[test]
fn check_terms() {
    every_chip("check_terms", |bench, operands| {
        for count in [1, 2, 3, 10, 18, 30, 127_usize] {
            let mut verdict = |terms: &[u16]| {
                let (n, pairs) = (count as u64, (count * (count - 1) / 2) as u64);
                let cycles = 5 + 15 * n + 13 * pairs;
                let bytes = bytes(terms);
                bench.call(cycles, &mut [Arg::In(&bytes), Arg::U8(count as u8), Arg::U16(443)]).u8()
            };
            let step = 1 + operands.below(442);
            let right: Vec<u16> = (0..count).map(|i| (i * step % 443) as u16).collect();
            assert_eq!(verdict(&right), 0, "{right:?}");
            for _ in 0..6 {
                let (i, j) = (operands.below(count), operands.below(count));
                let mut wrong = right.clone();
                wrong[i] = [443, 444, 511, 0xFFFF][operands.below(4)];
                assert_eq!(verdict(&wrong), 255, "{wrong:?}");
                wrong[i] = right[j];
                assert_eq!(verdict(&wrong), if i == j { 0 } else { 255 }, "{wrong:?}");
                // The lower or the higher byte the same is not the same.
                wrong[i] = (right[j] ^ 0x100) % 443;
                let others = wrong.iter().enumerate().filter(|(k, _)| *k != i);
                let twice = others.clone().any(|(_, term)| *term == wrong[i]);
                assert_eq!(verdict(&wrong), if twice { 255 } else { 0 }, "{wrong:?}");
            }
        }
    });
}

#[test]
fn packed_trits() {
    let lengths = [1, 2, 111, 147, 186, 256];
    every_chip("pack_trits", |bench, operands| {
        for n in lengths {
            let trits: Vec<u8> = (0..4 * n).map(|_| operands.below(4) as u8).collect();
            let expected: Vec<u8> = trits.chunks(4).map(|t| t.iter().fold(0, |byte, t| byte << 2 | t)).collect();
            let mut out = vec![0; n];
            bench.call(5 + 22 * n as u64, &mut [Arg::Out(&mut out), Arg::In(&trits), Arg::U8(n as u8)]);
            assert_eq!(out, expected);
        }
    });
    every_chip("unpack_trits", |bench, operands| {
        for n in lengths.into_iter().filter(|n| *n < 256) {
            let packed = operands.uniform(n);
            let expected: Vec<u8> = packed.iter().flat_map(|b| [b >> 6, b >> 4 & 3, b >> 2 & 3, b & 3]).collect();
            let mut out = vec![0; 4 * n];
            bench.call(7 + 21 * n as u64, &mut [Arg::Out(&mut out), Arg::In(&packed), Arg::U8(n as u8)]);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn message_length() {
    every_chip("message_length", |bench, operands| {
        let length = operands.byte();
        assert_eq!(bench.call_constant(&mut [Arg::U8(length)]).u8(), length);
    });
}

#[test]
fn is_zero() {
    every_chip("is_zero", |bench, operands| {
        for verdict in [0, 1, 0xFF, 0x100, 0x8000, 0xFF00, 0xFFFF, operands.word() as u16] {
            let outcome = bench.call_constant(&mut [Arg::U16(verdict)]);
            assert_eq!(outcome.u8(), u8::from(verdict == 0), "{verdict:#x}");
        }
    });
}
