//! The sets of NTRU Prime.

use core::marker::PhantomData;

use rand_core::CryptoRng;

use super::{Draws, ProfileName, Set, Sizes};
use crate::error::Error;
use crate::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeygenWorkspace, Ntrulpr653, Ntrulpr761, Ntrulpr857,
    Ntrulpr953, Ntrulpr1013, Ntrulpr1277, OneShot, ParameterSet, Sntrup653, Sntrup761, Sntrup857, Sntrup953,
    Sntrup1013, Sntrup1277, Strategy, WordByWord, Workspace,
};
use crate::profile::{Compact, Fast};
use crate::shared_secret::SharedSecret;

/// All twelve, with the levels that the submission claims.
pub(super) static SETS: &[&dyn Set] = &[
    &Entry::<Sntrup653>::new("kem/sntrup653", 1),
    &Entry::<Sntrup761>::new("kem/sntrup761", 2),
    &Entry::<Sntrup857>::new("kem/sntrup857", 3),
    &Entry::<Sntrup953>::new("kem/sntrup953", 4),
    &Entry::<Sntrup1013>::new("kem/sntrup1013", 4),
    &Entry::<Sntrup1277>::new("kem/sntrup1277", 5),
    &Entry::<Ntrulpr653>::new("kem/ntrulpr653", 1),
    &Entry::<Ntrulpr761>::new("kem/ntrulpr761", 2),
    &Entry::<Ntrulpr857>::new("kem/ntrulpr857", 3),
    &Entry::<Ntrulpr953>::new("kem/ntrulpr953", 4),
    &Entry::<Ntrulpr1013>::new("kem/ntrulpr1013", 4),
    &Entry::<Ntrulpr1277>::new("kem/ntrulpr1277", 5),
];

/// A set, the title of its known-answer files and its level.
struct Entry<S> {
    title: &'static str,
    level: u8,
    set: PhantomData<fn() -> S>,
}

impl<S> Entry<S> {
    const fn new(title: &'static str, level: u8) -> Self {
        Self { title, level, set: PhantomData }
    }
}

impl<S: ParameterSet> Set for Entry<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn has_node(&self) -> bool {
        false
    }

    fn scheme(&self) -> &'static str {
        "NTRUPrime"
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            encapsulation_key: S::ENCAPSULATION_KEY_SIZE,
            decapsulation_key: S::DECAPSULATION_KEY_SIZE,
            ciphertext: S::CIPHERTEXT_SIZE,
            shared_secret: SharedSecret::SIZE,
        }
    }

    fn claimed_level(&self) -> Option<u8> {
        Some(self.level)
    }

    fn standing(&self) -> &'static str {
        "round-3 alternate of NIST's project, not standardised by it"
    }

    fn is_single_use(&self) -> bool {
        false
    }

    fn draws(&self) -> &'static [Draws] {
        &[Draws::Nist, Draws::OneShot]
    }

    fn generate(
        &self,
        profile: ProfileName,
        rng: &mut dyn CryptoRng,
        ek: &mut [u8],
        dk: &mut [u8],
    ) -> Result<(), Error> {
        match profile {
            ProfileName::Compact => {
                DecapsulationKey::<S, _>::generate(rng, ek, dk, &mut KeygenWorkspace::<S, Compact>::new())
            }
            ProfileName::Fast => {
                DecapsulationKey::<S, _>::generate(rng, ek, dk, &mut KeygenWorkspace::<S, Fast>::new())
            }
        }
    }

    fn generate_known(
        &self,
        profile: ProfileName,
        draws: Draws,
        rng: &mut dyn CryptoRng,
        ek: &mut [u8],
        dk: &mut [u8],
    ) -> Result<(), Error> {
        match profile {
            ProfileName::Compact => generate_known::<S, Compact>(draws, rng, ek, dk),
            ProfileName::Fast => generate_known::<S, Fast>(draws, rng, ek, dk),
        }
    }

    fn encapsulate(
        &self,
        profile: ProfileName,
        ek: &[u8],
        rng: &mut dyn CryptoRng,
        ct: &mut [u8],
        secret: &mut SharedSecret,
    ) -> Result<(), Error> {
        let ek = EncapsulationKey::<S, _>::new(ek)?;
        match profile {
            ProfileName::Compact => ek.encapsulate(rng, ct, secret, &mut Workspace::<S, Compact>::new()),
            ProfileName::Fast => ek.encapsulate(rng, ct, secret, &mut Workspace::<S, Fast>::new()),
        }
    }

    fn encapsulate_known(
        &self,
        profile: ProfileName,
        draws: Draws,
        ek: &[u8],
        rng: &mut dyn CryptoRng,
        ct: &mut [u8],
        secret: &mut SharedSecret,
    ) -> Result<(), Error> {
        match profile {
            ProfileName::Compact => encapsulate_known::<S, Compact>(draws, ek, rng, ct, secret),
            ProfileName::Fast => encapsulate_known::<S, Fast>(draws, ek, rng, ct, secret),
        }
    }

    fn decapsulate(&self, profile: ProfileName, dk: &[u8], ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error> {
        let dk = DecapsulationKey::<S, _>::new(dk)?;
        match profile {
            ProfileName::Compact => dk.decapsulate(ct, secret, &mut DecapsulationWorkspace::<S, Compact>::new()),
            ProfileName::Fast => dk.decapsulate(ct, secret, &mut DecapsulationWorkspace::<S, Fast>::new()),
        }
    }
}

fn generate_known<S: ParameterSet, P: Strategy>(
    draws: Draws,
    rng: &mut dyn CryptoRng,
    ek: &mut [u8],
    dk: &mut [u8],
) -> Result<(), Error> {
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    match draws {
        Draws::Nist => DecapsulationKey::generate_derand(&mut WordByWord(rng), ek, dk, workspace),
        Draws::OneShot => DecapsulationKey::generate_derand(&mut OneShot(rng), ek, dk, workspace),
    }
}

fn encapsulate_known<S: ParameterSet, P: Strategy>(
    draws: Draws,
    ek: &[u8],
    rng: &mut dyn CryptoRng,
    ct: &mut [u8],
    secret: &mut SharedSecret,
) -> Result<(), Error> {
    let (ek, workspace) = (EncapsulationKey::<S, _>::new(ek)?, &mut Workspace::<S, P>::new());
    match draws {
        Draws::Nist => ek.encapsulate_derand(&mut WordByWord(rng), ct, secret, workspace),
        Draws::OneShot => ek.encapsulate_derand(&mut OneShot(rng), ct, secret, workspace),
    }
}
