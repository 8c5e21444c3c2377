//! Drawing without a secret address: what is accepted is written to every place, masked.

use super::Portable;
use super::declassify::declassify;
use crate::backend::{Drawing, Field, Shape};
use crate::masks::{below, equal, less, opaque};

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

    fn accept_indices(lists: &mut [u16], filled: &mut u16, _: &mut [u8], candidates: &[u16], shape: Shape) {
        for &candidate in candidates {
            let mut accepted = opaque(below(candidate, shape.limit));
            let mut index = candidate;
            for multiple in [8, 4, 2, 1] {
                index = less(index, multiple * shape.n);
            }
            let mut start = 0;
            for end in shape.ends {
                start = end & !below(*filled, end) | start & below(*filled, end);
            }
            let mut seen = 0;
            for (place, other) in (0..).zip(&*lists) {
                seen |= equal(*other, index) & !below(place, start);
            }
            accepted &= !opaque(seen);
            for (place, other) in (0..).zip(&mut *lists) {
                let here = equal(place, *filled) & accepted;
                *other ^= (*other ^ index) & here;
            }
            *filled += accepted & below(*filled, lists.len() as u16) & 1;
        }
    }

    fn accept_octets(octets: &mut [u8], filled: &mut u8, block: &[u8; 32]) {
        for &octet in block {
            let accepted = opaque(below(u16::from(octet), 243));
            for (place, other) in (0_u8..).zip(&mut *octets) {
                *other |= octet & (equal(place.into(), (*filled).into()) & accepted) as u8;
            }
            *filled += (accepted & below(u16::from(*filled), octets.len() as u16) & 1) as u8;
        }
    }

    fn is_full(filled: u16, wanted: u16) -> bool {
        Self::is_zero(filled ^ wanted)
    }

    fn is_zero(verdict: u16) -> bool {
        declassify((equal(verdict, 0) & 1) as u8) != 0
    }
}
