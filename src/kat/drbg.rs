//! The AES-256 CTR-DRBG as NIST's known-answer generator uses it: no derivation function, no personalisation, no
//! reseeding, and no other purpose than to reproduce its bytes.

use core::convert::Infallible;
use core::fmt;

use aes::Aes256;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use rand_core::{TryCryptoRng, TryRng};

/// Bytes of an entropy input, which is also the `seed` of an entry.
pub const SEED_SIZE: usize = 48;

/// The generator. Every call of `fill_bytes` is one `randombytes`: it ends with an update of the state, so two calls
/// give other bytes than one call of both lengths.
pub struct Drbg {
    key: [u8; 32],
    v: u128,
}

impl Drbg {
    /// The generator after `randombytes_init(entropy, NULL, 256)`.
    #[must_use]
    pub fn new(entropy: &[u8; SEED_SIZE]) -> Self {
        let mut drbg = Self { key: [0; 32], v: 0 };
        drbg.update(entropy);
        drbg
    }

    /// Fills `out` with the key stream that follows, without an update.
    fn stream(&mut self, out: &mut [u8]) {
        let cipher = Aes256::new(&self.key.into());
        for chunk in out.chunks_mut(16) {
            self.v = self.v.wrapping_add(1);
            let mut block = self.v.to_be_bytes().into();
            cipher.encrypt_block(&mut block);
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }

    fn update(&mut self, input: &[u8; SEED_SIZE]) {
        let mut next = [0; SEED_SIZE];
        self.stream(&mut next);
        for (byte, input) in next.iter_mut().zip(input) {
            *byte ^= input;
        }
        self.key.copy_from_slice(&next[..32]);
        self.v = next[32..].iter().fold(0, |v, &byte| v << 8 | u128::from(byte));
    }
}

impl TryRng for Drbg {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.stream(out);
        self.update(&[0; SEED_SIZE]);
        Ok(())
    }
}

impl TryCryptoRng for Drbg {}

impl fmt::Debug for Drbg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Drbg(..)")
    }
}

#[cfg(test)]
mod tests {
    use rand_core::Rng;

    use super::*;
    use crate::kat::hex;

    /// The first seeds of every known-answer file of NIST's project.
    #[test]
    fn gives_the_seeds_of_every_file() {
        let mut drbg = Drbg::new(&core::array::from_fn(|i| u8::try_from(i).unwrap()));
        for seed in [
            "061550234D158C5EC95595FE04EF7A25767F2E24CC2BC479D09D86DC9ABCFDE7056A8C266F9EF97ED08541DBD2E1FFA1",
            "D81C4D8D734FCBFBEADE3D3F8A039FAA2A2C9957E835AD55B22E75BF57BB556AC81ADDE6AEEB4A5A875C3BFCADFA958F",
        ] {
            let mut bytes = [0; SEED_SIZE];
            drbg.fill_bytes(&mut bytes);
            assert_eq!(hex::decode(seed.as_bytes()).unwrap(), bytes);
        }
    }

    #[test]
    fn a_call_ends_with_an_update() {
        let (mut one, mut two) = (Drbg::new(&[1; 48]), Drbg::new(&[1; 48]));
        let (mut whole, mut parts) = ([0; 32], [0; 32]);
        one.fill_bytes(&mut whole);
        two.fill_bytes(&mut parts[..16]);
        two.fill_bytes(&mut parts[16..]);
        assert_eq!(whole[..16], parts[..16]);
        assert_ne!(whole[16..], parts[16..]);
    }
}
