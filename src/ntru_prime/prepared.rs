//! Keys made ready for many operations: decoded, with their hash, in memory that the caller owns.

use core::fmt;

use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::draws::{Draws, Seeded};
use super::keys::{DecapsulationKey, EncapsulationKey};
use super::params::{ParameterSet, sealed::Sealed};
use super::scheme::Scheme;
use super::source::{Public, Source};
use super::strategy::{Strategy, wipe};
use super::workspace::{DecapsulationWorkspace, Workspace};
use super::{HASH_SIZE, SEED_SIZE, transform};
use crate::backend::Buffer;
use crate::error::{Error, Object};
use crate::hash::sha512::Sha512;
use crate::shared_secret::SharedSecret;
use crate::storage::{ReadAt, WriteAt, expect_size};

/// The decoded polynomials of an encapsulation key and its hash.
struct Decoded<S: ParameterSet> {
    polynomials: <S as Sealed>::Public,
    cache: [u8; HASH_SIZE],
}

impl<S: ParameterSet> Decoded<S> {
    const ZERO: Self = Self { polynomials: Buffer::ZERO, cache: [0; HASH_SIZE] };

    fn read<R: ReadAt + ?Sized>(&mut self, storage: &R, offset: usize) -> Result<(), Error> {
        let Public { base, second } = <S as Sealed>::Scheme::public(storage, offset)?;
        let mut parts = self.polynomials.as_mut().chunks_exact_mut(S::P);
        for (source, out) in [base, second].iter().zip(&mut parts) {
            source.whole::<S>(out)?;
        }
        Ok(())
    }

    fn public(&self) -> Public<'_, [u8]> {
        let (base, second) = self.polynomials.as_ref().split_at(S::P);
        Public { base: Source::Kept(base), second: Source::Kept(second) }
    }

    fn zeroize(&mut self) {
        self.polynomials.zeroize();
        self.cache.zeroize();
    }
}

/// An encapsulation key that is decoded and hashed once, for a node that talks to one gateway: encapsulation then
/// neither decodes nor hashes it. Public.
pub struct PreparedEncapsulationKey<S: ParameterSet>(Decoded<S>);

impl<S: ParameterSet> PreparedEncapsulationKey<S> {
    /// Size in bytes.
    pub const SIZE: usize = size_of::<Self>();

    /// Room for a key: no key yet, and encapsulations to it are of no use.
    #[must_use]
    pub const fn new() -> Self {
        Self(Decoded::ZERO)
    }

    /// Takes in a key.
    ///
    /// # Errors
    /// [`Error::Storage`] from the key; then this one has no meaning.
    pub fn prepare<R: ReadAt>(&mut self, ek: &EncapsulationKey<S, R>) -> Result<(), Error> {
        let mut hash = Sha512::ZERO;
        transform::key_hash::<S>(ek.storage(), &mut hash, &mut self.0.cache)?;
        self.0.read(ek.storage(), 0)
    }

    /// As [`EncapsulationKey::encapsulate`], with the same result.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Storage`] from `ct`, whose content then has no meaning; `secret` is then unchanged.
    pub fn encapsulate<P: Strategy>(
        &self,
        rng: &mut (impl CryptoRng + ?Sized),
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        seeded(rng, workspace, |seeded, workspace| self.encapsulate_with(seeded, ct, secret, workspace))
    }

    /// As [`EncapsulationKey::encapsulate_derand`], with the same result.
    ///
    /// # Errors
    /// As [`PreparedEncapsulationKey::encapsulate`].
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
        let key = (&self.0.public(), &self.0.cache);
        transform::encapsulate(key, draws, ct, secret.as_mut_bytes(), workspace)
    }
}

impl<S: ParameterSet> Default for PreparedEncapsulationKey<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: ParameterSet> fmt::Debug for PreparedEncapsulationKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedEncapsulationKey({})", S::NAME)
    }
}

/// Runs an encapsulation on the expansion of one call of 32 random bytes, and wipes its memory.
pub(super) fn seeded<S: ParameterSet, P: Strategy>(
    rng: &mut (impl CryptoRng + ?Sized),
    workspace: &mut Workspace<S, P>,
    encapsulate: impl FnOnce(&mut Seeded, &mut Workspace<S, P>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut seed = Zeroizing::new([0; SEED_SIZE]);
    rng.fill_bytes(&mut *seed);
    let mut seeded = Seeded::ZERO;
    seeded.start(&seed);
    let result = encapsulate(&mut seeded, workspace);
    seeded.zeroize();
    wipe::<S, P>(workspace, |frames| frames.encaps);
    result
}

/// A decapsulation key that is decoded once, for a gateway. Secret: wiped when dropped, never printed.
pub struct PreparedDecapsulationKey<S: ParameterSet> {
    public: Decoded<S>,
    secrets: <S as Sealed>::Secrets,
    rejection: <S as Sealed>::Input,
}

impl<S: ParameterSet> PreparedDecapsulationKey<S> {
    /// Size in bytes.
    pub const SIZE: usize = size_of::<Self>();

    /// Room for a key: no key yet, and decapsulations with it are of no use.
    #[must_use]
    pub const fn new() -> Self {
        Self { public: Decoded::ZERO, secrets: Buffer::ZERO, rejection: Buffer::ZERO }
    }

    /// Takes in a key.
    ///
    /// # Errors
    /// [`Error::Storage`] from the key; then this one has no meaning.
    pub fn prepare<R: ReadAt>(&mut self, dk: &DecapsulationKey<S, R>) -> Result<(), Error> {
        let [public, rejection, hash] = transform::parts::<S>();
        let storage = dk.storage();
        storage.read_at(0, self.secrets.as_mut())?;
        storage.read_at(rejection, self.rejection.as_mut())?;
        storage.read_at(hash, &mut self.public.cache)?;
        self.public.read(storage, public)
    }

    /// As [`DecapsulationKey::decapsulate`], with the same result.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Storage`] from `ct`; then `secret` is unchanged.
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
        workspace.secrets.as_mut().copy_from_slice(self.secrets.as_ref());
        let rejection = |out: &mut [u8]| {
            out.copy_from_slice(self.rejection.as_ref());
            Ok(())
        };
        let key = (&self.public.public(), &self.public.cache);
        transform::decapsulate(key, rejection, ct, secret.as_mut_bytes(), workspace)
    }
}

impl<S: ParameterSet> Drop for PreparedDecapsulationKey<S> {
    fn drop(&mut self) {
        self.public.zeroize();
        self.secrets.zeroize();
        self.rejection.zeroize();
    }
}

impl<S: ParameterSet> ZeroizeOnDrop for PreparedDecapsulationKey<S> {}

impl<S: ParameterSet> Default for PreparedDecapsulationKey<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: ParameterSet> fmt::Debug for PreparedDecapsulationKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedDecapsulationKey({}, ..)", S::NAME)
    }
}
