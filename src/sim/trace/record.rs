//! The run: instruction by instruction, the cycles go to a node of the tree of calls.
//!
//! A node is a function called at one place of its caller's node; a function with lines has a count for each of its
//! instructions there, one without has a single count. Calls and returns are told by their opcodes and paired by the
//! stack pointer, not by their number: code may drop a return address, or put one there.
//!
//! What it isn't: told anything about names or lines while it runs. Those are found afterwards.

use std::string::String;
use std::vec;
use std::vec::Vec;

use super::super::image::{Image, Space};
use super::super::machine::{Machine, State};
use super::super::measure::PATIENCE;
use super::super::source::Lines;
use super::super::{Error, Result};
use super::PerCall;

/// The function of the tree's root, which is none.
pub(super) const ROOT: usize = usize::MAX;

/// The marks of a measuring image: its operation, and within it what counts as coming from outside.
const BEGIN: u8 = 1;
const END: u8 = 2;
const OUTSIDE: u8 = 3;
const INSIDE: u8 = 4;

/// What an instruction does to the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Other,
    Call,
    Return,
}

impl Kind {
    const fn of(opcode: u16) -> Self {
        match opcode {
            // icall and eicall; ret and reti
            0x9509 | 0x9519 => Self::Call,
            0x9508 | 0x9518 => Self::Return,
            // rcall and call
            _ if opcode & 0xF000 == 0xD000 || opcode & 0xFE0E == 0x940E => Self::Call,
            _ => Self::Other,
        }
    }
}

/// A symbol that code lies behind.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) symbol: String,
    /// Flash address in bytes.
    pub(super) address: u32,
    /// Words up to the next one.
    words: usize,
    /// Whether each instruction is counted by itself.
    detailed: bool,
    pub(super) calls: u64,
    pub(super) returned: Option<PerCall>,
}

/// A function called at one place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: usize,
    /// Index into [`Record::functions`], or [`ROOT`].
    pub(super) function: usize,
    /// The address of the call in the parent's function; 0 below the root.
    pub(super) site: u32,
    pub(super) calls: u64,
    /// Where its counts begin, and how many there are.
    first: usize,
    len: usize,
    children: Vec<usize>,
}

/// What was open when an instruction ran.
struct Open {
    node: usize,
    /// The node and the place of the call. Not the node's own for a subroutine within a function.
    caller: usize,
    site: u32,
    /// The stack pointer before the call, and so after the return.
    sp: u16,
    /// All cycles before its first instruction, if it was entered there.
    entered: Option<u64>,
}

/// The tree of calls with its cycles. Parents come before their children; the root is the first.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) functions: Vec<Function>,
    pub(super) nodes: Vec<Node>,
    pub(super) histogram: Vec<u64>,
    pub(super) cycles: u64,
    counts: Vec<u64>,
    /// The function of each word of flash.
    owner: Vec<u32>,
}

impl Record {
    /// Runs the machine from its first mark 1 to the next mark 2.
    pub(super) fn run(mut machine: Machine, lines: &Lines) -> Result<(Machine, Self)> {
        let mut record = Self::new(machine.image(), lines);
        machine.run_to_mark(BEGIN, PATIENCE)?;
        record.follow(&mut machine)?;
        Ok((machine, record))
    }

    fn new(image: &Image, lines: &Lines) -> Self {
        let words = image.flash().len().div_ceil(2);
        let functions = functions(image, words, lines);
        let mut owner = Vec::with_capacity(words);
        for (index, function) in (0..).zip(&functions) {
            owner.resize(owner.len() + function.words, index);
        }
        let root = Node { parent: 0, function: ROOT, site: 0, calls: 0, first: 0, len: 0, children: Vec::new() };
        Self { functions, nodes: vec![root], histogram: vec![0; words], cycles: 0, counts: Vec::new(), owner }
    }

