//! Keys as types, and their byte formats.
//!
//! | key | bytes |
//! |---|---|
//! | [`DecapsulationKey`] | 40 random bytes; everything else is derived from them |
//! | [`PreparedDecapsulationKey`] | the 40 bytes, the 40-byte rejection key, the encapsulation key |
//! | [`EncapsulationKey`] | 24-byte matrix seed, d elements of 390 bytes |

use core::fmt;
use core::marker::PhantomData;

use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::params::{ParameterSet, Reusable, SingleUse};
use super::strategy::Strategy;
use super::workspace::{DecapsulationWorkspace, Workspace};
use super::{DECAPSULATION_KEY_SIZE, ENCAPSULATION_SEED_SIZE, REJECTION_KEY_SIZE, decaps, encaps, keygen};
use crate::backend::{Native, Wiping};
use crate::error::{Error, Object};
use crate::shared_secret::SharedSecret;
use crate::storage::{ReadAt, Section, WriteAt, expect_size};

/// A decapsulation key in its seed form: 40 random bytes. Wiped when dropped, never printed.
///
/// A key of a [`SingleUse`] set can't be copied and is consumed by [`DecapsulationKey::decapsulate_once`]; whoever
/// stores its bytes must erase them too.
pub struct DecapsulationKey<S: ParameterSet> {
    bytes: [u8; DECAPSULATION_KEY_SIZE],
    set: PhantomData<S>,
}

impl<S: ParameterSet> DecapsulationKey<S> {
    /// Size in bytes.
    pub const SIZE: usize = DECAPSULATION_KEY_SIZE;

    /// A new key, from one call of 40 bytes.
    #[must_use]
    pub fn generate(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        // A value that is returned may be copied on the way; this one is wiped where it was made.
        let mut bytes = Zeroizing::new([0; DECAPSULATION_KEY_SIZE]);
        rng.fill_bytes(&mut *bytes);
        Self::from_bytes(&bytes)
    }

    /// The key of these bytes: any 40 uniformly random ones.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; DECAPSULATION_KEY_SIZE]) -> Self {
        Self { bytes: *bytes, set: PhantomData }
    }

    /// Reads a key from a storage of exactly 40 bytes.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Storage`].
    pub fn read(storage: &(impl ReadAt + ?Sized)) -> Result<Self, Error> {
        expect_size(storage.size(), Self::SIZE, Object::DecapsulationKey)?;
        let mut bytes = Zeroizing::new([0; DECAPSULATION_KEY_SIZE]);
        storage.read_at(0, &mut *bytes)?;
        Ok(Self::from_bytes(&bytes))
    }

    /// The bytes. Secret.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; DECAPSULATION_KEY_SIZE] {
        &self.bytes
    }

    /// Computes the encapsulation key into `ek`, of [`ParameterSet::ENCAPSULATION_KEY_SIZE`] bytes.
    ///
    /// # Errors
    /// [`Error::Length`], or [`Error::Storage`] from `ek`, whose content then has no meaning.
    pub fn write_encapsulation_key<P: Strategy>(
        &self,
        ek: &mut (impl WriteAt + ?Sized),
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ek.size(), S::ENCAPSULATION_KEY_SIZE, Object::EncapsulationKey)?;
        let result = keygen::write_encapsulation_key(&self.bytes, ek, workspace);
        workspace.zeroize();
        Native::wipe_stack(P::FRAMES.keygen);
        result
    }
}

impl<S: Reusable> DecapsulationKey<S> {
    /// Decapsulates a ciphertext of [`ParameterSet::CIPHERTEXT_SIZE`] bytes, with implicit rejection: a ciphertext
    /// that encapsulation did not make gives a secret that nobody else can compute, in the same time.
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
        let result = decaps::decapsulate(&self.bytes, ct, secret.as_mut_bytes(), workspace);
        workspace.zeroize();
        Native::wipe_stack(P::FRAMES.decaps);
        result
    }

    /// Computes the prepared form into `out`, of [`ParameterSet::PREPARED_KEY_SIZE`] bytes. They are secret.
    ///
    /// # Errors
    /// [`Error::Length`], or [`Error::Storage`] from `out`, whose content then has no meaning.
    pub fn prepare<P: Strategy>(
        &self,
        out: &mut (impl WriteAt + ?Sized),
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(out.size(), S::PREPARED_KEY_SIZE, Object::DecapsulationKey)?;
        let mut rejection_key = Zeroizing::new([0; REJECTION_KEY_SIZE]);
        decaps::rejection_key::<S>(&self.bytes, &mut rejection_key, &mut workspace.xof);
        let result = out
            .write_at(0, &self.bytes)
            .and_then(|()| out.write_at(DECAPSULATION_KEY_SIZE, &*rejection_key))
            .and_then(|()| keygen::write_encapsulation_key(&self.bytes, &mut public_part::<S, _>(out), workspace));
        workspace.zeroize();
        Native::wipe_stack(P::FRAMES.keygen);
        result
    }
}

