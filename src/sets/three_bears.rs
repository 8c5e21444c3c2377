//! The sets of ThreeBears.

use core::marker::PhantomData;

use rand_core::CryptoRng;

use super::{ProfileName, Set, Sizes};
use crate::error::{Error, Object};
use crate::profile::{Compact, Fast};
use crate::shared_secret::SharedSecret;
use crate::storage::expect_size;
use crate::three_bears::{
    BabyBear, BabyBearEphem, DECAPSULATION_KEY_SIZE, DecapsulationKey, DecapsulationWorkspace, EncapsulationKey,
    MamaBear, MamaBearEphem, PapaBear, PapaBearEphem, ParameterSet, Reusable, SingleUse, Strategy, Workspace,
};

/// All six, with the levels that the submission claims.
pub(super) static SETS: &[&dyn Set] = &[
    &Entry::<BabyBear, Often>::new(2),
    &Entry::<MamaBear, Often>::new(4),
    &Entry::<PapaBear, Often>::new(5),
    &Entry::<BabyBearEphem, Once>::new(2),
    &Entry::<MamaBearEphem, Once>::new(4),
    &Entry::<PapaBearEphem, Once>::new(5),
];

/// A set, its usage and its level.
struct Entry<S, U> {
    level: u8,
    types: PhantomData<fn() -> (S, U)>,
}

impl<S, U> Entry<S, U> {
    const fn new(level: u8) -> Self {
        Self { level, types: PhantomData }
    }
}

/// How often a key may be used: the one thing in which the types of the sets differ.
trait Usage<S: ParameterSet> {
    const SINGLE_USE: bool;
    const STANDING: &'static str;

    fn decapsulate<P: Strategy>(key: DecapsulationKey<S>, ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error>;
}

enum Often {}

impl<S: Reusable> Usage<S> for Often {
    const SINGLE_USE: bool = false;
    const STANDING: &'static str = "round-2 candidate of NIST's project, not standardised";

    fn decapsulate<P: Strategy>(key: DecapsulationKey<S>, ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error> {
        key.decapsulate(ct, secret, &mut DecapsulationWorkspace::<S, P>::new())
    }
}

enum Once {}

impl<S: SingleUse> Usage<S> for Once {
    const SINGLE_USE: bool = true;
    const STANDING: &'static str = "round-2 candidate of NIST's project, not standardised; single use";

    fn decapsulate<P: Strategy>(key: DecapsulationKey<S>, ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error> {
        key.decapsulate_once(ct, secret, &mut Workspace::<S, P>::new())
    }
}

impl<S: ParameterSet, U: Usage<S>> Set for Entry<S, U> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn scheme(&self) -> &'static str {
        "ThreeBears"
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            encapsulation_key: S::ENCAPSULATION_KEY_SIZE,
            decapsulation_key: DECAPSULATION_KEY_SIZE,
            ciphertext: S::CIPHERTEXT_SIZE,
            shared_secret: SharedSecret::SIZE,
        }
    }

    fn claimed_level(&self) -> Option<u8> {
        Some(self.level)
    }

    fn standing(&self) -> &'static str {
        U::STANDING
    }

    fn is_single_use(&self) -> bool {
        U::SINGLE_USE
    }

    fn generate(
        &self,
        profile: ProfileName,
        rng: &mut dyn CryptoRng,
        ek: &mut [u8],
        dk: &mut [u8],
    ) -> Result<(), Error> {
        match profile {
            ProfileName::Compact => generate::<S, Compact>(rng, ek, dk),
            ProfileName::Fast => generate::<S, Fast>(rng, ek, dk),
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

    fn decapsulate(&self, profile: ProfileName, dk: &[u8], ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error> {
        let dk = DecapsulationKey::<S>::read(dk)?;
        match profile {
            ProfileName::Compact => U::decapsulate::<Compact>(dk, ct, secret),
            ProfileName::Fast => U::decapsulate::<Fast>(dk, ct, secret),
        }
    }
}

fn generate<S: ParameterSet, P: Strategy>(rng: &mut dyn CryptoRng, ek: &mut [u8], dk: &mut [u8]) -> Result<(), Error> {
    expect_size(ek.len(), S::ENCAPSULATION_KEY_SIZE, Object::EncapsulationKey)?;
    expect_size(dk.len(), DECAPSULATION_KEY_SIZE, Object::DecapsulationKey)?;
    let key = DecapsulationKey::<S>::generate(rng);
    key.write_encapsulation_key(ek, &mut Workspace::<S, P>::new())?;
    dk.copy_from_slice(key.as_bytes());
    Ok(())
}
