//! NTRUEncrypt (SVES) with product-form keys: the sets ees443ep1, ees587ep1 and ees743ep1 of EESS#1 v3.1.
//!
//! The scheme of Hoffstein, Pipher and Silverman as the Consortium for Efficient Embedded Security specified it in 2015.
//! Keys, ciphertexts and key generation are libntruencrypt's, bit by bit. It is a public-key encryption scheme of its own
//! ([`PublicKey::encrypt`], [`PrivateKey::decrypt`]), since people hold such keys, and a key encapsulation mechanism on
//! top of it ([`PublicKey::encapsulate`], [`PrivateKey::decapsulate`]).
//!
//! Decryption makes two checks that the specification and libntruencrypt lack, and without which a ciphertext can be
//! changed and still decrypts: the spare bits of a ciphertext are zero, and so are the trits that no message reaches. No
//! ciphertext of an honest implementation fails them.
//!
//! | file | what |
//! |---|---|
//! | `params` | the three parameter sets as types |
//! | `stream` | the hash stream, and indices and masks drawn from it |
//! | `message` | padding, and what is hashed of a message |
//! | `polynomial` | packed polynomials where they lie |
//! | `encryption` | encryption, decryption, the secret of an encapsulation |
//! | `keygen` | key generation, the check of a key pair |
//! | `keys` | the keys and their byte formats |
//! | `strategy` | what a profile means here |
//! | `workspace` | the memory of an operation, owned by the caller |
//!
//! # Sizes
//!
//! | set | public key | private key | ciphertext | longest message |
//! |---|---|---|---|---|
//! | [`Ees443Ep1`] | 615 | 665 | 610 | 49 |
//! | [`Ees587Ep1`] | 813 | 883 | 808 | 76 |
//! | [`Ees743Ep1`] | 1027 | 1120 | 1022 | 106 |
//!
//! # Security
//!
//! These sets are no current standard's, and their estimates are of 2015. Decryption can fail for a ciphertext that was
//! made honestly: the bounds are 2^-195, 2^-139 and 2^-112 in the order of the table, and for the larger two that is less
//! than the level they were made for. By the core-SVP measure of today, ees443ep1 is below NIST's level 1, and ees743ep1
//! near level 3. They are good for systems that hold such keys; a new system has better choices in this crate.
//!
//! # Example
//!
//! ```
//! use sunbear::ntru_encrypt::{Ees443Ep1, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Workspace};
//! # struct Rng(u8);
//! # impl rand_core::TryRng for Rng {
//! #     type Error = core::convert::Infallible;
//! #     fn try_next_u32(&mut self) -> Result<u32, Self::Error> { Ok(4) }
//! #     fn try_next_u64(&mut self) -> Result<u64, Self::Error> { Ok(4) }
//! #     fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> { out.fill(self.0); self.0 += 1; Ok(()) }
//! # }
//! # impl rand_core::TryCryptoRng for Rng {}
//! # fn main() -> Result<(), sunbear::Error> {
//! # let mut rng = Rng(1);
//! let mut public = [0; Ees443Ep1::PUBLIC_KEY_SIZE];
//! let mut private = [0; Ees443Ep1::PRIVATE_KEY_SIZE];
//! PrivateKey::<Ees443Ep1, _>::generate(&mut rng, &mut public, &mut private, &mut KeygenWorkspace::<_>::new())?;
//!
//! let mut ct = [0; Ees443Ep1::CIPHERTEXT_SIZE];
//! let key = PublicKey::<Ees443Ep1, _>::new(&public)?;
//! key.encrypt(&mut rng, b"attack at dawn", &mut ct, &mut Workspace::<_>::new())?;
//!
//! let mut message = [0; Ees443Ep1::MAX_MESSAGE];
//! let key = PrivateKey::<Ees443Ep1, _>::new(&private[..])?;
//! let length = key.decrypt(&ct, &mut message, &mut Workspace::<_>::new())?;
//! assert_eq!(message[..length], *b"attack at dawn");
//! # Ok(())
//! # }
//! ```

mod encryption;
mod keygen;
mod keys;
#[cfg(feature = "hazmat")]
pub mod known;
mod message;
mod params;
mod polynomial;
mod strategy;
mod stream;
mod workspace;

pub use keys::{KeySeed, PrivateKey, PublicKey};
pub use params::{Ees443Ep1, Ees587Ep1, Ees743Ep1, ParameterSet};
pub use strategy::Strategy;
pub use workspace::{KeygenWorkspace, Workspace};

/// Bytes of what an encapsulation encrypts.
const SECRET_SIZE: usize = 32;
/// Salts that an encryption tries: that none suits has a chance below 2^-640.
const TRIES: usize = 64;
