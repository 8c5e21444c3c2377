//! The table of what fits which chip: a row a set, a column a chip and profile, a letter an operation.
//!
//! It doesn't say how much RAM each takes: that is the table of costs'.

use std::borrow::ToOwned;
use std::fmt::Write as _;
use std::string::{String, ToString};
use std::vec::Vec;

use super::find;
use crate::lab::grouped;
use crate::lab::matrix::Item;
use crate::lab::record::Record;
use crate::sets::{self, ProfileName, Set};
use crate::sim::mcu;
use crate::sim::measure::Operation;

/// The table of a scheme, with what its letters mean.
///
/// # Errors
/// One line: the first row that was not measured.
pub(super) fn chips(records: &[Record], scheme: &str) -> Result<String, String> {
    let columns = || mcu::ALL.iter().flat_map(|mcu| ProfileName::ALL.map(|profile| (mcu, profile)));
    let mut text = "| set |".to_owned();
    for (mcu, profile) in columns() {
        let _ = write!(text, " {}, {} B: {profile} |", mcu.name, grouped(mcu.ram_size.into()));
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(columns().count()));
    let sets = || sets::all().filter(|set| set.scheme() == scheme);
    for set in sets() {
        let _ = write!(text, "| {} |", set.name());
        for (mcu, profile) in columns() {
            let _ = write!(text, " {} |", cell(records, set, profile.as_str(), mcu.name)?);
        }
        text.push('\n');
    }
    let has = |operation: &Operation| sets().any(|set| operation.is_of(set));
    let named: Vec<_> = Operation::ALL
        .into_iter()
        .filter(has)
        .map(|operation| [letter(operation), operation.as_str()].join(" "))
        .collect();
    let _ = writeln!(text, "\n{}; – none.", named.join(", "));
    Ok(text)
}

/// The letters of the operations that fit.
fn cell(records: &[Record], set: &'static dyn Set, profile: &str, mcu: &str) -> Result<String, String> {
    let mut letters = Vec::new();
    for operation in Operation::of(set) {
        let item = Item::Operation(operation).as_str();
        if find(records, set.name(), item, profile, mcu)?.fits {
            letters.push(letter(operation));
        }
    }
    Ok(if letters.is_empty() { "–".to_string() } else { letters.join(" ") })
}

fn letter(operation: Operation) -> &'static str {
    match operation {
        Operation::Keygen => "k",
        Operation::Encaps => "e",
        Operation::Decaps => "d",
        Operation::DecapsPrepared => "p",
        Operation::Encrypt => "E",
        Operation::Decrypt => "D",
        // In no table.
        Operation::Every | Operation::Random => "–",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::record::Status;

    fn records(fits: impl Fn(&str, &str, Operation) -> bool) -> Vec<Record> {
        let mut records = Vec::new();
        for set in sets::all() {
            for (mcu, profile) in mcu::ALL.iter().flat_map(|mcu| ProfileName::ALL.map(|profile| (mcu, profile))) {
                for operation in Operation::of(set) {
                    let fits = fits(set.name(), mcu.name, operation);
                    records.push(Record {
                        set: set.name().to_owned(),
                        op: operation.as_str().to_owned(),
                        profile: profile.to_string(),
                        mcu: mcu.name.to_owned(),
                        status: if fits { Status::Measured } else { Status::DoesNotFit },
                        fits,
                        ..Record::default()
                    });
                }
            }
        }
        records
    }

    #[test]
    fn a_row_a_set_and_a_letter_an_operation() {
        let some = records(|set, mcu, operation| match mcu {
            "atmega328p" => false,
            "atmega2560" => set != "sntrup653" || operation == Operation::Encaps,
            _ => set != "sntrup653" || operation != Operation::DecapsPrepared,
        });
        let table = chips(&some, "NTRUPrime").unwrap();
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "| set | atmega328p, 2,048 B: compact | atmega328p, 2,048 B: fast | atmega1284p, 16,384 B: compact \
                 | atmega1284p, 16,384 B: fast | atmega2560, 8,192 B: compact | atmega2560, 8,192 B: fast |",
                "|---|---|---|---|---|---|---|",
                "| sntrup653 | – | – | k e d | k e d | e | e |",
                "| sntrup761 | – | – | k e d p | k e d p | k e d p | k e d p |",
            ]
        );
        assert_eq!(lines.len(), 2 + 12 + 2);
        assert_eq!(lines[15], "k keygen, e encaps, d decaps, p decaps-prepared; – none.");
        let table = chips(&some, "NTRUEncrypt").unwrap();
        assert!(table.contains("| ees443ep1 | – | – | k e d E D | k e d E D | k e d E D | k e d E D |"), "{table}");
        assert!(table.ends_with("k keygen, e encaps, d decaps, E encrypt, D decrypt; – none.\n"), "{table}");
        // Single-use sets have no prepared keys.
        let table = chips(&some, "ThreeBears").unwrap();
        assert!(table.contains("| BabyBearEphem | – | – | k e d | k e d | k e d | k e d |"), "{table}");
    }

    #[test]
    fn a_row_that_is_missing_or_failed_is_an_error() {
        let mut some = records(|_, _, _| true);
        some[5].status = Status::Failed;
        assert!(chips(&some, "ThreeBears").unwrap_err().contains("was not measured"));
        some.remove(5);
        assert!(chips(&some, "ThreeBears").unwrap_err().contains("was not measured"));
        assert!(chips(&some, "NTRUPrime").is_ok());
    }
}
