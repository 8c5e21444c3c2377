//! Trits and coefficients of NTRUEncrypt, by masks where a choice is secret.

use super::Portable;
use crate::backend::{Coefficients, Trits};

/// A number below 6 modulo 3.
fn reduce(trit: u8) -> u8 {
    let less = trit.wrapping_sub(3);
    less.wrapping_add(3 & (less as i8 >> 7) as u8)
}

/// A trit as a coefficient.
fn lifted(trit: u8) -> u16 {
    u16::from(trit & 1).wrapping_sub(u16::from(trit >> 1))
}

impl Trits for Portable {
    fn octet_trits(trits: &mut [u8], octets: &[u8]) {
        for (trits, octet) in trits.chunks_mut(5).zip(octets) {
            let mut rest = u16::from(*octet);
            for trit in trits {
                // 171/512 is near enough to a third for a byte.
                let third = (rest * 171) >> 9;
                *trit = (rest - 3 * third) as u8;
                rest = third;
            }
        }
    }

    fn encode_trits(trits: &mut [u8], bytes: &[u8]) {
        let mut bytes = bytes.chunks(3);
        for trits in trits.chunks_mut(16) {
            let bits = match bytes.next().unwrap_or(&[]) {
                [a, b, c] => u32::from_be_bytes([0, *a, *b, *c]),
                [a, b] => u32::from_be_bytes([0, *a, *b, 0]),
                [a] => u32::from_be_bytes([0, *a, 0, 0]),
                _ => 0,
            };
            for (i, pair) in trits.chunks_mut(2).enumerate() {
                let value = (bits >> (21 - 3 * i)) as u8 & 7;
                let high = (value * 11) >> 5;
                pair[0] = high;
                if let [_, low] = pair {
                    *low = value - 3 * high;
                }
            }
        }
    }

    fn decode_trits(bytes: &mut [u8], trits: &[u8]) {
        let mut trits = trits.chunks(16);
        for bytes in bytes.chunks_mut(3) {
            let mut bits = 0_u32;
            for (i, pair) in trits.next().unwrap_or(&[]).chunks(2).enumerate() {
                let value = 3 * pair[0] + pair.get(1).copied().unwrap_or(0);
                // 8 is 111.
                bits |= u32::from(value - (value >> 3)) << (21 - 3 * i);
            }
            bytes.copy_from_slice(&bits.to_be_bytes()[1..=bytes.len()]);
        }
    }

    fn add_trits(sum: &mut [u8], trits: &[u8]) {
        for (sum, trit) in sum.iter_mut().zip(trits) {
            *sum = reduce(*sum + trit);
        }
    }

    fn subtract_trits(difference: &mut [u8], trits: &[u8]) {
        for (difference, trit) in difference.iter_mut().zip(trits) {
            *difference = reduce(*difference + 3 - trit);
        }
    }

    fn pack_trits(packed: &mut [u8], trits: &[u8]) {
        for (packed, trits) in packed.iter_mut().zip(trits.as_chunks::<4>().0) {
            *packed = trits.iter().fold(0, |byte, trit| byte << 2 | trit);
        }
    }

    fn unpack_trits(trits: &mut [u8], packed: &[u8]) {
        for (trits, packed) in trits.as_chunks_mut().0.iter_mut().zip(packed) {
            *trits = [6, 4, 2, 0].map(|shift| packed >> shift & 3);
        }
    }

    fn unbalanced(trits: &[u8], least: u16) -> u8 {
        let ones: u16 = trits.iter().map(|trit| u16::from(trit & 1)).sum();
        let twos: u16 = trits.iter().map(|trit| u16::from(trit >> 1)).sum();
        let zeros = trits.len() as u16 - ones - twos;
        let sign = |count: u16| count.wrapping_sub(least) >> 15;
        (sign(zeros) | sign(ones) | sign(twos)) as u8
    }
}

impl Coefficients for Portable {
    fn lift_trits(coefficients: &mut [u16], trits: &[u8]) {
        for (coefficient, trit) in coefficients.iter_mut().zip(trits) {
            *coefficient = coefficient.wrapping_add(lifted(*trit));
        }
    }

    fn drop_trits(coefficients: &mut [u16], trits: &[u8]) {
        for (coefficient, trit) in coefficients.iter_mut().zip(trits) {
            *coefficient = coefficient.wrapping_sub(lifted(*trit));
        }
    }

    fn centred_trits(trits: &mut [u8], coefficients: &[u16]) {
        for (trit, coefficient) in trits.iter_mut().zip(coefficients) {
            // 2048 is 2 modulo 3, so 2 less where it is to be subtracted; 3 more, and the number stays positive.
            let number = u32::from(coefficient & 2047);
            let number = number + 3 - 2 * (number >> 10);
            let third = (number * 43691) >> 17;
            *trit = (number - 3 * third) as u8;
        }
    }

    fn pack_quarters(bytes: &mut [u8], coefficients: &[u16]) {
        for (byte, four) in bytes.iter_mut().zip(coefficients.chunks(4)) {
            *byte = 0;
            for (i, coefficient) in four.iter().enumerate() {
                *byte |= (*coefficient as u8 & 3) << (6 - 2 * i);
            }
        }
    }

    fn pack_11(bytes: &mut [u8], coefficients: &[u16]) {
        for (bytes, eight) in bytes.chunks_mut(11).zip(coefficients.chunks(8)) {
            let mut bits = 0_u128;
            for (i, coefficient) in eight.iter().enumerate() {
                bits |= u128::from(coefficient & 2047) << (117 - 11 * i);
            }
            bytes.copy_from_slice(&bits.to_be_bytes()[..bytes.len()]);
        }
    }

    fn unpack_11(coefficients: &mut [u16], bytes: &[u8]) {
        for (eight, bytes) in coefficients.chunks_mut(8).zip(bytes.chunks(11)) {
            let mut be = [0; 16];
            be[..bytes.len()].copy_from_slice(bytes);
            let bits = u128::from_be_bytes(be);
            for (i, coefficient) in eight.iter_mut().enumerate() {
                *coefficient = (bits >> (117 - 11 * i)) as u16 & 2047;
            }
        }
    }
}
