//! Hash functions, one door each; the permutations under them belong to the backend.

pub(crate) mod sponge;
