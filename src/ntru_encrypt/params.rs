//! The three parameter sets as types (EESS#1 v3.1, section 9; block counts by exact tail probabilities).

use core::hint::black_box;

use super::{keygen, strategy};
use crate::backend::{Array, Shape};
use crate::ring::memory::quarters;

pub(super) mod sealed {
    use super::{Array, Shape};

    /// What a set tells this module only.
    pub trait Sealed: Sized + 'static {
        /// The lists of a product-form polynomial.
        const PRODUCT_FORM: Shape;
        /// The list of g: one plus term more than minus terms.
        const FLAT: Shape;
        /// The least count of each trit in a padded message.
        const LEAST: u16;
        /// Bytes of the encapsulation key that are hashed with a message.
        const HASHED: usize;
        /// Bits of a candidate.
        const CANDIDATE: u8;
        /// Bits of an index in a private key.
        const INDEX: u8;
        /// Blocks of the hash that are always computed: for a product-form polynomial, for a mask, for g.
        const BLOCKS: [u32; 3];
        /// Terms of a product-form polynomial.
        type Lists: Array<u16>;
        /// Salt, length octet and longest message.
        type Padded: Array<u8>;
        /// Trits, four a byte.
        type Packed: Array<u8>;
        /// Working memory by operation and profile.
        type CompactEncryption: Array<u32>;
        /// See above.
        type FastEncryption: Array<u32>;
        /// See above.
        type CompactKeygen: Array<u32>;
        /// See above.
        type FastKeygen: Array<u32>;
    }
}

/// A parameter set of NTRUEncrypt. Sealed: the three types of this module.
pub trait ParameterSet: sealed::Sealed {
    /// The name that EESS#1 gives it.
    const NAME: &'static str;
    /// The degree n of the ring.
    const N: usize;
    /// The three bytes that stand for the set.
    const OID: [u8; 3];
    /// Bytes of the longest message.
    const MAX_MESSAGE: usize;
    /// Bytes of a salt.
    const SALT_SIZE: usize;
    /// Bytes of each of the two seeds of a key pair.
    const SEED_SIZE: usize;
    /// Bytes of a public key.
    const PUBLIC_KEY_SIZE: usize;
    /// Bytes of a private key.
    const PRIVATE_KEY_SIZE: usize;
    /// Bytes of a ciphertext.
    const CIPHERTEXT_SIZE: usize;
}

/// The OID, of which the compiler knows nothing: as a constant it would lie in RAM on AVR.
pub(super) fn oid<S: ParameterSet>() -> [u8; 3] {
    let [a, b, c] = S::OID;
    [black_box(a), black_box(b), black_box(c)]
}

/// Bytes in front of the polynomials of a key: what it is, how long the OID is, and the OID.
pub(super) const HEADER: usize = 5;

macro_rules! set {
    ($name:ident, $text:literal, $n:literal, [$d1:literal, $d2:literal, $d3:literal], $dg:literal, $least:literal,
     $sec:literal, $salt:literal, $message:literal, $bits:literal, $limit:literal, $blocks:expr, $oid:expr, $index:literal) => {
        #[doc = concat!($text, ": N = ", $n, ", q = 2048, product form (", $d1, ", ", $d2, ", ", $d3, ").")]
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}

        impl sealed::Sealed for $name {
            const PRODUCT_FORM: Shape =
                Shape { n: $n, limit: $limit, ends: [2 * $d1, 2 * ($d1 + $d2), 2 * ($d1 + $d2 + $d3)] };
            const FLAT: Shape = Shape { n: $n, limit: $limit, ends: [2 * $dg + 1; 3] };
            const LEAST: u16 = $least;
            const HASHED: usize = $sec;
            const CANDIDATE: u8 = $bits;
            const INDEX: u8 = $index;
            const BLOCKS: [u32; 3] = $blocks;
            type Lists = [u16; 2 * ($d1 + $d2 + $d3)];
            type Padded = [u8; $salt + 1 + $message];
            type Packed = [u8; quarters($n)];
            type CompactEncryption = [u32; strategy::compact_words($n)];
            type FastEncryption = [u32; strategy::fast_words($n)];
            type CompactKeygen = [u32; keygen::words($n, 2 * $dg + 1, strategy::compact_words($n))];
            type FastKeygen = [u32; keygen::words($n, 2 * $dg + 1, strategy::fast_words($n))];
        }

        impl ParameterSet for $name {
            const NAME: &'static str = $text;
            const N: usize = $n;
            const OID: [u8; 3] = $oid;
            const MAX_MESSAGE: usize = $message;
            const SALT_SIZE: usize = $salt;
            const SEED_SIZE: usize = 2 * $sec;
            const PUBLIC_KEY_SIZE: usize = HEADER + Self::CIPHERTEXT_SIZE;
            const PRIVATE_KEY_SIZE: usize = Self::PUBLIC_KEY_SIZE + (2_usize * ($d1 + $d2 + $d3) * $index).div_ceil(8);
            const CIPHERTEXT_SIZE: usize = (11_usize * $n).div_ceil(8);
        }
    };
}

set!(Ees443Ep1, "ees443ep1", 443, [9, 8, 5], 148, 115, 16, 32, 49, 9, 443, [5, 5, 28], [0, 3, 0x11], 9);
set!(Ees587Ep1, "ees587ep1", 587, [10, 10, 8], 196, 157, 24, 32, 76, 11, 1761, [7, 7, 44], [0, 5, 0x11], 10);
set!(Ees743Ep1, "ees743ep1", 743, [11, 11, 15], 247, 204, 32, 32, 106, 13, 8173, [9, 9, 54], [0, 6, 0x10], 10);
