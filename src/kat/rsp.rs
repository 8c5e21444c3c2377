//! The text form of known answers: NIST's `.rsp` files.
//!
//! ```text
//! # BabyBear
//!
//! count = 0
//! seed = 061550...
//! pk = 0133E3...
//! sk = 7C9935...
//! ct = 302274...
//! ss = A2856B...
//!
//! count = 1
//! ```
//!
//! Written byte for byte as NIST's generator does; read with either line ending, either case of digits, and blank and
//! `#` lines between entries. The fields of an entry must be complete and in this order.

use core::fmt;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::drbg::SEED_SIZE;
use super::hex;
use crate::sets::{Draws, Set, Sizes};

/// A field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The number of the entry.
    Count,
    /// The entropy input of the entry's generator.
    Seed,
    /// The encapsulation key.
    Pk,
    /// The decapsulation key.
    Sk,
    /// The ciphertext.
    Ct,
    /// The shared secret.
    Ss,
}

impl Field {
    /// All, in the order of the file.
    pub const ALL: [Self; 6] = [Self::Count, Self::Seed, Self::Pk, Self::Sk, Self::Ct, Self::Ss];

    /// The name at the head of its line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Seed => "seed",
            Self::Pk => "pk",
            Self::Sk => "sk",
            Self::Ct => "ct",
            Self::Ss => "ss",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are those of `Field`
pub struct Entry {
    pub count: u32,
    pub seed: [u8; SEED_SIZE],
    pub pk: Vec<u8>,
    pub sk: Vec<u8>,
    pub ct: Vec<u8>,
    pub ss: Vec<u8>,
}

/// The six lines of the entry.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} = {}", Field::Count, self.count)?;
        for (field, bytes) in [
            (Field::Seed, &self.seed[..]),
            (Field::Pk, &self.pk),
            (Field::Sk, &self.sk),
            (Field::Ct, &self.ct),
            (Field::Ss, &self.ss),
        ] {
            writeln!(f, "{field} = {}", hex::Upper(bytes))?;
        }
        Ok(())
    }
}

/// The head of a set's file: its title line, which files of [`Draws::OneShot`] don't have. Entries follow, and a blank
/// line after each.
#[must_use]
pub fn head(set: &dyn Set, draws: Draws) -> String {
    match draws {
        Draws::Nist => title_line(set.title()),
        Draws::OneShot => String::new(),
    }
}

fn title_line(title: &str) -> String {
    format!("# {title}\n\n")
}

/// The name in the title line, if the text begins with one.
#[must_use]
pub fn title(text: &[u8]) -> Option<&str> {
    let first = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty())?;
    str::from_utf8(first.strip_prefix(b"#")?.trim_ascii_start()).ok()
}

/// Why a text is no known-answer file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// It is no `field = value` line.
    NotAField,
    /// This field should have come here or before.
    Missing(Field),
    /// The value of `count` is no number below 2^32.
    Count,
    /// The value is not made of hexadecimal digits.
    Digits(Field),
    /// The value has another number of digits than the set demands.
    Length {
        /// The field.
        field: Field,
        /// The digits that the set demands.
        expected: usize,
        /// The digits that the line has.
        actual: usize,
    },
    /// The text ends without any entry.
    NoEntry,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.problem {
            Problem::NotAField => f.write_str("not a line of the form `field = value`"),
            Problem::Missing(field) => write!(f, "{field} is missing"),
            Problem::Count => f.write_str("count is not a number below 2^32"),
            Problem::Digits(field) => write!(f, "{field} is not hexadecimal"),
            Problem::Length { field, expected, actual } => {
                write!(f, "{field} has {actual} hexadecimal digits instead of {expected}")
            }
            Problem::NoEntry => f.write_str("the file ends without an entry"),
        }
    }
}

impl core::error::Error for Malformed {}

/// Reads all entries of a set with these sizes; at least one.
///
/// # Errors
/// The first malformed line.
pub fn parse(text: &[u8], sizes: &Sizes) -> Result<Vec<Entry>, Malformed> {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).zip(1..);
    let mut entries = Vec::new();
    let mut last = 1;
    while let Some((line, number)) = lines.next() {
        last = number;
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let count = number_of(value(Some((line, number)), Field::Count, last)?)?;
        let mut bytes = |field, size| {
            let next = lines.next();
            last = next.map_or(last, |(_, number)| number);
            bytes_of(value(next, field, last)?, field, size)
        };
        let mut seed = [0; SEED_SIZE];
        seed.copy_from_slice(&bytes(Field::Seed, SEED_SIZE)?);
        entries.push(Entry {
            count,
            seed,
            pk: bytes(Field::Pk, sizes.encapsulation_key)?,
            sk: bytes(Field::Sk, sizes.decapsulation_key)?,
            ct: bytes(Field::Ct, sizes.ciphertext)?,
            ss: bytes(Field::Ss, sizes.shared_secret)?,
        });
    }
    if entries.is_empty() { Err(Malformed { line: last, problem: Problem::NoEntry }) } else { Ok(entries) }
}

/// A value and its line.
type Value<'a> = (&'a [u8], usize);

