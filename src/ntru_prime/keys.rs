//! Keys as types, and their byte formats.
//!
//! | key | bytes |
//! |---|---|
//! | [`EncapsulationKey`] | Streamlined: h. LPRime: the 32-byte seed of G, A |
//! | [`DecapsulationKey`] | the small polynomials, the encapsulation key, the bytes of rejection, the hash of the encapsulation key |
//! | [`KeySeed`] | 32 random bytes; both keys are derived from them |

use core::fmt;
use core::marker::PhantomData;

use rand_core::CryptoRng;
use zeroize::Zeroize;

use super::draws::{Draws, Seeded};
use super::params::{ParameterSet, sealed::Sealed};
use super::scheme::Scheme;
use super::strategy::{Strategy, wipe};
use super::workspace::{DecapsulationWorkspace, KeygenWorkspace, Workspace};
use super::{HASH_SIZE, transform};
use crate::backend::Buffer;
use crate::error::{Error, Object};
use crate::key_seed::key_seed;
use crate::shared_secret::SharedSecret;
use crate::storage::{ReadAt, WriteAt, expect_size};

/// Checks the sizes of a key pair to be written.
fn expect_pair<S: ParameterSet>(ek: &(impl WriteAt + ?Sized), dk: &(impl WriteAt + ?Sized)) -> Result<(), Error> {
    expect_size(ek.size(), S::ENCAPSULATION_KEY_SIZE, Object::EncapsulationKey)?;
    expect_size(dk.size(), S::DECAPSULATION_KEY_SIZE, Object::DecapsulationKey)
}

/// In a frame of its own, which is wiped.
#[inline(never)]
fn generate<S: ParameterSet, P: Strategy>(
    draws: &mut impl Draws,
    ek: &mut (impl WriteAt + ?Sized),
    dk: &mut (impl WriteAt + ?Sized),
    workspace: &mut KeygenWorkspace<S, P>,
) -> Result<(), Error> {
    transform::generate(draws, ek, dk, workspace)
}

key_seed! {
    /// A key pair in its seed form: 32 random bytes, from which both keys can be made again. Wiped when dropped, never
    /// printed.
    ///
    /// The expansion of the seed (AES-256-CTR) is this library's; the keys that come of it are like any others.
}

impl<S: ParameterSet> KeySeed<S> {
    /// Computes both keys, of [`ParameterSet::ENCAPSULATION_KEY_SIZE`] and [`ParameterSet::DECAPSULATION_KEY_SIZE`]
    /// bytes. The second is secret. The number of tries for an invertible polynomial shows in the time; it says nothing
    /// of the keys.
    ///
    /// # Errors
    /// [`Error::Length`], or [`Error::Storage`] from either; their contents then have no meaning.
    pub fn write_keys<P: Strategy>(
        &self,
        ek: &mut (impl WriteAt + ?Sized),
        dk: &mut (impl WriteAt + ?Sized),
        workspace: &mut KeygenWorkspace<S, P>,
    ) -> Result<(), Error> {
        expect_pair::<S>(ek, dk)?;
        let mut seeded = Seeded::ZERO;
        seeded.start(&self.bytes);
        let result = generate(&mut seeded, ek, dk, workspace);
        seeded.zeroize();
        wipe::<S, P>(workspace, |frames| frames.keygen);
        result
    }
}

/// A decapsulation key where it lies. All of it is secret but the encapsulation key inside, and must not be changed by
/// others.
pub struct DecapsulationKey<S: ParameterSet, R: ReadAt> {
    storage: R,
    set: PhantomData<S>,
}

impl<S: ParameterSet> DecapsulationKey<S, &[u8]> {
    /// Makes a key pair from one call of 32 random bytes, which are forgotten: [`KeySeed`] keeps them.
    ///
    /// # Errors
    /// As [`KeySeed::write_keys`].
    pub fn generate<P: Strategy>(
        rng: &mut (impl CryptoRng + ?Sized),
        ek: &mut (impl WriteAt + ?Sized),
        dk: &mut (impl WriteAt + ?Sized),
        workspace: &mut KeygenWorkspace<S, P>,
    ) -> Result<(), Error> {
        expect_pair::<S>(ek, dk)?;
        KeySeed::<S>::generate(rng).write_keys(ek, dk, workspace)
    }

    /// As [`DecapsulationKey::generate`], from the draws of a known-answer file.
    ///
    /// # Errors
    /// As [`KeySeed::write_keys`].
    #[cfg(feature = "hazmat")]
    pub fn generate_derand<P: Strategy>(
        draws: &mut impl Draws,
        ek: &mut (impl WriteAt + ?Sized),
        dk: &mut (impl WriteAt + ?Sized),
        workspace: &mut KeygenWorkspace<S, P>,
    ) -> Result<(), Error> {
        expect_pair::<S>(ek, dk)?;
        let result = generate(draws, ek, dk, workspace);
        wipe::<S, P>(workspace, |frames| frames.keygen);
        result
    }
}

