//! What an audit found, as values, as text and (by `serde`) as JSON.
//!
//! What it isn't: a verdict on its own. Whether secret addresses count is the reader's choice; see
//! [`Report::is_clean`].

use std::fmt;
use std::string::String;
use std::vec::Vec;

use serde::Serialize;

use super::groups;

/// What depends on a secret, or is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A conditional branch.
    Branch,
    /// A skip: `cpse`, `sbrc`, `sbrs`, `sbic`, `sbis`.
    Skip,
    /// The target of a jump, a call or a return.
    Jump,
    /// A register that governs the chip or a peripheral: the stack pointer, the interrupt flag, any I/O register that
    /// does more than hold a byte.
    Control,
    /// The address of a store that nothing bounds: what else it may have hit isn't known, so it isn't followed.
    Unbounded,
    /// The pointer or the length of a declassifying mark.
    Mark,
    /// The address of a load.
    Load,
    /// The address of a store.
    Store,
    /// Something secret is still there at the end.
    LeftBehind,
}

impl Kind {
    /// Whether it is an address, harmless on a chip without a cache.
    #[must_use]
    pub const fn is_address(self) -> bool {
        matches!(self, Self::Load | Self::Store)
    }

    /// The kind in words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Branch => "branch on a secret",
            Self::Skip => "skip on a secret",
            Self::Jump => "jump to a secret address",
            Self::Control => "a secret reaches a peripheral or control register",
            Self::Unbounded => "store to a secret address with unknown bounds",
            Self::Mark => "declassifying mark with a secret pointer or length",
            Self::Load => "load from a secret address",
            Self::Store => "store to a secret address",
            Self::LeftBehind => "secret left behind",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Code {
    /// Its flash address in bytes.
    pub pc: u32,
    /// The function that it lies in.
    pub function: String,
    /// Its distance from the function's beginning.
    pub offset: u32,
    /// `file:line`, where the ELF tells.
    pub source: Option<String>,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:05x} {}+0x{:x}", self.pc, without_generics(&self.function), self.offset)?;
        self.source.as_ref().map_or(Ok(()), |source| write!(f, " ({source})"))
    }
}

/// A function's name without its generic arguments, which fill lines.
pub(super) fn without_generics(name: &str) -> String {
    let (mut short, mut depth, mut before) = (String::new(), 0_u32, ' ');
    for char in name.chars() {
        match char {
            '<' if depth > 0 || short.ends_with(|last: char| last.is_alphanumeric() || "_:".contains(last)) => {
                depth += 1;
            }
            // Not the arrow of a function's type.
            '>' if depth > 0 && before != '-' => depth -= 1,
            _ if depth == 0 => short.push(char),
            _ => {}
        }
        if depth == 1 && char == '<' && short.ends_with("::") {
            short.truncate(short.len() - 2);
        }
        before = char;
    }
    short
}

/// One finding: what happened at one instruction, however often, or what one function left behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What.
    pub kind: Kind,
    /// The instruction; of something left behind, the first of the function that wrote it. None if nobody did.
    pub at: Option<Code>,
    /// How often; of something left behind, how many bytes.
    pub count: u64,
    /// The calls that led there the first time, innermost first; of something left behind, the innermost alone.
    pub calls: Vec<Code>,
    /// Of something left behind, where.
    pub places: Vec<String>,
}

impl Finding {
    /// The places, or the first of many.
    fn some_places(&self) -> String {
        const MOST: usize = 8;
        let shown = self.places.get(..MOST).unwrap_or(&self.places).join(", ");
        match self.places.len().saturating_sub(MOST) {
            0 => shown,
            more => std::format!("{shown} and {more} more"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "    {}", self.kind)?;
        match (self.kind, self.count) {
            (Kind::LeftBehind, 1) => write!(f, ", 1 byte: {}", self.some_places())?,
            (Kind::LeftBehind, n) => write!(f, ", {n} bytes: {}", self.some_places())?,
            (_, 1) => write!(f, ", once")?,
            (_, n) => write!(f, ", {n} times")?,
        }
        let at = if self.kind == Kind::LeftBehind { "written at" } else { "at" };
        if let Some(code) = &self.at {
            write!(f, "\n        {at} {code}")?;
        }
        for call in &self.calls {
            write!(f, "\n        called at {call}")?;
        }
        writeln!(f)
    }
}

/// One declassifying mark that was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Use {
    /// The label.
    pub mark: String,
    /// The reason that it states.
    pub reason: String,
    /// How often the program came by.
    pub count: u64,
    /// Bytes that it made public, in all.
    pub bytes: u64,
    /// The calls.
    pub callers: Vec<Caller>,
}