/// The value of the line, which must be this field's; `last` is where a text that has ended did so.
fn value(line: Option<Value<'_>>, field: Field, last: usize) -> Result<Value<'_>, Malformed> {
    let missing = |line| Malformed { line, problem: Problem::Missing(field) };
    let (line, number) = line.ok_or(missing(last))?;
    if line.is_empty() || line.starts_with(b"#") {
        return Err(missing(number));
    }
    let found = line.iter().position(|&byte| byte == b'=').and_then(|equals| {
        let name = line[..equals].trim_ascii_end();
        let found = Field::ALL.into_iter().find(|field| field.name().as_bytes() == name)?;
        Some((found, line[equals + 1..].trim_ascii_start()))
    });
    match found {
        Some((found, value)) if found == field => Ok((value, number)),
        Some(_) => Err(missing(number)),
        None => Err(Malformed { line: number, problem: Problem::NotAField }),
    }
}

fn number_of((value, line): Value<'_>) -> Result<u32, Malformed> {
    // `parse` alone would take a sign.
    let digits = str::from_utf8(value).ok().filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    digits.and_then(|digits| digits.parse().ok()).ok_or(Malformed { line, problem: Problem::Count })
}

fn bytes_of((value, line): Value<'_>, field: Field, size: usize) -> Result<Vec<u8>, Malformed> {
    if value.len() != 2 * size {
        return Err(Malformed { line, problem: Problem::Length { field, expected: 2 * size, actual: value.len() } });
    }
    hex::decode(value).ok_or(Malformed { line, problem: Problem::Digits(field) })
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    const SIZES: Sizes = Sizes { encapsulation_key: 3, decapsulation_key: 2, ciphertext: 1, shared_secret: 4 };

    fn entry(count: u32) -> Entry {
        Entry { count, seed: [9; 48], pk: vec![1, 2, 255], sk: vec![4, 5], ct: vec![6], ss: vec![7, 8, 9, 10] }
    }

    fn text() -> String {
        format!("{}{}\n{}\n", title_line("Some Set"), entry(0), entry(1))
    }

    fn problem(text: &str) -> (usize, Problem) {
        let malformed = parse(text.as_bytes(), &SIZES).unwrap_err();
        (malformed.line, malformed.problem)
    }

    #[test]
    fn is_written_as_by_nist() {
        let seed = "09".repeat(48);
        let head =
            format!("# Some Set\n\ncount = 0\nseed = {seed}\npk = 0102FF\nsk = 0405\nct = 06\nss = 0708090A\n\n");
        assert!(text().starts_with(&head));
        assert!(text().ends_with("ss = 0708090A\n\n"));
    }

    #[test]
    fn reads_what_it_wrote() {
        let expected = [entry(0), entry(1)];
        let text = text();
        assert_eq!(title(text.as_bytes()), Some("Some Set"));
        assert_eq!(parse(text.as_bytes(), &SIZES).unwrap(), expected);
        for variant in [
            text.replace('\n', "\r\n"),
            text.to_ascii_lowercase(),
            text.replace("count = 1", "# a remark\n\n\ncount=1  "),
            String::from(text.trim_end()),
            String::from(text.split_once("\n\n").unwrap().1),
        ] {
            assert_eq!(parse(variant.as_bytes(), &SIZES).unwrap(), expected, "{variant}");
        }
        assert_eq!(title(b"\n\r\n#BabyBear\r\ncount"), Some("BabyBear"));
        assert_eq!(title(b"count = 0\n# BabyBear"), None);
        assert_eq!(title(b"# \xff\n"), None);
    }

    #[test]
    fn names_the_malformed_line() {
        let text = text();
        assert_eq!(problem(""), (1, Problem::NoEntry));
        assert_eq!(problem("# Some Set\n\n"), (3, Problem::NoEntry));
        assert_eq!(problem("nonsense"), (1, Problem::NotAField));
        assert_eq!(problem(&text.replace("# Some", "% Some")), (1, Problem::NotAField));
        assert_eq!(problem(&text.replace("sk = ", "sk : ")), (6, Problem::NotAField));
        assert_eq!(problem(&text.replace("sk = ", "key = ")), (6, Problem::NotAField));
        assert_eq!(problem(&text.replace("sk = 0405\n", "")), (6, Problem::Missing(Field::Sk)));
        assert_eq!(problem(&text.replace("sk = 0405\n", "\n")), (6, Problem::Missing(Field::Sk)));
        assert_eq!(problem(&text.replace("count = 1\n", "")), (10, Problem::Missing(Field::Count)));
        assert_eq!(problem(text.split_once("ct").unwrap().0), (7, Problem::Missing(Field::Ct)));
        assert_eq!(problem(text.split_once("\nct").unwrap().0), (6, Problem::Missing(Field::Ct)));
        assert_eq!(problem(&text.replace("ct = 06", "ct = 0g")), (7, Problem::Digits(Field::Ct)));
        for (value, actual) in [("", 0), (" 0", 1), (" 060", 3), (" 0606", 4)] {
            let length = Problem::Length { field: Field::Ct, expected: 2, actual };
            assert_eq!(problem(&text.replace("ct = 06", &format!("ct ={value}"))), (7, length));
        }
        for count in ["", "-1", "+1", "x", "4294967296", "0 0"] {
            assert_eq!(problem(&text.replace("count = 0", &format!("count = {count}"))), (3, Problem::Count));
        }
    }
}
