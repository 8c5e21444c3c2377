//! The memory of an operation, owned by the caller and reused by every call. Every operation wipes it before it returns.

use super::params::{ParameterSet, sealed::Sealed};
use super::strategy::Strategy;
use crate::hash::sha256::Sha256;
use crate::workspace::workspace;

workspace! {
    /// Enough for key generation and for the check of a private key.
    KeygenWorkspace {
        hash: Sha256,
        lists: <S as Sealed>::Lists,
        memory: P::Keygen<S>,
    }
}

workspace! {
    /// Enough for everything else: encryption and decryption, encapsulation and decapsulation.
    Workspace {
        hash: Sha256,
        lists: <S as Sealed>::Lists,
        padded: <S as Sealed>::Padded,
        masked: <S as Sealed>::Packed,
        memory: P::Encryption<S>,
    }
}
