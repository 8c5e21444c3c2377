//! Drawing without a secret address: what is accepted is written to every place, masked.

use core::hint::black_box;

use super::Portable;
use super::declassify::declassify;
use crate::backend::{Drawing, Shape};

/// All ones if a = b.
fn equal(a: u16, b: u16) -> u16 {
    (u32::from(a ^ b).wrapping_sub(1) >> 16) as u16
}

/// All ones if a < b; both below 2^15.
fn below(a: u16, b: u16) -> u16 {
    (a.wrapping_sub(b) as i16 >> 15) as u16
}

impl Drawing for Portable {
    fn accept_indices(lists: &mut [u16], filled: &mut u16, _: &mut [u8], candidates: &[u16], shape: Shape) {
        for &candidate in candidates {
            let mut accepted = black_box(below(candidate, shape.limit));
            let mut index = candidate;
            for multiple in [8, 4, 2, 1] {
                let less = index.wrapping_sub(multiple * shape.n);
                index = less.wrapping_add((multiple * shape.n) & (less as i16 >> 15) as u16);
            }
            let mut start = 0;
            for end in shape.ends {
                start = end & !below(*filled, end) | start & below(*filled, end);
            }
            let mut seen = 0;
            for (place, other) in (0..).zip(&*lists) {
                seen |= equal(*other, index) & !below(place, start);
            }
            accepted &= !black_box(seen);
            for (place, other) in (0..).zip(&mut *lists) {
                let here = equal(place, *filled) & accepted;
                *other ^= (*other ^ index) & here;
            }
            *filled += accepted & below(*filled, lists.len() as u16) & 1;
        }
    }

    fn accept_octets(octets: &mut [u8], filled: &mut u8, block: &[u8; 32]) {
        for &octet in block {
            // Not told that a mask has two values, the compiler can't branch on it.
            let accepted = black_box(below(u16::from(octet), 243));
            for (place, other) in (0_u8..).zip(&mut *octets) {
                let here = ((u16::from(place ^ *filled)).wrapping_sub(1) & accepted) >> 8;
                *other |= octet & here as u8;
            }
            *filled += (accepted & below(u16::from(*filled), octets.len() as u16) & 1) as u8;
        }
    }

    fn is_full(filled: u16, wanted: u16) -> bool {
        declassify((equal(filled, wanted) & 1) as u8) != 0
    }

    fn is_zero(verdict: u8) -> bool {
        declassify((equal(u16::from(verdict), 0) & 1) as u8) != 0
    }
}
