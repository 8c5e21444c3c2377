//! The memory of an operation, owned by the caller and reused by every call.
//!
//! Every operation wipes its workspace before it returns. The sizes are constants, so a firmware can place a workspace
//! in a `static` or on a stack it has accounted for; there is one type an operation, because their needs differ much.

use core::fmt;

use zeroize::Zeroize;

use super::HASH_SIZE;
use super::params::{ParameterSet, sealed::Sealed};
use super::strategy::Strategy;
use crate::backend::Buffer;
use crate::hash::sha512::Sha512;
use crate::profile::{DefaultProfile, Profile};

macro_rules! workspace {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        pub struct $name<S: ParameterSet, P: Strategy = DefaultProfile> {
            $(pub(super) $field: $type,)*
        }

        impl<S: ParameterSet, P: Strategy> $name<S, P> {
            /// Size in bytes.
            pub const SIZE: usize = size_of::<Self>();

            /// An empty workspace.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($field: <$type as Buffer>::ZERO,)* }
            }
        }

        impl<S: ParameterSet, P: Strategy> Zeroize for $name<S, P> {
            fn zeroize(&mut self) {
                $(self.$field.zeroize();)*
            }
        }

        impl<S: ParameterSet, P: Strategy> Default for $name<S, P> {
            fn default() -> Self {
                Self::new()
            }
        }

        impl<S: ParameterSet, P: Strategy> fmt::Debug for $name<S, P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({}, {})"), S::NAME, <P as Profile>::NAME)
            }
        }
    };
}

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
