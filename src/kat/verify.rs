//! Verification: a set against the published digests of its known answers, or the entries of a file one by one.

use core::fmt;
use std::string::ToString;
use std::vec::Vec;

use sha2::{Digest, Sha256};

use super::generate::{self, ENTROPY, Entries};
use super::rsp::{self, Entry, Field};
use super::{Failure, hex};
use crate::sets::{Draws, ProfileName, Set};
use crate::shared_secret::SharedSecret;

/// The entries of a published file.
pub const ENTRIES: u32 = 100;

/// The texts that digests are published of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The whole `.rsp` file of [`ENTRIES`] entries.
    File,
    /// The six lines of the first entry.
    First,
}

impl Form {
    /// The word for it in our lists of digests.
    const fn word(self, draws: Draws) -> &'static str {
        match (self, draws) {
            (Self::File, Draws::Nist) => "file",
            (Self::First, Draws::Nist) => "first",
            (Self::File, Draws::OneShot) => "oneshot-file",
            (Self::First, Draws::OneShot) => "oneshot-first",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "the file",
            Self::First => "the first entry",
        })
    }
}

/// One list a scheme: lines of a set's name, a [`Form::word`] and a SHA-256.
const DIGESTS: &[&str] =
    &[include_str!("../../vectors/three-bears/digests.txt"), include_str!("../../vectors/ntru-prime/digests.txt")];

/// The published digest of a set's known answers.
#[must_use]
pub fn published(set: &str, draws: Draws, form: Form) -> Option<[u8; 32]> {
    DIGESTS.iter().flat_map(|list| list.lines()).find_map(|line| {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some(set) || words.next() != Some(form.word(draws)) {
            return None;
        }
        hex::decode(words.next()?.as_bytes())?.try_into().ok()
    })
}

/// Generates all entries of the set's file and compares the digests of its text. Calls `done` after each entry.
///
/// # Errors
/// The first [`Failure`].
pub fn set(set: &'static dyn Set, profile: ProfileName, draws: Draws, mut done: impl FnMut()) -> Result<(), Failure> {
    let compare = |form, computed: [u8; 32]| {
        let published = published(set.name(), draws, form).ok_or(Failure::NoDigest)?;
        if computed == published { Ok(()) } else { Err(Failure::Digest { form, computed, published }) }
    };
    let mut text = rsp::head(set, draws);
    for entry in Entries::new(set, profile, draws, &ENTROPY).take(ENTRIES as usize) {
        let entry = entry?;
        let lines = entry.to_string();
        if entry.count == 0 {
            compare(Form::First, Sha256::digest(&lines).into())?;
        }
        text += &lines;
        text.push('\n');
        done();
    }
    compare(Form::File, Sha256::digest(&text).into())
}

/// Derives the entry again from its seed and decapsulates its own ciphertext with its own key.
///
/// # Errors
/// The first [`Failure`].
pub fn entry(set: &dyn Set, profile: ProfileName, draws: Draws, entry: &Entry) -> Result<(), Failure> {
    let derived = generate::entry(set, profile, draws, entry.count, &entry.seed)?;
    let fields: Vec<Field> = [
        (Field::Pk, derived.pk == entry.pk),
        (Field::Sk, derived.sk == entry.sk),
        (Field::Ct, derived.ct == entry.ct),
        (Field::Ss, derived.ss == entry.ss),
    ]
    .into_iter()
    .filter_map(|(field, same)| (!same).then_some(field))
    .collect();

    let mut secret = SharedSecret::new();
    set.decapsulate(profile, &entry.sk, &entry.ct, &mut secret)
        .map_err(|error| Failure::Operation { count: entry.count, error })?;
    let consistent = secret.as_bytes()[..] == entry.ss[..];
    match (fields.is_empty(), consistent) {
        (true, true) => Ok(()),
        (true, false) => Err(Failure::Disagreement { count: entry.count }),
        (false, _) => Err(Failure::Entry { count: entry.count, fields, consistent }),
    }
}

#[cfg(test)]
mod tests {
    use rand_core::CryptoRng;

    use super::*;
    use crate::error::Error;
    use crate::sets::{self, Sizes};

    #[test]
    fn every_set_has_its_digests() {
        for set in sets::all() {
            for &draws in set.draws() {
                assert!(published(set.name(), draws, Form::File).is_some(), "{}", set.name());
                assert!(published(set.name(), draws, Form::First).is_some(), "{}", set.name());
            }
        }
        assert_eq!(published("Bear", Draws::Nist, Form::File), None);
    }

    /// A set under another name, whose decapsulation gives a wrong secret for some ciphertexts.
    struct Broken {
        name: &'static str,
        set: &'static str,
        wrong: fn(&[u8]) -> bool,
    }

    impl Broken {
        fn set(&self) -> &'static dyn Set {
            sets::find(self.set).unwrap()
        }
    }

    impl Set for Broken {
        fn name(&self) -> &'static str {
            self.name
        }

        fn scheme(&self) -> &'static str {
            self.set().scheme()
        }

        fn sizes(&self) -> Sizes {
            self.set().sizes()
        }

        fn claimed_level(&self) -> Option<u8> {
            self.set().claimed_level()
        }

        fn standing(&self) -> &'static str {
            self.set().standing()
        }

        fn is_single_use(&self) -> bool {
            self.set().is_single_use()
        }

        fn generate(
            &self,
            profile: ProfileName,
            rng: &mut dyn CryptoRng,
            ek: &mut [u8],
            dk: &mut [u8],
        ) -> Result<(), Error> {
            self.set().generate(profile, rng, ek, dk)
        }

        fn encapsulate(
            &self,
            profile: ProfileName,
            ek: &[u8],
            rng: &mut dyn CryptoRng,
            ct: &mut [u8],
            secret: &mut SharedSecret,
        ) -> Result<(), Error> {
            self.set().encapsulate(profile, ek, rng, ct, secret)
        }

        fn decapsulate(
            &self,
            profile: ProfileName,
            dk: &[u8],
            ct: &[u8],
            secret: &mut SharedSecret,
        ) -> Result<(), Error> {
            self.set().decapsulate(profile, dk, ct, secret)?;
            secret.as_mut_bytes()[31] ^= u8::from((self.wrong)(ct));
            Ok(())
        }
    }

    #[test]
    fn a_wrong_set_fails() {
        // The first byte of the second entry's ciphertext.
        static WRONG_ONCE: Broken = Broken { name: "BabyBear", set: "BabyBear", wrong: |ct| ct[0] == 0x13 };
        static RENAMED: Broken = Broken { name: "BabyBear", set: "BabyBearEphem", wrong: |_| false };
        static UNKNOWN: Broken = Broken { name: "Bear", set: "BabyBear", wrong: |_| false };
        let failure = |broken: &'static Broken| set(broken, ProfileName::Fast, Draws::Nist, || ()).unwrap_err();
        assert_eq!(failure(&WRONG_ONCE), Failure::Disagreement { count: 1 });
        assert!(matches!(failure(&RENAMED), Failure::Digest { form: Form::First, .. }));
        assert_eq!(failure(&UNKNOWN), Failure::NoDigest);
    }
}
