//! Inversion modulo 2^16: division steps and products on bits, and polynomials modulo 2^8, a coefficient a byte.

use super::Avr;
use crate::backend::{Arithmetic, Inversion, Modular};

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    unsafe extern "C" {
        pub fn sunbear_bit_divsteps(rows: *mut u32, n: u16, size: u8) -> u16;
        pub fn sunbear_bit_product(out: *mut u32, a: *const u32, b: *const u32, table: *mut u32, n: u8);
        pub fn sunbear_octets_accumulate(sum: *mut u8, a: *const u8, n: u16, minus: u8);
        pub fn sunbear_octets_difference(out: *mut u8, low: *const u8, high: *const u8, n_low: u16, n_high: u16);
        pub fn sunbear_octets_join(out: *mut u8, middle: *const u8, h: u8, odd: u8);
        pub fn sunbear_octets_leaf(out: *mut u8, a: *const u8, b: *const u8, n: u8);
        pub fn sunbear_octets_scatter(out: *mut u8, terms: *const u16, n: u16, plus: u8, minus: u8);
    }
}

impl Inversion for Avr {
    type Lifting = Octets;

    fn divsteps(rows: &mut [u32], n: usize) -> u16 {
        let size = rows.len() / 2 * size_of::<u32>();
        if n.is_multiple_of(2) || !(17..=1001).contains(&n) || size <= 2 * n / 8 || size > 255 {
            return 1;
        }
        // SAFETY: n is in the kernel's range, and two rows of `size` bytes are there.
        unsafe { kernels::sunbear_bit_divsteps(rows.as_mut_ptr(), n as u16, size as u8) }
    }

    fn multiply_bits(out: &mut [u32], a: &[u32], b: &[u32], memory: &mut [u32]) {
        let len = a.len();
        if (2..=31).contains(&len) && b.len() == len && out.len() == 2 * len && memory.len() >= 16 * len + 4 {
            let (out, a, b, table) = (out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), memory.as_mut_ptr());
            // SAFETY: the lengths are the kernel's, just checked: a table of 16·(4·len + 1) bytes.
            unsafe { kernels::sunbear_bit_product(out, a, b, table, 4 * len as u8) }
        }
    }

    fn scatter(octets: &mut [u8], terms: &[u16]) {
        let (n, plus, minus) = (octets.len(), terms.len().div_ceil(2), terms.len() / 2);
        if n > 0 && n <= MOST && plus <= 255 {
            let (octets, terms) = (octets.as_mut_ptr(), terms.as_ptr());
            // SAFETY: the lengths are the kernel's, just checked, and the terms are below n.
            unsafe { kernels::sunbear_octets_scatter(octets, terms, n as u16, plus as u8, minus as u8) }
        }
    }
}

/// Coefficients modulo 2^8.
#[derive(Debug)]
pub(crate) struct Octets;

/// The most coefficients of a sum or a difference.
const MOST: usize = 2047;

impl Arithmetic for Octets {
    type Digit = u8;
    type Wide = u8;
    type Sign = ();
    /// Of 443, 587 and 743 coefficients, there come to be 28, 37 and 47.
    const LEAF: usize = 48;

    fn leaf(out: &mut [u8], a: &[u8], b: &[u8]) {
        let n = a.len();
        if (4..=Self::LEAF).contains(&n) && b.len() == n && out.len() == 2 * n {
            // SAFETY: the lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_octets_leaf(out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), n as u8) }
        }
    }

    fn difference(out: &mut [u8], low: &[u8], high: &[u8]) {
        let (n, m) = (low.len(), high.len());
        if out.len() == n && (m == n || m + 1 == n) && (1..=MOST).contains(&m) {
            let (out, low, high) = (out.as_mut_ptr(), low.as_ptr(), high.as_ptr());
            // SAFETY: the lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_octets_difference(out, low, high, n as u16, m as u16) }
        }
    }

    fn sign_of_product((): (), (): ()) {}

    fn join(out: &mut [u8], middle: &mut [u8], (): ()) {
        let (h, n) = (middle.len() / 2, out.len() / 2);
        if (2..=255).contains(&h) && h == n.div_ceil(2) && middle.len() == 2 * h && out.len() == 2 * n {
            // SAFETY: out has 2n bytes and middle 2h, with h in the kernel's range.
            unsafe { kernels::sunbear_octets_join(out.as_mut_ptr(), middle.as_ptr(), h as u8, (2 * h - n) as u8) }
        }
    }
}

impl Modular for Octets {
    fn accumulate(sum: &mut [u8], a: &[u8], minus: bool) {
        let n = sum.len().min(a.len()).min(MOST);
        // SAFETY: both have n bytes.
        unsafe { kernels::sunbear_octets_accumulate(sum.as_mut_ptr(), a.as_ptr(), n as u16, minus.into()) }
    }
}
