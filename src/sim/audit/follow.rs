//! Drives a machine and its shadow through a program, one instruction at a time, and notes what is found.
//!
//! What it isn't: the rules by which secrets spread; those are `sim::taint`'s. Nor does it know where to begin and
//! to end.

use std::collections::BTreeMap;
use std::vec;
use std::vec::Vec;

use super::super::image::Space;
use super::super::machine::{Machine, State};
use super::super::mcu::Mcu;
use super::super::source::{Lines, demangle};
use super::super::taint::{Leak, Shadow};
use super::super::{Result, image::Image};
use super::calls::Calls;
use super::declassify::Marks;
use super::flow::Flow;
use super::heap::Heap;
use super::left::{self, Left};
use super::region::Region;
use super::report::{Caller, Code, Finding, Kind, Output, Report, Use};
use super::writers::{Writer, Writers};

/// A machine whose secrets are followed.
pub(super) struct Follower {
    machine: Machine,
    shadow: Shadow,
    calls: Calls,
    marks: Marks,
    writers: Writers,
    lines: Option<Lines>,
    heap: Heap,
    /// First flash address behind the interrupt vectors.
    vectors_end: u32,
    /// Whether what is found now counts.
    counting: bool,
    instructions: u64,
    started: u64,
    found: BTreeMap<(u32, Kind), Found>,
    /// Registers whose last writer is asked for (32 is SREG), with their value and mask, and that writer.
    watched: Vec<Watched>,
}

struct Found {
    count: u64,
    calls: Vec<u32>,
}

struct Watched {
    index: u8,
    last: (u8, u8),
    writer: Option<Writer>,
}

impl Watched {
    /// Its value and mask.
    fn now(&self, machine: &Machine, shadow: &Shadow) -> (u8, u8) {
        match self.index {
            index @ 0..32 => (machine.register(index), shadow.register(index)),
            _ => (machine.sreg(), shadow.sreg()),
        }
    }
}

/// All that a run ended with.
pub(super) struct End {
    follower: Follower,
    secrets: Vec<Region>,
    outputs: Vec<Region>,
    pub(super) left: Vec<Left>,
}

impl Follower {
    /// Follows this machine from where it is, with nothing secret yet. The last writers of `watched` registers
    /// will be known; 32 is SREG.
    pub(super) fn new(machine: Machine, elf: &[u8], watched: &[u8]) -> Self {
        let (shadow, marks) = (Shadow::new(machine.mcu()), Marks::of(machine.image()));
        let watched = watched.iter().map(|&index| Watched { index, last: (0, 0), writer: None }).collect();
        Self {
            shadow,
            marks,
            calls: Calls::default(),
            writers: Writers::new(),
            // Without lines a report is poorer, not wrong.
            lines: Lines::new(elf).ok(),
            heap: Heap::of(machine.image()),
            vectors_end: vectors_end(machine.image()),
            counting: false,
            instructions: 0,
            started: machine.cycles(),
            found: BTreeMap::new(),
            watched,
            machine,
        }
    }

    pub(super) const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Makes a region secret.
    pub(super) fn classify(&mut self, region: &Region) {
        self.shadow.classify(region.space, region.address, region.len);
        // No instruction wrote that.
        for watched in &mut self.watched {
            watched.last = watched.now(&self.machine, &self.shadow);
        }
    }

    /// The call in progress, which the machine made before it was followed: its return address lies above SP.
    pub(super) fn enter(&mut self, back: u32) {
        let (sp, bytes) = (self.machine.sp(), self.machine.mcu().pc_bytes);
        let long = back >= 4 && Flow::of(self.word(back - 4)) == Flow::Call && self.word(back - 4) & 0xF000 == 0x9000;
        let from = back.saturating_sub(if long { 4 } else { 2 });
        self.writers.note((sp.wrapping_add(1), bytes), Writer { pc: from, caller: None }, true);
        self.calls.enter(from, sp.wrapping_add(bytes.into()));
    }

    /// From now on what is found counts, or does no longer.
    pub(super) fn count(&mut self, counting: bool) {
        self.counting = counting;
        if counting {
            (self.instructions, self.started) = (0, self.machine.cycles());
        }
    }

