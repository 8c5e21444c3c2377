//! Every parameter set behind one trait, for host programs that choose the set at run time.
//!
//! A registry, not another API: the types of [`crate::three_bears`] know at compile time what is checked here at run
//! time, and a firmware has no use for this module. A scheme takes part with a file of its own that ends in a list of
//! its sets; nothing is written down twice for a set.

mod ntru_encrypt;
mod ntru_prime;
mod three_bears;

use core::fmt;

use rand_core::CryptoRng;

use crate::error::Error;
use crate::profile::{Compact, Fast, Profile};
use crate::shared_secret::SharedSecret;

/// A parameter set of a key encapsulation mechanism.
pub trait Set: Sync {
    /// The name in the specification and in known-answer files.
    fn name(&self) -> &'static str;

    /// The name in the title line of known-answer files.
    fn title(&self) -> &'static str {
        self.name()
    }

    /// The ways of drawing for which `.rsp` files exist, the first of them NIST's; none for a set that has no such files.
    fn draws(&self) -> &'static [Draws] {
        &[Draws::Nist]
    }

    /// Whether the node of `examples/` knows it.
    fn has_node(&self) -> bool {
        true
    }

    /// Whether a decapsulation key has a prepared form.
    fn has_prepared_keys(&self) -> bool {
        !self.is_single_use()
    }

    /// Whether it encrypts messages too.
    fn encrypts(&self) -> bool {
        false
    }

    /// The scheme that the set belongs to.
    fn scheme(&self) -> &'static str;

    /// The lengths of its objects.
    fn sizes(&self) -> Sizes;

    /// The NIST security level (1 to 5) that its authors claim; none for a set that is older than these levels.
    fn claimed_level(&self) -> Option<u8>;

    /// Where the set stands, in one line: candidate, standard, withdrawn; and what its keys may be used for.
    fn standing(&self) -> &'static str;

    /// Whether a key pair must be used once and erased.
    fn is_single_use(&self) -> bool;

    /// Makes a key pair.
    ///
    /// # Errors
    /// [`Error::Length`]; then nothing is drawn or written.
    fn generate(
        &self,
        profile: ProfileName,
        rng: &mut dyn CryptoRng,
        ek: &mut [u8],
        dk: &mut [u8],
    ) -> Result<(), Error>;

    /// As [`Set::generate`], with the draws of a family of known-answer files.
    ///
    /// # Errors
    /// As [`Set::generate`].
    fn generate_known(
        &self,
        profile: ProfileName,
        draws: Draws,
        rng: &mut dyn CryptoRng,
        ek: &mut [u8],
        dk: &mut [u8],
    ) -> Result<(), Error> {
        let _ = draws;
        self.generate(profile, rng, ek, dk)
    }

    /// Makes a ciphertext and its secret.
    ///
    /// # Errors
    /// [`Error::Length`] and, from sets whose keys can be, [`Error::Malformed`]; then nothing is drawn or written.
    fn encapsulate(
        &self,
        profile: ProfileName,
        ek: &[u8],
        rng: &mut dyn CryptoRng,
        ct: &mut [u8],
        secret: &mut SharedSecret,
    ) -> Result<(), Error>;

    /// As [`Set::encapsulate`], with the draws of a family of known-answer files.
    ///
    /// # Errors
    /// As [`Set::encapsulate`].
    fn encapsulate_known(
        &self,
        profile: ProfileName,
        draws: Draws,
        ek: &[u8],
        rng: &mut dyn CryptoRng,
        ct: &mut [u8],
        secret: &mut SharedSecret,
    ) -> Result<(), Error> {
        let _ = draws;
        self.encapsulate(profile, ek, rng, ct, secret)
    }

    /// Computes the secret of a ciphertext. Of a single-use set ([`Set::is_single_use`]) the caller must erase `dk`.
    ///
    /// # Errors
    /// [`Error::Length`]; from sets whose keys can be, [`Error::Malformed`]; from sets that reject explicitly,
    /// [`Error::Rejected`]. Then `secret` is unchanged.
    fn decapsulate(&self, profile: ProfileName, dk: &[u8], ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error>;
}

