//! The marks by which a program says that it makes something public: a ciphertext that it sends, a retry that anyone can
//! see.
//!
//! A mark is a label in flash and costs nothing. When the program counter reaches it, what the mark names becomes
//! public:
//!
//! | label | becomes public |
//! |---|---|
//! | `sunbear_declassify_REASON` | the memory at r25:r24, of r23:r22 bytes |
//! | `sunbear_declassify_rP_rN_REASON` | the memory at the pair from rP on, of as many bytes as the pair from rN on says; `r24_r20`, say |
//! | `sunbear_declassify_value_REASON` | register r24 |
//!
//! So the first is a C function `void sunbear_declassify_REASON(const void *p, uint16_t n)` that returns at once, the
//! third `uint8_t sunbear_declassify_value_REASON(uint8_t x)` that returns its argument, which stays in r24; the second may
//! stand at the first instruction of a function that is there anyway. REASON is part of the name, so that none can be
//! without, and is read with spaces for underscores. Every use is counted in the report.
//!
//! What it isn't: checked. A mark is a claim of the program's author; the audit shows where it is made.

use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::super::image::{Image, Space};
use super::super::machine::Machine;
use super::super::taint::Shadow;

/// How the labels begin.
pub const PREFIX: &str = "sunbear_declassify_";

/// What a mark makes public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// Memory, by the low registers of a pointer and of a length.
    Memory { pointer: u8, length: u8 },
    /// r24.
    Value,
}

/// One mark and its uses.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) name: String,
    pub(super) reason: String,
    target: Target,
    pub(super) count: u64,
    pub(super) bytes: u64,
    /// How often from each calling instruction.
    pub(super) callers: BTreeMap<u32, u64>,
}

/// All marks of a program.
pub(super) struct Marks {
    by_address: BTreeMap<u32, Vec<Mark>>,
    /// For each word of flash, whether there is one.
    here: Vec<bool>,
}

impl Marks {
    pub(super) fn of(image: &Image) -> Self {
        let mut by_address: BTreeMap<u32, Vec<Mark>> = BTreeMap::new();
        let mut here = vec![false; image.flash().len() / 2 + 1];
        for symbol in image.symbols().iter().filter(|symbol| symbol.space == Space::Flash) {
            let Some((target, reason)) = read(&symbol.name) else { continue };
            if let Some(here) = here.get_mut(symbol.address as usize / 2) {
                *here = true;
            }
            let (name, callers) = (symbol.name.clone(), BTreeMap::new());
            let mark = Mark { name, reason, target, count: 0, bytes: 0, callers };
            by_address.entry(symbol.address).or_default().push(mark);
        }
        Self { by_address, here }
    }

    /// Whether there is a mark at this address.
    pub(super) fn is_at(&self, pc: u32) -> bool {
        self.here.get(pc as usize / 2).copied().unwrap_or(false)
    }

    /// Applies the marks at this address, and notes their uses if `counting`. Says whether a secret decides what becomes
    /// public.
    pub(super) fn apply(
        &mut self,
        pc: u32,
        machine: &Machine,
        shadow: &mut Shadow,
        caller: Option<u32>,
        counting: bool,
    ) -> bool {
        let mut by_secret = false;
        for mark in self.by_address.get_mut(&pc).into_iter().flatten() {
            let bytes: u32 = match mark.target {
                Target::Value => {
                    shadow.declassify(Space::Data, 24, 1);
                    1
                }
                Target::Memory { pointer, length } => {
                    let registers = [pointer, pointer + 1, length, length + 1];
                    by_secret |= registers.iter().any(|&register| shadow.register(register) != 0);
                    let pair = |low| u16::from_le_bytes([machine.register(low), machine.register(low + 1)]);
                    let start = u32::from(pair(pointer));
                    let room = (u32::from(machine.mcu().ram_end()) + 1).saturating_sub(start);
                    let len = u32::from(pair(length)).min(room);
                    shadow.declassify(Space::Data, start, len);
                    len
                }
            };
            if counting {
                mark.count += 1;
                mark.bytes += u64::from(bytes);
                if let Some(caller) = caller {
                    *mark.callers.entry(caller).or_default() += 1;
                }
            }
        }
        by_secret
    }

    /// The marks that were used.
    pub(super) fn used(&self) -> impl Iterator<Item = &Mark> {
        self.by_address.values().flatten().filter(|mark| mark.count > 0)
    }
}

/// What a label makes public, and why.
fn read(name: &str) -> Option<(Target, String)> {
    let rest = name.strip_prefix(PREFIX)?;
    let reason = |rest: &str| (!rest.is_empty()).then(|| rest.replace('_', " "));
    if let Some(rest) = rest.strip_prefix("value_") {
        return Some((Target::Value, reason(rest)?));
    }
    let mut parts = rest.splitn(3, '_');
    let mut pair = || parts.next().and_then(|part| part.strip_prefix('r')?.parse().ok()).filter(|low| *low < 31_u8);
    if let (Some(pointer), Some(length)) = (pair(), pair()) {
        let rest = parts.next().unwrap_or_default().to_owned();
        return Some((Target::Memory { pointer, length }, reason(&rest)?));
    }
    Some((Target::Memory { pointer: 24, length: 22 }, reason(rest)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_what_and_why() {
        let memory = |pointer, length, reason: &str| Some((Target::Memory { pointer, length }, reason.to_owned()));
        assert_eq!(read("sunbear_declassify_the_ciphertext"), memory(24, 22, "the ciphertext"));
        assert_eq!(read("sunbear_declassify_r24_r20_sent"), memory(24, 20, "sent"));
        assert_eq!(read("sunbear_declassify_r1_is_sent"), memory(24, 22, "r1 is sent"));
        assert_eq!(read("sunbear_declassify_value_a_retry"), Some((Target::Value, "a retry".to_owned())));
        assert_eq!(read("sunbear_declassify_"), None);
        assert_eq!(read("sunbear_declassify_value_"), None);
        assert_eq!(read("sunbear_declassify_r24_r22"), None);
        assert_eq!(read("sunbear_declassify"), None);
        assert_eq!(read("difference"), None);
    }
}
