//! The memory of an operation, owned by the caller and reused by every call.
//!
//! Every operation wipes its workspace before it returns. The sizes are constants, so a firmware can place a workspace
//! in a `static` or on a stack it has accounted for; there is one type an operation, because their needs differ much.

use super::HASH_SIZE;
use super::params::{ParameterSet, sealed::Sealed};
use super::strategy::Strategy;
use crate::hash::sha512::Sha512;
use crate::workspace::workspace;

workspace! {
    /// Enough for key generation.
    KeygenWorkspace {
        hash: Sha512,
        input: <S as Sealed>::Input,
        memory: P::Keygen<S>,
    }
}

workspace! {
    /// Enough for encapsulation.
    Workspace {
        hash: Sha512,
        input: <S as Sealed>::Input,
        ephemeral: <S as Sealed>::Ephemeral,
        identity: [u8; HASH_SIZE],
        memory: P::Encaps<S>,
    }
}

workspace! {
    /// Enough for decapsulation.
    DecapsulationWorkspace {
        hash: Sha512,
        secrets: <S as Sealed>::Secrets,
        input: <S as Sealed>::Input,
        ephemeral: <S as Sealed>::Ephemeral,
        identity: [[u8; HASH_SIZE]; 3],
        memory: P::Decaps<S>,
    }
}
