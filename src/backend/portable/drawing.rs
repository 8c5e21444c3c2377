//! Drawing without a secret address: what is accepted of a block moves to its places in steps that everything takes or
//! doesn't, masked.

use core::hint::black_box;

use super::Portable;
use super::declassify::declassify;
use crate::backend::{Drawing, Field, Shape};
use crate::masks::{below, equal, opaque};

/// Candidates that are taken in at once.
const BLOCK: usize = 32;
/// No candidate.
const DROPPED: u16 = 0x7fff;
/// Bits of a place within a block.
const PLACE: u16 = BLOCK as u16 - 1;
/// Bits of what is drawn: the others of a word say how far down it moves.
const BITS: u32 = 10;

impl Drawing for Portable {
    fn cut_fields(fields: &mut [u16], state: &mut Field, block: &[u8; 32], bits: u8) -> u8 {
        let (mut bytes, mut n) = (u32::from(state.kept), 0);
        for byte in block {
            bytes = bytes << 8 | u32::from(*byte);
            if let Some(rest) = 8_u8.checked_sub(state.missing) {
                fields[usize::from(n)] = ((bytes >> rest) & ((1 << bits) - 1)) as u16;
                n += 1;
                state.missing = bits - rest;
            } else {
                state.missing -= 8;
            }
        }
        state.kept = (bytes & ((1 << (bits - state.missing)) - 1)) as u16;
        n
    }

    fn accept_indices(lists: &mut [u16], filled: &mut u16, seen: &mut [u8], candidates: &[u16], shape: Shape) {
        for candidates in candidates.chunks(BLOCK) {
            match shape.n {
                0..=448 => accept::<7>(lists, filled, seen, candidates, shape),
                449..=640 => accept::<10>(lists, filled, seen, candidates, shape),
                _ => accept::<12>(lists, filled, seen, candidates, shape),
            }
        }
    }

    fn accept_octets(octets: &mut [u8], filled: &mut u8, block: &[u8; 32]) {
        let first = (*filled).into();
        let (mut words, mut place) = (Words::default(), first);
        let valid = black_box(block.map(|octet| below(octet.into(), 243)));
        for (i, (&octet, accepted)) in block.iter().zip(valid).enumerate() {
            words.set(i, octet.into(), place - (first & !PLACE), accepted);
            place += accepted & 1;
        }
        words.put(octets, first, |drawn, taken| drawn & taken, |octet, change| *octet ^= change as u8);
        *filled = at_most(place, octets.len() as u16) as u8;
    }

    fn is_full(filled: u16, wanted: u16) -> bool {
        Self::is_zero(filled ^ wanted)
    }

    fn is_zero(verdict: u16) -> bool {
        declassify((equal(verdict, 0) & 1) as u8) != 0
    }
}

/// [`Drawing::accept_indices`] of a block, for n of at most 64·WORDS: `seen` is a bit an index of the list under way.
fn accept<const WORDS: usize>(lists: &mut [u16], filled: &mut u16, seen: &mut [u8], candidates: &[u16], shape: Shape) {
    let mut marks = [0_u64; WORDS];
    for (mark, bytes) in marks.iter_mut().zip(seen.chunks(8)) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        *mark = u64::from_le_bytes(word);
    }
    let mut indices = [DROPPED; BLOCK];
    indices[..candidates.len()].copy_from_slice(candidates);
    let valid = black_box(indices.map(|candidate| below(candidate, shape.limit)));
    for multiple in [8, 4, 2, 1].map(|multiple| multiple * shape.n) {
        if multiple < shape.limit {
            let less = black_box(indices.map(|index| below(index, multiple)));
            for (index, less) in indices.iter_mut().zip(less) {
                *index -= multiple & !less;
            }
        }
    }
    let first = *filled;
    let (mut words, mut place) = (Words::default(), first);
    for (i, (index, valid)) in indices.into_iter().zip(valid).take(candidates.len()).enumerate() {
        // 2^(index mod 64), without a shift: that may take longer the farther it goes.
        let bit = (0..6).fold(1, |bit, i| bit * (1 + u64::from(index >> i & 1) * ((1 << (1 << i)) - 1)));
        // All ones or zeros, which the compiler doesn't know.
        let here: [u64; WORDS] =
            black_box(core::array::from_fn(|i| (u64::from(index >> 6 ^ i as u16).wrapping_sub(1) as i64 >> 63) as u64));
        // Two sums: they wait for the last candidate's marks.
        let mut found = [0; 2];
        for i in 0..WORDS {
            found[i % 2] |= here[i] & marks[i];
        }
        let found = (found[0] | found[1]) & bit;
        let unseen = (u64::from((found | found >> 32) as u32).wrapping_sub(1) >> 32) as u16;
        let accepted = valid & unseen;
        let ends = equal(place + 1, shape.ends[0]) | equal(place + 1, shape.ends[1]);
        let (bit, done) = (bit & wide(accepted), wide(ends & accepted));
        words.set(i, index, place - (first & !PLACE), accepted);
        place += accepted & 1;
        for i in 0..WORDS {
            marks[i] = (marks[i] | bit & here[i]) & !done;
        }
    }
    for (mark, bytes) in marks.iter().zip(seen.chunks_mut(8)) {
        bytes.copy_from_slice(&mark.to_le_bytes()[..bytes.len()]);
    }
    // Places that aren't taken are all ones.
    words.put(lists, first, |drawn, taken| !drawn & taken, |index, change| *index ^= change);
    *filled = at_most(place, lists.len() as u16);
}

