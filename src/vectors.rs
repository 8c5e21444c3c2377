//! Reads the files of `vectors/`; their format is in `vectors/README.md`. Unit tests have this as a module,
//! integration tests include it by path.

#![allow(dead_code, reason = "each test crate reads other kinds of fields")]

use std::string::String;
use std::vec::Vec;

/// One record: what is between two blank lines.
#[derive(Debug)]
pub(crate) struct Record {
    /// The `[section]` it stands in.
    pub(crate) section: String,
    fields: Vec<(String, String)>,
}

impl Record {
    /// The text of a field, if it is there.
    pub(crate) fn find(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// The text of a field.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.find(key).unwrap_or_else(|| panic!("no field {key} in {self:?}"))
    }

    /// A field in hexadecimal.
    pub(crate) fn bytes(&self, key: &str) -> Vec<u8> {
        let text = self.text(key);
        assert!(text.len().is_multiple_of(2), "{key} has half a byte");
        let digit = |c: u8| char::from(c).to_digit(16).unwrap_or_else(|| panic!("{key} is not hexadecimal"));
        text.as_bytes().chunks(2).map(|pair| (digit(pair[0]) << 4 | digit(pair[1])) as u8).collect()
    }

    /// A field of exactly N bytes in hexadecimal.
    pub(crate) fn array<const N: usize>(&self, key: &str) -> [u8; N] {
        let bytes = self.bytes(key);
        bytes.as_slice().try_into().unwrap_or_else(|_| panic!("{key} has {} bytes, not {N}", bytes.len()))
    }

    /// A field of decimal numbers between spaces.
    pub(crate) fn numbers(&self, key: &str) -> Vec<i32> {
        self.text(key).split_whitespace().map(|n| n.parse().expect("a decimal number")).collect()
    }

    /// A field of one decimal number.
    pub(crate) fn number(&self, key: &str) -> usize {
        self.text(key).parse().expect("a decimal number")
    }
}

/// The records of a file, named from `vectors/` on.
pub(crate) fn read(name: &str) -> Vec<Record> {
    let path = std::format!("{}/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (mut records, mut section, mut fields) = (Vec::new(), String::new(), Vec::new());
    for line in text.lines().chain([""]) {
        if let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) {
            fields.push((key.trim().into(), value.trim().into()));
        } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.into();
        } else if line.is_empty() && !fields.is_empty() {
            records.push(Record { section: section.clone(), fields: std::mem::take(&mut fields) });
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "{path}: {line}");
        }
    }
    assert!(!records.is_empty(), "{path} is empty");
    records
}
