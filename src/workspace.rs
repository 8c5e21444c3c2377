//! What the workspaces of the NTRU schemes have in common: fields that start as zeros and are wiped.

/// A workspace of a parameter set and a profile. `ParameterSet` and `Strategy` are the scheme's, where it stands.
macro_rules! workspace {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        pub struct $name<S: ParameterSet, P: Strategy = $crate::profile::DefaultProfile> {
            $(pub(super) $field: $type,)*
        }

        impl<S: ParameterSet, P: Strategy> $name<S, P> {
            /// Size in bytes.
            pub const SIZE: usize = size_of::<Self>();

            /// An empty workspace.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($field: <$type as $crate::backend::Buffer>::ZERO,)* }
            }
        }

        impl<S: ParameterSet, P: Strategy> zeroize::Zeroize for $name<S, P> {
            fn zeroize(&mut self) {
                $(self.$field.zeroize();)*
            }
        }

        impl<S: ParameterSet, P: Strategy> Default for $name<S, P> {
            fn default() -> Self {
                Self::new()
            }
        }

        impl<S: ParameterSet, P: Strategy> core::fmt::Debug for $name<S, P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({}, {})"), S::NAME, <P as $crate::profile::Profile>::NAME)
            }
        }
    };
}

pub(crate) use workspace;
