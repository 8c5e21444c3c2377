//! ThreeBears (2019.07): BabyBear, MamaBear, PapaBear and their single-use forms.
//!
//! The scheme of Mike Hamburg's round-2 submission to NIST, with implicit rejection: module learning with errors over
//! the integers modulo N = 2^3120 − 2^1560 − 1. Section numbers below are this module's, one file each:
//!
//! | file | what |
//! |---|---|
//! | `params` | the six parameter sets as types |
//! | `xof` | the hash H(purpose, data, n) |
//! | `noise` | small elements from seeds |
//! | `operand` | public elements: matrix, key, ciphertext |
//! | `strategy`, `compact`, `fast` | how a profile keeps secrets and multiplies |
//! | `keygen`, `encaps`, `decaps` | the three operations, each written once for both profiles |
//! | `keys` | the keys and their byte formats |
//! | `workspace` | the memory of an operation, owned by the caller |
//!
//! # Sizes
//!
//! | set | d | encapsulation key | decapsulation key | prepared | ciphertext | secret |
//! |---|---|---|---|---|---|---|
//! | [`BabyBear`], [`BabyBearEphem`] | 2 | 804 | 40 | 884 | 917 | 32 |
//! | [`MamaBear`], [`MamaBearEphem`] | 3 | 1194 | 40 | 1274 | 1307 | 32 |
//! | [`PapaBear`], [`PapaBearEphem`] | 4 | 1584 | 40 | 1664 | 1697 | 32 |
//!
//! An encapsulation key is a 24-byte matrix seed and d elements of 390 bytes; a ciphertext is d elements and 137 bytes
//! of nibbles. Elements are little-endian integers, written canonically and read with any value.
//!
//! # Example
//!
//! ```
//! use sunbear::SharedSecret;
//! use sunbear::three_bears::{BabyBear, DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, ParameterSet};
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
//! let mut workspace = DecapsulationWorkspace::<BabyBear>::new();
//!
//! // The gateway makes a key and publishes its encapsulation key.
//! let dk = DecapsulationKey::<BabyBear>::generate(&mut rng);
//! let mut ek = [0; BabyBear::ENCAPSULATION_KEY_SIZE];
//! dk.write_encapsulation_key(&mut ek, workspace.base())?;
//!
//! // The node encapsulates to it ...
//! let mut ct = [0; BabyBear::CIPHERTEXT_SIZE];
//! let mut nodes_secret = SharedSecret::new();
//! EncapsulationKey::<BabyBear, _>::new(&ek)?.encapsulate(&mut rng, &mut ct, &mut nodes_secret, workspace.base())?;
//!
//! // ... and the gateway decapsulates.
//! let mut gateways_secret = SharedSecret::new();
//! dk.decapsulate(&ct, &mut gateways_secret, &mut workspace)?;
//! assert_eq!(nodes_secret.as_bytes(), gateways_secret.as_bytes());
//! # Ok(())
//! # }
//! ```
//!
//! A key of a single-use set is gone once used:
//!
//! ```compile_fail,E0382
//! # use sunbear::{SharedSecret, three_bears::{BabyBearEphem, DecapsulationKey, Workspace}};
//! # let (key, ct) = (DecapsulationKey::<BabyBearEphem>::from_bytes(&[1; 40]), [0; 917]);
//! # let (mut secret, mut workspace) = (SharedSecret::new(), Workspace::<BabyBearEphem>::new());
//! key.decapsulate_once(&ct, &mut secret, &mut workspace);
//! key.decapsulate_once(&ct, &mut secret, &mut workspace); // use of moved value
//! ```
//!
//! and has no `decapsulate`:
//!
//! ```compile_fail,E0599
//! # use sunbear::{SharedSecret, three_bears::{BabyBearEphem, DecapsulationKey, Workspace}};
//! # let (key, ct) = (DecapsulationKey::<BabyBearEphem>::from_bytes(&[1; 40]), [0; 917]);
//! # let (mut secret, mut workspace) = (SharedSecret::new(), Workspace::<BabyBearEphem>::new());
//! key.decapsulate(&ct, &mut secret, &mut workspace);
//! ```

mod compact;
mod decaps;
mod encaps;
mod fast;
mod keygen;
mod keys;
mod noise;
mod operand;
mod params;
mod strategy;
#[cfg(test)]
mod tests;
mod workspace;
mod xof;

pub use keys::{DecapsulationKey, EncapsulationKey, PreparedDecapsulationKey};
pub use params::{
    BabyBear, BabyBearEphem, MamaBear, MamaBearEphem, PapaBear, PapaBearEphem, ParameterSet, Reusable, SingleUse,
};
pub use strategy::Strategy;
pub use workspace::{DecapsulationWorkspace, Workspace};

/// Bytes of the matrix seed, the head of an encapsulation key.
pub const MATRIX_SEED_SIZE: usize = 24;
/// Bytes of a decapsulation key in its seed form.
pub const DECAPSULATION_KEY_SIZE: usize = 40;
/// Random bytes of an encapsulation.
pub const ENCAPSULATION_SEED_SIZE: usize = 32;

/// Bytes of the message with its check bits.
const CODE_SIZE: usize = 35;
/// Bytes of the message.
const MESSAGE_SIZE: usize = 32;
/// Bytes of a ciphertext's last part.
const NIBBLES_SIZE: usize = 137;
/// Bytes of the key of implicit rejection.
const REJECTION_KEY_SIZE: usize = 40;
