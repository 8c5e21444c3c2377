//! The AVR backend: every contract answered by a kernel of `asm/avr`.
//!
//! Nothing is computed here. Rust checks the public lengths and calls; whatever touches a secret is assembly, because
//! the compiler for this target turns selections into branches.
#![allow(unsafe_code)]

use super::{
    Accumulator, Arithmetic, Bytes, Element, Golden, HALF, HalfArithmetic, Hashing, KeccakState, Multiplicand,
    ThreeBears, Wiping, recursion_scratch,
};

mod divsteps;
mod inversion;
mod ntru_encrypt;
mod ntru_prime;
mod radix;
mod small;
mod sparse;

/// The kernels.
#[derive(Debug)]
pub(crate) struct Avr;

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    use crate::backend::{Accumulator, Element, KeccakState, Multiplicand};

    unsafe extern "C" {
        pub fn sunbear_difference(a: *const u8, b: *const u8, n: u16) -> u8;
        pub fn sunbear_select(out: *mut u8, equal: *const u8, otherwise: *const u8, n: u8, difference: u8);
        pub fn sunbear_wipe_stack(n: u16);
        pub fn sunbear_keccak_f1600(state: *mut KeccakState);
        pub fn sunbear_sha512_init(state: *mut [u64; 8]);
        pub fn sunbear_sha512_block(state: *mut [u64; 8], block: *mut [u8; 128]);
        pub fn sunbear_sha256_init(state: *mut [u32; 8]);
        pub fn sunbear_sha256_block(state: *mut [u32; 8], block: *mut [u8; 64]);
        pub fn sunbear_golden_row(sum: *mut Accumulator, turning: *mut Multiplicand, chunk: *const [u8; 10]);
        pub fn sunbear_golden_clarify(turning: *mut Multiplicand);
        pub fn sunbear_golden_fold(sum: *mut Accumulator);
        pub fn sunbear_golden_add(sum: *mut Accumulator, element: *const Element);
        pub fn sunbear_golden_add_unit(element: *mut Element, k: i8) -> i8;
        pub fn sunbear_mul_leaf(out: *mut u8, a: *const u8, b: *const u8, n: u8);
        pub fn sunbear_abs_difference(out: *mut u8, low: *const u8, high: *const u8, n_low: u8, n_high: u8) -> u8;
        pub fn sunbear_karatsuba_join(out: *mut u8, middle: *mut u8, h: u8, n: u8, sign: u8);
        pub fn sunbear_golden_accumulate(sum: *mut Accumulator, product: *const u8, power: u8, sign: u8);
        pub fn sunbear_three_bears_xof_init(state: *mut KeccakState);
        pub fn sunbear_noise_block(out: *mut u8, bytes: *const u8, groups: u8, v: u8, carry: i8) -> i8;
        pub fn sunbear_fec_syndrome(bytes: *const u8, n: u8) -> u32;
        pub fn sunbear_fec_correct(code: *mut [u8; 35]);
        pub fn sunbear_nibble_encode(nibbles: *mut [u8; 137], c: *const Element, code: *const [u8; 35]);
        pub fn sunbear_nibble_decode(code: *mut [u8; 35], c: *const Element, nibbles: *const [u8; 137]);
    }
}

impl Bytes for Avr {
    fn difference(a: &[u8], b: &[u8]) -> u8 {
        let n = a.len().min(b.len()) as u16;
        // SAFETY: both slices have at least n bytes.
        unsafe { kernels::sunbear_difference(a.as_ptr(), b.as_ptr(), n) }
    }

    fn select(out: &mut [u8; 32], equal: &[u8; 32], otherwise: &[u8; 32], difference: u8) {
        // SAFETY: all three have 32 bytes.
        unsafe { kernels::sunbear_select(out.as_mut_ptr(), equal.as_ptr(), otherwise.as_ptr(), 32, difference) }
    }
}

impl Wiping for Avr {
    fn wipe_stack(bytes: u16) {
        if bytes > 0 && bytes.is_multiple_of(8) {
            // SAFETY: the kernel writes below its own frame only; that the stack has the room is what the operations'
            // published need of stack says.
            unsafe { kernels::sunbear_wipe_stack(bytes) }
        }
    }
}

impl Hashing for Avr {
    fn keccak_f1600(state: &mut KeccakState) {
        // SAFETY: the kernel reads and writes the 200 bytes of the state.
        unsafe { kernels::sunbear_keccak_f1600(state) }
    }

    fn sha512_init(state: &mut [u64; 8]) {
        // SAFETY: the kernel writes the 64 bytes of the state.
        unsafe { kernels::sunbear_sha512_init(state) }
    }

    fn sha512_block(state: &mut [u64; 8], block: &mut [u8; 128]) {
        // SAFETY: the types have the kernel's sizes.
        unsafe { kernels::sunbear_sha512_block(state, block) }
    }

    fn sha256_init(state: &mut [u32; 8]) {
        // SAFETY: the kernel writes the 32 bytes of the state.
        unsafe { kernels::sunbear_sha256_init(state) }
    }

    fn sha256_block(state: &mut [u32; 8], block: &mut [u8; 64]) {
        // SAFETY: the types have the kernel's sizes.
        unsafe { kernels::sunbear_sha256_block(state, block) }
    }
}

