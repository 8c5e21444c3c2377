//! The mixed-radix code: pairs of digits by kernels, what they need to know of radices from here. Radices are public.

use super::Avr;
use crate::backend::RadixCoding;

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    use super::Radix;

    unsafe extern "C" {
        pub fn sunbear_radix_pair(digits: *mut u16, from: u16, pairs: u16, bytes: *mut u8, low: u16, b: u8);
        pub fn sunbear_radix_unpair(digits: *mut u16, from: u16, pairs: u16, bytes: *const u8, radix: *const Radix);
        pub fn sunbear_radix_split(digit: u16, bytes: u16, radix: *const Radix) -> u32;
        pub fn sunbear_remainder(v: u32, m: u16) -> u16;
    }
}

/// Two radices, as the kernel reads them.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct Radix {
    low: u16,
    high: u16,
    /// ⌊2^(16 + e)/low⌋.
    reciprocal: u16,
    /// 2^j with e = 8·bytes − j. All radices of the sets have one.
    scale: u8,
    bytes: u8,
}

impl RadixCoding for Avr {
    type Radix = Radix;

    fn radix(low: u16, high: u16, bytes: u8) -> Radix {
        let (reciprocal, scale) = reciprocal(low, high, bytes);
        Radix { low, high, reciprocal, scale, bytes }
    }

    fn pair(digits: &mut [u16], from: usize, pairs: usize, bytes: &mut [u8], low: u16, count: u8) {
        if 2 * (from + pairs) > digits.len() || bytes.len() != pairs * usize::from(count) || count > 2 {
            return;
        }
        let (digits, bytes) = (digits.as_mut_ptr(), bytes.as_mut_ptr());
        // SAFETY: there are so many digits and bytes, just checked.
        unsafe { kernels::sunbear_radix_pair(digits, from as u16, pairs as u16, bytes, low, count) }
    }

    fn unpair(digits: &mut [u16], from: usize, pairs: usize, bytes: &[u8], radix: &Radix) {
        if 2 * (from + pairs) > digits.len() || bytes.len() != pairs * usize::from(radix.bytes) || radix.bytes > 2 {
            return;
        }
        let (digits, bytes) = (digits.as_mut_ptr(), bytes.as_ptr());
        // SAFETY: there are so many digits and bytes, just checked.
        unsafe { kernels::sunbear_radix_unpair(digits, from as u16, pairs as u16, bytes, radix) }
    }

    fn remainder(v: u16, m: u16) -> u16 {
        // SAFETY: the kernel touches no memory.
        unsafe { kernels::sunbear_remainder(v.into(), m) }
    }

    fn split(digit: u16, bytes: u16, radix: &Radix) -> [u16; 2] {
        // SAFETY: the type has the kernel's size.
        let digits = unsafe { kernels::sunbear_radix_split(digit, bytes, radix) };
        [digits as u16, (digits >> 16) as u16]
    }
}

/// Reciprocal and scale: the first ones that fulfil the condition which the kernel states.
fn reciprocal(low: u16, high: u16, bytes: u8) -> (u16, u8) {
    let low = u32::from(low);
    if bytes == 0 {
        return ((0x1_0000 / low).min(0xffff) as u16, 1);
    }
    let shift = 8 * u32::from(bytes);
    let next = (low * u32::from(high)).div_ceil(1 << shift);
    let largest = (next << shift) - 1;
    for j in 0..8 {
        let e = shift - j;
        let window = largest >> e;
        if e >= 14 || low >> e == 0 || window > 0xffff {
            continue;
        }
        let reciprocal = (1_u32 << (16 + e)) / low;
        // (2^e − 1)·2^16 + window·rest ≤ low·2^16, where the left side may need 33 bits.
        let rest = (1_u32 << (16 + e)) - reciprocal * low;
        let room = (low + 1 - (1 << e)) << 16;
        if reciprocal < 0x1_0000 && window.checked_mul(rest).is_some_and(|error| error <= room) {
            return (reciprocal as u16, 1 << j);
        }
    }
    (0, 0)
}