/// The lesser of two numbers below 2^15.
fn at_most(a: u16, most: u16) -> u16 {
    most ^ ((a ^ most) & below(a, most))
}

/// The same mask of more bits.
fn wide(mask: u16) -> u64 {
    i64::from(mask as i16) as u64
}

/// What is accepted of a block, on its way to its places: from the second half of two blocks of words, of which the first
/// word is the place of a block's multiple, down.
#[derive(Default)]
struct Words([[u16; BLOCK]; 3]);

impl Words {
    /// What is drawn as number i, and the place that it goes to if it is accepted.
    fn set(&mut self, i: usize, drawn: u16, place: u16, accepted: u16) {
        self.0[1][i] = (drawn | (BLOCK as u16 + i as u16 - place) << BITS) & accepted;
    }

    /// Changes every place by what `change` makes of what is drawn there and a mask, if there is anything. So many places
    /// were filled before.
    fn put<T>(mut self, places: &mut [T], filled: u16, change: impl Fn(u16, u16) -> u16, apply: impl Fn(&mut T, u16)) {
        let words = self.0.as_flattened_mut();
        // From 1 to 63 down. Two words never meet: of two neighbours, the upper has as many more to go at the most as there
        // are words between them that aren't there.
        for i in 0..6 {
            let mut moving = [0; 3 * BLOCK];
            for (moving, word) in moving.iter_mut().zip(&*words) {
                *moving = 0_u16.wrapping_sub(word >> (BITS + i) & 1);
            }
            let moving = black_box(moving);
            for j in 0..2 * BLOCK {
                let above = j + (1 << i);
                words[j] = words[j] & !moving[j] | words[above] & moving[above];
            }
        }
        for word in &mut *words {
            let taken = (*word >> BITS).wrapping_neg() as i16 >> 15;
            *word = change(*word & ((1 << BITS) - 1), taken as u16);
        }
        let [low, high, _] = black_box(self.0);
        for (places, start) in places.chunks_mut(BLOCK).zip((0..).step_by(BLOCK)) {
            let is_low = opaque(equal(start, filled & !PLACE));
            let is_high = opaque(equal(start, (filled & !PLACE) + BLOCK as u16));
            for ((place, low), high) in places.iter_mut().zip(low).zip(high) {
                apply(place, low & is_low | high & is_high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;

    fn numbers(seed: u32, below: u32) -> impl Iterator<Item = u32> {
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        core::iter::repeat_with(move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 3) % below
        })
    }

    #[test]
    fn indices_go_where_the_specification_says() {
        let shapes = [(443, 443, 512, [18, 34, 44]), (587, 1761, 2048, [20, 40, 56]), (743, 8173, 8192, [22, 44, 74])];
        let flat = [
            (443, 443, 512, [297; 3]),
            (743, 8173, 8192, [495; 3]),
            (7, 14, 16, [3, 5, 6]),
            (97, 97, 128, [0, 33, 65]),
        ];
        for (n, limit, bound, ends) in shapes.into_iter().chain(flat) {
            for seed in 0..30 {
                let shape = Shape { n, limit, ends };
                let (mut lists, mut filled, mut seen) =
                    (vec![0xffff; usize::from(ends[2])], 0, vec![0; usize::from(n)]);
                let mut expected: Vec<u16> = vec![];
                for block in 0..40 {
                    let length = [0, 1, 19, 28, 29, 33, 70][(seed + block) as usize % 7];
                    let candidates: Vec<u16> =
                        numbers(100 * seed + block, bound).take(length).map(|number| number as u16).collect();
                    for candidate in candidates.iter().filter(|candidate| **candidate < limit) {
                        let start =
                            ends.into_iter().filter(|end| usize::from(*end) <= expected.len()).max().unwrap_or(0);
                        let index = candidate % n;
                        if expected.len() < lists.len() && !expected[start.into()..].contains(&index) {
                            expected.push(index);
                        }
                    }
                    Portable::accept_indices(&mut lists, &mut filled, &mut seen, &candidates, shape);
                    assert_eq!(usize::from(filled), expected.len());
                    assert_eq!(lists[..expected.len()], expected);
                    assert!(lists[expected.len()..].iter().all(|place| *place == 0xffff));
                }
            }
        }
    }

    #[test]
    fn octets_go_where_the_specification_says() {
        for length in [1, 31, 32, 33, 89, 118, 149, 223] {
            for seed in 0..30 {
                let (mut octets, mut filled) = (vec![0; length], 0);
                let mut expected: Vec<u8> = vec![];
                for block in 0..10 {
                    // Few, many and none too large.
                    let bound = [256, 500, 243][seed as usize % 3];
                    let mut drawn = numbers(1000 * seed + block, bound).map(|number| number.min(255) as u8);
                    let bytes: [u8; 32] = core::array::from_fn(|_| drawn.next().unwrap_or(0));
                    expected.extend(bytes.iter().filter(|byte| **byte < 243));
                    expected.truncate(length);
                    Portable::accept_octets(&mut octets, &mut filled, &bytes);
                    assert_eq!(usize::from(filled), expected.len());
                    assert_eq!(octets[..expected.len()], expected);
                    assert!(octets[expected.len()..].iter().all(|octet| *octet == 0));
                }
            }
        }
    }
}
