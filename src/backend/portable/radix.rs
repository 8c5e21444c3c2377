//! Mixed radices without a division instruction: a quotient by a reciprocal is right or one too small.

use super::Portable;
use crate::backend::RadixCoding;

/// Two neighbouring radices and their reciprocals.
#[derive(Debug, Clone, Copy, Default)]
pub struct Radix {
    low: Divisor,
    high: Divisor,
    bytes: u8,
}

/// A radix with ⌊2^32/m⌋, or 2^32 − 1.
#[derive(Debug, Clone, Copy, Default)]
struct Divisor {
    m: u32,
    reciprocal: u32,
}

impl Divisor {
    fn new(m: u16) -> Self {
        let reciprocal = if m < 2 { u32::MAX } else { ((1_u64 << 32) / u64::from(m)) as u32 };
        Self { m: m.into(), reciprocal }
    }

    /// Quotient and remainder.
    fn divide(self, v: u32) -> (u32, u16) {
        let quotient = ((u64::from(v) * u64::from(self.reciprocal)) >> 32) as u32;
        let rest = (v - quotient * self.m).wrapping_sub(self.m);
        // All ones if the quotient was right.
        let right = 0_u32.wrapping_sub(rest >> 31);
        (quotient.wrapping_add(1).wrapping_add(right), rest.wrapping_add(self.m & right) as u16)
    }
}

impl Radix {
    /// Both digits of a number.
    fn divide(&self, v: u32) -> [u16; 2] {
        let (quotient, remainder) = self.low.divide(v);
        [remainder, self.high.divide(quotient).1]
    }
}

impl RadixCoding for Portable {
    type Radix = Radix;

    fn radix(low: u16, high: u16, bytes: u8) -> Radix {
        let divisor = Divisor::new(low);
        Radix { low: divisor, high: if high == low { divisor } else { Divisor::new(high) }, bytes }
    }

    fn pair(digits: &mut [u16], from: usize, pairs: usize, bytes: &mut [u8], low: u16, count: u8) {
        let low = u32::from(low);
        let mut next = |i: usize, shift: u32| {
            let v = u32::from(digits[2 * i]) + low * u32::from(digits[2 * i + 1]);
            digits[i] = (v >> shift) as u16;
            v as u16
        };
        match count {
            0 => (from..from + pairs).for_each(|i| _ = next(i, 0)),
            1 => bytes.iter_mut().zip(from..from + pairs).for_each(|(byte, i)| *byte = next(i, 8) as u8),
            _ => {
                let pairs = bytes.as_chunks_mut().0.iter_mut().zip(from..from + pairs);
                pairs.for_each(|(bytes, i)| *bytes = next(i, 16).to_le_bytes());
            }
        }
    }

    fn unpair(digits: &mut [u16], from: usize, pairs: usize, bytes: &[u8], radix: &Radix) {
        for i in (0..pairs).rev() {
            let value = u32::from(digits[from + i]);
            let v = match radix.bytes {
                0 => value,
                1 => value << 8 | u32::from(bytes[i]),
                _ => value << 16 | u32::from(bytes[2 * i]) | u32::from(bytes[2 * i + 1]) << 8,
            };
            digits[2 * (from + i)..][..2].copy_from_slice(&radix.divide(v));
        }
    }

    fn split(digit: u16, bytes: u16, radix: &Radix) -> [u16; 2] {
        radix.divide(u32::from(digit) << (8 * radix.bytes) | u32::from(bytes))
    }

    fn remainder(v: u16, m: u16) -> u16 {
        Divisor::new(m).divide(v.into()).1
    }
}
