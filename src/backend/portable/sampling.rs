//! Sorting by Batcher's merge exchange (Knuth, volume 3, algorithm 5.2.2M): a network for any length.

use super::Portable;
use crate::backend::Sampling;

/// The order of unsigned words is that of signed ones with this bit flipped; signed comparison is the one that every
/// vector unit has.
const SIGN: u32 = 1 << 31;

impl Sampling for Portable {
    fn pack_sorted(packed: &mut [u8], words: &mut [u32], _: &mut [u32]) {
        sort(words);
        pack(packed, words);
    }

    fn pack_small(packed: &mut [u8], words: &[u32]) {
        for (packed, words) in packed.iter_mut().zip(words.chunks(4)) {
            *packed = words.iter().rev().fold(0, |byte, word| byte << 2 | (((word & 0x3fff_ffff) * 3) >> 30) as u8);
        }
    }
}

/// The low two bits of every word.
fn pack(packed: &mut [u8], words: &[u32]) {
    for (byte, words) in packed.iter_mut().zip(words.chunks(4)) {
        *byte = words.iter().rev().fold(0, |byte, word| byte << 2 | (word & 3) as u8);
    }
}

/// Sorts in ascending order, in time and at addresses that depend on the length only.
pub(super) fn sort(words: &mut [u32]) {
    flip(words);
    let n = words.len();
    let top = n.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        pass(words, p, 0, p);
        let mut q = top;
        while q > p {
            pass(words, p, p, q - p);
            q /= 2;
        }
        p /= 2;
    }
    flip(words);
}

/// Flips all signs.
fn flip(words: &mut [u32]) {
    for word in words {
        *word ^= SIGN;
    }
}

/// Compares and exchanges words i and i + d for all i with i & p = r, in runs of p neighbours.
fn pass(words: &mut [u32], p: usize, r: usize, d: usize) {
    let n = words.len();
    let mut start = r;
    while start + d < n {
        let run = p.min(n - d - start);
        // p <= d: the two runs don't overlap.
        let (low, high) = words.split_at_mut(start + d);
        for (a, b) in low[start..start + run].iter_mut().zip(&mut high[..run]) {
            let (x, y) = (*a as i32, *b as i32);
            *a = x.min(y) as u32;
            *b = x.max(y) as u32;
        }
        start += 2 * p;
    }
}