    /// Executes one instruction.
    pub(super) fn step(&mut self) -> Result<()> {
        if self.machine.state() != State::Running {
            let (pc, sp) = (self.machine.pc(), self.machine.sp());
            self.machine.step()?;
            self.look_for_interrupt(pc, sp, 0);
            return Ok(());
        }
        self.heap.bound(&mut self.machine);
        let (pc, sp) = (self.machine.pc(), self.machine.sp());
        if self.marks.is_at(pc) {
            let caller = self.calls.innermost();
            if self.marks.apply(pc, &self.machine, &mut self.shadow, caller, self.counting) {
                self.note(pc, Kind::Mark);
            }
        }
        let (opcode, next) = (self.word(pc), self.word(pc + 2));
        let flow = Flow::of(opcode);
        let leak = self.shadow.step(&self.machine)?;
        if let Some(writes) = flow.writes(&self.machine, opcode, next) {
            let writer = Writer { pc, caller: self.calls.innermost() };
            self.writers.note(writes, writer, flow.saves(opcode));
        }
        self.machine.step()?;
        self.instructions += 1;

        match flow {
            Flow::Call if flow.saves(opcode) => self.calls.enter(pc, sp),
            Flow::Return => self.calls.leave(self.machine.sp()),
            _ => {}
        }
        if let Some(moved) = flow.moves(opcode, self.machine.mcu().pc_bytes) {
            self.look_for_interrupt(pc, sp, moved);
        }
        if let Some(leak) = leak {
            self.leaked(pc, leak);
        }
        if !self.watched.is_empty() {
            self.watch(pc);
        }
        Ok(())
    }