    fn follow(&mut self, machine: &mut Machine) -> Result<()> {
        let kinds: Vec<Kind> = machine.image().flash().chunks(2).map(|word| Kind::of(little(word))).collect();
        let mut seen = machine.marks().len();
        let (mut pc, mut before) = (machine.pc(), machine.cycles());
        let end = before.saturating_add(PATIENCE);
        let (mut asleep, mut outside) = (false, false);
        let mut open = vec![self.bottom(pc)];
        let mut top = self.cursor(&open);
        loop {
            // Asleep, time passes and no instruction runs. Beyond the program, the machine reports it.
            let at = word(pc);
            let kind = if asleep { Kind::Other } else { kinds.get(at).copied().unwrap_or(Kind::Other) };
            let sp = if kind == Kind::Call { machine.sp() } else { 0 };
            let state = machine.step()?;
            let now = machine.cycles();
            let taken = now - before;
            before = now;

            let mut counts = !outside;
            if machine.marks().len() != seen {
                seen = machine.marks().len();
                match machine.marks().last().map(|mark| mark.value) {
                    Some(END) => return Ok(()),
                    Some(OUTSIDE) => (counts, outside) = (false, true),
                    Some(INSIDE) => outside = false,
                    _ => {}
                }
            }
            if counts {
                self.cycles += taken;
                // The machine ran the instruction, so it lies inside the program and inside the function on top.
                self.histogram[at.min(self.owner.len() - 1)] += taken;
                self.counts[top.slot(at)] += taken;
            }
            match state {
                State::Ended => {
                    let awaited = std::format!("mark {END}");
                    return Err(Error::EndedEarly { awaited, at: machine.here() });
                }
                State::Sleeping => asleep = true,
                State::Running => asleep = false,
            }
            if now > end {
                return Err(Error::Timeout { limit: PATIENCE, at: machine.here() });
            }

            let next = machine.pc();
            match kind {
                Kind::Other => {}
                Kind::Call => {
                    self.call(&mut open, pc, next, sp);
                    top = self.cursor(&open);
                }
                Kind::Return => {
                    self.leave(&mut open, machine.sp());
                    top = self.cursor(&open);
                }
            }
            if !top.words.contains(&word(next)) {
                self.go_on(&mut open, next);
                top = self.cursor(&open);
            }
            pc = next;
        }
    }

    /// What is open when the operation begins.
    fn bottom(&mut self, pc: u32) -> Open {
        let node = self.child(0, 0, self.owner(pc));
        Open { node, caller: 0, site: 0, sp: u16::MAX, entered: None }
    }

    /// A call at `pc` to `next`. A subroutine within a function stays in its node.
    fn call(&mut self, open: &mut Vec<Open>, pc: u32, next: u32, sp: u16) {
        let Some(caller) = open.last().map(|top| top.node) else { return };
        let function = self.owner(next);
        let entry = self.functions[function].address == next;
        let within = self.nodes[caller].function == function && !entry;
        let node = if within { caller } else { self.child(caller, pc, function) };
        let entered = entry.then(|| self.enter(node));
        open.push(Open { node, caller, site: pc, sp, entered });
    }

    /// A return that left the stack pointer at `sp`: whatever was called below that is over. What was open at the
    /// beginning stays.
    fn leave(&mut self, open: &mut Vec<Open>, sp: u16) {
        while open.len() > 1
            && let Some(top) = open.pop_if(|top| top.sp <= sp)
        {
            self.close(&top);
        }
    }

    /// Execution went on in another function without a call.
    fn go_on(&mut self, open: &mut Vec<Open>, next: u32) {
        let Some(top) = open.pop() else { return };
        self.close(&top);
        let function = self.owner(next);
        let node = self.child(top.caller, top.site, function);
        let entered = (self.functions[function].address == next).then(|| self.enter(node));
        open.push(Open { node, entered, ..top });
    }

    fn enter(&mut self, node: usize) -> u64 {
        let node = &mut self.nodes[node];
        node.calls += 1;
        self.functions[node.function].calls += 1;
        self.cycles
    }

    fn close(&mut self, open: &Open) {
        let Some(entered) = open.entered else { return };
        let cycles = self.cycles - entered;
        let this = PerCall { calls: 1, cycles_min: cycles, cycles_max: cycles };
        let returned = &mut self.functions[self.nodes[open.node].function].returned;
        *returned = Some(returned.map_or(this, |before| before.with(this)));
    }

