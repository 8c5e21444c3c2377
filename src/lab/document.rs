//! The generated parts of a Markdown document: what stands between `<!-- NAME -->` and `<!-- /NAME -->`.
//!
//! | name | what |
//! |---|---|
//! | `costs SCHEME` | every operation of its sets on the [chip](MCU) of the tables |
//! | `kernels` | the kernels there |
//! | `chips SCHEME` | which of its operations fit which chip |
//! | `plane FILE SCHEME` | the picture of a scheme, or without SCHEME of all, written to FILE beside the document |
//!
//! Each ends with the compilers and the commit. A part whose rows were not all measured is an error: a table with holes
//! would look like a whole one.

use std::borrow::ToOwned;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::format;
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec::Vec;

use super::grouped;
use super::matrix::Kernel;
use super::picture;
use super::record::{Record, Status};
use crate::sets::{self, ProfileName};
use crate::sim::mcu::Mcu;
use crate::sim::measure::Operation;

mod chips;

/// The chip of the tables and the picture.
pub const MCU: &str = "atmega1284p";

/// A document with its parts renewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewed {
    /// The text.
    pub text: String,
    /// The pictures it shows: paths relative to the document, and their contents.
    pub pictures: Vec<(PathBuf, String)>,
}

/// Checks that the document has a part to renew, and that every part ends.
///
/// # Errors
/// One line.
pub fn check(text: &str) -> Result<(), String> {
    let parts = parts(text)?;
    if parts.is_empty() {
        Err("no part to renew, such as `<!-- costs -->` to `<!-- /costs -->`".to_owned())
    } else {
        Ok(())
    }
}

/// The pictures that the document shows, by their paths relative to it.
///
/// # Errors
/// One line.
pub fn pictures(text: &str) -> Result<Vec<PathBuf>, String> {
    let parts = parts(text)?;
    Ok(parts.iter().filter(|part| part.name == "plane").map(|part| PathBuf::from(plane(part.argument).0)).collect())
}

/// Renews every part.
///
/// # Errors
/// One line: a part that has no end, or rows that were not measured.
pub fn renew(text: &str, records: &[Record]) -> Result<Renewed, String> {
    let (mut renewed, mut pictures, mut done) = (String::new(), Vec::new(), 0);
    for part in parts(text)? {
        let body = match part.name {
            "costs" => costs(records, part.argument)?,
            "kernels" => kernels(records)?,
            "chips" => chips::chips(records, part.argument)?,
            _ => {
                let (file, scheme) = plane(part.argument);
                pictures.push((PathBuf::from(file), picture::of_records(records, scheme)?));
                let whose = scheme.unwrap_or("every scheme");
                format!("![RAM against time of {whose} in both profiles, and what was published before]({file})\n")
            }
        };
        renewed.push_str(&text[done..part.start]);
        let _ = write!(renewed, "\n{body}\n{}\n", provenance(records));
        done = part.end;
    }
    renewed.push_str(&text[done..]);
    Ok(Renewed { text: renewed, pictures })
}

/// The place between two markers.
struct Part<'a> {
    name: &'static str,
    argument: &'a str,
    start: usize,
    end: usize,
}

/// The file and the scheme of a picture.
fn plane(argument: &str) -> (&str, Option<&str>) {
    argument
        .split_once(char::is_whitespace)
        .map_or((argument, None), |(file, scheme)| (file, Some(scheme.trim_start())))
}

fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    for name in ["costs", "kernels", "chips", "plane"] {
        let (opening, closing) = (format!("<!-- {name}"), format!("<!-- /{name} -->"));
        let mut from = 0;
        while let Some(at) = text[from..].find(&opening) {
            let inside = from + at + opening.len();
            let form = match name {
                "costs" => "costs SCHEME",
                "chips" => "chips SCHEME",
                "plane" => "plane FILE SCHEME",
                _ => name,
            };
            let broken = || format!("the marker `{opening}` is not of the form `<!-- {form} -->`");
            let (argument, _) = text[inside..].split_once("-->").ok_or_else(broken)?;
            let start = inside + argument.len() + "-->".len();
            let argument = argument.trim();
            let words = argument.split_whitespace().count();
            let (least, most) = match name {
                "kernels" => (0, 0),
                "plane" => (1, 2),
                _ => (1, 1),
            };
            if !(least..=most).contains(&words) {
                return Err(broken());
            }
            let scheme = match name {
                "kernels" => None,
                "plane" => plane(argument).1,
                _ => Some(argument),
            };
            let known = |scheme: &str| sets::all().any(|set| set.scheme() == scheme);
            if let Some(scheme) = scheme.filter(|scheme| !known(scheme)) {
                return Err(format!("there is no scheme {scheme}"));
            }
            let end =
                text[start..].find(&closing).ok_or_else(|| format!("the part {name} has no `{closing}`"))? + start;
            parts.push(Part { name, argument, start, end });
            from = end;
        }
    }
    parts.sort_by_key(|part| part.start);
    if parts.windows(2).any(|pair| pair[0].end > pair[1].start) {
        return Err("two parts overlap".to_owned());
    }
    Ok(parts)
}

