//! Hash functions, one door each; the permutations under them belong to the backend.

pub(crate) mod aes_ctr;
pub(crate) mod sha256;
pub(crate) mod sha512;
pub(crate) mod sponge;
