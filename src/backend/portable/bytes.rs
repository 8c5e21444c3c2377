//! Comparison and selection, on `subtle`.

use subtle::{ConditionallySelectable, ConstantTimeEq};

use super::Portable;
use crate::backend::{Bytes, Wiping};

impl Bytes for Portable {
    fn difference(a: &[u8], b: &[u8]) -> u8 {
        a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y))
    }

    fn select(out: &mut [u8; 32], equal: &[u8; 32], otherwise: &[u8; 32], difference: u8) {
        let is_equal = difference.ct_eq(&0);
        for ((o, e), n) in out.iter_mut().zip(equal).zip(otherwise) {
            *o = u8::conditional_select(n, e, is_equal);
        }
    }
}

impl Wiping for Portable {
    fn wipe_stack(_: u16) {}
}
