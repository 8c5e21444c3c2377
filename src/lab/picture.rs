//! Measured rows as points of the picture: RAM against time.
//!
//! One chip is shown: that of the tables if it was measured, else the first that was. A scheme's own picture tells its
//! families of sets apart by colour (a name without its number), the picture of all the schemes. Where decapsulations are
//! many, those with prepared keys are left to the tables, and the caption says so.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::document::MCU;
use super::plane::{Point, anchors, draw};
use super::record::{Record, Status};
use crate::sim::measure::Operation;

/// Decapsulations of both kinds that one panel of a scheme's picture can show and still be read.
const CROWD: usize = 32;

/// Draws the measured operations, of one scheme or of all.
///
/// # Errors
/// One line; nothing was measured, for one.
pub fn of_records(records: &[Record], scheme: Option<&str>) -> Result<String, String> {
    let wanted = |record: &Record| scheme.is_none_or(|scheme| record.scheme == scheme);
    let measured = || {
        let drawable = |record: &&Record| record.status == Status::Measured && record.work_bytes.is_some();
        records.iter().filter(drawable).filter(|record| wanted(record))
    };
    let mcu =
        measured().find(|record| record.mcu == MCU).or_else(|| measured().next()).map(|record| record.mcu.as_str());
    let mcu = mcu.ok_or("nothing to draw: no operation was measured")?;
    let family = |record: &Record| match scheme {
        Some(_) => record.set.trim_end_matches(|c: char| c.is_ascii_digit()).to_string(),
        None => record.scheme.clone(),
    };
    let mut points: Vec<_> =
        measured().filter(|record| record.mcu == mcu).filter_map(|record| point(record, family(record))).collect();
    // An encapsulation is an encryption and little else: the tables have both.
    points.retain(|point| !matches!(point.operation, Operation::Encrypt | Operation::Decrypt));
    let is_decaps = |point: &&Point| matches!(point.operation, Operation::Decaps | Operation::DecapsPrepared);
    let mut left_out = "";
    if scheme.is_some() && points.iter().filter(is_decaps).count() > CROWD {
        points.retain(|point| point.operation != Operation::DecapsPrepared);
        left_out = "; decapsulations with prepared keys are left out";
    }
    let compilers = records.iter().map(|record| record.compiler.as_str()).next().unwrap_or_default();
    let commit = records.iter().map(|record| record.commit.as_str()).next().unwrap_or_default();
    let whose = scheme.map(|scheme| format!("{scheme}: ")).unwrap_or_default();
    let title = format!("{whose}RAM against time on {mcu}");
    draw(&points, &anchors(), &title, &format!("{compilers}, commit {commit}{left_out}"))
        .map_err(|error| error.to_string())
}

fn point(record: &Record, group: String) -> Option<Point> {
    Some(Point {
        label: format!("{} {}", record.set, record.profile),
        group,
        compact: record.profile == "compact",
        operation: Operation::ALL.into_iter().find(|operation| operation.as_str() == record.op)?,
        cycles: record.cycles?,
        ram: record.work_bytes?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets;
    use std::borrow::ToOwned;
    use std::vec;

    fn records(scheme: &str) -> Vec<Record> {
        let mut records = vec![];
        for set in sets::all().filter(|set| set.scheme() == scheme) {
            for (index, op) in ["encaps", "decaps", "decaps-prepared"].into_iter().enumerate() {
                for profile in ["compact", "fast"] {
                    let cycles = 1_000_000 * (index as u64 + 1) + 1000 * records.len() as u64;
                    records.push(Record {
                        scheme: scheme.to_owned(),
                        set: set.name().to_owned(),
                        op: op.to_owned(),
                        profile: profile.to_owned(),
                        mcu: MCU.to_owned(),
                        fits: true,
                        cycles: Some(cycles),
                        work_bytes: Some(2000 + 10 * records.len() as u32),
                        ..Record::default()
                    });
                }
            }
        }
        records
    }

    #[test]
    fn a_schemes_picture_is_of_its_families() {
        let both: Vec<_> = ["ThreeBears", "NTRUPrime"].into_iter().flat_map(records).collect();
        let svg = of_records(&both, Some("NTRUPrime")).unwrap();
        let has = |svg: &str, text: &str| svg.contains(&format!(">{text}</text>"));
        assert!(has(&svg, "sntrup") && has(&svg, "ntrulpr") && !svg.contains("BabyBear compact"), "{svg}");
        assert!(has(&svg, "NTRUPrime: RAM against time on atmega1284p"), "{svg}");
        // 48 decapsulations are a crowd.
        assert!(svg.contains("prepared keys are left out") && !svg.contains("sntrup761 fast prepared"), "{svg}");

        let svg = of_records(&records("ThreeBears"), Some("ThreeBears")).unwrap();
        assert!(svg.contains("BabyBear fast prepared") && !svg.contains("left out"), "{svg}");
        assert!(has(&svg, "PapaBearEphem"), "{svg}");

        let svg = of_records(&both, None).unwrap();
        assert!(has(&svg, "ThreeBears") && has(&svg, "NTRUPrime") && svg.contains("sntrup761 fast prepared"), "{svg}");
        assert!(of_records(&both, Some("NTRUEncrypt")).unwrap_err().contains("nothing to draw"));
    }
}
