//! (Z/2)[x]/(x^n − 1) on bits, 32 coefficients a word: inverses by constant-time division steps (Bernstein and Yang).

use super::memory::take;

/// Words of a polynomial of n + 1 coefficients.
pub(crate) const fn words(n: usize) -> usize {
    n / 32 + 1
}

/// Words of memory that [`invert`] takes.
pub(crate) const fn memory(n: usize) -> usize {
    4 * words(n)
}

/// All ones if the bit is 1, and nothing that the compiler could branch on.
fn mask(bit: u32) -> u32 {
    core::hint::black_box(bit & 1).wrapping_neg()
}

/// `a = 1/a`, for n coefficients. Returns 0 if there is an inverse; else something else, and `a` has no meaning.
pub(crate) fn invert(a: &mut [u32], n: usize, mut memory: &mut [u32]) -> u16 {
    let len = words(n);
    let f: &mut [u32] = take(&mut memory, len);
    let g: &mut [u32] = take(&mut memory, len);
    let v: &mut [u32] = take(&mut memory, len);
    let r: &mut [u32] = take(&mut memory, len);
    // Both reversed: the modulus is its own reverse.
    f.fill(0);
    f[0] |= 1;
    f[n / 32] |= 1 << (n % 32);
    reverse(g, a, n);
    v.fill(0);
    r.fill(0);
    r[0] = 1;
    let mut delta = 1_i16;
    for _ in 0..2 * n - 1 {
        shift_up(v);
        let odd = g[0] & 1;
        // All ones if delta > 0 and g is odd.
        let swap = mask((delta.wrapping_neg() as u16 >> 15) as u32 & odd);
        let swap_delta = swap as i16;
        delta = (delta ^ swap_delta).wrapping_sub(swap_delta).wrapping_add(1);
        exchange(f, g, swap);
        exchange(v, r, swap);
        let odd = mask(odd);
        for (g, f) in g.iter_mut().zip(&*f) {
            *g ^= f & odd;
        }
        for (r, v) in r.iter_mut().zip(&*v) {
            *r ^= v & odd;
        }
        shift_down(g);
    }
    reverse(a, v, n);
    delta as u16
}

/// The first n coefficients in the opposite order.
fn reverse(out: &mut [u32], a: &[u32], n: usize) {
    out.fill(0);
    for i in 0..n {
        out[i / 32] |= (a[(n - 1 - i) / 32] >> ((n - 1 - i) % 32) & 1) << (i % 32);
    }
}

fn shift_up(a: &mut [u32]) {
    let mut carry = 0;
    for a in a {
        (*a, carry) = (*a << 1 | carry, *a >> 31);
    }
}

fn shift_down(a: &mut [u32]) {
    let mut carry = 0;
    for a in a.iter_mut().rev() {
        (*a, carry) = (*a >> 1 | carry, *a << 31);
    }
}

fn exchange(a: &mut [u32], b: &mut [u32], swap: u32) {
    for (a, b) in a.iter_mut().zip(b) {
        let difference = (*a ^ *b) & swap;
        *a ^= difference;
        *b ^= difference;
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// a·b modulo 2 and x^n − 1, for numbers that hold the coefficients.
    fn product(a: u32, b: u32, n: usize) -> u32 {
        let rotated = |i: usize| (a << i | a >> (n - i)) & ((1 << n) - 1);
        (0..n).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ rotated(i))
    }

    #[test]
    fn every_polynomial_of_small_rings() {
        for n in [3, 5, 7, 9, 11] {
            let units: Vec<u32> = (0..1 << n).filter(|a| (0..1 << n).any(|b| product(*a, b, n) == 1)).collect();
            let mut found = Vec::new();
            for a in 0..1 << n {
                let (mut inverse, mut memory) = ([a], vec![0x5a5a_5a5a; memory(n)]);
                if invert(&mut inverse, n, &mut memory) == 0 {
                    assert_eq!(product(a, inverse[0], n), 1, "{a:b} of {n}");
                    found.push(a);
                }
            }
            assert_eq!(found, units, "{n}");
        }
    }
}
