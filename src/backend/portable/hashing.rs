//! Keccak-f[1600] from the `keccak` crate, which brings the processor's own instructions where there are any.

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
}