/// The compilers and the commit.
fn provenance(records: &[Record]) -> String {
    let origins: BTreeSet<_> =
        records.iter().map(|record| (record.compiler.as_str(), record.commit.as_str())).collect();
    let origins: Vec<_> =
        origins.into_iter().map(|(compiler, commit)| format!("{compiler}, at commit {commit}")).collect();
    format!("Measured with {}.\n", origins.join("; "))
}

fn find<'a>(records: &'a [Record], set: &str, op: &str, profile: &str, mcu: &str) -> Result<&'a Record, String> {
    let record = records.iter().find(|record| record.key() == (set, op, profile, mcu));
    let missing = || format!("the row {set} {profile} {op} on {mcu} was not measured; leave the rows to choose out");
    record.filter(|record| record.status != Status::Failed).ok_or_else(missing)
}

fn cell(number: Option<u64>) -> String {
    number.map_or_else(|| "–".to_owned(), grouped)
}

fn costs(records: &[Record], scheme: &str) -> Result<String, String> {
    let mut text =
        "| set | profile | operation | cycles | ms at 16 MHz | work | whole | flash | all three | hashing | ring | \
                    sampling | coding |\n|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
    let mcu = Mcu::find(MCU).map_err(|error| error.to_string())?;
    for set in sets::all().filter(|set| set.scheme() == scheme) {
        for profile in ProfileName::ALL {
            for operation in Operation::of(set) {
                let record = find(records, set.name(), operation.as_str(), profile.as_str(), MCU)?;
                if !record.fits {
                    continue;
                }
                let bytes = |value: Option<u32>| cell(value.map(u64::from));
                let shares = record.shares.unwrap_or_default().percent().map(|percent| format!("{percent:.0} %"));
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | {} | {:.0} | {} | {} | {} | {} | {} |",
                    set.name(),
                    profile,
                    operation,
                    cell(record.cycles),
                    mcu.milliseconds(record.cycles.unwrap_or_default()),
                    bytes(record.work_bytes),
                    bytes(record.whole_bytes),
                    bytes(record.flash_bytes),
                    bytes(record.flash_all_bytes),
                    shares.join(" | "),
                );
            }
        }
    }
    Ok(text)
}

/// One row for each cost of a kernel, whichever sets it is the same for.
fn kernels(records: &[Record]) -> Result<String, String> {
    let mut rows: Vec<(&str, &str, Option<u64>, Vec<&str>)> = Vec::new();
    for kernel in Kernel::ALL {
        for profile in ProfileName::ALL {
            for set in sets::all() {
                let Ok(record) = find(records, set.name(), kernel.as_str(), profile.as_str(), MCU) else { continue };
                if !record.fits {
                    continue;
                }
                let key = (kernel.as_str(), profile.as_str(), record.cycles);
                match rows.iter_mut().find(|row| (row.0, row.1, row.2) == key) {
                    Some(row) => row.3.push(set.name()),
                    None => rows.push((key.0, key.1, key.2, [set.name()].to_vec())),
                }
            }
        }
    }
    if rows.is_empty() {
        return Err(format!("no kernel was measured on {MCU}; leave the rows to choose out"));
    }
    let mut text = "| kernel | profile | cycles | sets |\n|---|---|---:|---|\n".to_owned();
    for (kernel, profile, cycles, sets) in rows {
        let _ = writeln!(text, "| {kernel} | {profile} | {} | {} |", cell(cycles), sets.join(", "));
    }
    Ok(text)
}
