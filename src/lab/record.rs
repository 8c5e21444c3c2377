//! One row of measurements, and files of them.
//!
//! JSON holds an array of [`Record`]s, CSV the same fields flat. What a field means is in its docstring, and in
//! [`super::definitions`] for whoever reads a table.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::{Deserialize, Serialize};

/// How a row came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    /// It ran, and its known answer is right.
    Measured,
    /// The chip has no room for it.
    DoesNotFit,
    /// It could not be measured; [`Record::reason`] says why.
    Failed,
}

/// A variable of the image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The symbol.
    pub name: String,
    /// Its size.
    pub bytes: u32,
    /// Whether it is the caller's key or secret, which [`Record::work_bytes`] leaves out.
    pub callers: bool,
}

/// Where an operation's cycles go; the sum is [`Record::cycles`] and the cycles of fetching random bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shares {
    /// Hash functions and their permutations.
    pub hashing: u64,
    /// Arithmetic of the ring.
    pub ring_products: u64,
    /// Making short elements from random or hashed bytes.
    pub sampling: u64,
    /// Encoding and decoding, error correction included.
    pub coding: u64,
    /// Everything else: copying, comparing, wiping, the control flow of the scheme.
    pub other: u64,
}

impl Shares {
    /// All cycles.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.hashing + self.ring_products + self.sampling + self.coding + self.other
    }

    /// The four named shares in percent of the total, in the order of the fields.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // cycle counts stay far below 2^53
    pub fn percent(&self) -> [f64; 4] {
        let total = self.total().max(1) as f64;
        [self.hashing, self.ring_products, self.sampling, self.coding].map(|part| part as f64 * 100.0 / total)
    }
}

/// What one operation, or one kernel of it, costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The scheme.
    pub scheme: String,
    /// The parameter set.
    pub set: String,
    /// `keygen`, `encaps`, `decaps`, `decaps-prepared`, or a kernel: `ring_product`, `keccak_f`, ...
    pub op: String,
    /// Whether the operation takes a prepared key instead of the key's bytes.
    #[serde(default)]
    pub prepared: bool,
    /// The profile.
    pub profile: String,
    /// The chip.
    pub mcu: String,
    /// How the row came about.
    pub status: Status,
    /// Whether the operation runs on the chip.
    pub fits: bool,
    /// Why it was not measured.
    #[serde(default)]
    pub reason: Option<String>,
    /// Cycles between the marks, without those of fetching random bytes. Of a kernel: of its longest call.
    pub cycles: Option<u64>,
    /// Cycles that the operation's random bytes cost with the generator of `examples/node`.
    pub random_cycles: Option<u64>,
    /// Random bytes that the operation draws.
    #[serde(default)]
    pub random_bytes: Option<u32>,
    /// Stack between the marks.
    pub stack_bytes: Option<u32>,
    /// Variables, without the caller's key and secret; the operation's scratch is among them.
    pub static_bytes: Option<u32>,
    /// Stack and variables of the operation: `stack_bytes + static_bytes`.
    pub work_bytes: Option<u32>,
    /// Every byte of SRAM that the image uses.
    pub whole_bytes: Option<u32>,
    /// `.text` and `.data` of the image with this one operation. Of a kernel: its own code.
    pub flash_bytes: Option<u32>,
    /// The same of the image with all three operations.
    #[serde(default)]
    pub flash_all_bytes: Option<u32>,
    /// The variables by symbol.
    #[serde(default)]
    pub variables: Vec<Variable>,
    /// Where the cycles go.
    #[serde(default)]
    pub shares: Option<Shares>,
    /// The compilers.
    pub compiler: String,
    /// The commit of the sources, with `-dirty` behind it where they differ from it.
    pub commit: String,
}

impl Record {
    /// What identifies a row.
    #[must_use]
    pub fn key(&self) -> (&str, &str, &str, &str) {
        (&self.set, &self.op, &self.profile, &self.mcu)
    }
}

/// Rows as JSON: an array.
#[must_use]
pub fn to_json(records: &[Record]) -> String {
    // Strings, numbers and booleans: nothing here can fail.
    serde_json::to_string_pretty(records).unwrap_or_default() + "\n"
}

/// Rows from JSON.
///
/// # Errors
/// One line that says what is wrong, and where.
pub fn from_json(text: &[u8]) -> Result<Vec<Record>, String> {
    serde_json::from_slice(text).map_err(|error| format!("no rows of measurements: {error}"))
}

/// Rows as CSV, with a head.
///
/// # Errors
/// One line.
pub fn to_csv(records: &[Record]) -> Result<String, String> {
    const HEAD: [&str; 26] = [
        "scheme",
        "set",
        "op",
        "prepared",
        "profile",
        "mcu",
        "status",
        "fits",
        "reason",
        "cycles",
        "random_cycles",
        "random_bytes",
        "stack_bytes",
        "static_bytes",
        "work_bytes",
        "whole_bytes",
        "flash_bytes",
        "flash_all_bytes",
        "variables",
        "hashing_cycles",
        "ring_product_cycles",
        "sampling_cycles",
        "coding_cycles",
        "other_cycles",
        "compiler",
        "commit",
    ];
    let mut out = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| error.to_string();
    out.write_record(HEAD).map_err(failed)?;
    for record in records {
        let number = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
        let cycles = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
        let share = |part: fn(&Shares) -> u64| cycles(record.shares.as_ref().map(part));
        let status = match record.status {
            Status::Measured => "measured",
            Status::DoesNotFit => "does_not_fit",
            Status::Failed => "failed",
        };
        let variables: Vec<_> = record.variables.iter().map(|v| format!("{}={}", v.name, v.bytes)).collect();
        let row: [&str; HEAD.len()] = [
            &record.scheme,
            &record.set,
            &record.op,
            &record.prepared.to_string(),
            &record.profile,
            &record.mcu,
            status,
            &record.fits.to_string(),
            record.reason.as_deref().unwrap_or_default(),
            &cycles(record.cycles),
            &cycles(record.random_cycles),
            &number(record.random_bytes),
            &number(record.stack_bytes),
            &number(record.static_bytes),
            &number(record.work_bytes),
            &number(record.whole_bytes),
            &number(record.flash_bytes),
            &number(record.flash_all_bytes),
            &variables.join(" "),
            &share(|shares| shares.hashing),
            &share(|shares| shares.ring_products),
            &share(|shares| shares.sampling),
            &share(|shares| shares.coding),
            &share(|shares| shares.other),
            &record.compiler,
            &record.commit,
        ];
        out.write_record(row).map_err(failed)?;
    }
    let bytes = out.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}