impl Golden for Avr {
    const ROW: usize = 10;
    type Row = [u8; 10];

    fn row(sum: &mut Accumulator, turning: &mut Multiplicand, chunk: &[u8; 10]) {
        // SAFETY: the types have the kernel's sizes.
        unsafe { kernels::sunbear_golden_row(sum, turning, chunk) }
    }

    fn clarify(turning: &mut Multiplicand) {
        // SAFETY: the type has the kernel's size.
        unsafe { kernels::sunbear_golden_clarify(turning) }
    }

    fn fold(sum: &mut Accumulator) {
        // SAFETY: the type has the kernel's size.
        unsafe { kernels::sunbear_golden_fold(sum) }
    }

    fn add(sum: &mut Accumulator, element: &Element) {
        // SAFETY: the types have the kernel's sizes.
        unsafe { kernels::sunbear_golden_add(sum, element) }
    }

    fn add_unit(element: &mut Element, k: i8) -> i8 {
        // SAFETY: the type has the kernel's size.
        unsafe { kernels::sunbear_golden_add_unit(element, k) }
    }
}

/// Packed bytes: a difference is an absolute value and a sign, 0xFF for a negative one.
impl Arithmetic for Avr {
    type Digit = u8;
    type Wide = u8;
    type Sign = u8;
    const LEAF: usize = 25;

    fn leaf(out: &mut [u8], a: &[u8], b: &[u8]) {
        let n = a.len();
        if (n == 24 || n == 25) && b.len() == n && out.len() == 2 * n {
            // SAFETY: the lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_mul_leaf(out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), n as u8) }
        }
    }

    fn difference(out: &mut [u8], low: &[u8], high: &[u8]) -> u8 {
        let (n, m) = (low.len(), high.len());
        if n == 0 || n > HALF || out.len() != n || (m != n && m + 1 != n) {
            return 0;
        }
        // SAFETY: the lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_abs_difference(out.as_mut_ptr(), low.as_ptr(), high.as_ptr(), n as u8, m as u8) }
    }

    fn sign_of_product(a: u8, b: u8) -> u8 {
        a ^ b
    }

    fn join(out: &mut [u8], middle: &mut [u8], sign: u8) {
        let (h, n) = (middle.len() / 2, out.len() / 2);
        if (16..=HALF).contains(&n) && h == n.div_ceil(2) {
            // SAFETY: out has 2n bytes and middle 2h, with h and n in the kernel's range.
            unsafe { kernels::sunbear_karatsuba_join(out.as_mut_ptr(), middle.as_mut_ptr(), h as u8, n as u8, sign) }
        }
    }
}

impl HalfArithmetic for Avr {
    type Half = [u8; 0];
    type Difference = [u8; HALF];
    type Product = [u8; 2 * HALF];
    type DigitScratch = [u8; recursion_scratch(HALF, 25)];
    type WideScratch = [u8; recursion_scratch(HALF, 25)];
    const POSITIVE: u8 = 0;

    fn digits<'a>(_: &'a mut [u8; 0], bytes: &'a [u8; HALF]) -> &'a [u8] {
        bytes
    }

    fn accumulate(sum: &mut Accumulator, product: &[u8], power: u8, sign: u8) {
        if product.len() == 2 * HALF {
            // SAFETY: the sizes are the kernel's, the slice's just checked.
            unsafe { kernels::sunbear_golden_accumulate(sum, product.as_ptr(), power, sign) }
        }
    }
}

impl ThreeBears for Avr {
    fn xof_init(state: &mut KeccakState) {
        // SAFETY: the kernel writes the 200 bytes of the state.
        unsafe { kernels::sunbear_three_bears_xof_init(state) }
    }

    fn noise_block(out: &mut [u8], bytes: &[u8], v: u8, carry: i8) -> i8 {
        let groups = (bytes.len() / 4).min(out.len() / 5) as u8;
        if groups == 0 {
            return carry;
        }
        // SAFETY: there are 4 bytes to read and 5 to write for every group.
        unsafe { kernels::sunbear_noise_block(out.as_mut_ptr(), bytes.as_ptr(), groups, v, carry) }
    }

    fn fec_syndrome(bytes: &[u8]) -> u32 {
        let n = bytes.len().min(255) as u8;
        if n == 0 {
            return 0;
        }
        // SAFETY: there are n bytes to read, at least one.
        unsafe { kernels::sunbear_fec_syndrome(bytes.as_ptr(), n) }
    }

    fn fec_correct(code: &mut [u8; 35]) {
        // SAFETY: the type has the kernel's size.
        unsafe { kernels::sunbear_fec_correct(code) }
    }

    fn nibble_encode(nibbles: &mut [u8; 137], c: &Element, code: &[u8; 35]) {
        // SAFETY: the types have the kernel's sizes.
        unsafe { kernels::sunbear_nibble_encode(nibbles, c, code) }
    }

    fn nibble_decode(code: &mut [u8; 35], c: &Element, nibbles: &[u8; 137]) {
        // SAFETY: the types have the kernel's sizes.
        unsafe { kernels::sunbear_nibble_decode(code, c, nibbles) }
    }
}
