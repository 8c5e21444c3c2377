//! Keys as types, and their byte formats, which are those of libntruencrypt.
//!
//! | key | bytes |
//! |---|---|
//! | [`PublicKey`] | 01 03, the OID, h |
//! | [`PrivateKey`] | 02 03, the OID, h, the terms of F1, F2 and F3: plus, then minus |
//! | [`KeySeed`] | 32 random bytes; both keys are derived from them |

use core::fmt;
use core::hint::black_box;
use core::marker::PhantomData;

use rand_core::CryptoRng;
use zeroize::{Zeroize, Zeroizing};

use super::params::{HEADER, ParameterSet, oid, sealed::Sealed};
use super::strategy::{EXPANSION, READING, Strategy};
use super::stream::Stream;
use super::workspace::{KeygenWorkspace, Workspace};
use super::{SECRET_SIZE, encryption, keygen, polynomial};
use crate::backend::{Buffer, Drawing, Native, Padding, Terms, Wiping};
use crate::error::{Error, Object};
use crate::hash::sha256::Sha256;
use crate::key_seed::key_seed;
use crate::shared_secret::SharedSecret;
use crate::storage::{ReadAt, WriteAt, expect_size};

/// What a public key begins with.
pub(super) const PUBLIC: u8 = 1;
/// What a private key begins with.
pub(super) const PRIVATE: u8 = 2;
/// Another name of [`PRIVATE`], which libntruencrypt reads too.
const PRIVATE_ALIAS: u8 = 0xff;
/// What a seed is expanded with, "NTRUEncrypt-seed", as numbers: bytes would lie in RAM on AVR.
const LABEL: [u64; 2] = [u64::from_be_bytes(*b"NTRUEncr"), u64::from_be_bytes(*b"ypt-seed")];
/// Bytes of an OID.
const OID_LENGTH: u8 = 3;

pub(super) fn write_header<S: ParameterSet>(storage: &mut (impl WriteAt + ?Sized), tag: u8) -> Result<(), Error> {
    let [a, b, c] = S::OID;
    storage.write_at(0, &[tag, OID_LENGTH, a, b, c])
}

fn check_header<S: ParameterSet>(
    storage: &impl ReadAt,
    is_tag: impl FnOnce(u8) -> bool,
    object: Object,
) -> Result<(), Error> {
    let mut header = [0; HEADER];
    storage.read_at(0, &mut header)?;
    let [tag, length, found @ ..] = header;
    if is_tag(tag) && length == OID_LENGTH && found == oid::<S>() { Ok(()) } else { Err(Error::Malformed(object)) }
}

/// Reads the terms of a private key. What is not below n becomes so: [`PrivateKey::new`] refuses such keys.
pub(super) fn read_lists<S: ParameterSet>(storage: &(impl ReadAt + ?Sized), terms: &mut [u16]) -> Result<(), Error> {
    read_fields::<S>(storage, terms)?;
    Native::reduce_terms(terms, S::FLAT.n);
    Ok(())
}

/// The terms as they stand there. Returns the bits behind the last of them.
fn read_fields<S: ParameterSet>(storage: &(impl ReadAt + ?Sized), terms: &mut [u16]) -> Result<u16, Error> {
    let (mut kept, mut held, mut byte) = (0_u32, 0, [0]);
    let mut offset = S::PUBLIC_KEY_SIZE;
    for term in terms {
        while held < <S as Sealed>::INDEX {
            storage.read_at(offset, &mut byte)?;
            offset += 1;
            kept = kept << 8 | u32::from(byte[0]);
            held += 8;
        }
        held -= <S as Sealed>::INDEX;
        *term = (kept >> held) as u16 & ((1 << <S as Sealed>::INDEX) - 1);
    }
    byte.zeroize();
    Ok(kept as u16 & ((1 << held) - 1))
}

