//! Inversion modulo q by division steps, two at a time. Which row they overwrite is the kernels' secret; from here come
//! lengths and places, which depend on the step alone.

use super::Avr;
use crate::backend::{Divsteps, Modulus, inverse_memory};

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    use super::Pair;

    unsafe extern "C" {
        pub fn sunbear_divpair_plan(rows: *const i16, pair: *mut Pair);
        pub fn sunbear_divpair_row(rows: *mut i16, pair: *const Pair, from: u16, n: u16);
        pub fn sunbear_divpair_result(
            out: *mut i16,
            rows: *const i16,
            pair: *const Pair,
            from: u16,
            n: u16,
            factor: u16,
        );
    }
}

/// The state of the steps, as the kernels read it. Places are in bytes.
#[repr(C)]
struct Pair {
    delta: i16,
    f: u16,
    g: u16,
    a: u16,
    both: u16,
    q: u16,
    negative_inverse: u16,
    cube: u16,
    /// beta and gamma, which the steps choose.
    factors: [u16; 4],
}

impl Divsteps for Avr {
    fn invert_mod_q(memory: &mut [i16], p: usize, factor: i16, modulus: Modulus) {
        // Two rows: f and g from place 1 on with their coefficients reversed, and above them v and r, which move down two
        // places with every pair of steps.
        let len = 2 * p + 8;
        if !(75..=1277).contains(&p) || memory.len() != inverse_memory(p) {
            return;
        }
        let (rows, packed) = memory.split_at_mut(2 * len - 2 * p.div_ceil(16));
        let g = &mut rows[len + 1..=len + p];
        for (out, packed) in g.rchunks_mut(4).zip(bytemuck::cast_slice_mut::<_, u8>(packed)) {
            for out in out.iter_mut().rev() {
                *out = modulus.q - 1 + i16::from(*packed & 3);
                *packed >>= 2;
            }
        }
        packed.fill(0);
        rows[..=len].fill(0);
        rows[len + p + 1..].fill(0);
        (rows[1], rows[p], rows[p + 1]) = (1, modulus.q - 1, modulus.q - 1);
        let mut top = 2 * p + 3;
        memory[len + 1 + top] = 1;
        let mut pair = Pair {
            delta: 1,
            f: 2,
            g: 2 * (len as u16 + 1),
            a: 0,
            both: 2 * (len as u16 + 2),
            q: modulus.q as u16,
            negative_inverse: modulus.inverse.wrapping_neg() as u16 & 0xff,
            cube: ((1 << 24) % i32::from(modulus.q)) as u16,
            factors: [0; 4],
        };
        for step in 0..p - 1 {
            let lengths = [(2, (2 * p - 3 - 2 * step).min(p + 1)), (top, (2 * step + 3).min(p + 1))];
            for row in memory.chunks_exact_mut(len) {
                row[top - 2..top].fill(0);
            }
            // SAFETY: both rows have 2p + 8 coefficients, below 2^15, and the places are those of the steps: none from 1 to
            // top + p + 3 is outside of them.
            unsafe {
                kernels::sunbear_divpair_plan(memory.as_ptr(), &raw mut pair);
                for (from, n) in lengths {
                    kernels::sunbear_divpair_row(memory.as_mut_ptr(), &raw const pair, from as u16, n as u16);
                }
            }
            top -= 2;
        }
        let rows = memory.as_mut_ptr();
        // SAFETY: v is below place p + 8 of its row; the result, of p coefficients, comes above that in the first row.
        unsafe {
            let out = rows.add(p + 8);
            kernels::sunbear_divpair_result(out, rows, &raw const pair, top as u16, p as u16, factor as u16);
        }
        memory.copy_within(p + 8..len, 0);
    }
}
