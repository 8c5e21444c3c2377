//! Known answers of NTRUEncrypt: JSON files of the form of `vectors/ntru-encrypt`, section by section.

mod entry;
mod sections;

use core::fmt;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::Value;

use crate::ntru_encrypt::{Ees443Ep1, Ees587Ep1, Ees743Ep1, ParameterSet};
use crate::sets::ProfileName;
use entry::Entry;

/// Why a file did not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The file is none of this form.
    Malformed(String),
    /// An entry is not what is computed.
    Mismatch {
        /// The section.
        section: &'static str,
        /// The entry in it, from 0 on.
        entry: usize,
        /// What differs.
        what: String,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(what) => f.write_str(what),
            Self::Mismatch { section, entry, what } => write!(f, "{section}[{entry}]: {what}"),
        }
    }
}

impl core::error::Error for Failure {}

/// What was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The set.
    pub set: &'static str,
    /// The sections with the numbers of their entries.
    pub sections: Vec<(&'static str, usize)>,
    /// Entries that were skipped: their public key is h = 0, which is refused.
    pub skipped: usize,
}

/// Verifies a file.
///
/// # Errors
/// The first [`Failure`].
pub fn verify(text: &[u8], profile: ProfileName) -> Result<Verified, Failure> {
    let file: Value = serde_json::from_slice(text).map_err(|error| Failure::Malformed(error.to_string()))?;
    let set = file.get("set").and_then(Value::as_str);
    match set.ok_or_else(|| Failure::Malformed("no member \"set\"".to_string()))? {
        Ees443Ep1::NAME => sections::verify::<Ees443Ep1>(&file, profile),
        Ees587Ep1::NAME => sections::verify::<Ees587Ep1>(&file, profile),
        Ees743Ep1::NAME => sections::verify::<Ees743Ep1>(&file, profile),
        other => {
            let known = [Ees443Ep1::NAME, Ees587Ep1::NAME, Ees743Ep1::NAME].join(", ");
            Err(Failure::Malformed(format!("unknown set {other:?}; known: {known}")))
        }
    }
}

/// The entries of a section; none if there is no such section.
fn entries<'a>(file: &'a Value, section: &'static str) -> Result<Vec<Entry<'a>>, Failure> {
    let Some(value) = file.get(section) else { return Ok(Vec::new()) };
    let array = value.as_array().ok_or_else(|| Failure::Malformed(format!("{section} is no array")))?;
    Ok(array.iter().enumerate().map(|(index, value)| Entry { section, index, value }).collect())
}
