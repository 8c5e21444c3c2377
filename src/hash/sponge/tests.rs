//! The sponge against the `sha3` crate and the vectors.

use sha3::digest::{ExtendableOutput, XofReader};
use std::vec::Vec;

use super::Sponge;
use crate::backend::{Native, ThreeBears};
use crate::vectors;

/// Suffix bits of SHAKE and of cSHAKE, each with the first bit of the padding.
const SHAKE: u8 = 0x1f;
const CSHAKE: u8 = 0x04;
/// More than two blocks of either rate.
const LONGEST: usize = 350;

fn message() -> Vec<u8> {
    (0..LONGEST).map(|i| (i * 151 + i / 256) as u8).collect()
}

/// Absorbs `message` and squeezes, both in pieces of `piece` bytes.
fn hash<const RATE: usize>(init: fn(&mut [u8; 200]), message: &[u8], domain: u8, piece: usize) -> [u8; LONGEST] {
    let mut sponge = Sponge::<RATE>::ZERO;
    // A sponge that was used before begins anew.
    sponge.absorb(b"another message");
    sponge.start(init);
    message.chunks(piece).for_each(|piece| sponge.absorb(piece));
    sponge.finish(domain);
    let mut out = [0; LONGEST];
    out.chunks_mut(piece).for_each(|piece| sponge.squeeze(piece));
    out
}

fn expected(mut function: impl ExtendableOutput, message: &[u8]) -> [u8; LONGEST] {
    function.update(message);
    let mut out = [0; LONGEST];
    function.finalize_xof().read(&mut out);
    out
}

fn zeros(state: &mut [u8; 200]) {
    state.fill(0);
}

#[test]
fn shake_of_every_length() {
    let message = message();
    for n in 0..=300 {
        let message = &message[..n];
        let shake256 = expected(sha3::Shake256::default(), message);
        assert_eq!(hash::<136>(zeros, message, SHAKE, LONGEST), shake256, "{n} bytes");
        assert_eq!(hash::<136>(zeros, message, SHAKE, 1 + n % 140), shake256, "{n} bytes in pieces");
        assert_eq!(hash::<168>(zeros, message, SHAKE, LONGEST), expected(sha3::Shake128::default(), message));
    }
}

#[test]
fn three_bears_cshake_of_every_length() {
    let message = message();
    for n in 0..=300 {
        let message = &message[..n];
        let core = sha3::CShake256Core::new(b"ThreeBears");
        let cshake = expected(sha3::CShake256::from_core(core), message);
        assert_eq!(hash::<136>(Native::xof_init, message, CSHAKE, LONGEST), cshake, "{n} bytes");
        assert_eq!(hash::<136>(Native::xof_init, message, CSHAKE, 1 + n % 140), cshake, "{n} bytes in pieces");
    }
}

#[test]
fn three_bears_cshake_vectors() {
    let mut hashes = 0;
    for record in vectors::read("three-bears/xof.txt") {
        if record.section == "cshake" {
            let output = record.bytes("output");
            let hash = hash::<136>(Native::xof_init, &record.bytes("message"), CSHAKE, LONGEST);
            assert_eq!(hash[..output.len()], output);
            hashes += 1;
        } else if record.section == "state" {
            let mut state = [0; 200];
            Native::xof_init(&mut state);
            assert_eq!(state, record.array("state"));
            hashes += 1;
        }
    }
    assert_eq!(hashes, 4);
}

#[test]
fn squeezed_blocks_are_the_output() {
    let expected = hash::<136>(zeros, b"blocks", SHAKE, LONGEST);
    for most in [1, 4, 16, 135, 136, 137, 1000] {
        let mut sponge = Sponge::<136>::ZERO;
        sponge.absorb(b"blocks");
        sponge.finish(SHAKE);
        let mut done = 0;
        while done < LONGEST {
            let block = sponge.squeeze_block(most.min(LONGEST - done));
            assert!(!block.is_empty() && block.len() <= most);
            assert_eq!(block, &expected[done..done + block.len()]);
            done += block.len();
        }
    }
}
