//! AES-256 from the `aes` crate, which brings the processor's own instructions where there are any.

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes256, Block};

use super::Portable;
use crate::backend::Ciphering;

/// Blocks that are encrypted at once.
const BATCH: usize = 8;

impl Ciphering for Portable {
    type Key = [u8; 32];

    fn aes256_key(key: &mut [u8; 32], bytes: &[u8; 32]) {
        *key = *bytes;
    }

    fn aes256_stream(key: &[u8; 32], counter: u32, out: &mut [u8]) {
        let cipher = Aes256::new(key.into());
        for (chunk, first) in out.chunks_mut(16 * BATCH).zip((counter..).step_by(BATCH)) {
            let mut blocks = [Block::default(); BATCH];
            for (block, i) in blocks.iter_mut().zip(first..) {
                block[12..].copy_from_slice(&i.to_be_bytes());
            }
            let blocks = &mut blocks[..chunk.len().div_ceil(16)];
            cipher.encrypt_blocks(blocks);
            for (out, block) in chunk.chunks_mut(16).zip(blocks) {
                out.copy_from_slice(&block[..out.len()]);
            }
        }
    }
}