    /// The node of a function called at a place of another node; a new one the first time.
    fn child(&mut self, parent: usize, site: u32, function: usize) -> usize {
        let is = |&&child: &&usize| self.nodes[child].site == site && self.nodes[child].function == function;
        if let Some(child) = self.nodes[parent].children.iter().find(is) {
            return *child;
        }
        let child = self.nodes.len();
        let len = if self.functions[function].detailed { self.functions[function].words.max(1) } else { 1 };
        let first = self.counts.len();
        self.counts.resize(first + len, 0);
        self.nodes.push(Node { parent, function, site, calls: 0, first, len, children: Vec::new() });
        self.nodes[parent].children.push(child);
        child
    }

    /// The function that an address lies in; beyond the program, the last one.
    fn owner(&self, pc: u32) -> usize {
        self.owner.get(word(pc)).or(self.owner.last()).map_or(0, |&index| index as usize)
    }

    fn cursor(&self, open: &[Open]) -> Cursor {
        let node = &self.nodes[open.last().map_or(0, |top| top.node)];
        let function = &self.functions[node.function];
        let start = first_word(function.address);
        Cursor { words: start..start + function.words, first: node.first, last: node.first + node.len - 1 }
    }

    /// The cycles of a node's own instructions: one number each, or one for all.
    pub(super) fn own(&self, node: &Node) -> &[u64] {
        &self.counts[node.first..node.first + node.len]
    }

    /// The cycles of a node's own instructions that took any, with their addresses; the function's own address where
    /// they are not counted one by one.
    pub(super) fn own_by_pc(&self, node: &Node) -> impl Iterator<Item = (u32, u64)> {
        let start = self.functions.get(node.function).map_or(0, |function| function.address);
        let counts = (0..).zip(self.own(node)).filter(|(_, cycles)| **cycles > 0);
        counts.map(move |(word, cycles): (u32, _)| (start + 2 * word, *cycles))
    }

    /// The cycles of each node and everything below it.
    pub(super) fn inclusive(&self) -> Vec<u64> {
        let mut whole: Vec<u64> = self.nodes.iter().map(|node| self.own(node).iter().sum()).collect();
        for at in (1..self.nodes.len()).rev() {
            whole[self.nodes[at].parent] += whole[at];
        }
        whole
    }
}

/// Where the counts of the function on top are.
struct Cursor {
    words: std::ops::Range<usize>,
    first: usize,
    last: usize,
}

impl Cursor {
    #[inline]
    fn slot(&self, word: usize) -> usize {
        (self.first + word.saturating_sub(self.words.start)).min(self.last)
    }
}

/// The functions and global labels of flash, without gaps: each reaches to the next, the first from address 0.
fn functions(image: &Image, words: usize, lines: &Lines) -> Vec<Function> {
    let mut starts: Vec<(u32, &str)> = Vec::new();
    for symbol in image.symbols().iter().filter(|symbol| symbol.space == Space::Flash) {
        // The same choice as `Image::symbolize` makes.
        let bound = symbol.name.starts_with("__") && symbol.name.ends_with("_end");
        if bound || !(symbol.function || symbol.global) || word(symbol.address) >= words {
            continue;
        }
        starts.pop_if(|(address, _)| first_word(*address) == first_word(symbol.address));
        starts.push((symbol.address, &symbol.name));
    }
    if starts.first().is_none_or(|(address, _)| *address > 0) {
        starts.insert(0, (0, "0x0"));
    }
    let ends = starts.iter().skip(1).map(|(address, _)| first_word(*address)).chain([words]);
    let function = |(&(address, symbol), end): (&(u32, &str), usize)| Function {
        symbol: String::from(symbol),
        address,
        words: end.saturating_sub(first_word(address)),
        detailed: !lines.frames(address).is_empty(),
        calls: 0,
        returned: None,
    };
    starts.iter().zip(ends).map(function).collect()
}

/// An address as an index of words.
const fn word(address: u32) -> usize {
    (address / 2) as usize
}

/// The first word at or behind an address: tables before it may have odd lengths.
const fn first_word(address: u32) -> usize {
    address.div_ceil(2) as usize
}

fn little(bytes: &[u8]) -> u16 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u16::from(byte))
}
