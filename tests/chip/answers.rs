//! Known answers on the chip, what is linked, and what fits where.

use sunbear::sets::ProfileName::{Compact, Fast};
use sunbear::sim::Error;
use sunbear::sim::mcu;
use sunbear::sim::measure::{Fit, Operation, fit};

use crate::material::Material;
use crate::{TOOLCHAIN, build, everything, full, is_three_bears, set, subject};

#[test]
fn every_set_profile_and_operation_finds_its_known_answer() {
    for (set, profile) in everything() {
        for operation in Operation::of(set) {
            if !full() && operation == Operation::DecapsPrepared && !["MamaBear", "sntrup653"].contains(&set.name()) {
                continue;
            }
            let subject = subject(set, profile, operation, crate::mcu("atmega1284p"));
            let program = build(&subject);
            program.check().unwrap_or_else(|error| panic!("{subject}: {error}"));
            let took = program.measure().unwrap_or_else(|error| panic!("{subject}: {error}"));
            println!(
                "{subject}: {} cycles, {} stack, {} workspace, {} data, {} bss, {} RAM, {} flash",
                took.cycles, took.stack, took.workspace, took.data, took.bss, took.ram, took.flash
            );
        }
    }
}

#[test]
fn small_chips_and_wide_return_addresses() {
    for (set, profile) in everything() {
        for operation in Operation::of(set) {
            for mcu in mcu::ALL.iter().filter(|mcu| mcu.name != "atmega1284p") {
                let sample = [
                    ("BabyBearEphem", Compact, Operation::Keygen, "atmega328p"),
                    ("BabyBearEphem", Compact, Operation::Encaps, "atmega328p"),
                    ("BabyBearEphem", Compact, Operation::Decaps, "atmega328p"),
                    ("PapaBear", Compact, Operation::Decaps, "atmega328p"),
                    ("BabyBear", Fast, Operation::Encaps, "atmega328p"),
                    ("PapaBear", Fast, Operation::Decaps, "atmega2560"),
                    ("BabyBear", Compact, Operation::Encaps, "atmega2560"),
                    ("MamaBearEphem", Fast, Operation::Keygen, "atmega2560"),
                    ("sntrup653", Compact, Operation::Encaps, "atmega328p"),
                    ("sntrup653", Fast, Operation::Encaps, "atmega2560"),
                    ("ntrulpr653", Compact, Operation::Decaps, "atmega2560"),
                    ("ees443ep1", Fast, Operation::Decaps, "atmega2560"),
                    ("ees443ep1", Compact, Operation::Encrypt, "atmega328p"),
                ];
                if !full() && !sample.contains(&(set.name(), profile, operation, mcu.name)) {
                    continue;
                }
                let subject = subject(set, profile, operation, mcu);
                // In 2 kB the compact profile of ThreeBears fits and nothing else does; in 8 kB all of ThreeBears does,
                // and of NTRU Prime the smallest sets.
                let expected = match mcu.name {
                    "atmega2560" if is_three_bears(set) => true,
                    "atmega2560" if set.name().ends_with("653") => true,
                    "atmega2560" => continue,
                    _ => is_three_bears(set) && profile == Compact,
                };
                let fits = fit(&subject, &TOOLCHAIN).unwrap_or_else(|error| panic!("{subject}: {error}"));
                println!("{subject}: {fits:?}");
                assert_eq!(matches!(fits, Fit::Runs(_)), expected, "{subject}: {fits:?}");
            }
        }
    }
}

/// The verdict is worth something: an image with any wrong expectation says so.
#[test]
fn a_wrong_answer_is_noticed() {
    let set = set("BabyBearEphem");
    for operation in Operation::of(set) {
        let program = build(&subject(set, Fast, operation, crate::mcu("atmega1284p")));
        let right = Material::new(set, 1);
        right.put_into(&program).run().unwrap();
        for input in ["input_key", "input_ek", "input_ct", "input_secret"] {
            let Ok(symbol) = program.image().symbol(input) else { continue };
            let mut wrong = right.put_into(&program);
            let last = symbol.address + symbol.size - 1;
            let byte = wrong.image().flash()[last as usize];
            wrong.patch(last, &[byte ^ 0x10]).unwrap();
            if input == "input_ct" && operation == Operation::Decaps {
                // One bit is corrected.
                wrong.set(input, &vec![0xFF; set.sizes().ciphertext]).unwrap();
            }
            let outcome = wrong.run().map(|_| ());
            assert_eq!(outcome, Err(Error::Verdict { verdict: 2 }), "{operation} with a wrong {input}");
        }
    }
}
