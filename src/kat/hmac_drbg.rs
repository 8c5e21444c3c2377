//! HMAC-DRBG with SHA-256 (SP 800-90A, section 10.1.2) as libntruencrypt instantiates it: no reseeding, no additional
//! input, and no other purpose than to reproduce its bytes.

use core::convert::Infallible;
use core::fmt;

use rand_core::{TryCryptoRng, TryRng};
use sha2::{Digest, Sha256};

/// The generator. Every call of `fill_bytes` is a request: it ends with an update of the state.
pub struct HmacDrbg {
    key: [u8; 32],
    v: [u8; 32],
}

/// HMAC-SHA-256 with a key of 32 bytes.
fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let pad = |byte: u8| {
        let mut block = [byte; 64];
        block.iter_mut().zip(key).for_each(|(block, key)| *block ^= key);
        block
    };
    let mut inner = Sha256::new_with_prefix(pad(0x36));
    for part in parts {
        inner.update(part);
    }
    Sha256::new_with_prefix(pad(0x5c)).chain_update(inner.finalize()).finalize().into()
}

impl HmacDrbg {
    /// The generator of this entropy, nonce included, and personalisation.
    #[must_use]
    pub fn new(entropy: &[u8], personalisation: &[u8]) -> Self {
        let mut drbg = Self { key: [0; 32], v: [1; 32] };
        drbg.update(&[entropy, personalisation]);
        drbg
    }

    fn update(&mut self, data: &[&[u8]]) {
        let rounds: &[u8] = if data.is_empty() { &[0] } else { &[0, 1] };
        for round in rounds.chunks(1) {
            let parts = [&[&self.v[..], round], data].concat();
            self.key = hmac(&self.key, &parts);
            self.v = hmac(&self.key, &[&self.v]);
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
        for out in out.chunks_mut(32) {
            self.v = hmac(&self.key, &[&self.v]);
            out.copy_from_slice(&self.v[..out.len()]);
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
