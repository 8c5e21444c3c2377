//! Keccak-f[1600] from the `keccak` crate and SHA-2 from `sha2`, which bring the processor's own instructions where there are any.

use super::Portable;
use crate::backend::{Hashing, KeccakState};

impl Hashing for Portable {
    fn keccak_f1600(state: &mut KeccakState) {
        let mut lanes = [0u64; 25];
        for (lane, bytes) in lanes.iter_mut().zip(state.as_chunks().0) {
            *lane = u64::from_le_bytes(*bytes);
        }
        keccak::Keccak::new().with_f1600(|f1600| f1600(&mut lanes));
        for (bytes, lane) in state.as_chunks_mut().0.iter_mut().zip(&lanes) {
            *bytes = lane.to_le_bytes();
        }
    }

    fn sha512_init(state: &mut [u64; 8]) {
        *state = [
            0x6a09_e667_f3bc_c908,
            0xbb67_ae85_84ca_a73b,
            0x3c6e_f372_fe94_f82b,
            0xa54f_f53a_5f1d_36f1,
            0x510e_527f_ade6_82d1,
            0x9b05_688c_2b3e_6c1f,
            0x1f83_d9ab_fb41_bd6b,
            0x5be0_cd19_137e_2179,
        ];
    }

    fn sha512_block(state: &mut [u64; 8], block: &mut [u8; 128]) {
        sha2::block_api::compress512(state, core::slice::from_ref(&*block));
    }

    fn sha256_init(state: &mut [u32; 8]) {
        *state =
            [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
    }

    fn sha256_block(state: &mut [u32; 8], block: &mut [u8; 64]) {
        sha2::block_api::compress256(state, core::slice::from_ref(&*block));
    }
}
