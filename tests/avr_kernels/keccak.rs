//! The permutation and the first block of `ThreeBears`' XOF.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};

/// FIPS 202, section 3, bit for bit as written: A[x][y] is lane x + 5y.
#[allow(clippy::many_single_char_names)] // the standard's names
pub fn permute(state: &mut [u8]) {
    let mut a: Vec<u64> = state.chunks(8).map(|lane| u64::from_le_bytes(lane.try_into().unwrap())).collect();
    let mut lfsr = 1_u8;
    for _ in 0..24 {
        // theta
        let c: Vec<u64> = (0..5).map(|x| (0..5).fold(0, |sum, y| sum ^ a[x + 5 * y])).collect();
        for (at, lane) in a.iter_mut().enumerate() {
            *lane ^= c[(at + 4) % 5] ^ c[(at % 5 + 1) % 5].rotate_left(1);
        }
        // rho and pi
        let mut b = a.clone();
        let (mut x, mut y) = (1, 0);
        for t in 0..24 {
            let from = a[x + 5 * y].rotate_left((t + 1) * (t + 2) / 2 % 64);
            (x, y) = (y, (2 * x + 3 * y) % 5);
            b[x + 5 * y] = from;
        }
        // chi
        for (at, lane) in a.iter_mut().enumerate() {
            let row = at - at % 5;
            *lane = b[at] ^ (!b[row + (at + 1) % 5] & b[row + (at + 2) % 5]);
        }
        // iota
        for j in 0..7 {
            a[0] ^= u64::from(lfsr & 1) << ((1 << j) - 1);
            lfsr = if lfsr & 0x80 == 0 { lfsr << 1 } else { lfsr << 1 ^ 0x71 };
        }
    }
    for (bytes, lane) in state.chunks_mut(8).zip(a) {
        bytes.copy_from_slice(&lane.to_le_bytes());
    }
}

/// The published first lane of the permutation of zeros.
#[test]
fn the_model_is_keccak() {
    let mut state = [0; 200];
    permute(&mut state);
    assert_eq!(state[..8], 0xF125_8F79_40E1_DDE7_u64.to_le_bytes());
}

#[test]
fn keccak_f1600() {
    every_chip("keccak_f1600", |bench, operands: &mut Operands| {
        for _ in 0..40 {
            let mut state = operands.bytes(200);
            let mut expected = state.clone();
            permute(&mut expected);
            bench.call_constant(&mut [Arg::InOut(&mut state)]);
            assert_eq!(state, expected);
        }
    });
}

#[test]
fn three_bears_xof_init() {
    // bytepad(encode_string("") || encode_string("ThreeBears"), 136), SP 800-185.
    let mut expected = [0; 200];
    expected[..16].copy_from_slice(b"\x01\x88\x01\x00\x01\x50ThreeBears");
    permute(&mut expected);
    every_chip("three_bears_xof_init", |bench, _| {
        for _ in 0..20 {
            let mut state = [0; 200];
            bench.call_constant(&mut [Arg::Out(&mut state)]);
            assert_eq!(state, expected);
        }
    });
}
