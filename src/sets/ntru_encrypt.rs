//! The sets of NTRUEncrypt.

use core::marker::PhantomData;

use rand_core::CryptoRng;

use super::{Draws, ProfileName, Set, Sizes};
use crate::error::{Error, Object};
use crate::ntru_encrypt::{
    Ees443Ep1, Ees587Ep1, Ees743Ep1, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace,
};
use crate::profile::{Compact, Fast};
use crate::shared_secret::SharedSecret;
use crate::storage::expect_size;

/// All three. EESS#1 claims 128, 192 and 256 bits for them, which are no levels of NIST's.
pub(super) static SETS: &[&dyn Set] = &[
    &Entry::<Ees443Ep1>::new("EESS#1 v3.1 (2015), no current standard; below NIST's level 1"),
    &Entry::<Ees587Ep1>::new("EESS#1 v3.1 (2015), no current standard"),
    &Entry::<Ees743Ep1>::new("EESS#1 v3.1 (2015), no current standard"),
];

/// A set and its standing.
struct Entry<S> {
    standing: &'static str,
    set: PhantomData<fn() -> S>,
}

impl<S> Entry<S> {
    const fn new(standing: &'static str) -> Self {
        Self { standing, set: PhantomData }
    }
}

impl<S: ParameterSet> Set for Entry<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn draws(&self) -> &'static [Draws] {
        &[]
    }

    fn has_node(&self) -> bool {
        false
    }

    fn has_prepared_keys(&self) -> bool {
        false
    }

    fn encrypts(&self) -> bool {
        true
    }

    fn scheme(&self) -> &'static str {
        "NTRUEncrypt"
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            encapsulation_key: S::PUBLIC_KEY_SIZE,
            decapsulation_key: S::PRIVATE_KEY_SIZE,
            ciphertext: S::CIPHERTEXT_SIZE,
            shared_secret: SharedSecret::SIZE,
        }
    }

    fn claimed_level(&self) -> Option<u8> {
        None
    }

    fn standing(&self) -> &'static str {
        self.standing
    }

    fn is_single_use(&self) -> bool {
        false
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
                PrivateKey::<S, _>::generate(rng, ek, dk, &mut KeygenWorkspace::<S, Compact>::new())
            }
            ProfileName::Fast => PrivateKey::<S, _>::generate(rng, ek, dk, &mut KeygenWorkspace::<S, Fast>::new()),
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
        match profile {
            ProfileName::Compact => encapsulate::<S, Compact>(ek, rng, ct, secret),
            ProfileName::Fast => encapsulate::<S, Fast>(ek, rng, ct, secret),
        }
    }

    fn decapsulate(&self, profile: ProfileName, dk: &[u8], ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error> {
        match profile {
            ProfileName::Compact => decapsulate::<S, Compact>(dk, ct, secret),
            ProfileName::Fast => decapsulate::<S, Fast>(dk, ct, secret),
        }
    }
}

fn encapsulate<S: ParameterSet, P: Strategy>(
    ek: &[u8],
    rng: &mut dyn CryptoRng,
    ct: &mut [u8],
    secret: &mut SharedSecret,
) -> Result<(), Error> {
    // All lengths before what a key contains.
    expect_size(ek.len(), S::PUBLIC_KEY_SIZE, Object::EncapsulationKey)?;
    expect_size(ct.len(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
    PublicKey::<S, _>::new(ek)?.encapsulate(rng, ct, secret, &mut Workspace::<S, P>::new())
}

fn decapsulate<S: ParameterSet, P: Strategy>(dk: &[u8], ct: &[u8], secret: &mut SharedSecret) -> Result<(), Error> {
    expect_size(dk.len(), S::PRIVATE_KEY_SIZE, Object::DecapsulationKey)?;
    expect_size(ct.len(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
    PrivateKey::<S, _>::new(dk)?.decapsulate(ct, secret, &mut Workspace::<S, P>::new())
}