/// Where a mark was called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caller {
    /// The calling instruction.
    pub at: Code,
    /// How often.
    pub count: u64,
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = if self.count == 1 { "" } else { "s" };
        writeln!(f, "    declassified: {}; {} time{times}, {} bytes", self.reason, self.count, self.bytes)?;
        for Caller { at, count } in &self.callers {
            writeln!(f, "        {count} at {at}")?;
        }
        Ok(())
    }
}

/// A place where secrets may be at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Output {
    /// The place.
    pub place: String,
    /// How many of its bytes a secret reached.
    pub secret_bytes: u64,
}

/// What was found in one operation or call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What was audited.
    pub subject: String,
    /// The chip.
    pub mcu: &'static str,
    /// What was secret.
    pub secrets: Vec<String>,
    /// Where secrets may be at the end.
    pub outputs: Vec<Output>,
    /// Instructions followed.
    pub instructions: u64,
    /// Cycles they took.
    pub cycles: u64,
    /// The findings, by address.
    pub findings: Vec<Finding>,
    /// Secret addresses of loads and stores, by address of the instruction.
    pub addresses: Vec<Finding>,
    /// Declassifying marks that were used.
    pub declassified: Vec<Use>,
}

impl Report {
    /// Whether there is nothing to object to; `strict` objects to secret addresses too.
    #[must_use]
    pub fn is_clean(&self, strict: bool) -> bool {
        self.objections(strict) == 0
    }

    /// How many findings there are; with `strict`, secret addresses among them.
    #[must_use]
    pub fn objections(&self, strict: bool) -> usize {
        self.findings.len() + if strict { self.addresses.len() } else { 0 }
    }

    /// The report as text, a line for the subject and more for what was found, every secret address among it.
    #[must_use]
    pub fn text(&self, strict: bool) -> String {
        let mut text = String::new();
        // Writing to a string doesn't fail.
        let _ = self.write(&mut text, strict, true);
        text
    }

    /// The report as text, with secret addresses by function and kind: how many, and how often.
    #[must_use]
    pub fn summary(&self, strict: bool) -> String {
        let mut text = String::new();
        let _ = self.write(&mut text, strict, false);
        text
    }

    fn write(&self, out: &mut String, strict: bool, sites: bool) -> fmt::Result {
        use fmt::Write as _;

        let verdict = match self.objections(strict) {
            0 => "clean".into(),
            1 => "1 FINDING".into(),
            n => std::format!("{n} FINDINGS"),
        };
        writeln!(out, "{}: {verdict} ({} instructions, {} cycles)", self.subject, self.instructions, self.cycles)?;
        for finding in &self.findings {
            write!(out, "{finding}")?;
        }
        if !self.addresses.is_empty() {
            let note = if strict { "refused by --strict" } else { "safe on a chip without a cache" };
            writeln!(out, "    secret addresses, {note}:")?;
        }
        if sites {
            for finding in &self.addresses {
                write!(out, "{finding}")?;
            }
        } else {
            groups::write(out, &self.addresses)?;
        }
        for used in &self.declassified {
            write!(out, "{used}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generic_arguments_are_left_out() {
        let cases = [
            ("memcpy", "memcpy"),
            ("a::b::encapsulate::<a::Set, c::Flash<804>>", "a::b::encapsulate"),
            ("<a::Sponge<88>>::squeeze", "<a::Sponge>::squeeze"),
            ("<a::B<c::D> as e::F>::write_at::<fn(u8) -> u8>::{closure#0}", "<a::B as e::F>::write_at::{closure#0}"),
        ];
        for (name, short) in cases {
            assert_eq!(without_generics(name), short);
        }
    }
}
