//! R/3 on bit planes: 32 digits a word, seven operations an addition.

use super::Portable;
use super::divsteps::divstep_swap;
use crate::backend::{Planes, PlanesMut, TernaryPlanes};

/// −1, 0 or 1 as two masks of all bits: (0, all), (0, 0), (all, 0).
type PlaneFactor = (u32, u32);

/// (a + b) mod 3 on words of both planes.
fn add(a: (u32, u32), b: (u32, u32)) -> (u32, u32) {
    let t = (a.0 | b.1) ^ (a.1 | b.0);
    ((a.1 | b.1) ^ t, (a.0 | b.0) ^ t)
}

/// c·a.
fn scale(a: (u32, u32), c: PlaneFactor) -> (u32, u32) {
    ((a.0 & c.0) | (a.1 & c.1), (a.1 & c.0) | (a.0 & c.1))
}

/// `a` where the mask is all ones, `b` where it is 0.
fn choose(mask: u32, a: u32, b: u32) -> u32 {
    b ^ (mask & (a ^ b))
}

/// All bits equal to the lowest.
fn spread(bit: u32) -> u32 {
    0_u32.wrapping_sub(bit & 1)
}

/// The word at i of the plane divided by x.
fn shifted(plane: &[u32], i: usize) -> u32 {
    plane[i] >> 1 | plane[i + 1] << 31
}

fn double(plane: &mut [u32]) {
    for i in (1..plane.len()).rev() {
        plane[i] = plane[i] << 1 | plane[i - 1] >> 31;
    }
    plane[0] <<= 1;
}

impl TernaryPlanes for Portable {
    fn planes_product(
        [out_plus, out_minus]: PlanesMut<'_>,
        [a_plus, a_minus]: Planes<'_>,
        b: Planes<'_>,
        _: &mut [u32],
    ) {
        out_plus.fill(0);
        out_minus.fill(0);
        let n = a_plus.len();
        for bit in (0..32).rev() {
            double(out_plus);
            double(out_minus);
            for (j, (plus, minus)) in b[0].iter().zip(b[1]).enumerate() {
                let c = (spread(plus >> bit), spread(minus >> bit));
                let out = out_plus[j..j + n].iter_mut().zip(&mut out_minus[j..j + n]);
                for ((op, om), (ap, am)) in out.zip(a_plus.iter().zip(a_minus)) {
                    (*op, *om) = add((*op, *om), scale((*ap, *am), c));
                }
            }
        }
    }

    fn planes_add([plus, minus]: PlanesMut<'_>, [a_plus, a_minus]: Planes<'_>) {
        for ((p, m), (ap, am)) in plus.iter_mut().zip(minus).zip(a_plus.iter().zip(a_minus)) {
            (*p, *m) = add((*p, *m), (*ap, *am));
        }
    }

    fn planes_invert([g_plus, g_minus]: PlanesMut<'_>, p: usize, memory: &mut [u32]) -> u8 {
        // f is x^p − x − 1 and g the operand, both with their coefficients reversed; 2p − 1 steps always. v and r are kept in
        // reverse, so that their product with x moves words down like the quotient g/x does. After n steps only the first
        // 2p − 1 − n coefficients of f and g still matter, and only the last n + 1 of v and r are not 0.
        let n = g_plus.len();
        let mut planes = memory.chunks_exact_mut(n);
        let mut take = || -> PlanesMut<'_> { [(); 2].map(|()| planes.next().unwrap_or_default()) };
        let ([f_plus, f_minus], [v_plus, v_minus], [r_plus, r_minus]) = (take(), take(), take());
        for plane in [&mut *f_plus, f_minus, v_plus, v_minus, r_plus, r_minus] {
            plane.fill(0);
        }
        f_plus[0] = 1;
        set_bit(f_minus, p - 1);
        set_bit(f_minus, p);
        set_bit(r_plus, p);
        reverse(p, g_plus);
        reverse(p, g_minus);

        let mut delta = 1;
        for step in 0..2 * p - 1 {
            let low = (2 * p - 1 - step).min(p + 1).div_ceil(32);
            let high = p.saturating_sub(step + 1) / 32;
            let c = factor([f_plus, f_minus], [g_plus, g_minus]);
            let g0 = (g_plus[0] & 1) as i16 - (g_minus[0] & 1) as i16;
            let swap = divstep_swap(&mut delta, g0) as i32 as u32;
            divide([&mut f_plus[..low], &mut f_minus[..low]], [&mut g_plus[..low], &mut g_minus[..low]], c, swap);
            let (v, r) = ([&mut v_plus[high..], &mut v_minus[high..]], [&mut r_plus[high..], &mut r_minus[high..]]);
            multiply(v, r, c, swap);
        }
        // v/x times the unit in f; that one is its own inverse.
        let unit = factor([f_plus, f_minus], [&[0], &[1]]);
        g_plus.fill(0);
        g_minus.fill(0);
        multiply([v_plus, v_minus], [g_plus, g_minus], unit, 0);
        let exists = !(delta | -delta) >> 15;
        exists as u8
    }

