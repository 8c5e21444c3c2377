//! The figures of others, read from `vectors/published/avr.txt`.

use std::borrow::ToOwned;
use std::string::String;
use std::vec::Vec;

use super::Anchor;
use crate::sim::measure::Operation;

/// The file; `vectors/README.md` has its format.
pub(super) const FILE: &str = include_str!("../../../vectors/published/avr.txt");

/// The records of a file, or the first line that is wrong, from 1.
pub(super) fn parse(file: &str) -> Result<Vec<Anchor>, usize> {
    let (mut anchors, mut label, mut draft) = (Vec::new(), None, Draft::default());
    for (index, line) in file.lines().chain([""]).enumerate() {
        let wrong = index + 1;
        if line.starts_with('#') {
        } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            label = Some(name.to_owned());
        } else if let Some((key, value)) = line.split_once(" = ") {
            draft.set(key, value).ok_or(wrong)?;
        } else if line.is_empty() {
            if draft != Draft::default() {
                let label = label.clone().ok_or(wrong)?;
                anchors.push(std::mem::take(&mut draft).finish(label).ok_or(wrong)?);
            }
        } else {
            return Err(wrong);
        }
    }
    Ok(anchors)
}

/// The fields of a record so far.
#[derive(Default, PartialEq)]
struct Draft {
    operation: Option<Operation>,
    cycles: Option<u64>,
    ram: Option<u32>,
    source: Option<String>,
    figures: Option<String>,
}

impl Draft {
    /// Takes a field; none of an unknown name, with a bad value, or twice.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        fn once<T>(field: &mut Option<T>, value: T) -> Option<()> {
            field.replace(value).is_none().then_some(())
        }
        match key {
            "operation" => {
                let known = Operation::ALL.into_iter().find(|operation| operation.as_str() == value)?;
                once(&mut self.operation, known)
            }
            "cycles" => once(&mut self.cycles, value.parse().ok().filter(|&cycles| cycles > 0)?),
            "ram" => once(&mut self.ram, value.parse().ok().filter(|&bytes| bytes > 0)?),
            "source" => once(&mut self.source, value.to_owned()),
            "figures" => once(&mut self.figures, value.to_owned()),
            _ => None,
        }
    }

    fn finish(self, label: String) -> Option<Anchor> {
        let source = std::format!("{} {}", self.source?, self.figures?);
        Some(Anchor { label, operation: self.operation?, cycles: self.cycles?, ram: self.ram, source })
    }
}
