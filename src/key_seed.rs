//! Key pairs of the NTRU schemes in their seed form. How a seed becomes keys is each scheme's.

/// The type `KeySeed` of a scheme. `ParameterSet` is the scheme's, where it stands.
macro_rules! key_seed {
    ($(#[$doc:meta])*) => {
        $(#[$doc])*
        pub struct KeySeed<S: ParameterSet> {
            bytes: [u8; 32],
            set: core::marker::PhantomData<S>,
        }

        impl<S: ParameterSet> KeySeed<S> {
            /// Size in bytes.
            pub const SIZE: usize = 32;

            /// A new key pair, from one call of 32 bytes.
            #[must_use]
            pub fn generate(rng: &mut (impl rand_core::CryptoRng + ?Sized)) -> Self {
                // A value that is returned may be copied on the way; this one is wiped where it was made.
                let mut bytes = zeroize::Zeroizing::new([0; 32]);
                rng.fill_bytes(&mut *bytes);
                Self::from_bytes(&bytes)
            }

            /// The key pair of these bytes: any 32 uniformly random ones.
            #[must_use]
            pub fn from_bytes(bytes: &[u8; 32]) -> Self {
                Self { bytes: *bytes, set: core::marker::PhantomData }
            }

            /// The bytes. Secret.
            #[must_use]
            pub fn as_bytes(&self) -> &[u8; 32] {
                &self.bytes
            }
        }

        impl<S: ParameterSet> Drop for KeySeed<S> {
            fn drop(&mut self) {
                zeroize::Zeroize::zeroize(&mut self.bytes);
            }
        }

        impl<S: ParameterSet> zeroize::ZeroizeOnDrop for KeySeed<S> {}

        impl<S: ParameterSet> core::fmt::Debug for KeySeed<S> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "KeySeed({}, ..)", S::NAME)
            }
        }
    };
}

pub(crate) use key_seed;
