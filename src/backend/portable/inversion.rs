//! Division steps on bits, 32 a word, and lifting in the arithmetic of words.

use super::Portable;
use super::rotations::scattered;
use super::words::Words;
use crate::backend::{Inversion, Modular};

/// All ones if the bit is 1, and nothing that the compiler could branch on.
fn mask(bit: u32) -> u32 {
    core::hint::black_box(bit & 1).wrapping_neg()
}

impl Inversion for Portable {
    type Lifting = Words;

    fn divsteps(rows: &mut [u32], n: usize) -> u16 {
        let (f, g) = rows.split_at_mut(rows.len() / 2);
        let mut delta = 1_i16;
        for _ in 0..2 * n - 1 {
            // Swaps if delta > 0 and g is odd.
            let odd = mask(g[0]);
            let swap = mask((delta.wrapping_neg() as u16 >> 15) as u32) & odd;
            let swap_delta = swap as i16;
            delta = (delta ^ swap_delta).wrapping_sub(swap_delta).wrapping_add(1);
            for (f, g) in f.iter_mut().zip(&mut *g) {
                *g ^= *f & odd;
                *f ^= *g & swap;
            }
            for i in 1..g.len() {
                g[i - 1] = g[i - 1] >> 1 | g[i] << 31;
            }
            if let Some(last) = g.last_mut() {
                *last >>= 1;
            }
        }
        delta as u16
    }

    fn multiply_bits(out: &mut [u32], a: &[u32], b: &[u32], memory: &mut [u32]) {
        out.fill(0);
        let shifted = &mut memory[..=a.len()];
        shifted[..a.len()].copy_from_slice(a);
        shifted[a.len()] = 0;
        for bit in 0..32 {
            for (i, b) in b.iter().enumerate() {
                let mask = mask(*b >> bit);
                for (out, a) in out[i..].iter_mut().zip(&*shifted) {
                    *out ^= a & mask;
                }
            }
            for i in (1..shifted.len()).rev() {
                shifted[i] = shifted[i] << 1 | shifted[i - 1] >> 31;
            }
            shifted[0] <<= 1;
        }
    }

    fn scatter(octets: &mut [u16], terms: &[u16]) {
        let coefficients = scattered(terms, octets.len());
        for (octet, coefficient) in octets.iter_mut().zip(coefficients.as_flattened()) {
            *octet = i16::from(*coefficient as i8) as u16;
        }
    }
}

impl Modular for Words {
    fn accumulate(sum: &mut [u16], a: &[u16], minus: bool) {
        if minus {
            for (sum, a) in sum.iter_mut().zip(a) {
                *sum = sum.wrapping_sub(*a);
            }
        } else {
            for (sum, a) in sum.iter_mut().zip(a) {
                *sum = sum.wrapping_add(*a);
            }
        }
    }
}
