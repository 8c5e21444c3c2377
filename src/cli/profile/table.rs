//! The tables of `profile` on a terminal.

use std::fmt::Write as _;

use sunbear::lab::compare::Change;
use sunbear::lab::record::{Record, Status};
use sunbear::lab::run::Attribution;
use sunbear::sim::mcu::Mcu;

use crate::cli::columns::{Align, aligned};

use Align::{Left, Right};

/// The rows that were measured, then those that were not.
pub fn rows(records: &[Record]) -> String {
    const HEAD: [&str; 17] = [
        "SET", "OP", "PROFILE", "MCU", "CYCLES", "MS", "RANDOM", "WORK", "STACK", "STATIC", "WHOLE", "FLASH", "ALL",
        "HASH%", "RING%", "SAMPL%", "CODE%",
    ];
    let mut align = [Right; HEAD.len()];
    align[..4].fill(Left);
    let mut cells = vec![HEAD.map(String::from)];
    cells.extend(records.iter().filter(|record| record.status == Status::Measured).map(measured));
    let mut text = if cells.len() > 1 { aligned(&cells, align) } else { String::new() };

    text.push_str(&variables(records));
    for (status, title) in [(Status::DoesNotFit, "does not fit"), (Status::Failed, "FAILED")] {
        for record in records.iter().filter(|record| record.status == status) {
            let reason = record.reason.as_deref().unwrap_or("no reason known");
            let what = [&record.set, &record.profile, &record.op, &record.mcu].map(String::as_str).join(" ");
            let _ = writeln!(text, "{title}: {what}: {reason}");
        }
    }
    text
}

/// Static RAM by symbol. It is the same on every chip.
fn variables(records: &[Record]) -> String {
    let mut lines: Vec<String> = vec![];
    for record in records.iter().filter(|record| !record.variables.is_empty()) {
        let listed: Vec<_> = record.variables.iter().map(|v| format!("{} {}", v.name, v.bytes)).collect();
        let line = format!("{} {} {}: {}\n", record.set, record.profile, record.op, listed.join(", "));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        String::new()
    } else {
        format!("\nstatic RAM by symbol (KEY and SECRET are the caller's)\n{}", lines.concat())
    }
}

fn measured(record: &Record) -> [String; 17] {
    let bytes = |value: Option<u32>| grouped(value.map(u64::from));
    let milliseconds = Mcu::find(&record.mcu)
        .ok()
        .zip(record.cycles)
        .map_or_else(|| "-".into(), |(mcu, cycles)| format!("{:.1}", mcu.milliseconds(cycles)));
    let shares = record.shares.map(|shares| shares.percent().map(|percent| format!("{percent:.1}")));
    let [hashing, ring, sampling, coding] = shares.unwrap_or_else(|| std::array::from_fn(|_| "-".into()));
    [
        record.set.clone(),
        record.op.clone(),
        record.profile.clone(),
        record.mcu.clone(),
        grouped(record.cycles),
        milliseconds,
        grouped(record.random_cycles),
        bytes(record.work_bytes),
        bytes(record.stack_bytes),
        bytes(record.static_bytes),
        bytes(record.whole_bytes),
        bytes(record.flash_bytes),
        bytes(record.flash_all_bytes),
        hashing,
        ring,
        sampling,
        coding,
    ]
}

/// Where the cycles of one row go.
pub fn functions(record: &Record, attribution: &Attribution) -> String {
    let total = attribution.cycles.max(1);
    #[allow(clippy::cast_precision_loss)] // cycle counts stay far below 2^53
    let percent = |cycles: u64| format!("{:.1}", cycles as f64 * 100.0 / total as f64);
    let mut cells = vec![["EXCLUSIVE", "%", "INCLUSIVE", "%", "CALLS", "FUNCTION"].map(String::from)];
    cells.extend(attribution.functions.iter().map(|function| {
        [
            grouped(Some(function.exclusive)),
            percent(function.exclusive),
            grouped(Some(function.inclusive)),
            percent(function.inclusive),
            grouped(Some(function.calls)),
            function.name.clone(),
        ]
    }));
    let table = aligned(&cells, [Right, Right, Right, Right, Right, Left]);
    let mut cells = vec![["CYCLES", "%", "INSTRUCTION", "LINE"].map(String::from)];
    cells.extend(attribution.hottest.iter().map(|hot| {
        let line = hot.line.as_ref().map_or_else(|| "-".into(), |(file, line)| format!("{file}:{line}"));
        [grouped(Some(hot.cycles)), percent(hot.cycles), hot.at.symbol.clone(), line]
    }));
    let hottest = aligned(&cells, [Right, Right, Left, Left]);
    format!(
        "{} {} {} {}: {} cycles\n{table}\n{hottest}",
        record.set,
        record.profile,
        record.op,
        record.mcu,
        grouped(Some(total))
    )
}

/// What changed since a saved run.
pub fn changes(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "nothing changed since the saved run\n".into();
    }
    let mut cells = vec![["SET", "OP", "PROFILE", "MCU", "FIGURE", "BEFORE", "NOW", "CHANGE"].map(String::from)];
    cells.extend(changes.iter().map(|change| {
        let [set, op, profile, mcu] = change.row.clone();
        let percent = change.percent().map_or_else(|| "-".into(), |percent| format!("{percent:+.2}%"));
        [set, op, profile, mcu, change.figure.into(), grouped(change.before), grouped(change.now), percent]
    }));
    aligned(&cells, [Left, Left, Left, Left, Left, Right, Right, Right])
}

/// A number with its thousands apart; a dash for none.
fn grouped(number: Option<u64>) -> String {
    number.map_or_else(|| "-".into(), sunbear::lab::grouped)
}
