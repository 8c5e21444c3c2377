//! Secret addresses by function and kind: of one kernel there may be hundreds.

use std::collections::BTreeMap;
use std::fmt;
use std::string::String;

use super::report::{Finding, Kind, without_generics};

/// Findings of one kind in one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    /// Instructions.
    sites: usize,
    /// How often they were executed, in all.
    count: u64,
}

/// A line for each function and kind, in the order of their names.
pub(super) fn write(out: &mut String, findings: &[Finding]) -> fmt::Result {
    use fmt::Write as _;

    let mut groups: BTreeMap<(&str, Kind), Group> = BTreeMap::new();
    for finding in findings {
        let function = finding.at.as_ref().map_or("?", |at| at.function.as_str());
        let group = groups.entry((function, finding.kind)).or_default();
        group.sites += 1;
        group.count += finding.count;
    }
    for ((function, kind), Group { sites, count }) in groups {
        let function = without_generics(function);
        let instructions = if sites == 1 { "1 instruction".into() } else { std::format!("{sites} instructions") };
        let times = if count == 1 { "once".into() } else { std::format!("{count} times") };
        writeln!(out, "        {function}: {kind}, {instructions}, {times}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::report::Code;
    use super::*;
    use std::vec;

    #[test]
    fn a_line_a_function_and_kind() {
        let finding = |function: &str, offset: u32, kind, count| {
            let at = Some(Code { pc: 0x100 + offset, function: function.into(), offset, source: None });
            Finding { kind, at, count, calls: vec![], places: vec![] }
        };
        let findings = [
            finding("sort", 0, Kind::Load, 100),
            finding("add", 0, Kind::Store, 1),
            finding("sort", 2, Kind::Store, 7),
            finding("sort", 4, Kind::Load, 20),
            finding("a::b::<c::D<4>>", 4, Kind::Load, 2),
        ];
        let mut text = String::new();
        write(&mut text, &findings).unwrap();
        let expected = "        a::b: load from a secret address, 1 instruction, 2 times
        add: store to a secret address, 1 instruction, once
        sort: load from a secret address, 2 instructions, 120 times
        sort: store to a secret address, 1 instruction, 7 times
";
        assert_eq!(text, expected);
    }
}
