//! Hash functions, one door each; the permutations under them belong to the backend.

pub(crate) mod aes_ctr;
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub(crate) mod sha256;
pub(crate) mod sha512;
pub(crate) mod sponge;
