//! What is done with a message's secret length, without a secret address.

use zeroize::Zeroize;

use super::Portable;
use super::declassify::declassify;
use crate::backend::Padding;
use crate::masks::{below, equal, opaque};

impl Padding for Portable {
    fn least(a: u8, b: u8) -> u8 {
        let less = opaque(below(a.into(), b.into())) as u8;
        a & less | b & !less
    }

    fn beyond(bytes: &[u8], length: u8) -> u8 {
        (0_u8..).zip(bytes).fold(0, |or, (i, byte)| or | byte & !(opaque(below(i.into(), length.into())) as u8))
    }

    fn accept(out: &mut [u8], bytes: &[u8], wrong: u8) {
        let right = opaque(equal(wrong.into(), 0)) as u8;
        for (out, byte) in out.iter_mut().zip(bytes) {
            *out = *out & !right | byte & right;
        }
    }

    fn published(length: u8) -> u8 {
        declassify(length)
    }

    fn overwrite(out: &mut [u8], at: u8, bytes: &[u8]) {
        // The bytes, and where they are; both moved by a power of two at a time.
        let mut moved = [[0; 256]; 2];
        moved[0][..bytes.len()].copy_from_slice(bytes);
        moved[1][..bytes.len()].fill(0xff);
        for bit in 0..8 {
            let by = 1 << bit;
            let is = opaque(0_u16.wrapping_sub((at >> bit & 1).into())) as u8;
            for row in &mut moved {
                for i in (0..256).rev() {
                    let from = if i >= by { row[i - by] } else { 0 };
                    row[i] = row[i] & !is | from & is;
                }
            }
        }
        let [values, there] = &moved;
        for ((out, value), there) in out.iter_mut().zip(values).zip(there) {
            *out = *out & !there | value;
        }
        moved.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_and_length() {
        for n in [1, 2, 33, 81] {
            for at in 0..=(192 - n) {
                let mut out: [u8; 192] = core::array::from_fn(|i| i as u8);
                let mut expected = out;
                let new = [0xa5; 81];
                expected[at..at + n].copy_from_slice(&new[..n]);
                Portable::overwrite(&mut out, at as u8, &new[..n]);
                assert_eq!(out, expected);
            }
        }
        let bytes = [0, 1, 0, 4, 0];
        for (length, expected) in [5, 5, 4, 4, 0, 0, 0].into_iter().enumerate() {
            assert_eq!(Portable::beyond(&bytes, length as u8), expected);
        }
        for (a, b) in (0..=255).flat_map(|a| [0, 49, 106, 255].map(|b| (a, b))) {
            assert_eq!(Portable::least(a, b), a.min(b));
        }
    }
}
