//! What changed since a saved run.

use std::collections::BTreeMap;
use std::string::String;
use std::vec::Vec;

use super::record::Record;

/// One figure of one row, then and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The row: set, operation, profile, chip.
    pub row: [String; 4],
    /// Which figure.
    pub figure: &'static str,
    /// What it was; `None` where there was none.
    pub before: Option<u64>,
    /// What it is.
    pub now: Option<u64>,
}

impl Change {
    /// By how many percent it grew, where both are known.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // cycle counts stay far below 2^53
    pub fn percent(&self) -> Option<f64> {
        match (self.before, self.now) {
            (Some(before), Some(now)) if before > 0 => Some((now as f64 / before as f64 - 1.0) * 100.0),
            _ => None,
        }
    }
}

/// The figures that differ, in the order of the present rows, then of the saved ones that are of no present row.
///
/// Rows that were not measured now because nobody asked for them are no change; `asked` tells which were.
pub fn changes(before: &[Record], now: &[Record], asked: impl Fn(&Record) -> bool) -> Vec<Change> {
    let saved: BTreeMap<_, _> = before.iter().map(|record| (record.key(), record)).collect();
    let present: BTreeMap<_, _> = now.iter().map(|record| (record.key(), record)).collect();
    let mut changes = Vec::new();
    for record in now {
        compare(&mut changes, record, saved.get(&record.key()).copied(), Some(record));
    }
    for record in before.iter().filter(|record| !present.contains_key(&record.key()) && asked(record)) {
        compare(&mut changes, record, Some(record), None);
    }
    changes
}

fn compare(changes: &mut Vec<Change>, row: &Record, before: Option<&Record>, now: Option<&Record>) {
    let row = [&row.set, &row.op, &row.profile, &row.mcu].map(String::clone);
    for (figure, of) in FIGURES {
        let (before, now) = (before.and_then(of), now.and_then(of));
        if before != now {
            changes.push(Change { row: row.clone(), figure, before, now });
        }
    }
}

type Figure = (&'static str, fn(&Record) -> Option<u64>);

const FIGURES: [Figure; 8] = [
    ("cycles", |record| record.cycles),
    ("random cycles", |record| record.random_cycles),
    ("stack", |record| record.stack_bytes.map(u64::from)),
    ("static", |record| record.static_bytes.map(u64::from)),
    ("work", |record| record.work_bytes.map(u64::from)),
    ("whole", |record| record.whole_bytes.map(u64::from)),
    ("flash", |record| record.flash_bytes.map(u64::from)),
    ("flash, all", |record| record.flash_all_bytes.map(u64::from)),
];
