//! The twelve parameter sets as types (specification: table of parameters).

use super::codec::encoded_size;
use super::lprime::LPrime;
use super::streamlined::Streamlined;
use super::{HASH_SIZE, compact, fast};
use crate::backend::{Array, Hiding, Modulus};
use crate::ring::polynomial::{Ring, Ring653, Ring761, Ring857, Ring953, Ring1013, Ring1277, packed_size};

pub(super) mod sealed {
    use super::{Array, Hiding, Ring};
    use crate::ntru_prime::scheme::Scheme;

    /// What a set tells this module only.
    pub trait Sealed: Sized + 'static {
        /// The ring.
        type Ring: Ring;
        /// Which of the two schemes.
        #[allow(private_bounds)]
        type Scheme: Scheme<Self>;
        /// Coefficients that are not 0 in a short polynomial.
        const WEIGHT: usize;
        /// Hides message bits; zeros where there are none.
        const HIDING: Hiding;
        /// What is encapsulated: a packed short polynomial, or 32 bytes.
        type Input: Array<u8>;
        /// Room for the short polynomial of an encapsulation, where it isn't the input.
        type Ephemeral: Array<u8>;
        /// The small polynomials of a decapsulation key, packed.
        type Secrets: Array<u8>;
        /// The polynomials of an encapsulation key, decoded.
        type Public: Array<i16>;
        /// Working memory by operation and profile.
        type CompactKeygen: Array<u32>;
        /// See above.
        type CompactEncaps: Array<u32>;
        /// See above.
        type CompactDecaps: Array<u32>;
        /// See above.
        type FastKeygen: Array<u32>;
        /// See above.
        type FastEncaps: Array<u32>;
        /// See above.
        type FastDecaps: Array<u32>;
    }
}

/// A parameter set of NTRU Prime. Sealed: the twelve types of this module.
pub trait ParameterSet: sealed::Sealed {
    /// The name that the specification and the known-answer files use.
    const NAME: &'static str;
    /// The degree p of the ring.
    const P: usize;
    /// The modulus q.
    const Q: u16;
    /// Bytes of an encapsulation key.
    const ENCAPSULATION_KEY_SIZE: usize;
    /// Bytes of a decapsulation key.
    const DECAPSULATION_KEY_SIZE: usize;
    /// Bytes of a ciphertext.
    const CIPHERTEXT_SIZE: usize;
}

/// The modulus of a set.
pub(super) const fn modulus<S: ParameterSet>() -> Modulus {
    <S::Ring as Ring>::MODULUS
}

/// Bytes of a packed small polynomial of a set.
pub(super) const fn packed<S: ParameterSet>() -> usize {
    <S::Ring as Ring>::PACKED
}

/// The radix of rounded coefficients.
pub(super) const fn rounded_radix<S: ParameterSet>() -> u16 {
    S::Q.div_ceil(3)
}

/// Bytes of an encoded rounded polynomial.
pub(super) const fn rounded_size<S: ParameterSet>() -> usize {
    encoded_size(S::P, rounded_radix::<S>())
}

macro_rules! set {
    ($name:ident, $text:literal, $doc:expr, $ring:ty, $p:literal, $q:literal, $w:literal, $tau:expr,
     $scheme:ty, $input:expr, $ephemeral:expr, $smalls:literal, $publics:literal, $sizes:expr) => {
        #[doc = $doc]
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}

        impl sealed::Sealed for $name {
            type Ring = $ring;
            type Scheme = $scheme;
            const WEIGHT: usize = $w;
            const HIDING: Hiding = Hiding { tau: $tau, offset: 4 * $w + 1 };
            type Input = [u8; $input];
            type Ephemeral = [u8; $ephemeral];
            type Secrets = [u8; $smalls * packed_size($p)];
            type Public = [i16; $publics * $p];
            type CompactKeygen = [u32; compact::keygen_words($p, $w, $q, $smalls)];
            type CompactEncaps = [u32; compact::encaps_words($p, $w, $q)];
            type CompactDecaps = [u32; compact::decaps_words($p, $w, $q, $smalls)];
            type FastKeygen = [u32; fast::keygen_words($p, $w, $q, $smalls)];
            type FastEncaps = [u32; fast::encaps_words($p, $w, $q)];
            type FastDecaps = [u32; fast::decaps_words($p, $w, $q, $smalls)];
        }

        impl ParameterSet for $name {
            const NAME: &'static str = $text;
            const P: usize = $p;
            const Q: u16 = $q;
            const ENCAPSULATION_KEY_SIZE: usize = $sizes[0];
            const DECAPSULATION_KEY_SIZE: usize = $sizes[1];
            const CIPHERTEXT_SIZE: usize = $sizes[2];
        }
    };
}

/// Sizes of a Streamlined set: keys and ciphertext.
const fn streamlined_sizes(p: usize, q: u16) -> [usize; 3] {
    let (packed, key) = (packed_size(p), encoded_size(p, q));
    [key, 3 * packed + key + HASH_SIZE, encoded_size(p, q.div_ceil(3)) + HASH_SIZE]
}

/// Sizes of an LPRime set: keys and ciphertext.
const fn lprime_sizes(p: usize, q: u16) -> [usize; 3] {
    let rounded = encoded_size(p, q.div_ceil(3));
    let key = super::lprime::SEED_SIZE + rounded;
    [key, packed_size(p) + key + 2 * HASH_SIZE, rounded + super::lprime::TOPS_SIZE + HASH_SIZE]
}

macro_rules! sets {
    ($($ring:ty, $p:literal, $q:literal:
       $streamlined:ident $streamlined_text:literal $w:literal,
       $lprime:ident $lprime_text:literal $lprime_w:literal [$($tau:literal),*];)*) => {$(
        set!($streamlined, $streamlined_text,
            concat!("Streamlined NTRU Prime, p = ", $p, ", q = ", $q, ", w = ", $w, "."),
            $ring, $p, $q, $w, [0; 4], Streamlined, packed_size($p), 0, 2, 1, streamlined_sizes($p, $q));
        set!($lprime, $lprime_text,
            concat!("NTRU LPRime, p = ", $p, ", q = ", $q, ", w = ", $lprime_w, "."),
            $ring, $p, $q, $lprime_w, [$($tau),*], LPrime, super::lprime::MESSAGE_SIZE, packed_size($p), 1, 2, lprime_sizes($p, $q));
    )*};
}

sets! {
    Ring653, 653, 4621: Sntrup653 "sntrup653" 288, Ntrulpr653 "ntrulpr653" 252 [2175, 113, 2031, 290];
    Ring761, 761, 4591: Sntrup761 "sntrup761" 286, Ntrulpr761 "ntrulpr761" 250 [2156, 114, 2007, 287];
    Ring857, 857, 5167: Sntrup857 "sntrup857" 322, Ntrulpr857 "ntrulpr857" 281 [2433, 101, 2265, 324];
    Ring953, 953, 6343: Sntrup953 "sntrup953" 396, Ntrulpr953 "ntrulpr953" 345 [2997, 82, 2798, 400];
    Ring1013, 1013, 7177: Sntrup1013 "sntrup1013" 448, Ntrulpr1013 "ntrulpr1013" 392 [3367, 73, 3143, 449];
    Ring1277, 1277, 7879: Sntrup1277 "sntrup1277" 492, Ntrulpr1277 "ntrulpr1277" 429 [3724, 66, 3469, 496];
}
