//! NTRU Prime: an operation a file.
//!
//! Random words are those of the known answer, drawn word by word as NIST's generator drew them, so no seed is expanded
//! here; that of an ordinary key generation or encapsulation takes the AES blocks on top.

#[cfg(any(feature = "keygen", feature = "encaps", feature = "every"))]
mod draws;
mod inputs;
#[cfg_attr(feature = "keygen", path = "ntru_prime/keygen.rs")]
#[cfg_attr(feature = "encaps", path = "ntru_prime/encaps.rs")]
#[cfg_attr(feature = "decaps", path = "ntru_prime/decaps.rs")]
#[cfg_attr(feature = "decaps-prepared", path = "ntru_prime/decaps_prepared.rs")]
#[cfg_attr(feature = "every", path = "ntru_prime/every.rs")]
mod operation;

pub use operation::{is_right, prepare, run};
