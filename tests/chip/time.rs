//! An operation takes the same number of cycles for every secret.

use sunbear::sets::ProfileName;
use sunbear::sim::measure::Operation;

use crate::material::Material;
use crate::{build, everything, full, mcu, operations, subject};

/// Secrets for each operation of each set in each profile.
fn rounds(operation: Operation, profile: ProfileName, name: &str) -> u64 {
    match operation {
        _ if full() => 20,
        Operation::Decaps if profile == ProfileName::Fast || name == "BabyBear" => 4,
        _ => 2,
    }
}

#[test]
fn cycles_do_not_depend_on_secrets() {
    for (set, profile) in everything() {
        for operation in operations(set) {
            let subject = subject(set, profile, operation, mcu("atmega1284p"));
            let program = build(&subject);
            let expected = program.measure().unwrap().cycles;
            let check = |material: &Material, what: &str| {
                let took = material.put_into(&program).measure().unwrap_or_else(|e| panic!("{subject}, {what}: {e}"));
                assert_eq!(took.cycles, expected, "{subject}, {what}");
            };
            let decapsulates = matches!(operation, Operation::Decaps | Operation::DecapsPrepared);
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
