//! The shared secret: 32 bytes that are wiped when dropped and never printed.

use core::fmt;

use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::backend::{Bytes, Native, Wiping};
use crate::hash::sponge::Sponge;

/// What both sides hold after an encapsulation and its decapsulation.
///
/// Feed it to a key derivation function together with what identifies the two sides. It is written in place, wiped
/// when dropped, hidden from [`fmt::Debug`], and compared with [`ConstantTimeEq`].
#[derive(Default)]
pub struct SharedSecret([u8; Self::SIZE]);

impl SharedSecret {
    /// Size in bytes.
    pub const SIZE: usize = 32;

    /// Room for a secret, all zeros.
    #[must_use]
    pub const fn new() -> Self {
        Self([0; Self::SIZE])
    }

    /// The bytes. Secret.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; Self::SIZE] {
        &self.0
    }

    /// The first 8 bytes of SHAKE256("fp" || secret): public, for people and test benches that want to see that two
    /// sides hold the same secret. Whoever knows it can check guesses of the secret, of which there are 2^256.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 8] {
        let mut shake = Sponge::<136>::ZERO;
        shake.absorb_byte(b'f');
        shake.absorb_byte(b'p');
        shake.absorb(&self.0);
        shake.finish(0x1f);
        let mut fingerprint = [0; 8];
        shake.squeeze(&mut fingerprint);
        shake.zeroize();
        Native::wipe_stack(Sponge::<136>::FRAMES);
        fingerprint
    }

    pub(crate) fn as_mut_bytes(&mut self) -> &mut [u8; Self::SIZE] {
        &mut self.0
    }
}

impl ConstantTimeEq for SharedSecret {
    fn ct_eq(&self, other: &Self) -> Choice {
        // One byte is left to compare: on AVR the compiler would branch at each byte of two arrays.
        Native::difference(&self.0, &other.0).ct_eq(&0)
    }
}

impl Zeroize for SharedSecret {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret(..)")
    }
}