impl<S: SingleUse> DecapsulationKey<S> {
    /// Decapsulates a ciphertext of [`ParameterSet::CIPHERTEXT_SIZE`] bytes and consumes the key. Any ciphertext gives
    /// a secret: these sets have no check.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Storage`] from `ct`; then `secret` is unchanged, and the key is gone all the same.
    pub fn decapsulate_once<P: Strategy>(
        self,
        ct: &(impl ReadAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let result = decaps::decapsulate_once(&self.bytes, ct, secret.as_mut_bytes(), workspace);
        workspace.zeroize();
        Native::wipe_stack(P::FRAMES.once);
        result
    }
}

impl<S: ParameterSet> Drop for DecapsulationKey<S> {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}

impl<S: ParameterSet> ZeroizeOnDrop for DecapsulationKey<S> {}

impl<S: ParameterSet> fmt::Debug for DecapsulationKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecapsulationKey({}, ..)", S::NAME)
    }
}

/// A decapsulation key with its rejection key and encapsulation key, where they lie: decapsulation takes fewer
/// products and less memory than from the seed form. All of it is secret and must not be changed by others.
pub struct PreparedDecapsulationKey<S: Reusable, R: ReadAt> {
    storage: R,
    set: PhantomData<S>,
}

impl<S: Reusable, R: ReadAt> PreparedDecapsulationKey<S, R> {
    /// The key in a storage that [`DecapsulationKey::prepare`] filled.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn new(storage: R) -> Result<Self, Error> {
        expect_size(storage.size(), S::PREPARED_KEY_SIZE, Object::DecapsulationKey)?;
        Ok(Self { storage, set: PhantomData })
    }

    /// As [`DecapsulationKey::decapsulate`], with the same result.
    ///
    /// # Errors
    /// [`Error::Length`] from `ct`, [`Error::Storage`] from either storage; then `secret` is unchanged.
    pub fn decapsulate<P: Strategy>(
        &self,
        ct: &(impl ReadAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let mut key = Zeroizing::new([0; DECAPSULATION_KEY_SIZE]);
        self.storage.read_at(0, &mut *key)?;
        let mut rejection_key = Zeroizing::new([0; REJECTION_KEY_SIZE]);
        self.storage.read_at(DECAPSULATION_KEY_SIZE, &mut *rejection_key)?;
        let ek = public_part::<S, _>(&self.storage);
        let secret = secret.as_mut_bytes();
        let result = decaps::decapsulate_prepared(&key, &rejection_key, &ek, ct, secret, workspace);
        workspace.zeroize();
        Native::wipe_stack(P::FRAMES.prepared);
        result
    }
}

impl<S: Reusable, R: ReadAt> fmt::Debug for PreparedDecapsulationKey<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedDecapsulationKey({}, ..)", S::NAME)
    }
}

/// The encapsulation key inside a prepared decapsulation key.
fn public_part<S: ParameterSet, T>(storage: T) -> Section<T> {
    Section { storage, offset: DECAPSULATION_KEY_SIZE + REJECTION_KEY_SIZE, size: S::ENCAPSULATION_KEY_SIZE }
}

/// An encapsulation key where it lies. Public.
#[derive(Clone, Copy)]
pub struct EncapsulationKey<S: ParameterSet, R: ReadAt> {
    storage: R,
    set: PhantomData<S>,
}

impl<S: ParameterSet, R: ReadAt> EncapsulationKey<S, R> {
    /// The key in a storage of [`ParameterSet::ENCAPSULATION_KEY_SIZE`] bytes. Every content is a key: the scheme
    /// reduces elements and rejects none.
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
        let mut seed = Zeroizing::new([0; ENCAPSULATION_SEED_SIZE]);
        rng.fill_bytes(&mut *seed);
        self.encapsulate_from(&seed, ct, secret, workspace)
    }

    /// As [`EncapsulationKey::encapsulate`], from these 32 bytes. They are secret, must be uniformly random and may
    /// never be used twice: for known answers and interoperability.
    ///
    /// # Errors
    /// As [`EncapsulationKey::encapsulate`].
    #[cfg(feature = "hazmat")]
    pub fn encapsulate_derand<P: Strategy>(
        &self,
        seed: &[u8; ENCAPSULATION_SEED_SIZE],
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        self.encapsulate_from(seed, ct, secret, workspace)
    }

    fn encapsulate_from<P: Strategy>(
        &self,
        seed: &[u8; ENCAPSULATION_SEED_SIZE],
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        let result = encaps::encapsulate(&self.storage, seed, ct, secret.as_mut_bytes(), workspace);
        workspace.zeroize();
        Native::wipe_stack(P::FRAMES.encaps);
        result
    }
}

impl<S: ParameterSet, R: ReadAt> fmt::Debug for EncapsulationKey<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncapsulationKey({})", S::NAME)
    }
}
