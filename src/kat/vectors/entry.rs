//! An entry of a section, and its members in the forms that they take.

use std::format;
use std::vec;
use std::vec::Vec;

use serde_json::Value;

use super::Failure;
use crate::kat::hex;
use crate::ntru_encrypt::{ParameterSet, known};

/// An entry, with its place for messages.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) section: &'static str,
    pub(super) index: usize,
    pub(super) value: &'a Value,
}

impl<'a> Entry<'a> {
    /// The failure of this entry.
    pub(super) fn differs(&self, what: &str) -> Failure {
        Failure::Mismatch { section: self.section, entry: self.index, what: what.into() }
    }

    /// Fails if the two are not the same.
    pub(super) fn same<T: PartialEq>(&self, what: &str, computed: &T, expected: &T) -> Result<(), Failure> {
        if computed == expected { Ok(()) } else { Err(self.differs(&format!("{what} differs"))) }
    }

    fn malformed(&self, name: &str, what: &str) -> Failure {
        Failure::Malformed(format!("{}[{}]: {name} is {what}", self.section, self.index))
    }

    fn member(&self, name: &str) -> Result<&'a Value, Failure> {
        self.value.get(name).ok_or_else(|| self.malformed(name, "missing"))
    }

    pub(super) fn text(&self, name: &str) -> Result<&'a str, Failure> {
        self.member(name)?.as_str().ok_or_else(|| self.malformed(name, "no string"))
    }

    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>, Failure> {
        hex::decode(self.text(name)?.as_bytes()).ok_or_else(|| self.malformed(name, "not hexadecimal"))
    }

    /// Bytes of a length.
    pub(super) fn sized(&self, name: &str, size: usize) -> Result<Vec<u8>, Failure> {
        let bytes = self.bytes(name)?;
        if bytes.len() == size { Ok(bytes) } else { Err(self.malformed(name, "of a wrong length")) }
    }

    pub(super) fn number(&self, name: &str) -> Result<usize, Failure> {
        let number = self.member(name)?.as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| self.malformed(name, "no number"))
    }

    fn array(&self, name: &str) -> Result<&'a Vec<Value>, Failure> {
        self.member(name)?.as_array().ok_or_else(|| self.malformed(name, "no array"))
    }

    /// Strings of hexadecimal digits.
    pub(super) fn all_bytes(&self, name: &str) -> Result<Vec<Vec<u8>>, Failure> {
        let decoded = |value: &Value| hex::decode(value.as_str()?.as_bytes());
        let all: Option<Vec<_>> = self.array(name)?.iter().map(decoded).collect();
        all.ok_or_else(|| self.malformed(name, "no array of hexadecimal strings"))
    }

    /// Indices, of several members one after another.
    pub(super) fn indices<S: ParameterSet>(&self, names: &[&str], count: usize) -> Result<Vec<u16>, Failure> {
        let mut indices = Vec::new();
        for name in names {
            for value in self.array(name)? {
                let index = value.as_u64().and_then(|value| u16::try_from(value).ok());
                let index = index.filter(|index| usize::from(*index) < S::N);
                indices.push(index.ok_or_else(|| self.malformed(name, "no array of indices"))?);
            }
        }
        if indices.len() == count { Ok(indices) } else { Err(self.malformed(names[0], "of a wrong length")) }
    }

    /// Packed coefficients.
    pub(super) fn polynomial<S: ParameterSet>(&self, name: &str) -> Result<Vec<u16>, Failure> {
        let packed = self.sized(name, S::CIPHERTEXT_SIZE)?;
        let (mut coefficients, mut again) = (vec![0; S::N], vec![0; packed.len()]);
        known::unpack(&mut coefficients, &packed);
        known::pack(&mut again, &coefficients);
        if again == packed { Ok(coefficients) } else { Err(self.malformed(name, "no packed polynomial")) }
    }

    /// Digits 0, 1 and 2.
    pub(super) fn trits(&self, name: &str) -> Result<Vec<u8>, Failure> {
        let digit = |digit: u8| (b'0'..=b'2').contains(&digit).then(|| digit - b'0');
        let trits: Option<Vec<u8>> = self.text(name)?.bytes().map(digit).collect();
        trits.ok_or_else(|| self.malformed(name, "no string of trits"))
    }

    /// A member that is one of a list's places.
    pub(super) fn one_of<'b, T>(&self, name: &str, list: &'b [T]) -> Result<&'b T, Failure> {
        let place = self.number(name)?;
        list.get(place).ok_or_else(|| self.malformed(name, "out of range"))
    }
}
