//! NIST's AES-256-CTR generator, as in its known-answer programs.

use aes::Aes256;
use aes::cipher::{BlockCipherEncrypt, KeyInit};

use super::Result;

pub struct Drbg {
    key: [u8; 32],
    counter: u128,
}

impl Drbg {
    pub fn new(seed: &[u8]) -> Result<Self> {
        let seed: &[u8; 48] = seed.try_into()?;
        let mut drbg = Self { key: [0; 32], counter: 0 };
        drbg.update(seed);
        Ok(drbg)
    }

    /// One call.
    pub fn draw(&mut self, n: usize) -> Vec<u8> {
        let mut out = self.blocks(n.div_ceil(16));
        out.truncate(n);
        self.update(&[0; 48]);
        out
    }

    fn blocks(&mut self, n: usize) -> Vec<u8> {
        let cipher = Aes256::new(&self.key.into());
        let mut out = Vec::new();
        for _ in 0..n {
            self.counter = self.counter.wrapping_add(1);
            let mut block = self.counter.to_be_bytes().into();
            cipher.encrypt_block(&mut block);
            out.extend(block);
        }
        out
    }

    fn update(&mut self, data: &[u8; 48]) {
        let fresh: Vec<u8> = self.blocks(3).iter().zip(data).map(|(fresh, data)| fresh ^ data).collect();
        let (key, counter) = fresh.split_at(32);
        self.key.copy_from_slice(key);
        self.counter = counter.iter().fold(0, |value, byte| value << 8 | u128::from(*byte));
    }
}
