//! The entries that NIST's generator makes from an entropy input.

use std::vec;

use rand_core::Rng;

use super::Failure;
use super::drbg::{Drbg, SEED_SIZE};
use super::rsp::Entry;
use crate::error::Error;
use crate::sets::{Draws, ProfileName, Set};
use crate::shared_secret::SharedSecret;

/// The entropy input of every published file: 00 01 .. 2F.
#[allow(clippy::cast_possible_truncation)] // indices below 48
pub const ENTROPY: [u8; SEED_SIZE] = {
    let mut entropy = [0; SEED_SIZE];
    let mut i = 0;
    while i < SEED_SIZE {
        entropy[i] = i as u8;
        i += 1;
    }
    entropy
};

/// The entries of a set without end, each with the next seed.
pub struct Entries {
    set: &'static dyn Set,
    profile: ProfileName,
    draws: Draws,
    seeds: Drbg,
    count: u32,
}

impl Entries {
    /// The entries from this entropy input on.
    #[must_use]
    pub fn new(set: &'static dyn Set, profile: ProfileName, draws: Draws, entropy: &[u8; SEED_SIZE]) -> Self {
        Self { set, profile, draws, seeds: Drbg::new(entropy), count: 0 }
    }
}

impl Iterator for Entries {
    type Item = Result<Entry, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut seed = [0; SEED_SIZE];
        self.seeds.fill_bytes(&mut seed);
        let count = self.count;
        self.count = count.checked_add(1)?;
        Some(entry(self.set, self.profile, self.draws, count, &seed))
    }
}

/// The entry of one seed: a key pair and an encapsulation from one generator, and a decapsulation that must agree.
///
/// # Errors
/// [`Failure::Disagreement`], [`Failure::Operation`].
pub fn entry(
    set: &dyn Set,
    profile: ProfileName,
    draws: Draws,
    count: u32,
    seed: &[u8; SEED_SIZE],
) -> Result<Entry, Failure> {
    let sizes = set.sizes();
    let mut pk = vec![0; sizes.encapsulation_key];
    let mut sk = vec![0; sizes.decapsulation_key];
    let mut ct = vec![0; sizes.ciphertext];
    let (mut ss, mut decapsulated) = (SharedSecret::new(), SharedSecret::new());
    let mut rng = Drbg::new(seed);
    let failed = |error: Error| Failure::Operation { count, error };
    set.generate_known(profile, draws, &mut rng, &mut pk, &mut sk).map_err(failed)?;
    set.encapsulate_known(profile, draws, &pk, &mut rng, &mut ct, &mut ss).map_err(failed)?;
    set.decapsulate(profile, &sk, &ct, &mut decapsulated).map_err(failed)?;
    if decapsulated.as_bytes() != ss.as_bytes() {
        return Err(Failure::Disagreement { count });
    }
    Ok(Entry { count, seed: *seed, pk, sk, ct, ss: ss.as_bytes().to_vec() })
}
