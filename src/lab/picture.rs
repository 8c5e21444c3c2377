//! Measured rows as points of the picture: RAM against time.
//!
//! One chip is shown: that of the tables if it was measured, else the first that was.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::document::MCU;
use super::plane::{Point, anchors, draw};
use super::record::{Record, Status};
use crate::sim::measure::Operation;

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
    let points: Vec<_> = measured().filter(|record| record.mcu == mcu).filter_map(point).collect();
    let compilers = records.iter().map(|record| record.compiler.as_str()).next().unwrap_or_default();
    let commit = records.iter().map(|record| record.commit.as_str()).next().unwrap_or_default();
    let whose = scheme.map(|scheme| format!("{scheme}: ")).unwrap_or_default();
    let title = format!("{whose}RAM against time on {mcu}");
    draw(&points, &anchors(), &title, &format!("{compilers}, commit {commit}")).map_err(|error| error.to_string())
}

fn point(record: &Record) -> Option<Point> {
    Some(Point {
        label: format!("{} {}", record.set, record.profile),
        group: record.scheme.clone(),
        compact: record.profile == "compact",
        operation: Operation::ALL.into_iter().find(|operation| operation.as_str() == record.op)?,
        cycles: record.cycles?,
        ram: record.work_bytes?,
    })
}
