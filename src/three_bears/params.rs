//! The six parameter sets as types (specification, table of instances).

use super::{DECAPSULATION_KEY_SIZE, MATRIX_SEED_SIZE, NIBBLES_SIZE, REJECTION_KEY_SIZE};
use crate::backend::{Buffer, ELEMENT, Element};

pub(super) mod sealed {
    use super::{Buffer, Element};

    /// What a set tells this module only.
    pub trait Sealed {
        /// d elements.
        type Elements: Buffer + AsRef<[Element]> + AsMut<[Element]>;
        /// The dimension d.
        const D: u8;
        /// 128 times the variance of the noise.
        const V: u8;
        /// 1 for a set with the Fujisaki-Okamoto transform.
        const CCA: u8;
    }
}

/// A ThreeBears parameter set. Sealed: the six types of this module.
pub trait ParameterSet: sealed::Sealed + 'static {
    /// The name that the specification and the known-answer files use.
    const NAME: &'static str;
    /// Bytes of an encapsulation key: 24 + 390·d.
    const ENCAPSULATION_KEY_SIZE: usize = MATRIX_SEED_SIZE + ELEMENT * Self::D as usize;
    /// Bytes of a prepared decapsulation key: seed, rejection key, encapsulation key.
    const PREPARED_KEY_SIZE: usize = DECAPSULATION_KEY_SIZE + REJECTION_KEY_SIZE + Self::ENCAPSULATION_KEY_SIZE;
    /// Bytes of a ciphertext: 390·d + 137.
    const CIPHERTEXT_SIZE: usize = ELEMENT * Self::D as usize + NIBBLES_SIZE;
}

/// A set whose keys may be used any number of times: chosen-ciphertext security by implicit rejection.
pub trait Reusable: ParameterSet {}

/// A set whose key pairs must be used once: no protection against chosen ciphertexts at all, and a key that answers
/// several of them is recovered.
pub trait SingleUse: ParameterSet {}

macro_rules! sets {
    ($($name:ident: $d:literal, $v:literal, $cca:literal, $kind:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}

        impl sealed::Sealed for $name {
            type Elements = [Element; $d];
            const D: u8 = $d;
            const V: u8 = $v;
            const CCA: u8 = $cca;
        }

        impl ParameterSet for $name {
            const NAME: &'static str = stringify!($name);
        }

        impl $kind for $name {}
    )*};
}

sets! {
    BabyBear: 2, 72, 1, Reusable, "d = 2, variance 9/16, chosen-ciphertext secure; claimed NIST level 2.";
    MamaBear: 3, 52, 1, Reusable, "d = 3, variance 13/32, chosen-ciphertext secure; claimed NIST level 4.";
    PapaBear: 4, 40, 1, Reusable, "d = 4, variance 5/16, chosen-ciphertext secure; claimed NIST level 5.";
    BabyBearEphem: 2, 128, 0, SingleUse, "d = 2, variance 1, single use; claimed NIST level 2.";
    MamaBearEphem: 3, 112, 0, SingleUse, "d = 3, variance 7/8, single use; claimed NIST level 4.";
    PapaBearEphem: 4, 96, 0, SingleUse, "d = 4, variance 3/4, single use; claimed NIST level 5.";
}
