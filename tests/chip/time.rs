//! An operation takes the same number of cycles for every secret.

use sunbear::sets::ProfileName;
use sunbear::sim::measure::Operation;

use crate::material::Material;
use crate::{build, everything, full, is_three_bears, mcu, subject};

/// Secrets for each operation of each set in each profile.
fn rounds(operation: Operation, profile: ProfileName, name: &str) -> u64 {
    match operation {
        _ if full() => 20,
        Operation::Decaps if profile == ProfileName::Fast || name == "BabyBear" => 4,
        _ => 2,
    }
}

/// Bits of a ciphertext that don't move a digit by more than 4 or a nibble by more than 1: at every place of a piece
/// that is compared at once, in every bit of a byte, and at the ends of elements and nibbles.
fn slight_changes(size: usize) -> Vec<(usize, usize)> {
    let nibbles = size - 137;
    let bit = |at: usize| (0..8).rev().find(|bit| (8 * (at % 390) + bit) % 10 <= 2).unwrap_or(0);
    let low = |at: usize| (0..8).find(|bit| (8 * (at % 390) + bit) % 10 <= 2).unwrap_or(0);
    let elements = (0..16).map(|at| (at, bit(at))).chain((16..32).map(|at| (at, low(at))));
    let ends = (384..390).chain(nibbles - 6..nibbles).map(|at| (at, bit(at)));
    let tail = (nibbles..nibbles + 16).chain(size - 9..size).map(|at| (at, 4 * (at % 2)));
    elements.chain(ends).chain(tail).collect()
}

#[test]
fn cycles_do_not_depend_on_secrets() {
    for (set, profile) in everything() {
        for operation in Operation::of(set) {
            let subject = subject(set, profile, operation, mcu("atmega1284p"));
            let program = build(&subject);
            let expected = program.measure().unwrap().cycles;
            let mut rejected = None;
            let mut check = |material: &Material, what: &str| {
                let took = material.put_into(&program).measure().unwrap_or_else(|e| panic!("{subject}, {what}: {e}"));
                if material.is_rejected() {
                    // Why, does not show; that it is, which is told, takes the few cycles of telling.
                    let all = *rejected.get_or_insert(took.cycles);
                    assert!(took.cycles == all && expected.abs_diff(all) < 16, "{subject}, {what}: {}", took.cycles);
                } else {
                    assert_eq!(took.cycles, expected, "{subject}, {what}");
                }
            };
            let decapsulates = operation.opens();
            for round in 0..rounds(operation, profile, set.name()) {
                let material = Material::new(set, round);
                check(&material, "honest");
                if decapsulates {
                    let mut ct = material.ct.clone();
                    let at = usize::from(material.seed[0]) * ct.len() / 256;
                    ct[at] ^= 1 << (round % 8);
                    check(&material.with_ciphertext(set, ct), "one bit changed");
                }
            }
            if decapsulates && profile == ProfileName::Fast && is_three_bears(set) {
                // The message survives each of these: only the comparison of ciphertexts can tell.
                let material = Material::new(set, 98);
                for (at, bit) in slight_changes(material.ct.len()) {
                    let mut ct = material.ct.clone();
                    ct[at] ^= 1 << bit;
                    check(&material.with_ciphertext(set, ct), "one bit changed, the message unharmed");
                }
            }
            if decapsulates {
                let material = Material::new(set, 99);
                let extreme: &[u8] = if full() { &[0, 0xFF, 0x55] } else { &[0xFF] };
                for &fill in extreme {
                    let ct = vec![fill; material.ct.len()];
                    check(&material.with_ciphertext(set, ct), "a ciphertext that nobody made");
                }
            }
        }
    }
}

/// Decryption hides how long a message is; decapsulation takes those of one length only.
#[test]
fn cycles_do_not_depend_on_a_messages_length() {
    for (set, profile) in everything().filter(|(set, _)| set.encrypts()) {
        let subject = subject(set, profile, Operation::Decrypt, mcu("atmega1284p"));
        let program = build(&subject);
        let expected = program.measure().unwrap().cycles;
        let material = Material::new(set, 97);
        for length in 0..=32 {
            // Block borders are at other lengths for every set.
            let text: Vec<u8> = (0..length).map(|i| i ^ 0x5A).collect();
            let took = material.with_message(set, &text).put_into(&program).measure();
            let took = took.unwrap_or_else(|error| panic!("{subject}, {length} bytes: {error}"));
            assert_eq!(took.cycles, expected, "{subject}, {length} bytes");
        }
    }
}