/// Writes the terms of a private key.
pub(super) fn write_lists<S: ParameterSet>(storage: &mut (impl WriteAt + ?Sized), terms: &[u16]) -> Result<(), Error> {
    let (mut kept, mut held) = (0_u32, 0);
    let mut offset = S::PUBLIC_KEY_SIZE;
    for term in terms {
        kept = kept << <S as Sealed>::INDEX | u32::from(*term);
        held += <S as Sealed>::INDEX;
        while held >= 8 {
            held -= 8;
            storage.write_at(offset, &[(kept >> held) as u8])?;
            offset += 1;
        }
    }
    if held > 0 { storage.write_at(offset, &[(kept << (8 - held)) as u8]) } else { Ok(()) }
}

/// Not 0 if a term is not below n, or twice in its list.
fn check_lists<S: ParameterSet>(terms: &[u16]) -> u8 {
    // One by one: an array of ends that is gone through would lie in RAM on AVR.
    let [first, second, _] = S::PRODUCT_FORM.ends;
    let (first, rest) = terms.split_at(first.into());
    let (second, third) = rest.split_at(usize::from(second) - first.len());
    Native::check_terms(first, S::FLAT.n)
        | Native::check_terms(second, S::FLAT.n)
        | Native::check_terms(third, S::FLAT.n)
}

/// Whether a private key's terms are such as it may have: that becomes public.
#[inline(never)]
fn has_lists<S: ParameterSet>(storage: &impl ReadAt) -> Result<bool, Error> {
    let mut lists = Zeroizing::new(<<S as Sealed>::Lists as Buffer>::ZERO);
    let terms = lists.as_mut();
    let spare = read_fields::<S>(storage, terms)?;
    Ok(Native::is_zero(spare | u16::from(check_lists::<S>(terms))))
}

/// Whether h(1) is 3 and no bits are set where there are none. All public, and in a frame that is gone before an operation.
#[inline(never)]
fn is_quotient<S: ParameterSet>(storage: &impl ReadAt) -> Result<bool, Error> {
    let mut sum = 0_u16;
    polynomial::read(storage, HEADER, S::N, |_, piece| {
        sum = piece.iter().fold(sum, |sum, coefficient| sum.wrapping_add(*coefficient));
    })?;
    let mut last = [0];
    storage.read_at(S::PUBLIC_KEY_SIZE - 1, &mut last)?;
    let spare = 8 * S::CIPHERTEXT_SIZE - 11 * S::N;
    Ok(sum % 2048 == 3 && last[0] & ((1 << spare) - 1) == 0)
}

/// Ends an operation: wipes its memory, and what it left on the stack.
fn wipe(memory: &mut impl Zeroize, frame: u16) {
    memory.zeroize();
    Native::wipe_stack(frame);
}

/// Checks the sizes of a key pair to be written.
fn expect_pair<S: ParameterSet>(
    public: &(impl WriteAt + ?Sized),
    private: &(impl WriteAt + ?Sized),
) -> Result<(), Error> {
    expect_size(public.size(), S::PUBLIC_KEY_SIZE, Object::EncapsulationKey)?;
    expect_size(private.size(), S::PRIVATE_KEY_SIZE, Object::DecapsulationKey)
}

/// A public key where it lies: that of an encryption and of an encapsulation.
#[derive(Clone, Copy)]
pub struct PublicKey<S: ParameterSet, R: ReadAt> {
    storage: R,
    set: PhantomData<S>,
}

impl<S: ParameterSet, R: ReadAt> PublicKey<S, R> {
    /// The key in a storage of [`ParameterSet::PUBLIC_KEY_SIZE`] bytes.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Malformed`] for another set's key, one with bits where there are none, and one whose
    /// h(1) is not 3, as that of every key pair is; [`Error::Storage`].
    pub fn new(storage: R) -> Result<Self, Error> {
        let object = Object::EncapsulationKey;
        expect_size(storage.size(), S::PUBLIC_KEY_SIZE, object)?;
        check_header::<S>(&storage, |tag| tag == PUBLIC, object)?;
        if is_quotient::<S>(&storage)? { Ok(Self { storage, set: PhantomData }) } else { Err(Error::Malformed(object)) }
    }

