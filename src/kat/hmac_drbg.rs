//! The HMAC-DRBG with SHA-256 (SP 800-90A, section 10.1.2) as libntruencrypt runs it: no prediction resistance, no
//! reseeding, no additional input, and no other purpose here than to reproduce its bytes.

use core::convert::Infallible;
use core::fmt;

use hmac::{Hmac, KeyInit, Mac};
use rand_core::{TryCryptoRng, TryRng};
use sha2::Sha256;

/// The generator. Every call of `fill_bytes` is one request: it ends with an update of the state, so two calls give
/// other bytes than one call of both lengths.
pub struct HmacDrbg {
    key: [u8; 32],
    v: [u8; 32],
}

impl HmacDrbg {
    /// The generator instantiated with entropy, a nonce if any behind it, and a personalisation string.
    #[must_use]
    pub fn new(entropy: &[u8], personalization: &[u8]) -> Self {
        let mut drbg = Self { key: [0; 32], v: [1; 32] };
        drbg.update(&[entropy, personalization]);
        drbg
    }

    fn hmac(&self, parts: &[&[u8]]) -> [u8; 32] {
        // A key ends in as many zeros as it is shorter than a block.
        let mut key = [0; 64];
        key[..32].copy_from_slice(&self.key);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    fn update(&mut self, data: &[&[u8]]) {
        let is_empty = data.iter().all(|part| part.is_empty());
        for round in if is_empty { &[0_u8][..] } else { &[0, 1] } {
            let head = [&self.v[..], &[*round]];
            self.key = self.hmac(&[&head[..], data].concat());
            self.v = self.hmac(&[&self.v]);
        }
    }
}

impl TryRng for HmacDrbg {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for chunk in out.chunks_mut(32) {
            self.v = self.hmac(&[&self.v]);
            chunk.copy_from_slice(&self.v[..chunk.len()]);
        }
        self.update(&[]);
        Ok(())
    }
}

impl TryCryptoRng for HmacDrbg {}

impl fmt::Debug for HmacDrbg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HmacDrbg(..)")
    }
}

#[cfg(test)]
mod tests {
    use rand_core::Rng;

    use super::*;
    use crate::kat::hex;

    /// The first entry of NIST's DRBGVS file for SHA-256 without reseeding: what the second of two requests gives.
    #[test]
    fn gives_the_bytes_of_nists_validation() {
        let entropy =
            "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488659ba96c601dc69fc902940805ec0ca8";
        let mut drbg = HmacDrbg::new(&hex::decode(entropy.as_bytes()).unwrap(), b"");
        let mut bytes = [0; 128];
        drbg.fill_bytes(&mut bytes);
        drbg.fill_bytes(&mut bytes);
        let expected = "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21036d2460\
                        b6f73ebad0dc2aba6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668\
                        961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8";
        assert_eq!(bytes[..], hex::decode(expected.as_bytes()).unwrap());
    }

    #[test]
    fn a_request_ends_with_an_update() {
        let (mut one, mut two) = (HmacDrbg::new(&[1; 48], b""), HmacDrbg::new(&[1; 48], b""));
        let (mut whole, mut parts) = ([0; 64], [0; 64]);
        one.fill_bytes(&mut whole);
        two.fill_bytes(&mut parts[..32]);
        two.fill_bytes(&mut parts[32..]);
        assert_eq!(whole[..32], parts[..32]);
        assert_ne!(whole[32..], parts[32..]);
    }
}