    fn exists(inverse: u8) -> bool {
        super::declassify::declassify(inverse) != 0
    }
}

fn set_bit(plane: &mut [u32], i: usize) {
    plane[i / 32] |= 1 << (i % 32);
}

/// Reverses the order of the coefficients: that of x^i goes to x^(p − 1 − i).
fn reverse(p: usize, plane: &mut [u32]) {
    let n = plane.len();
    plane.reverse();
    for word in &mut *plane {
        *word = word.reverse_bits();
    }
    // Now it is at 32n − 1 − i; p is odd, so the shift is never a whole word.
    let shift = 32 * n - p;
    for i in 0..n {
        let next = if i + 1 < n { plane[i + 1] } else { 0 };
        plane[i] = plane[i] >> shift | next << (32 - shift);
    }
}

/// With t = g + c·f: `f = g` if `swap` is all ones and as it was if it is 0, then `g = t/x`. t is a multiple of x.
pub(super) fn divide([f_plus, f_minus]: PlanesMut<'_>, [g_plus, g_minus]: PlanesMut<'_>, c: PlaneFactor, swap: u32) {
    let f = f_plus.iter_mut().zip(f_minus);
    for ((fp, fm), (gp, gm)) in f.zip(g_plus.iter_mut().zip(g_minus.iter_mut())) {
        let t = add((*gp, *gm), scale((*fp, *fm), c));
        (*fp, *fm) = (choose(swap, *gp, *fp), choose(swap, *gm, *fm));
        (*gp, *gm) = t;
    }
    halve(g_plus);
    halve(g_minus);
}

/// With y = v/x (its lowest digit is dropped): t = r + c·y; `v = r` if `swap` is all ones and y if it is 0; then `r = t`.
pub(super) fn multiply([v_plus, v_minus]: PlanesMut<'_>, [r_plus, r_minus]: PlanesMut<'_>, c: PlaneFactor, swap: u32) {
    halve(v_plus);
    halve(v_minus);
    let r = r_plus.iter_mut().zip(r_minus);
    for ((vp, vm), (rp, rm)) in v_plus.iter_mut().zip(v_minus).zip(r) {
        let t = add((*rp, *rm), scale((*vp, *vm), c));
        (*vp, *vm) = (choose(swap, *rp, *vp), choose(swap, *rm, *vm));
        (*rp, *rm) = t;
    }
}

/// The factor −a·b of the lowest digits of two polynomials.
pub(super) fn factor(a: Planes<'_>, b: Planes<'_>) -> PlaneFactor {
    let (a, b) = ((a[0][0], a[1][0]), (b[0][0], b[1][0]));
    (spread((a.0 & b.1) | (a.1 & b.0)), spread((a.0 & b.0) | (a.1 & b.1)))
}

/// Divides a plane by x.
fn halve(plane: &mut [u32]) {
    let last = plane.len() - 1;
    for i in 0..last {
        plane[i] = shifted(plane, i);
    }
    plane[last] >>= 1;
}