    /// Encrypts a message of at most [`ParameterSet::MAX_MESSAGE`] bytes, whose length is public, to a ciphertext of
    /// [`ParameterSet::CIPHERTEXT_SIZE`] bytes. A try takes one call of [`ParameterSet::SALT_SIZE`] bytes; the number of
    /// tries, one but for a chance below 2^-9, shows in the time and says nothing of the message.
    ///
    /// # Errors
    /// [`Error::Length`] from `ct`; [`Error::Message`]; [`Error::Salts`] after 64 tries, which a working random source
    /// never comes to; [`Error::Storage`] from the key or `ct`, whose content then has no meaning.
    pub fn encrypt<P: Strategy>(
        &self,
        rng: &mut (impl CryptoRng + ?Sized),
        message: &[u8],
        ct: &mut (impl WriteAt + ?Sized),
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let result = self.encrypt_with(rng, message, ct, workspace);
        wipe(workspace, P::FRAMES.encryption);
        result
    }

    // What ends in `_with` has a frame of its own, which is wiped.
    #[inline(never)]
    fn encrypt_with<P: Strategy>(
        &self,
        rng: &mut (impl CryptoRng + ?Sized),
        message: &[u8],
        ct: &mut (impl WriteAt + ?Sized),
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        encryption::encrypt(&self.storage, message, |salt| rng.fill_bytes(salt), ct, workspace)
    }

    /// Makes a ciphertext and its secret, from one call of 32 random bytes and then as [`PublicKey::encrypt`].
    ///
    /// # Errors
    /// As [`PublicKey::encrypt`]; then `secret` is unchanged.
    pub fn encapsulate<P: Strategy>(
        &self,
        rng: &mut (impl CryptoRng + ?Sized),
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let result = self.encapsulate_with(None, rng, ct, secret, workspace);
        wipe(workspace, P::FRAMES.encapsulation);
        result
    }

    /// As [`PublicKey::encapsulate`], with the k that is encrypted; `salts` gives the salts, one call each.
    ///
    /// # Errors
    /// As [`PublicKey::encapsulate`].
    #[cfg(feature = "hazmat")]
    pub fn encapsulate_derand<P: Strategy>(
        &self,
        k: &[u8; SECRET_SIZE],
        salts: &mut (impl CryptoRng + ?Sized),
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let result = self.encapsulate_with(Some(k), salts, ct, secret, workspace);
        wipe(workspace, P::FRAMES.encapsulation);
        result
    }

    #[inline(never)]
    fn encapsulate_with<P: Strategy>(
        &self,
        k: Option<&[u8; SECRET_SIZE]>,
        rng: &mut (impl CryptoRng + ?Sized),
        ct: &mut (impl WriteAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        let mut drawn = Zeroizing::new([0; SECRET_SIZE]);
        let k = k.unwrap_or_else(|| {
            rng.fill_bytes(&mut *drawn);
            &drawn
        });
        encryption::encrypt(&self.storage, k, |salt| rng.fill_bytes(salt), ct, workspace)?;
        let Workspace { hash, padded, .. } = workspace;
        let mut hidden = Zeroizing::new([0; SharedSecret::SIZE]);
        encryption::secret::<S>(hash, &self.storage, padded.as_ref(), &mut hidden)?;
        secret.as_mut_bytes().copy_from_slice(&*hidden);
        Ok(())
    }
}

impl<S: ParameterSet, R: ReadAt> fmt::Debug for PublicKey<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", S::NAME)
    }
}

/// A private key where it lies. Secret but for the public key inside, and not to be changed by others.
pub struct PrivateKey<S: ParameterSet, R: ReadAt> {
    storage: R,
    set: PhantomData<S>,
}

