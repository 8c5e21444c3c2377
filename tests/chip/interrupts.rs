//! Interrupts at moments that nobody can foresee.

use sunbear::sets::ProfileName;
use sunbear::sim::measure::{Operation, Subject};

use crate::{build, full, mcu, set, subject};

/// A routine that saves, spoils and restores every register, some thousand times during each operation.
#[test]
fn answers_stay_right_under_interrupts() {
    let operations: Vec<_> =
        Operation::of(set("BabyBear")).filter(|operation| full() || *operation == Operation::Decaps).collect();
    for profile in ProfileName::ALL {
        for &operation in &operations {
            for chip in if full() { vec!["atmega1284p", "atmega2560"] } else { vec!["atmega1284p"] } {
                let subject = Subject { timer: true, ..subject(set("BabyBear"), profile, operation, mcu(chip)) };
                let program = build(&subject);
                for seed in if full() { 1..=16_u16 } else { 1..=3 } {
                    let mut program = program.clone();
                    program.set("input_timer", &seed.wrapping_mul(0x9E37).to_le_bytes()).unwrap();
                    let machine = program.run().unwrap_or_else(|error| panic!("{subject}, timer seed {seed}: {error}"));
                    let counter = program.image().symbol("timer_state").unwrap().address as u16 + 2;
                    let count = machine.read(counter, 2).unwrap();
                    let count = u16::from_le_bytes([count[0], count[1]]);
                    assert!(count > 1_000, "{subject}: {count} interrupts");
                }
            }
        }
    }
}
