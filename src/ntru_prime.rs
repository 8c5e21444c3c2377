//! NTRU Prime, round-3 form: Streamlined NTRU Prime (sntrup) and NTRU LPRime (ntrulpr), six sets each.
//!
//! The schemes of Bernstein, Brumley, Chen, Chuengsatiansup, Lange, Marotzke, Peng, Tuveri, van Vredendaal and Yang's
//! submission to NIST, over fields of polynomials: modulo q and x^p − x − 1. sntrup761 is what OpenSSH exchanges keys with.
//!
//! | file | what |
//! |---|---|
//! | `params` | the twelve parameter sets as types |
//! | `draws`, `sampling` | random words, and short and small polynomials from them |
//! | `codec` | the encoding of polynomials over Z/q |
//! | `digest` | the hashes H_b |
//! | `source`, `sink` | large polynomials wherever they are; bytes wherever they go |
//! | `strategy`, `compact`, `fast` | how a profile multiplies |
//! | `scheme`, `streamlined`, `lprime` | what the two schemes do differently |
//! | `transform` | what they do alike: encapsulation and decapsulation |
//! | `keys`, `prepared` | the keys and their byte formats |
//! | `workspace` | the memory of an operation, owned by the caller |
//!
//! # Sizes
//!
//! | set | encapsulation key | decapsulation key | ciphertext |
//! |---|---|---|---|
//! | [`Sntrup653`] | 994 | 1518 | 897 |
//! | [`Sntrup761`] | 1158 | 1763 | 1039 |
//! | [`Sntrup857`] | 1322 | 1999 | 1184 |
//! | [`Sntrup953`] | 1505 | 2254 | 1349 |
//! | [`Sntrup1013`] | 1623 | 2417 | 1455 |
//! | [`Sntrup1277`] | 2067 | 3059 | 1847 |
//! | [`Ntrulpr653`] | 897 | 1125 | 1025 |
//! | [`Ntrulpr761`] | 1039 | 1294 | 1167 |
//! | [`Ntrulpr857`] | 1184 | 1463 | 1312 |
//! | [`Ntrulpr953`] | 1349 | 1652 | 1477 |
//! | [`Ntrulpr1013`] | 1455 | 1773 | 1583 |
//! | [`Ntrulpr1277`] | 1847 | 2231 | 1975 |
//!
//! A secret has 32 bytes, and so has a key pair in its seed form ([`KeySeed`]).
//!
//! # Example
//!
//! ```
//! use sunbear::SharedSecret;
//! use sunbear::ntru_prime::{
//!     DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeygenWorkspace, ParameterSet, Sntrup761, Workspace,
//! };
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
//! // The gateway makes a key pair and publishes its encapsulation key.
//! let mut ek = [0; Sntrup761::ENCAPSULATION_KEY_SIZE];
//! let mut dk = [0; Sntrup761::DECAPSULATION_KEY_SIZE];
//! DecapsulationKey::<Sntrup761, _>::generate(&mut rng, &mut ek, &mut dk, &mut KeygenWorkspace::<_>::new())?;
//!
//! // The node encapsulates to it ...
//! let mut ct = [0; Sntrup761::CIPHERTEXT_SIZE];
//! let mut nodes_secret = SharedSecret::new();
//! let key = EncapsulationKey::<Sntrup761, _>::new(&ek)?;
//! key.encapsulate(&mut rng, &mut ct, &mut nodes_secret, &mut Workspace::<_>::new())?;
//!
//! // ... and the gateway decapsulates.
//! let mut gateways_secret = SharedSecret::new();
//! let key = DecapsulationKey::<Sntrup761, _>::new(&dk)?;
//! key.decapsulate(&ct, &mut gateways_secret, &mut DecapsulationWorkspace::<_>::new())?;
//! assert_eq!(nodes_secret.as_bytes(), gateways_secret.as_bytes());
//! # Ok(())
//! # }
//! ```

mod codec;
mod compact;
mod digest;
mod draws;
mod fast;
mod keys;
mod lprime;
mod params;
mod prepared;
mod sampling;
mod scheme;
mod sink;
mod source;
mod strategy;
mod streamlined;
mod transform;
mod workspace;

#[cfg(feature = "hazmat")]
pub use draws::{Draws, OneShot, WordByWord};
pub use keys::{DecapsulationKey, EncapsulationKey, KeySeed};
pub use params::{
    Ntrulpr653, Ntrulpr761, Ntrulpr857, Ntrulpr953, Ntrulpr1013, Ntrulpr1277, ParameterSet, Sntrup653, Sntrup761,
    Sntrup857, Sntrup953, Sntrup1013, Sntrup1277,
};
pub use prepared::{PreparedDecapsulationKey, PreparedEncapsulationKey};
pub use strategy::Strategy;
pub use workspace::{DecapsulationWorkspace, KeygenWorkspace, Workspace};

/// Bytes of a seed: of a key pair, of an encapsulation.
pub const SEED_SIZE: usize = 32;

/// Bytes of a hash: confirmations, keys' hashes, secrets.
const HASH_SIZE: usize = 32;
