//! The memory of an operation, owned by the caller and reused by every call. Every operation wipes it before it returns.

use core::fmt;

use zeroize::Zeroize;

use super::params::{ParameterSet, sealed::Sealed};
use super::strategy::Strategy;
use crate::backend::Buffer;
use crate::hash::sha256::Sha256;
use crate::profile::{DefaultProfile, Profile};

macro_rules! workspace {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        pub struct $name<S: ParameterSet, P: Strategy = DefaultProfile> {
            $(pub(super) $field: $type,)*
            pub(super) profile: core::marker::PhantomData<P>,
        }

        impl<S: ParameterSet, P: Strategy> $name<S, P> {
            /// Size in bytes.
            pub const SIZE: usize = size_of::<Self>();

            /// An empty workspace.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($field: <$type as Buffer>::ZERO,)* profile: core::marker::PhantomData }
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
    /// Enough for key generation and for the check of a private key.
    KeygenWorkspace {
        hash: Sha256,
        lists: <S as Sealed>::Lists,
        memory: <S as Sealed>::Keygen,
    }
}

workspace! {
    /// Enough for encryption and encapsulation.
    Workspace {
        hash: Sha256,
        lists: <S as Sealed>::Lists,
        padded: <S as Sealed>::Padded,
        trits: <S as Sealed>::Trits,
        memory: P::Encryption<S>,
    }
}

workspace! {
    /// Enough for decryption and decapsulation.
    DecryptionWorkspace {
        hash: Sha256,
        lists: <S as Sealed>::Lists,
        padded: <S as Sealed>::Padded,
        trits: <S as Sealed>::Trits,
        memory: P::Encryption<S>,
    }
}