    fn word(&self, pc: u32) -> u16 {
        let flash = self.machine.image().flash();
        let at = pc as usize;
        flash.get(at..at + 2).map_or(0xFFFF, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// The simulator enters an interrupt's routine behind the instruction, in the same step.
    fn look_for_interrupt(&mut self, pc: u32, sp: u16, moved: i16) {
        let now = self.machine.pc();
        let bytes = self.machine.mcu().pc_bytes;
        let expected = sp.wrapping_add_signed(moved);
        if now == 0 || now >= self.vectors_end || self.machine.sp() != expected.wrapping_sub(bytes.into()) {
            return;
        }
        let first = self.machine.sp().wrapping_add(1);
        let writer = Writer { pc, caller: self.calls.innermost() };
        self.writers.note((first, bytes), writer, true);
        self.calls.enter(pc, expected);
    }

    fn leaked(&mut self, pc: u32, leak: Leak) {
        let kind = match leak {
            Leak::Branch => Kind::Branch,
            Leak::Skip => Kind::Skip,
            Leak::Jump => Kind::Jump,
            Leak::Control => Kind::Control,
            Leak::Address { written: false, .. } => Kind::Load,
            Leak::Address { written: true, address } => {
                if !self.spread(pc, address) {
                    self.note(pc, Kind::Unbounded);
                }
                Kind::Store
            }
        };
        self.note(pc, kind);
    }

    fn note(&mut self, pc: u32, kind: Kind) {
        if self.counting {
            let calls = &self.calls;
            self.found.entry((pc, kind)).or_insert_with(|| Found { count: 0, calls: calls.trace() }).count += 1;
        }
    }

    /// A store through a secret pointer: with another secret it would have hit another byte of the same object. Says
    /// whether the object's bounds are known.
    fn spread(&mut self, pc: u32, address: u16) -> bool {
        let mcu = self.machine.mcu();
        if address < mcu.ram_start {
            return false;
        }
        let (first, last) = match variable(self.machine.image(), address) {
            Some((start, size)) => (start, start + (size - 1)),
            None if address > self.machine.sp() => {
                let (first, last) = self.calls.frame(address, self.machine.sp(), mcu.ram_end());
                (first.into(), last.into())
            }
            // The heap, or a label without a size.
            None => return false,
        };
        let writer = Writer { pc, caller: self.calls.innermost() };
        for at in (first..=last).filter_map(|at| u16::try_from(at).ok()) {
            if !self.writers.is_saved(at) {
                self.shadow.classify(Space::Data, at.into(), 1);
                self.writers.note((at, 1), writer, false);
            }
        }
        true
    }

    fn watch(&mut self, pc: u32) {
        for watched in &mut self.watched {
            let now = watched.now(&self.machine, &self.shadow);
            if now != watched.last {
                watched.last = now;
                watched.writer = Some(Writer { pc, caller: self.calls.innermost() });
            }
        }
    }

    /// Ends the run and collects what is left behind outside of the secrets' memory and the outputs.
    pub(super) fn end(self, secrets: Vec<Region>, outputs: Vec<Region>) -> End {
        let left = left::collect(&self.machine, &self.shadow, (&secrets, &outputs), |place| match place {
            left::Place::Register(index) => {
                let watched = self.watched.iter().find(|watched| watched.index == index);
                watched.and_then(|watched| watched.writer)
            }
            left::Place::Data(address) => self.writers.of(address),
            left::Place::Eeprom(_) => None,
        });
        End { left, follower: self, secrets, outputs }
    }

    /// An instruction by its names.
    fn code(&self, pc: u32) -> Code {
        let symbol = self.machine.image().symbolize(pc);
        let (function, offset) = match symbol.rsplit_once("+0x") {
            Some((name, offset)) => (name, u32::from_str_radix(offset, 16).unwrap_or(0)),
            None => (symbol.as_str(), 0),
        };
        let source = self.lines.as_ref().and_then(|lines| lines.find(pc));
        Code {
            pc,
            function: demangle(function),
            offset,
            source: source.map(|(file, line)| std::format!("{file}:{line}")),
        }
    }
}

/// The first flash address behind the interrupt vectors.
fn vectors_end(image: &Image) -> u32 {
    // avr-libc puts this label there. Else the ATmega2560's table is the longest.
    image.symbol("__trampolines_start").map_or(0xE4, |symbol| symbol.address)
}

/// The variable that holds this address: where it begins, and its size.
fn variable(image: &Image, address: u16) -> Option<(u32, u32)> {
    let at = u32::from(address);
    let holds = |start: u32, size: u32| at >= start && at - start < size;
    let variables = image.symbols().iter().filter(|symbol| symbol.space == Space::Data);
    // Of a part and its whole, the whole.
    let holding = variables.map(|symbol| (symbol.address, symbol.size)).filter(|&(start, size)| holds(start, size));
    holding.max_by_key(|&(_, size)| size)
}

impl End {
    /// The machine, for what comes after.
    pub(super) fn machine(self) -> Machine {
        self.follower.machine
    }

    /// How many bytes of a region depend on a secret.
    pub(super) fn secret_bytes(&self, region: &Region) -> u64 {
        let bytes = region.address..region.address + region.len;
        bytes.filter(|&address| self.follower.shadow.mask(region.space, address) != 0).count() as u64
    }

    /// The places where secrets may be.
    pub(super) fn outputs(&self) -> &[Region] {
        &self.outputs
    }

    pub(super) fn report(&self, subject: std::string::String, mcu: &'static Mcu) -> Report {
        let follower = &self.follower;
        let codes = |calls: &[u32]| calls.iter().map(|&pc| follower.code(pc)).collect::<Vec<_>>();
        let (mut findings, mut addresses) = (Vec::new(), Vec::new());
        for (&(pc, kind), found) in &follower.found {
            let finding = Finding {
                kind,
                at: Some(follower.code(pc)),
                count: found.count,
                calls: codes(&found.calls),
                places: Vec::new(),
            };
            if kind.is_address() { addresses.push(finding) } else { findings.push(finding) }
        }
        findings.extend(self.left.iter().map(|left| Finding {
            kind: Kind::LeftBehind,
            at: left.writer.map(|writer| follower.code(writer.pc)),
            count: left.bytes,
            calls: left.writer.and_then(|writer| writer.caller).map_or_else(Vec::new, |pc| vec![follower.code(pc)]),
            places: left.places.clone(),
        }));
        let uses = follower.marks.used().map(|mark| Use {
            mark: mark.name.clone(),
            reason: mark.reason.clone(),
            count: mark.count,
            bytes: mark.bytes,
            callers: mark.callers.iter().map(|(&pc, &count)| Caller { at: follower.code(pc), count }).collect(),
        });
        let outputs = self
            .outputs
            .iter()
            .map(|region| Output { place: region.text.clone(), secret_bytes: self.secret_bytes(region) });
        Report {
            subject,
            mcu: mcu.name,
            secrets: self.secrets.iter().map(|region| region.text.clone()).collect(),
            outputs: outputs.collect(),
            instructions: follower.instructions,
            cycles: follower.machine.cycles() - follower.started,
            findings,
            addresses,
            declassified: uses.collect(),
        }
    }
}
