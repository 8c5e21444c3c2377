//! Attribution: which function, which line and which kind of work took an operation's cycles.
//!
//! [`trace`] runs a measuring image one instruction at a time and keeps the cycles of every instruction by the calls
//! that led to it. From that one record come the cycles by address ([`Trace::histogram`]), by function
//! ([`Trace::functions`]), by call stack with the inlined functions in between ([`Trace::collapsed`]), by kind of work
//! ([`Trace::shares`]), and the cost of one call ([`Trace::per_call`], [`Trace::ring_product`]). Each of them is a
//! partition: its cycles add up to the measured ones exactly, because both are sums over the same instructions.
//!
//! A function is a symbol of the image: a function, or a global label of assembly. A call belongs to the caller, the
//! return to the callee. Where code goes on in another function without a call, that one takes the place of the first,
//! as a tail call does. Functions that were open before the first mark have fewer calls than cycles.
//!
//! What it isn't: sampling, and nothing is estimated. Lines are as good as the compiler's debug information, which
//! gives an instruction to one line only; kernels have none, and are known by their symbols.
//!
//! The run is in `trace/record.rs`, stacks in `trace/stacks.rs`, kinds of work in `trace/shares.rs` over the table in
//! `trace/rules.rs`, and ring products in `trace/product.rs`.

use std::string::String;
use std::vec::Vec;

use super::image::Image;
use super::machine::Machine;
use super::measure::{Measurement, Program};
use super::source::{self, Lines};
use super::{Location, Result};

use record::Record;

pub use rules::Category;
pub use shares::Shares;

mod product;
mod record;
mod rules;
mod shares;
mod stacks;
#[cfg(test)]
mod tests;

/// Runs a measuring image and attributes what lies between its marks 1 and 2. What lies between its marks 3 and 4 is
/// left out, as in the measurement, which comes out of the same run.
///
/// # Errors
/// Those of [`Program::measure`], and [`super::Error::Elf`] for damaged debug information.
pub fn trace(program: &Program) -> Result<(Measurement, Trace)> {
    let lines = Lines::new(program.elf())?;
    let machine = Machine::load(program.mcu(), program.image())?;
    let (machine, trace) = Trace::run(machine, lines)?;
    let machine = Program::finish(machine)?;
    Ok((program.measured(&machine)?, trace))
}

/// Where an operation's cycles went.
#[derive(Debug)]
pub struct Trace {
    record: Record,
    lines: Lines,
    image: Image,
}

/// What a function took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its symbol in the ELF.
    pub symbol: String,
    /// Its name in the source; for assembly, the symbol.
    pub name: String,
    /// Its flash address in bytes.
    pub address: u32,
    /// How often it was entered at its first instruction.
    pub calls: u64,
    /// Cycles of its own instructions.
    pub exclusive: u64,
    /// Cycles from entry to return, whatever it called included; a recursion's counted once.
    pub inclusive: u64,
}

/// What one call of a function takes, and how many there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerCall {
    /// Calls that returned.
    pub calls: u64,
    /// The shortest of them: cycles from the first instruction through the return, without the call itself.
    pub cycles_min: u64,
    /// The longest.
    pub cycles_max: u64,
}

impl PerCall {
    fn with(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            cycles_min: self.cycles_min.min(other.cycles_min),
            cycles_max: self.cycles_max.max(other.cycles_max),
        }
    }
}

/// An instruction and the cycles it took over the whole operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hot {
    /// Where: `symbol+0x12`.
    pub at: Location,
    /// Cycles, all executions together.
    pub cycles: u64,
    /// File and line, where there is one.
    pub line: Option<(String, u32)>,
}

impl Trace {
    /// Runs the machine from mark 1 to mark 2.
    fn run(machine: Machine, lines: Lines) -> Result<(Machine, Self)> {
        let image = machine.image().clone();
        let (machine, record) = Record::run(machine, &lines)?;
        Ok((machine, Self { record, lines, image }))
    }

    /// All cycles between the marks: what the parts add up to.
    #[must_use]
    pub const fn cycles(&self) -> u64 {
        self.record.cycles
    }

    /// Cycles by instruction: index *i* is the one at flash address 2·*i*.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.record.histogram
    }

    /// The `most` instructions that took the most cycles, the dearest first.
    #[must_use]
    pub fn hottest(&self, most: usize) -> Vec<Hot> {
        let mut taken: Vec<(u64, u32)> = (0..)
            .zip(&self.record.histogram)
            .filter(|(_, cycles)| **cycles > 0)
            .map(|(word, cycles): (u32, _)| (*cycles, 2 * word))
            .collect();
        taken.sort_unstable_by_key(|(cycles, pc)| (std::cmp::Reverse(*cycles), *pc));
        taken.truncate(most);
        let hot = |(cycles, pc)| Hot { at: self.image.locate(pc), cycles, line: self.lines.find(pc) };
        taken.into_iter().map(hot).collect()
    }

    /// The functions that took cycles or were called: the one that took most by itself first.
    #[must_use]
    pub fn functions(&self) -> Vec<Function> {
        let record = &self.record;
        let mut exclusive = std::vec![0; record.functions.len()];
        let mut inclusive = exclusive.clone();
        let whole = record.inclusive();
        for (at, node) in record.nodes.iter().enumerate().skip(1) {
            exclusive[node.function] += record.own(node).iter().sum::<u64>();
            let mut above = &record.nodes[node.parent];
            while above.function != node.function && above.function != record::ROOT {
                above = &record.nodes[above.parent];
            }
            if above.function == record::ROOT {
                inclusive[node.function] += whole[at];
            }
        }
        let mut functions: Vec<Function> = record
            .functions
            .iter()
            .zip(exclusive.into_iter().zip(inclusive))
            .filter(|(function, (_, inclusive))| function.calls > 0 || *inclusive > 0)
            .map(|(function, (exclusive, inclusive))| Function {
                symbol: function.symbol.clone(),
                name: source::demangle(&function.symbol),
                address: function.address,
                calls: function.calls,
                exclusive,
                inclusive,
            })
            .collect();
        functions.sort_by_key(|function| (std::cmp::Reverse(function.exclusive), function.address));
        functions
    }

    /// What one call takes of the functions whose symbol `is` accepts; `None` if none of them returned.
    #[must_use]
    pub fn per_call(&self, is: impl Fn(&str) -> bool) -> Option<PerCall> {
        let matching = self.record.functions.iter().filter(|function| is(&function.symbol));
        matching.filter_map(|function| function.returned).reduce(PerCall::with)
    }
}