impl<S: ParameterSet> PrivateKey<S, &[u8]> {
    /// Makes a key pair, from two calls of [`ParameterSet::SEED_SIZE`] random bytes (and one more for every F that has no
    /// inverse, which never happens), as libntruencrypt does. Whoever wants to keep a short seed uses [`KeySeed`].
    ///
    /// # Errors
    /// [`Error::Length`], or [`Error::Storage`] from either; their contents then have no meaning.
    pub fn generate<P: Strategy>(
        rng: &mut (impl CryptoRng + ?Sized),
        public: &mut (impl WriteAt + ?Sized),
        private: &mut (impl WriteAt + ?Sized),
        workspace: &mut KeygenWorkspace<S, P>,
    ) -> Result<(), Error> {
        expect_pair::<S>(public, private)?;
        let result = keygen::generate(|seed| rng.fill_bytes(seed), public, private, workspace);
        wipe(workspace, P::FRAMES.keygen);
        result
    }
}

impl<S: ParameterSet, R: ReadAt> PrivateKey<S, R> {
    /// The key in a storage of [`ParameterSet::PRIVATE_KEY_SIZE`] bytes.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Malformed`] for another set's key, one with terms that are out of range or twice in a
    /// list, and one with bits behind the last term; [`Error::Storage`].
    pub fn new(storage: R) -> Result<Self, Error> {
        let object = Object::DecapsulationKey;
        expect_size(storage.size(), S::PRIVATE_KEY_SIZE, object)?;
        check_header::<S>(&storage, |tag| tag == PRIVATE || tag == PRIVATE_ALIAS, object)?;
        let valid = has_lists::<S>(&storage);
        Native::wipe_stack(READING);
        if valid? { Ok(Self { storage, set: PhantomData }) } else { Err(Error::Malformed(object)) }
    }

    /// Checks that both halves belong together: for a key that comes from elsewhere.
    ///
    /// # Errors
    /// [`Error::Malformed`], [`Error::Storage`].
    pub fn check<P: Strategy>(&self, workspace: &mut KeygenWorkspace<S, P>) -> Result<(), Error> {
        let result = keygen::check(&self.storage, workspace);
        wipe(workspace, P::FRAMES.keygen);
        if result? { Ok(()) } else { Err(Error::Malformed(Object::DecapsulationKey)) }
    }

