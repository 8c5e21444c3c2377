//! Noise, error correction and coding of `ThreeBears`.

use sunbear::sim::call::Arg;

use crate::bench::every_chip;
use crate::integer::ELEMENT;

/// Bits of a code word: a message of 256 and 18 check bits.
const CODE_BITS: usize = 274;

fn bit(bytes: &[u8], at: usize) -> u32 {
    u32::from(bytes[at / 8] >> (at % 8) & 1)
}

fn flip(bytes: &mut [u8], at: usize) {
    bytes[at / 8] ^= 1 << (at % 8);
}

/// The sum of `bit_i z^(i - 8 len)` modulo (z^9 + z^4 + 1)(z^9 + z^5 + 1), by Horner's rule from the lowest bit.
fn syndrome(bytes: &[u8]) -> u32 {
    let (first, second) = (0b10_0001_0001_u32, 0b10_0010_0001_u32);
    let product = (0..10).fold(0, |sum, i| sum ^ ((first >> i & 1) * (second << i)));
    (0..8 * bytes.len()).fold(0, |sum, at| {
        let sum = sum ^ bit(bytes, at);
        (if sum & 1 == 0 { sum } else { sum ^ product }) >> 1
    })
}

/// Digit `k` of ten bits.
fn digit(element: &[u8], k: usize) -> u32 {
    (0..10).map(|i| bit(element, 10 * k + i) << i).sum()
}

#[test]
fn fec_syndrome() {
    every_chip("fec_syndrome", |bench, operands| {
        for len in [1, 2, 3, 8, 32, 35, 255] {
            for _ in 0..60 {
                let bytes = operands.bytes(len);
                let cycles = 9 + 37 * len as u64;
                let mut args = [Arg::In(&bytes), Arg::U8(u8::try_from(len).unwrap())];
                assert_eq!(bench.call(cycles, &mut args).value, syndrome(&bytes));
            }
        }
    });
}

/// A message with its check bits.
fn encode(message: &[u8]) -> Vec<u8> {
    let check = syndrome(message).to_le_bytes();
    [message, &check[..3]].concat()
}

#[test]
fn fec_correct() {
    every_chip("fec_correct", |bench, operands| {
        let mut check = |code: &[u8], flips: &[usize]| {
            let mut received = code.to_vec();
            for &at in flips {
                flip(&mut received, at);
            }
            let received_check = received[32..].to_vec();
            bench.call_constant(&mut [Arg::InOut(&mut received)]);
            assert_eq!(received[..32], code[..32], "{flips:?}");
            assert_eq!(received[32..], received_check);
        };
        for at in 0..CODE_BITS {
            let code = encode(&operands.bytes(32));
            if at == 0 {
                check(&code, &[]);
            }
            check(&code, &[at]);
            let other = (at + 1 + operands.below(CODE_BITS - 1)) % CODE_BITS;
            check(&code, &[at, other]);
            if at > 0 {
                check(&code, &[at, at - 1]);
                check(&code, &[at, 0]);
            }
        }
    });
}

/// Three and more errors are beyond the code; the time must not tell.
#[test]
fn fec_correct_takes_the_same_time_for_garbage() {
    every_chip("fec_correct", |bench, operands| {
        for _ in 0..300 {
            let mut code = operands.bytes(35);
            bench.call_constant(&mut [Arg::InOut(&mut code)]);
        }
    });
}

/// The noise digit of a byte: -2 to 2, of variance v / 128.
fn psi(byte: u8, v: u8) -> i64 {
    let part = |byte: u8, width: u8| {
        let (byte, width) = (u16::from(byte), u16::from(width));
        i64::from(byte >= 256 - width) - i64::from(byte < width)
    };
    let second = byte.wrapping_mul(4);
    part(byte, v.min(64)) + if v > 64 { part(second, v - 64) } else { 0 }
}

#[test]
fn noise_block() {
    every_chip("noise_block", |bench, operands| {
        for v in [1, 2, 32, 63, 64, 65, 77, 88, 96, 127, 128] {
            for groups in [1, 2, 3, 10, 33, 34, 64, 78] {
                for carry in [0_i8, -1] {
                    let mut bytes = operands.bytes(4 * groups);
                    if groups == 64 {
                        // Every byte there is.
                        bytes = (0..=255).collect();
                    }
                    let mut out = vec![0; 5 * groups];
                    let mut expected = out.clone();
                    let mut sum = i64::from(carry);
                    for (k, &byte) in bytes.iter().enumerate() {
                        sum += psi(byte, v);
                        (0..10).filter(|i| sum >> i & 1 == 1).for_each(|i| flip(&mut expected, 10 * k + i));
                        sum >>= 10;
                    }
                    let groups = u8::try_from(groups).unwrap();
                    let cycles = if v <= 64 { 13 + 55 * u64::from(groups) } else { 15 + 80 * u64::from(groups) };
                    let mut args = [Arg::Out(&mut out), Arg::In(&bytes), Arg::U8(groups), Arg::U8(v), Arg::I8(carry)];
                    let outcome = bench.call(cycles, &mut args);
                    assert_eq!(i64::from(outcome.i8()), sum);
                    assert_eq!(out, expected, "v = {v}, {groups} groups, carry {carry}");
                }
            }
        }
    });
}

#[test]
fn nibble_encode() {
    every_chip("nibble_encode", |bench, operands| {
        for _ in 0..80 {
            let (element, code) = (operands.bytes(ELEMENT), operands.bytes(35));
            let nibble = |digit: u32, bit: u32| (digit / 64 + 8 * bit) % 16;
            let expected: Vec<u8> = (0..137)
                .map(|k| {
                    let low = nibble(digit(&element, k), bit(&code, 2 * k));
                    let high = nibble(digit(&element, 311 - k), bit(&code, 2 * k + 1));
                    u8::try_from(low + 16 * high).unwrap()
                })
                .collect();
            let mut out = vec![0; 137];
            bench.call_constant(&mut [Arg::Out(&mut out), Arg::In(&element), Arg::In(&code)]);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn nibble_decode() {
    every_chip("nibble_decode", |bench, operands| {
        for _ in 0..80 {
            let (element, nibbles) = (operands.bytes(ELEMENT), operands.bytes(137));
            let mut expected = vec![0; 35];
            for i in 0..CODE_BITS {
                let k = i / 2;
                let nibble = u32::from(nibbles[k] >> (4 * (i % 2)) & 15);
                let digit = digit(&element, if i % 2 == 0 { k } else { 311 - k });
                if (32 + 2 * nibble + 8 - digit / 32) % 32 >= 16 {
                    flip(&mut expected, i);
                }
            }
            let mut out = vec![0; 35];
            bench.call_constant(&mut [Arg::Out(&mut out), Arg::In(&element), Arg::In(&nibbles)]);
            assert_eq!(out, expected);
        }
    });
}
