//! Rings of polynomials over Z/q as types, and how their products fold.
//!
//! A product over a [`Ring`] with a small polynomial is done by one of three engines: [`super::strips`], strip by strip,
//! [`super::dense_small`], by Karatsuba, and, if its weight is known, [`super::sparse`]; [`super::fastest`] is the one
//! that suits the backend.

use crate::backend::{Array, Modulus};

/// Bytes of a packed small polynomial of p digits.
pub(crate) const fn packed_size(p: usize) -> usize {
    p.div_ceil(4)
}

/// (Z/q)[x]/(x^p − x − 1): its parameters.
pub trait Ring: 'static {
    /// The degree.
    const P: usize;
    /// The modulus.
    const MODULUS: Modulus;
    /// Bytes of a packed small polynomial.
    const PACKED: usize = packed_size(Self::P);
    /// The packed small polynomial.
    type Packed: Array<u8>;
}

macro_rules! rings {
    ($($name:ident: $p:literal, $q:literal;)*) => {$(
        #[doc = concat!("p = ", $p, ", q = ", $q, ".")]
        #[derive(Debug)]
        pub enum $name {}

        impl Ring for $name {
            const P: usize = $p;
            const MODULUS: Modulus = Modulus::new($q);
            type Packed = [u8; packed_size($p)];
        }
    )*};
}

rings! {
    Ring653: 653, 4621;
    Ring761: 761, 4591;
    Ring857: 857, 5167;
    Ring953: 953, 6343;
    Ring1013: 1013, 7177;
    Ring1277: 1277, 7879;
}
