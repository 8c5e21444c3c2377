//! Collapsed stacks, the format that flamegraph tools read.
//!
//! Inlined functions are levels of their own, so the picture shows the source's structure and not the compiler's.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::string::String;
use std::vec::Vec;

use super::super::source::{self, Frame};
use super::Trace;
use super::record::ROOT;

impl Trace {
    /// A line `outermost;...;innermost cycles` for every stack that took any, sorted; the cycles add up to the
    /// operation's. Names have neither spaces nor semicolons.
    #[must_use]
    pub fn collapsed(&self) -> String {
        let mut levels = Levels { trace: self, inlined: HashMap::new() };
        let mut stacks: BTreeMap<String, u64> = BTreeMap::new();
        let mut above: Vec<String> = Vec::with_capacity(self.record.nodes.len());
        for (at, node) in self.record.nodes.iter().enumerate() {
            // Parents come first. The root has no name.
            let mut prefix = above.get(node.parent).cloned().unwrap_or_default();
            if node.function != ROOT {
                if at > 0 && self.record.nodes[node.parent].function != ROOT {
                    prefix.push_str(levels.inlined(node.site));
                    prefix.push(';');
                }
                prefix.push_str(&name(&source::demangle(&self.record.functions[node.function].symbol)));
            }
            let mut own: BTreeMap<&str, u64> = BTreeMap::new();
            let counted: Vec<(u32, u64)> = self.record.own_by_pc(node).collect();
            for (pc, _) in &counted {
                levels.inlined(*pc);
            }
            for (pc, cycles) in counted {
                *own.entry(levels.known(pc)).or_default() += cycles;
            }
            for (inlined, cycles) in own {
                let mut stack = prefix.clone();
                stack.push_str(inlined);
                *stacks.entry(stack).or_default() += cycles;
            }
            above.push(prefix);
        }
        let mut text = String::new();
        for (stack, cycles) in stacks {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{stack} {cycles}");
        }
        text
    }
}

/// The inlined levels of each instruction met so far, each with a semicolon before it.
struct Levels<'a> {
    trace: &'a Trace,
    inlined: HashMap<u32, String>,
}

impl Levels<'_> {
    fn inlined(&mut self, pc: u32) -> &str {
        self.inlined.entry(pc).or_insert_with(|| inlined(&self.trace.lines.frames(pc)))
    }

    fn known(&self, pc: u32) -> &str {
        self.inlined.get(&pc).map_or("", String::as_str)
    }
}

/// The levels below the compiled function, which the stack has by its symbol.
fn inlined(frames: &[Frame]) -> String {
    let mut levels = String::new();
    for frame in frames.iter().rev().skip(1) {
        levels.push(';');
        levels.push_str(&frame.function.as_deref().map_or_else(|| String::from("?"), name));
    }
    levels
}

/// A name without spaces and semicolons: `[u8; 32]` becomes `[u8:32]`, `<A as B>` becomes `<A_as_B>`.
fn name(function: &str) -> String {
    function.replace("; ", ":").replace(", ", ",").replace(';', ":").replace(char::is_whitespace, "_")
}