    /// Decrypts a ciphertext of [`ParameterSet::CIPHERTEXT_SIZE`] bytes to a buffer of [`ParameterSet::MAX_MESSAGE`], and
    /// returns the message's length; the rest of the buffer is zeros. The time depends neither on the message nor on why a
    /// ciphertext is rejected.
    ///
    /// # Errors
    /// [`Error::Rejected`]; [`Error::Length`] from `ct`; [`Error::Message`] from `message`; [`Error::Storage`] from the key
    /// or `ct`. Then `message` is unchanged.
    pub fn decrypt<P: Strategy>(
        &self,
        ct: &(impl ReadAt + ?Sized),
        message: &mut [u8],
        workspace: &mut Workspace<S, P>,
    ) -> Result<usize, Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        if message.len() != S::MAX_MESSAGE {
            return Err(Error::Message);
        }
        let result = self.decrypt_with(ct, message, workspace);
        wipe(workspace, P::FRAMES.decryption);
        result
    }

    #[inline(never)]
    fn decrypt_with<P: Strategy>(
        &self,
        ct: &(impl ReadAt + ?Sized),
        message: &mut [u8],
        workspace: &mut Workspace<S, P>,
    ) -> Result<usize, Error> {
        let mut wrong = 0;
        encryption::decrypt(&self.storage, ct, None, &mut wrong, workspace)?;
        let padded = workspace.padded.as_ref();
        Native::accept(message, &padded[S::SALT_SIZE + 1..], wrong);
        if !Native::is_zero(wrong.into()) {
            return Err(Error::Rejected);
        }
        Ok(usize::from(Native::published(padded[S::SALT_SIZE])))
    }

    /// Computes the secret of a ciphertext of [`ParameterSet::CIPHERTEXT_SIZE`] bytes. Rejection is explicit, in the same
    /// time, and gives no reason.
    ///
    /// # Errors
    /// [`Error::Rejected`]; [`Error::Length`] from `ct`; [`Error::Storage`] from the key or `ct`. Then `secret` is
    /// unchanged.
    pub fn decapsulate<P: Strategy>(
        &self,
        ct: &(impl ReadAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        expect_size(ct.size(), S::CIPHERTEXT_SIZE, Object::Ciphertext)?;
        let result = self.decapsulate_with(ct, secret, workspace);
        wipe(workspace, P::FRAMES.decryption);
        result
    }

    #[inline(never)]
    fn decapsulate_with<P: Strategy>(
        &self,
        ct: &(impl ReadAt + ?Sized),
        secret: &mut SharedSecret,
        workspace: &mut Workspace<S, P>,
    ) -> Result<(), Error> {
        let mut wrong = 0;
        encryption::decrypt(&self.storage, ct, Some(SECRET_SIZE as u8), &mut wrong, workspace)?;
        let Workspace { hash, padded, .. } = workspace;
        let mut hidden = Zeroizing::new([0; SharedSecret::SIZE]);
        encryption::secret::<S>(hash, &self.storage, padded.as_ref(), &mut hidden)?;
        Native::accept(secret.as_mut_bytes(), &*hidden, wrong);
        if Native::is_zero(wrong.into()) { Ok(()) } else { Err(Error::Rejected) }
    }
}

impl<S: ParameterSet, R: ReadAt> fmt::Debug for PrivateKey<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PrivateKey({}, ..)", S::NAME)
    }
}

key_seed! {
    /// A key pair in its seed form: 32 random bytes, from which both keys can be made again. Wiped when dropped, never
    /// printed.
    ///
    /// The expansion of the seed (a hash stream as EESS#1's, of "NTRUEncrypt-seed", the OID and the seed) is this
    /// library's; the keys that come of it are like any others.
}

impl<S: ParameterSet> KeySeed<S> {
    /// Computes both keys, of [`ParameterSet::PUBLIC_KEY_SIZE`] and [`ParameterSet::PRIVATE_KEY_SIZE`] bytes. The second
    /// is secret.
    ///
    /// # Errors
    /// As [`PrivateKey::generate`].
    pub fn write_keys<P: Strategy>(
        &self,
        public: &mut (impl WriteAt + ?Sized),
        private: &mut (impl WriteAt + ?Sized),
        workspace: &mut KeygenWorkspace<S, P>,
    ) -> Result<(), Error> {
        expect_pair::<S>(public, private)?;
        let result = self.write_keys_with(public, private, workspace);
        wipe(workspace, P::FRAMES.keygen + EXPANSION);
        result
    }

    #[inline(never)]
    fn write_keys_with<P: Strategy>(
        &self,
        public: &mut (impl WriteAt + ?Sized),
        private: &mut (impl WriteAt + ?Sized),
        workspace: &mut KeygenWorkspace<S, P>,
    ) -> Result<(), Error> {
        let mut hash = Sha256::ZERO;
        let mut z = Zeroizing::new([0; 32]);
        let mut message = hash.start();
        let [start, end] = LABEL;
        message.absorb(&black_box(start).to_be_bytes());
        message.absorb(&black_box(end).to_be_bytes());
        message.absorb(&oid::<S>());
        message.absorb(&self.bytes);
        message.finish(&mut z);
        let mut stream = Stream::new(&mut hash, &z);
        let result = keygen::generate(|seed| stream.fill(seed), public, private, workspace);
        drop(stream);
        hash.zeroize();
        result
    }
}
