//! An operation leaves nothing behind: not in registers, not in its workspace, not on the dead stack.

use std::fmt::Write;

use sunbear::sim::measure::{Operation, Place, Program, Remains};

use crate::material::Material;
use crate::{build, everything, full, mcu, subject};

/// Two runs that differ in every input, secret or public, leave the same bytes everywhere. Only the key and the secret
/// that belong to the caller may differ; the encapsulation key and the ciphertext are written to no memory.
#[test]
fn nothing_is_left_behind() {
    let mut found = String::new();
    for (set, profile) in everything() {
        for operation in Operation::of(set) {
            if !full() && !["BabyBear", "MamaBear", "BabyBearEphem", "sntrup653", "ntrulpr653"].contains(&set.name()) {
                continue;
            }
            // Return addresses of three bytes make the stack deeper.
            let wide = set.name() == "MamaBear" || full() && set.name() == "PapaBearEphem";
            let subject = subject(set, profile, operation, mcu(if wide { "atmega2560" } else { "atmega1284p" }));
            let program = build(&subject);
            let first = Material::new(set, 11).put_into(&program);
            let left = first.remains().unwrap();
            for seed in 12..if full() { 16 } else { 13 } {
                let other = Material::new(set, seed).put_into(&program).remains().unwrap();
                let differences = left.differences(&other);
                if !differences.is_empty() {
                    let _ = writeln!(found, "{subject}: {} bytes", differences.len());
                    explain(&mut found, &first, &left, &differences);
                    break;
                }
            }
        }
    }
    assert!(found.is_empty(), "secret remains:\n{found}");
}

/// Who left what: runs of neighbouring bytes with the instruction that wrote the first of each.
fn explain(out: &mut String, program: &Program, left: &Remains, places: &[Place]) {
    let mut rest = places;
    while let Some(&first) = rest.first() {
        let neighbours = |pair: &&[Place]| match pair {
            [Place::Ram(a), Place::Ram(b)] => a + 1 == *b,
            _ => false,
        };
        let n = 1 + rest.windows(2).take_while(neighbours).count();
        let (run, later) = rest.split_at(n);
        let writer = program.writer(run[n / 2]).unwrap().map_or_else(|| "nobody".into(), |at| at.to_string());
        let _ = writeln!(out, "    {:>4} from {:<12} by {writer}", n, program.name(first, left.sp));
        rest = later;
    }
}
