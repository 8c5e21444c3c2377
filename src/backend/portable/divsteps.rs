//! Division steps modulo q: Montgomery's products in 16-bit lanes, their factor 2^(−16) left in place.

use super::Portable;
use super::ternary::reduce;
use crate::backend::{Divsteps, Modulus};

/// A factor and what Montgomery's reduction of its products needs.
#[derive(Clone, Copy)]
struct Factor {
    value: i16,
    /// value/q modulo 2^16.
    quotient: i16,
}

impl Factor {
    fn new(value: i16, modulus: Modulus) -> Self {
        Self { value, quotient: value.wrapping_mul(modulus.inverse) }
    }

    /// value·x/2^16 modulo q, at most |value·x|/2^16 + q/2 in absolute value.
    fn times(self, x: i16, q: i16) -> i16 {
        high(self.value, x) - high(x.wrapping_mul(self.quotient), q)
    }
}

/// The upper half of a product.
fn high(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 16) as i16
}

/// `a` where the mask is all ones, `b` where it is 0.
fn choose(mask: i16, a: i16, b: i16) -> i16 {
    b ^ (mask & (a ^ b))
}

/// −1 (all ones) if delta > 0 and g0 is not 0, else 0. delta becomes 1 − delta then, else 1 + delta.
pub(super) fn divstep_swap(delta: &mut i16, g0: i16) -> i16 {
    let swap = (-*delta & (g0 | -g0)) >> 15;
    *delta = (*delta ^ swap) - swap + 1;
    // The mask's use must not become a branch: the compiler may not know that it is one.
    core::hint::black_box(swap)
}

impl Divsteps for Portable {
    fn invert_mod_q(memory: &mut [i16], p: usize, factor: i16, modulus: Modulus) {
        // f is x^p − x − 1 and g the operand, both with their coefficients reversed; 2p − 1 steps always. v and r are
        // kept in reverse, so that their product with x moves words down like the quotient g/x does. After n steps only the
        // first 2p − 1 − n coefficients of f and g still matter, and only the last n + 1 of v and r are not 0.
        let (g, rest) = memory.split_at_mut(p + 1);
        let packed = rest.len() - 2 * p.div_ceil(16);
        for (out, packed) in g[..p].rchunks_mut(4).zip(bytemuck::cast_slice::<_, u8>(&rest[packed..])) {
            for (out, i) in out.iter_mut().rev().zip(0..) {
                *out = i16::from(packed >> (2 * i) & 3) - 1;
            }
        }
        g[p] = 0;
        rest.fill(0);
        let (v, rest) = rest.split_at_mut(p + 1);
        let (r, rest) = rest.split_at_mut(p + 1);
        let f = &mut rest[..=p];
        (f[0], f[p - 1], f[p], r[p]) = (1, -1, -1, 1);
        let mut delta = 1;
        for step in 0..2 * p - 1 {
            let low = (2 * p - 1 - step).min(p + 1);
            let high = p.saturating_sub(step + 1);
            let (f0, g0) = (Portable::centre(f[0], modulus), Portable::centre(g[0], modulus));
            let swap = divstep_swap(&mut delta, g0);
            divide(&mut f[..low], &mut g[..low], f0, g0, swap, modulus);
            multiply(&mut v[high..], &mut r[high..], f0, g0, swap, modulus);
        }
        divide_by(&mut v[1..], Portable::centre(f[0], modulus), factor, modulus);
        memory.copy_within(p + 2..2 * p + 2, 0);
    }
}

/// With t = u·(f0·g − g0·f), u = 2^(−16): `f = g` if `swap` is −1, then `g = t/x` (t[0] is 0; the highest becomes 0).
/// Coefficients of at most 14,000 in absolute value, as many in f as in g; f0 and g0 are centred.
// Inlined where q is a constant, the compiler widens the products to 32 bits: three times slower.
#[inline(never)]
pub(super) fn divide(f: &mut [i16], g: &mut [i16], f0: i16, g0: i16, swap: i16, modulus: Modulus) {
    let (f0, g0, q) = (Factor::new(f0, modulus), Factor::new(g0, modulus), modulus.q);
    let n = f.len().min(g.len());
    let (f, g) = (&mut f[..n], &mut g[..n]);
    f[0] = choose(swap, g[0], f[0]);
    for i in 1..n {
        let t = f0.times(g[i], q) - g0.times(f[i], q);
        f[i] = choose(swap, g[i], f[i]);
        g[i - 1] = t;
    }
    g[n - 1] = 0;
}

/// With y = v/x (v[0] is dropped): t = u·(f0·r − g0·y); `v = r` if `swap` is −1, else y; then `r = t`. As [`divide`].
#[inline(never)]
pub(super) fn multiply(v: &mut [i16], r: &mut [i16], f0: i16, g0: i16, swap: i16, modulus: Modulus) {
    let (f0, g0, q) = (Factor::new(f0, modulus), Factor::new(g0, modulus), modulus.q);
    let n = v.len().min(r.len());
    let (v, r) = (&mut v[..n], &mut r[..n]);
    for i in 1..n {
        let y = v[i];
        v[i - 1] = choose(swap, r[i - 1], y);
        r[i - 1] = f0.times(r[i - 1], q) - g0.times(y, q);
    }
    v[n - 1] = swap & r[n - 1];
    r[n - 1] = f0.times(r[n - 1], q);
}

/// Multiplies coefficients of at most 14,000 in absolute value by 1/(factor·a), centred; a is centred and not 0.
fn divide_by(coefficients: &mut [i16], a: i16, factor: i16, modulus: Modulus) {
    let times = |a: i16, b: i16| product(a, b, modulus);
    // Fermat: the exponent q − 2 is public.
    let (mut power, mut inverse, mut exponent) = (times(a, factor), 1, modulus.q - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            inverse = times(inverse, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    for c in coefficients {
        *c = times(inverse, Portable::centre(*c, modulus));
    }
}

/// a·b mods q of centred coefficients: below 2^24, so one factor goes in two halves.
fn product(a: i16, b: i16, modulus: Modulus) -> i16 {
    let (low, high) = (i32::from(b & 0x3f), i32::from(b >> 6));
    let a = i32::from(a);
    let upper = i32::from(reduce(a * high, modulus));
    reduce((upper << 6) + a * low, modulus)
}
