//! NTRUEncrypt: an operation a file.
//!
//! Whether a ciphertext is rejected shows in the result: whoever puts in a wrong one expects zeros.

#[cfg(any(feature = "keygen", feature = "encaps", feature = "encrypt", feature = "every"))]
mod draws;
mod inputs;
#[cfg_attr(feature = "keygen", path = "ntru_encrypt/keygen.rs")]
#[cfg_attr(feature = "encaps", path = "ntru_encrypt/encaps.rs")]
#[cfg_attr(feature = "decaps", path = "ntru_encrypt/decaps.rs")]
#[cfg_attr(feature = "encrypt", path = "ntru_encrypt/encrypt.rs")]
#[cfg_attr(feature = "decrypt", path = "ntru_encrypt/decrypt.rs")]
#[cfg_attr(feature = "every", path = "ntru_encrypt/every.rs")]
mod operation;

pub use operation::{is_right, prepare, run};
