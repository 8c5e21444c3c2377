//! Cycles by kind of work.
//!
//! The innermost that has a line in the table decides: the kernel, the inlined function, the function it was inlined
//! into, then the same for the place of the call, outwards. So a copy made for the hash is hashing, and the hash made
//! for noise is hashing too, but what is done with its output is sampling.

use std::sync::Arc;
use std::vec::Vec;

use super::super::source::Frame;
use super::record::{ROOT, Record};
use super::rules::{self, Category, Rule};
use super::{Lines, Trace};

/// Cycles by kind of work; they add up to the operation's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// [`Category::Hashing`].
    pub hashing: u64,
    /// [`Category::Ring`].
    pub ring: u64,
    /// [`Category::Sampling`].
    pub sampling: u64,
    /// [`Category::Coding`].
    pub coding: u64,
    /// [`Category::Other`].
    pub other: u64,
}

impl Shares {
    /// All of them together.
    #[must_use]
    pub const fn sum(&self) -> u64 {
        self.hashing + self.ring + self.sampling + self.coding + self.other
    }

    fn add(&mut self, category: Category, cycles: u64) {
        *match category {
            Category::Hashing => &mut self.hashing,
            Category::Ring => &mut self.ring,
            Category::Sampling => &mut self.sampling,
            Category::Coding => &mut self.coding,
            Category::Other => &mut self.other,
        } += cycles;
    }
}

impl Trace {
    /// Cycles by kind of work.
    #[must_use]
    pub fn shares(&self) -> Shares {
        let judge = Judge::new(&self.record, &self.lines);
        let mut shares = Shares::default();
        for (at, node) in self.record.nodes.iter().enumerate() {
            for (pc, cycles) in self.record.own_by_pc(node) {
                shares.add(judge.category(at, pc), cycles);
            }
        }
        shares
    }
}

/// Decides for every instruction of every node.
pub(super) struct Judge<'a> {
    record: &'a Record,
    lines: &'a Lines,
    /// What holds where a node was called.
    around: Vec<Category>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(record: &'a Record, lines: &'a Lines) -> Self {
        let mut judge = Self { record, lines, around: std::vec![Category::Other] };
        // Parents come first.
        for node in record.nodes.iter().skip(1) {
            let category = judge.category(node.parent, node.site);
            judge.around.push(category);
        }
        judge
    }

    pub(super) fn category(&self, node: usize, pc: u32) -> Category {
        let around = self.around[node];
        let function = self.record.nodes[node].function;
        if function == ROOT {
            return around;
        }
        let kernel = rules::of_symbol(&self.record.functions[function].symbol);
        let frames: Arc<[Frame]> = self.lines.frames(pc);
        let files = frames.iter().filter_map(|frame| rules::of_file(frame.file.as_deref()?));
        let decided = kernel.into_iter().chain(files).find_map(|rule| match rule {
            Rule::In(category) => Some(category),
            Rule::Caller => None,
        });
        decided.unwrap_or(around)
    }
}
