//! Digits between their forms, and roundings coefficient by coefficient.

use super::Avr;
use crate::backend::{Hiding, Messages, Modulus, Planes, PlanesMut, Small};

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    unsafe extern "C" {
        pub fn sunbear_planes_of(plus: *mut u32, minus: *mut u32, size: u16, packed: *const u8, n: u16);
        pub fn sunbear_pack_planes(packed: *mut u8, plus: *const u32, minus: *const u32, n: u16);
        pub fn sunbear_enforce_weight(packed: *mut u8, n: u16, weight: u16);
        pub fn sunbear_round_thirds(coefficients: *mut i16, n: u16, offset: u16);
        pub fn sunbear_pack_tripled(packed: *mut u8, coefficients: *const i16, n: u16, half: u16, third: u16);
        pub fn sunbear_hide(
            tops: *mut u8,
            coefficients: *const i16,
            message: *const u8,
            n: u8,
            half: u16,
            tau0: u16,
            tau1: u8,
        );
        pub fn sunbear_reveal(
            message: *mut u8,
            coefficients: *const i16,
            tops: *const u8,
            n: u8,
            half: u16,
            constant: i16,
            tau3: u16,
        );
    }
}

impl Small for Avr {
    fn planes_of([plus, minus]: PlanesMut<'_>, packed: &[u8], digits: usize) {
        let size = 4 * plus.len().min(minus.len());
        if size < digits.div_ceil(8) || packed.len() < digits.div_ceil(4) {
            return;
        }
        let (plus, minus) = (plus.as_mut_ptr(), minus.as_mut_ptr());
        // SAFETY: all lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_planes_of(plus, minus, size as u16, packed.as_ptr(), digits as u16) }
    }

    fn pack_planes(packed: &mut [u8], [plus, minus]: Planes<'_>, digits: usize) {
        let size = 4 * plus.len().min(minus.len());
        if size < digits.div_ceil(8) || packed.len() < digits.div_ceil(4) {
            return;
        }
        // SAFETY: all lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_pack_planes(packed.as_mut_ptr(), plus.as_ptr(), minus.as_ptr(), digits as u16) }
    }

    fn enforce_weight(packed: &mut [u8], digits: usize, weight: usize) {
        if digits == 0 || weight > digits || packed.len() < digits.div_ceil(4) {
            return;
        }
        // SAFETY: all lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_enforce_weight(packed.as_mut_ptr(), digits as u16, weight as u16) }
    }

    fn round(coefficients: &mut [i16], modulus: Modulus) {
        let n = coefficients.len() as u16;
        // SAFETY: there are n coefficients.
        unsafe { kernels::sunbear_round_thirds(coefficients.as_mut_ptr(), n, modulus.half as u16 + 1) }
    }

    fn pack_tripled(packed: &mut [u8], coefficients: &[i16], modulus: Modulus) {
        let n = coefficients.len();
        if n == 0 || packed.len() < n.div_ceil(4) {
            return;
        }
        let (half, third) = (modulus.half as u16, modulus.half as u16 / 3);
        // SAFETY: both lengths are the kernel's, just checked.
        unsafe {
            kernels::sunbear_pack_tripled(packed.as_mut_ptr(), coefficients.as_ptr(), n as u16, half, third);
        }
    }
}

/// Bytes of a message that go with so many coefficients and pairs of tops.
fn message_bytes(message: usize, coefficients: usize, tops: usize) -> Option<u8> {
    Some(message.min(coefficients / 8).min(tops / 4).min(255) as u8).filter(|n| *n > 0)
}

impl Messages for Avr {
    fn hide(tops: &mut [u8], coefficients: &[i16], message: &[u8], hiding: Hiding, modulus: Modulus) {
        let Some(n) = message_bytes(message.len(), coefficients.len(), tops.len()) else { return };
        let [tau0, tau1, ..] = hiding.tau;
        let (tops, coefficients, message) = (tops.as_mut_ptr(), coefficients.as_ptr(), message.as_ptr());
        // SAFETY: all lengths are at least n bytes' of a message.
        unsafe { kernels::sunbear_hide(tops, coefficients, message, n, modulus.half as u16, tau0, tau1 as u8) }
    }

    fn reveal(message: &mut [u8], coefficients: &[i16], tops: &[u8], hiding: Hiding, modulus: Modulus) {
        let Some(n) = message_bytes(message.len(), coefficients.len(), tops.len()) else { return };
        let [.., tau2, tau3] = hiding.tau;
        let constant = hiding.offset as i16 - tau2 as i16;
        let (message, coefficients, tops) = (message.as_mut_ptr(), coefficients.as_ptr(), tops.as_ptr());
        // SAFETY: all lengths are at least n bytes' of a message.
        unsafe { kernels::sunbear_reveal(message, coefficients, tops, n, modulus.half as u16, constant, tau3) }
    }
}