impl<S: ParameterSet, R: ReadAt> DecapsulationKey<S, R> {
    /// The key in a storage of [`ParameterSet::DECAPSULATION_KEY_SIZE`] bytes. Every content is a key; one that no key
    /// generation made decapsulates to secrets without use.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn new(storage: R) -> Result<Self, Error> {
        expect_size(storage.size(), S::DECAPSULATION_KEY_SIZE, Object::DecapsulationKey)?;
        Ok(Self { storage, set: PhantomData })
    }

    /// Decapsulates a ciphertext of [`ParameterSet::CIPHERTEXT_SIZE`] bytes, with implicit rejection: a ciphertext
    /// that encapsulation did not make gives a secret that nobody else can compute, in the same time.
    ///
    /// # Errors
    /// [`Error::Length`] from `ct`, [`Error::Storage`] from the key or `ct`; then `secret` is unchanged.
    pub fn decapsulate<P: Strategy>(
        &self,
        ct: &(impl ReadAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut DecapsulationWorkspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let result = self.decapsulate_with(ct, secret, workspace);
        wipe::<S, P>(workspace, |frames| frames.decaps);
        result
    }

    #[inline(never)]
    fn decapsulate_with<P: Strategy>(
        &self,
        ct: &(impl ReadAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut DecapsulationWorkspace<S, P>,
    ) -> Result<(), Error> {
        let [public, rejection, hash] = transform::parts::<S>();
        self.storage.read_at(0, workspace.secrets.as_mut())?;
        let mut cache = [0; HASH_SIZE];
        self.storage.read_at(hash, &mut cache)?;
        let public = <S as Sealed>::Scheme::public(&self.storage, public)?;
        let rejection = |out: &mut [u8]| self.storage.read_at(rejection, out);
        transform::decapsulate((&public, &cache), rejection, ct, secret.as_mut_bytes(), workspace)
    }

    /// The storage.
    pub(super) fn storage(&self) -> &R {
        &self.storage
    }
}

impl<S: ParameterSet, R: ReadAt> fmt::Debug for DecapsulationKey<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecapsulationKey({}, ..)", S::NAME)
    }
}

/// An encapsulation key where it lies. Public.
#[derive(Clone, Copy)]
pub struct EncapsulationKey<S: ParameterSet, R: ReadAt> {
    storage: R,
    set: PhantomData<S>,
}

impl<S: ParameterSet, R: ReadAt> EncapsulationKey<S, R> {
    /// The key in a storage of [`ParameterSet::ENCAPSULATION_KEY_SIZE`] bytes. Every content is a key: numbers out of
    /// their range are reduced, as the specification does.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn new(storage: R) -> Result<Self, Error> {
        expect_size(storage.size(), S::ENCAPSULATION_KEY_SIZE, Object::EncapsulationKey)?;
        Ok(Self { storage, set: PhantomData })
    }

    /// Makes a ciphertext of [`ParameterSet::CIPHERTEXT_SIZE`] bytes and its secret, from one call of 32 random bytes.
    ///
    /// # Errors
    /// [`Error::Length`] from `ct`, [`Error::Storage`] from the key or `ct`, whose content then has no meaning;
    /// `secret` is then unchanged.
    pub fn encapsulate<P: Strategy>(
        &self,
        rng: &mut (impl CryptoRng + ?Sized),
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        super::prepared::seeded(rng, workspace, |seeded, workspace| {
            self.encapsulate_with(seeded, ct, secret, workspace)
        })
    }

    /// As [`EncapsulationKey::encapsulate`], from the draws of a known-answer file.
    ///
    /// # Errors
    /// As [`EncapsulationKey::encapsulate`].
    #[cfg(feature = "hazmat")]
    pub fn encapsulate_derand<P: Strategy>(
        &self,
        draws: &mut impl Draws,
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let result = self.encapsulate_with(draws, ct, secret, workspace);
        wipe::<S, P>(workspace, |frames| frames.encaps);
        result
    }

    #[inline(never)]
    fn encapsulate_with<P: Strategy>(
        &self,
        draws: &mut impl Draws,
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        let mut cache = [0; HASH_SIZE];
        transform::key_hash::<S>(&self.storage, &mut workspace.hash, &mut cache)?;
        let public = <S as Sealed>::Scheme::public(&self.storage, 0)?;
        transform::encapsulate((&public, &cache), draws, ct, secret.as_mut_bytes(), workspace)
    }

    /// The storage.
    pub(super) fn storage(&self) -> &R {
        &self.storage
    }
}

impl<S: ParameterSet, R: ReadAt> fmt::Debug for EncapsulationKey<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncapsulationKey({})", S::NAME)
    }
}
