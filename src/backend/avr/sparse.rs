//! Products modulo q. Which coefficients are added up is secret, and so are the addresses where the kernels load them; how
//! many, is not.

use super::Avr;
use crate::backend::{Modulus, Ternary, strip_terms, terms};

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    use super::Residue;

    unsafe extern "C" {
        pub fn sunbear_ternary_tables(tables: *mut i16, n: u16, q: u16);
        pub fn sunbear_ternary_terms(terms: *mut u8, packed: *const u8, n: u16, w: u16, first: u8, blocks: u8, k: u8);
        pub fn sunbear_ternary_sums(
            tables: *mut i16,
            terms: *mut u8,
            passes: u8,
            first: u8,
            blocks: u8,
            k: u8,
            q: u16,
            c: u16,
        );
        pub fn sunbear_ternary_first(tables: *mut i16, n: u16, q: u16, last: u8);
        pub fn sunbear_ternary_blocks(terms: *mut u8, packed: *const u8, n: u16, w: u16, zeros: u16, blocks: u8, k: u8);
        pub fn sunbear_ternary_strip(
            out: *mut i16,
            table: *const i16,
            terms: *mut u8,
            passes: u8,
            blocks: u8,
            k: u8,
            q: u16,
            c: u16,
        );
        pub fn sunbear_ternary_neighbours(table: *mut i16, n: u16, q: u16);
        pub fn sunbear_ternary_slide(table: *mut i16, quads: u16, step: u8);
        pub fn sunbear_residues(out: *mut i16, words: *const u32, n: u16, residue: *const Residue);
    }
}

/// What words are divided by, as the kernel reads it.
#[repr(C, packed)]
struct Residue {
    q: u16,
    half: u16,
    power: u16,
    reciprocal: u16,
    scale: u8,
}

/// q, and 2^24/q rounded down.
fn constants(modulus: Modulus) -> (u16, u16) {
    (modulus.q as u16, ((1 << 24) / i32::from(modulus.q)) as u16)
}

/// Whether the kernels take polynomials of so many digits.
fn is_degree(n: usize) -> bool {
    n % 4 == 1 && (5..=1277).contains(&n)
}

// Inlined, so that a modulus that is a constant stays one: as a value in memory it would take RAM.
#[allow(clippy::inline_always, reason = "see above")]
impl Ternary for Avr {
    #[inline(always)]
    fn sparse_product(tables: &mut [i16], terms: &mut [u8], packed: &[u8], weight: usize, modulus: Modulus) {
        let n = tables.len().div_ceil(4);
        let k = usize::from(modulus.terms);
        let (passes, first, blocks) = (n / 12, weight % k, weight / k);
        let fits = is_degree(n)
            && tables.len() == 4 * n - 2
            && n == 12 * passes + 5
            && packed.len() >= n.div_ceil(4)
            && (2..=62).contains(&blocks)
            && terms.len() >= self::terms(weight, modulus);
        let Some(last) = packed.get(n / 4).filter(|_| fits) else { return };
        let (q, c) = constants(modulus);
        let (n, first, blocks, k) = (n as u16, first as u8, blocks as u8, k as u8);
        let (tables, terms) = (tables.as_mut_ptr(), terms.as_mut_ptr());
        // SAFETY: all lengths and shapes are the kernels', just checked; the last byte of n digits has only the last one.
        unsafe {
            kernels::sunbear_ternary_tables(tables, n, q);
            kernels::sunbear_ternary_terms(terms, packed.as_ptr(), n, weight as u16, first, blocks, k);
            kernels::sunbear_ternary_sums(tables, terms, passes as u8, first, blocks, k, q, c);
            kernels::sunbear_ternary_first(tables, n, q, *last);
        }
    }

    #[inline(always)]
    fn strip_terms(terms: &mut [u8], packed: &[u8], n: usize, weight: usize, zeros: usize, modulus: Modulus) {
        let k = usize::from(modulus.terms);
        let blocks = weight.div_ceil(k) + 1;
        let fits = is_degree(n)
            && (1..=n).contains(&weight)
            && packed.len() >= n.div_ceil(4)
            && terms.len() >= strip_terms(weight, modulus);
        if !fits {
            return;
        }
        let (terms, packed) = (terms.as_mut_ptr(), packed.as_ptr());
        let (weight, zeros, blocks, k) = (weight as u16, 2 * zeros as u16, blocks as u8, k as u8);
        // SAFETY: all lengths and shapes are the kernel's, just checked.
        unsafe { kernels::sunbear_ternary_blocks(terms, packed, n as u16, weight, zeros, blocks, k) }
    }

    #[inline(always)]
    fn strip_sums(sums: &mut [i16], window: &[i16], terms: &mut [u8], n: usize, weight: usize, modulus: Modulus) {
        let k = usize::from(modulus.terms);
        let (passes, blocks) = (sums.len() / 12, weight.div_ceil(k) + 1);
        let fits = (1..=127).contains(&passes)
            && (1..=n).contains(&weight)
            && window.len() >= n - 1 + 2 * sums.len()
            && terms.len() >= strip_terms(weight, modulus);
        if !fits {
            return;
        }
        let (q, c) = constants(modulus);
        let (sums, window, terms) = (sums.as_mut_ptr(), window.as_ptr(), terms.as_mut_ptr());
        let (passes, blocks, k) = (passes as u8, blocks as u8, k as u8);
        // SAFETY: all lengths and shapes are the kernel's, just checked, and the terms are such as `strip_terms` makes: places
        // below n, or that of the zeros.
        unsafe { kernels::sunbear_ternary_strip(sums, window, terms, passes, blocks, k, q, c) }
    }

    #[inline(always)]
    fn neighbours(f: &mut [i16], modulus: Modulus) {
        let n = f.len();
        if !(2..=1277).contains(&n) {
            return;
        }
        // SAFETY: the length is the kernel's, just checked.
        unsafe { kernels::sunbear_ternary_neighbours(f.as_mut_ptr(), n as u16, modulus.q as u16) }
    }

    #[inline(always)]
    fn slide(coefficients: &mut [i16], step: usize) {
        let quads = coefficients.len().saturating_sub(step) / 4;
        if !(1..=400).contains(&quads) || !(1..=255).contains(&step) {
            return;
        }
        // SAFETY: there are 4·quads + step coefficients, both within the kernel's ranges, just checked.
        unsafe { kernels::sunbear_ternary_slide(coefficients.as_mut_ptr(), quads as u16, step as u8) }
    }

    #[inline(always)]
    fn residues(out: &mut [i16], words: &[u32], modulus: Modulus) {
        let n = out.len().min(words.len()) as u16;
        let residue = Residue {
            q: modulus.q as u16,
            half: modulus.half as u16,
            power: ((1 << 24) % i32::from(modulus.q)) as u16,
            reciprocal: modulus.residue_reciprocal,
            scale: modulus.residue_scale,
        };
        // SAFETY: both have at least n values.
        unsafe { kernels::sunbear_residues(out.as_mut_ptr(), words.as_ptr(), n, &raw const residue) }
    }
}
