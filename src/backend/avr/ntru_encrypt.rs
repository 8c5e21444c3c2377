//! NTRUEncrypt's loops. Lengths are public and checked here; candidates, trits, coefficients and terms are secret, and so
//! are the addresses that depend on them.

use super::Avr;
use crate::backend::{Coefficients, Drawing, Rotations, Shape, Trits};

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    use super::{FieldState, Indices};

    unsafe extern "C" {
        pub fn sunbear_accept_indices(
            state: *mut Indices,
            lists: *mut u16,
            seen: *mut u8,
            candidates: *const u16,
            count: u8,
        );
        pub fn sunbear_accept_octets(octets: *mut u8, room: u8, filled: *mut u8, block: *const u8, n: u8);
        pub fn sunbear_is_zero(verdict: u16) -> u8;
        pub fn sunbear_octet_trits(trits: *mut u8, octets: *const u8, n: u16);
        pub fn sunbear_encode_trits(trits: *mut u8, bytes: *const u8, n: u16, len: u16);
        pub fn sunbear_decode_trits(bytes: *mut u8, trits: *const u8, n: u16, len: u16);
        pub fn sunbear_add_trits(sum: *mut u8, trits: *const u8, n: u16);
        pub fn sunbear_subtract_trits(difference: *mut u8, trits: *const u8, n: u16);
        pub fn sunbear_unbalanced(trits: *const u8, n: u16, least: u16) -> u8;
        pub fn sunbear_lift_trits(coefficients: *mut u16, trits: *const u8, n: u16, subtract: u8);
        pub fn sunbear_centred_trits(trits: *mut u8, coefficients: *const u16, n: u16);
        pub fn sunbear_pack_quarters(bytes: *mut u8, coefficients: *const u16, n: u16);
        pub fn sunbear_pack_11(bytes: *mut u8, coefficients: *const u16, n: u16);
        pub fn sunbear_unpack_11(coefficients: *mut u16, bytes: *const u8, n: u16);
        pub fn sunbear_rotations(
            out: *mut u16,
            window: *const u16,
            terms: *const u16,
            n: u16,
            plus: u8,
            minus: u8,
            passes: u8,
            mode: u8,
        );
    }
}