/// The lengths of a set's objects in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// Of an encapsulation key (`pk` in known-answer files).
    pub encapsulation_key: usize,
    /// Of a decapsulation key (`sk`).
    pub decapsulation_key: usize,
    /// Of a ciphertext (`ct`).
    pub ciphertext: usize,
    /// Of a shared secret (`ss`).
    pub shared_secret: usize,
}

/// How an operation takes its random bytes from a generator whose calls matter, as that of known answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draws {
    /// As the submission to NIST's project did: where it drew polynomials, four bytes for each coefficient.
    Nist,
    /// All bytes of a polynomial at once: PQClean's and liboqs' way.
    OneShot,
}

impl Draws {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Nist, Self::OneShot];

    /// The name, as on command lines.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nist => "nist",
            Self::OneShot => "oneshot",
        }
    }
}

/// A [`Profile`] as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileName {
    /// [`Compact`].
    Compact,
    /// [`Fast`].
    Fast,
}

impl ProfileName {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Compact, Self::Fast];

    /// The name, as on command lines.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Compact => Compact::NAME,
            Self::Fast => Fast::NAME,
        }
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// All sets, scheme by scheme.
pub fn all() -> impl Iterator<Item = &'static dyn Set> {
    three_bears::SETS.iter().chain(ntru_prime::SETS).chain(ntru_encrypt::SETS).copied()
}

/// The set of this name or title: the exact spelling first, then any mix of cases.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Set> {
    let named = |same: fn(&str, &str) -> bool| {
        all().find(|set| same(set.name(), name)).or_else(|| all().find(|set| same(set.title(), name)))
    };
    named(|a, b| a == b).or_else(|| named(str::eq_ignore_ascii_case))
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;
    use crate::error::Object;
    use crate::kat::drbg::Drbg;

    #[test]
    fn names_are_found_and_unique() {
        for set in all() {
            assert_eq!(find(set.name()).unwrap().name(), set.name());
            assert_eq!(find(&set.name().to_ascii_lowercase()).unwrap().name(), set.name());
            assert_eq!(find(set.title()).unwrap().name(), set.name());
            assert_eq!(all().filter(|other| other.name().eq_ignore_ascii_case(set.name())).count(), 1);
        }
        assert!(find("").is_none() && find("BabyBear ").is_none());
    }

    #[test]
    fn wrong_lengths_are_errors() {
        for set in all() {
            let sizes = set.sizes();
            let (eks, dks, cts) = (sizes.encapsulation_key, sizes.decapsulation_key, sizes.ciphertext);
            let rng = &mut Drbg::new(&[7; 48]);
            let secret = &mut SharedSecret::new();
            for profile in ProfileName::ALL {
                let length = |object| Err(Error::Length(object));
                for wrong in [0, eks - 1, eks + 1] {
                    let (ek, dk) = (&mut vec![0; wrong], &mut vec![0; dks]);
                    assert_eq!(set.generate(profile, rng, ek, dk), length(Object::EncapsulationKey));
                    let outcome = set.encapsulate(profile, ek, rng, &mut vec![0; cts], secret);
                    assert_eq!(outcome, length(Object::EncapsulationKey));
                }
                for wrong in [0, dks - 1, dks + 1] {
                    let (ek, dk) = (&mut vec![0; eks], &mut vec![0; wrong]);
                    assert_eq!(set.generate(profile, rng, ek, dk), length(Object::DecapsulationKey));
                    let outcome = set.decapsulate(profile, dk, &vec![0; cts], secret);
                    assert_eq!(outcome, length(Object::DecapsulationKey));
                }
                for wrong in [0, cts - 1, cts + 1] {
                    let ct = &mut vec![0; wrong];
                    let outcome = set.encapsulate(profile, &vec![0; eks], rng, ct, secret);
                    assert_eq!(outcome, length(Object::Ciphertext));
                    assert_eq!(set.decapsulate(profile, &vec![0; dks], ct, secret), length(Object::Ciphertext));
                }
            }
        }
    }
}
