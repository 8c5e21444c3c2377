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
        let (fives, last) = trits.as_chunks_mut::<5>();
        for (trits, octet) in fives.iter_mut().zip(octets) {
            *trits = five(*octet);
        }
        if let Some(octet) = octets.get(fives.len()) {
            last.copy_from_slice(&five(*octet)[..last.len()]);
        }
    }

    fn encode_trits(trits: &mut [u8], bytes: &[u8]) {
        let mut bytes = bytes.chunks(3);
        let mut sixteen = || match bytes.next().unwrap_or(&[]) {
            [a, b, c] => sixteen([0, *a, *b, *c]),
            [a, b] => sixteen([0, *a, *b, 0]),
            [a] => sixteen([0, *a, 0, 0]),
            _ => [0; 16],
        };
        let (sixteens, last) = trits.as_chunks_mut();
        for trits in sixteens {
            *trits = sixteen();
        }
        last.copy_from_slice(&sixteen()[..last.len()]);
    }

    fn decode_trits(bytes: &mut [u8], trits: &[u8]) {
        let mut trits = trits.chunks(16);
        for bytes in bytes.chunks_mut(3) {
            let mut sixteen = [0; 16];
            match trits.next().unwrap_or(&[]) {
                trits @ [_, .., _] if trits.len() == 16 => sixteen.copy_from_slice(trits),
                trits => sixteen[..trits.len()].copy_from_slice(trits),
            }
            let bits = sixteen.as_chunks::<2>().0.iter().fold(0, |bits, [high, low]| {
                let value = 3 * high + low;
                // 8 is 111.
                bits << 3 | u32::from(value - (value >> 3))
            });
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
            let number = coefficient & 2047;
            let number = number + 3 - 2 * (number >> 10);
            let third = ((u32::from(number) * 21846) >> 16) as u16;
            *trit = (number - 3 * third) as u8;
        }
    }

    fn pack_quarters(bytes: &mut [u8], coefficients: &[u16]) {
        let (fours, last) = coefficients.as_chunks();
        for (byte, four) in bytes.iter_mut().zip(fours) {
            *byte = quarters(*four);
        }
        if let Some(byte) = bytes.get_mut(fours.len()) {
            *byte = quarters(padded(last));
        }
    }

    fn pack_11(bytes: &mut [u8], coefficients: &[u16]) {
        let (elevens, last) = bytes.as_chunks_mut::<11>();
        let (eights, few) = coefficients.as_chunks();
        for (bytes, eight) in elevens.iter_mut().zip(eights) {
            *bytes = packed(*eight);
        }
        last.copy_from_slice(&packed(padded(few))[..last.len()]);
    }

    fn unpack_11(coefficients: &mut [u16], bytes: &[u8]) {
        let (eights, few) = coefficients.as_chunks_mut();
        let (elevens, last) = bytes.as_chunks();
        for (eight, bytes) in eights.iter_mut().zip(elevens) {
            *eight = unpacked(*bytes);
        }
        few.copy_from_slice(&unpacked(padded(last))[..few.len()]);
    }
}

/// A few values, and zeros.
fn padded<T: Copy + Default, const N: usize>(values: &[T]) -> [T; N] {
    let mut padded = [T::default(); N];
    padded[..values.len()].copy_from_slice(values);
    padded
}

/// The trits of a byte, least significant first.
fn five(octet: u8) -> [u8; 5] {
    let mut rest = u16::from(octet);
    [(); 5].map(|()| {
        // 171/512 is near enough to a third for a byte.
        let third = (rest * 171) >> 9;
        let trit = rest - 3 * third;
        rest = third;
        trit as u8
    })
}

/// The trits of three bytes, behind a zero.
fn sixteen(bytes: [u8; 4]) -> [u8; 16] {
    // Three bits a byte: of 24 the upper 12 move, then 6 of either 12, then 3 of every 6.
    let mut values = u64::from(u32::from_be_bytes(bytes));
    for (distance, mask) in [(20, 0x0000_0fff_0000_0fff), (10, 0x003f_003f_003f_003f), (5, 0x0707_0707_0707_0707)] {
        values = (values | values << distance) & mask;
    }
    let high = (values * 11) >> 5 & 0x0303_0303_0303_0303;
    let low = values - 3 * high;
    let mut trits = [0; 16];
    for (pair, (high, low)) in
        trits.as_chunks_mut().0.iter_mut().zip(high.to_be_bytes().into_iter().zip(low.to_be_bytes()))
    {
        *pair = [high, low];
    }
    trits
}

/// Four coefficients modulo 4, the first in the highest bits.
fn quarters(coefficients: [u16; 4]) -> u8 {
    // The factor moves the first by 54 bits, the second by 36 and so on: to 54, 52, 50 and 48.
    let bits = lanes(coefficients) & 0x0003_0003_0003_0003;
    (bits.wrapping_mul(1 << 54 | 1 << 36 | 1 << 18 | 1) >> 48) as u8
}

/// Four coefficients in a word, the first in the lowest bits.
fn lanes([a, b, c, d]: [u16; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// The lower of two coefficients each.
const LOWER: u64 = 0x0000_07ff_0000_07ff;

/// Eight coefficients in 11 bits each.
fn packed([a, b, c, d, e, f, g, h]: [u16; 8]) -> [u8; 11] {
    let [first, second] = [[a, b, c, d], [e, f, g, h]].map(|four| {
        let four = lanes(four);
        let pairs = (four & LOWER) << 11 | (four >> 16 & LOWER);
        (pairs & 0x003f_ffff) << 22 | pairs >> 32
    });
    let mut bytes = [0; 11];
    bytes[..8].copy_from_slice(&(first << 20 | second >> 24).to_be_bytes());
    bytes[3..].copy_from_slice(&(first << 44 | second).to_be_bytes());
    bytes
}

/// The inverse.
fn unpacked([a, b, c, d, e, f, g, h, i, j, k]: [u8; 11]) -> [u16; 8] {
    let [first, second] = [[a, b, c, d, e, f, g, h], [d, e, f, g, h, i, j, k]].map(u64::from_be_bytes);
    let [[a, b, c, d], [e, f, g, h]] = [first >> 20, second].map(|four| {
        let pairs = (four >> 22 & 0x003f_ffff) | (four & 0x003f_ffff) << 32;
        let lanes = (pairs >> 11 & LOWER) | (pairs & LOWER) << 16;
        [lanes as u16, (lanes >> 16) as u16, (lanes >> 32) as u16, (lanes >> 48) as u16]
    });
    [a, b, c, d, e, f, g, h]
}
