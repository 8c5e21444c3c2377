//! Runs a program on a simulated chip, one instruction at a time, and watches it.
//!
//! The cycle counts are simavr's, which for these chips are the data sheet's. Around every single instruction
//! this module looks at what silicon lets pass in silence:
//!
//! * the stack running into the program's variables ([`Error::StackOverflow`]) or popping more than was pushed
//!   ([`Error::StackUnderflow`]); its lowest point is therefore exact, not read off painted memory;
//! * loads and stores outside RAM and I/O, into the register file, or below the stack pointer, where the next
//!   interrupt may write ([`Error::Forbidden`]). simavr itself wraps an address beyond RAM around and goes on,
//!   so the instruction is decoded here before it runs;
//! * invalid opcodes, jumps out of the program, unexpected restarts, a call of `abort` (what a panic becomes), and
//!   loops that nothing can end.
//!
//! A program talks to its host in three ways: **marks**, values written to `GPIOR0` (data address `0x3e`), each
//! recorded with its cycle and the stack used since the mark before; `GPIOR1`, a result byte; and UART 0.
//! It ends with `cli` and `sleep`. Sleeping with interrupts on passes simulated time only.
//!
//! What it isn't: a debugger, a model of analogue parts, or a check of electrical limits.
//! A machine stays on its thread; any number of them may live one after another or side by side.

use std::boxed::Box;
use std::collections::VecDeque;
use std::ffi::{CString, c_char, c_int, c_void};
use std::format;
use std::ops::Range;
use std::ptr::{self, NonNull};
use std::string::ToString;
use std::sync::Once;
use std::vec;
use std::vec::Vec;

use core::cell::UnsafeCell;

use simavr_ffi as ffi;

use super::image::{Image, Space};
use super::mcu::Mcu;
use super::opcode::{self, class};
use super::{Access, Error, Location, Pinned, Result};

/// `GPIOR0` in the data space: writing it sets a mark.
pub const MARK_ADDRESS: u16 = 0x3E;
/// `GPIOR1` in the data space: a result byte of the program.
pub const RESULT_ADDRESS: u16 = 0x4A;

const SPL: usize = 0x5D;
const FIRST_IO: usize = 0x20;
const ADDRESSES: usize = 0x1_0000;

const MAY_READ: u8 = 1;
const MAY_WRITE: u8 = 2;

/// An update of SP takes two writes; between them its value means nothing. The usual sequence has one
/// instruction in between.
const TORN: u8 = 4;

/// One write to `GPIOR0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The value written.
    pub value: u8,
    /// Cycle count before the writing instruction.
    pub start: u64,
    /// Cycle count after it.
    pub end: u64,
    /// The stack pointer then.
    pub sp: u16,
    /// The lowest stack pointer since the mark before, or since the start.
    pub lowest_sp: u16,
}

/// What the core is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Executing instructions.
    Running,
    /// Asleep, waiting for an interrupt.
    Sleeping,
    /// Ended by `sleep` with interrupts off.
    Ended,
}

/// What simavr's callbacks leave behind.
struct Events {
    sent: Vec<u8>,
    ready: bool,
    bad_opcode: Option<u16>,
    avr: *mut ffi::avr_t,
}

/// A chip with a program in it.
pub struct Machine {
    avr: NonNull<ffi::avr_t>,
    uart_input: *mut ffi::avr_irq_t,
    mcu: &'static Mcu,
    image: Image,
    classes: &'static [u8],
    access: Box<[u8]>,
    events: Pinned<Events>,
    to_send: VecDeque<u8>,
    marks: Vec<Mark>,
    /// First address the stack may fill.
    stack_limit: u16,
    /// Highest value of SP.
    stack_top: u16,
    /// Lowest SP since the last mark, and before it.
    lowest_sp: u16,
    lowest_before: u16,
    torn: u8,
    state: State,
    pc: u32,
}

impl core::fmt::Debug for Machine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Machine")
            .field("mcu", &self.mcu.name)
            .field("state", &self.state)
            .field("at", &self.here())
            .field("cycles", &self.cycles())
            .field("sp", &self.sp())
            .finish_non_exhaustive()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: `create` made the core, it is dropped once, and nothing uses it afterwards.
        unsafe { destroy(self.avr) };
    }
}

impl Machine {
    /// Puts the image into a fresh chip, at its reset vector.
    ///
    /// # Errors
    /// [`Error::TooBig`] when the program does not fit, [`Error::Simulator`] when simavr has no such chip.
    pub fn load(mcu: &'static Mcu, image: &Image) -> Result<Self> {
        let room = [
            ("the program", image.flash().len(), word(mcu.flash_size)),
            ("its EEPROM", image.eeprom().len(), usize::from(mcu.eeprom_size)),
            ("its variables", usize::from(image.data_end().saturating_sub(mcu.ram_start)), usize::from(mcu.ram_size)),
        ];
        for (what, size, limit) in room {
            if size > limit {
                return Err(Error::TooBig { what: what.to_string(), size, limit });
            }
        }
        let avr = create(mcu)?;
        let mut machine = Machine {
            avr,
            uart_input: ptr::null_mut(),
            mcu,
            image: image.clone(),
            classes: opcode::classes(),
            access: vec![0; ADDRESSES].into_boxed_slice(),
            events: Box::new(UnsafeCell::new(Events {
                sent: Vec::new(),
                ready: false,
                bad_opcode: None,
                avr: avr.as_ptr(),
            })),
            to_send: VecDeque::new(),
            marks: Vec::new(),
            stack_limit: image.data_end().max(mcu.ram_start),
            stack_top: mcu.ram_end(),
            lowest_sp: mcu.ram_end(),
            lowest_before: mcu.ram_end(),
            torn: 0,
            state: State::Running,
            pc: 0,
        };
        let ram = usize::from(mcu.ram_start)..usize::from(mcu.ram_end()) + 1;
        machine.permit(FIRST_IO..ram.end, true, true);
        machine.fill_memories();
        machine.connect();
        Ok(machine)
    }

    /// Copies flash and EEPROM contents into the chip.
    fn fill_memories(&mut self) {
        let flash = self.image.flash();
        // SAFETY: `avr_init` allocated `flash_size` bytes of flash, and `load` checked that the image fits.
        unsafe { ptr::copy_nonoverlapping(flash.as_ptr(), (*self.avr.as_ptr()).flash, flash.len()) };
        let contents = self.image.eeprom().to_vec();
        // `load` checked that they fit.
        let _ = self.set_eeprom(&contents);
    }

    /// Connects the callbacks: UART 0, invalid opcodes, sleep.
    fn connect(&mut self) {
        let (avr, events) = (self.avr.as_ptr(), self.events.get().cast::<c_void>());
        // SAFETY: `avr` is initialised. `events` is heap memory that the machine keeps until after `avr_terminate`;
        // the callbacks, which run only inside simavr calls made by this machine, are the only other users of it.
        unsafe {
            (*avr).sleep = Some(sleep_without_waiting);
            ffi::avr_irq_register_notify(ffi::avr_get_core_irq(avr, 0), Some(on_bad_opcode), events);
            let mut flags = 0_u32;
            if ffi::avr_ioctl(avr, four(*b"uag0"), (&raw mut flags).cast()) == 0 {
                flags &= !(ffi::AVR_UART_FLAG_STDIO | ffi::AVR_UART_FLAG_POLL_SLEEP);
                ffi::avr_ioctl(avr, four(*b"uas0"), (&raw mut flags).cast());
            }
            let irq = |index: u32| ffi::avr_io_getirq(avr, four(*b"uar0"), c_int::try_from(index).unwrap_or(0));
            self.uart_input = irq(ffi::UART_IRQ_INPUT);
            if !self.uart_input.is_null() {
                ffi::avr_irq_register_notify(irq(ffi::UART_IRQ_OUTPUT), Some(on_uart_sent), events);
                ffi::avr_irq_register_notify(irq(ffi::UART_IRQ_OUT_XON), Some(on_uart_ready), events);
                ffi::avr_irq_register_notify(irq(ffi::UART_IRQ_OUT_XOFF), Some(on_uart_full), events);
            }
        }
    }

    /// The chip.
    #[must_use]
    pub const fn mcu(&self) -> &'static Mcu {
        self.mcu
    }

    /// The program.
    #[must_use]
    pub const fn image(&self) -> &Image {
        &self.image
    }

    /// Cycles since reset.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        // SAFETY: `avr` points to a live, initialised core.
        unsafe { (*self.avr.as_ptr()).cycle }
    }

    /// The program counter: a flash address in bytes.
    #[must_use]
    pub fn pc(&self) -> u32 {
        // SAFETY: `avr` points to a live, initialised core.
        unsafe { (*self.avr.as_ptr()).pc }
    }

    /// Where the program is, by name.
    #[must_use]
    pub fn here(&self) -> Location {
        self.image.locate(self.pc())
    }

    /// The stack pointer.
    #[must_use]
    pub fn sp(&self) -> u16 {
        u16::from_le_bytes([self.data()[SPL], self.data()[SPL + 1]])
    }

    /// Register `index` of 0 to 31.
    #[must_use]
    pub fn register(&self, index: u8) -> u8 {
        self.data()[usize::from(index & 31)]
    }

    /// The status register, carry in bit 0, global interrupt enable in bit 7.
    #[must_use]
    pub fn sreg(&self) -> u8 {
        // SAFETY: `avr` points to a live, initialised core.
        let bits = unsafe { (*self.avr.as_ptr()).sreg };
        bits.iter().rev().fold(0, |sreg, &bit| sreg << 1 | (bit & 1))
    }

    /// `GPIOR1`, the byte a program leaves as its result.
    #[must_use]
    pub fn gpior1(&self) -> u8 {
        self.data()[usize::from(RESULT_ADDRESS)]
    }

    /// Copies `len` bytes of data memory from `address`.
    ///
    /// # Errors
    /// [`Error::Range`] when they are not all there.
    pub fn read(&self, address: u16, len: usize) -> Result<Vec<u8>> {
        Ok(self.data()[self.range(address, len)?].to_vec())
    }

    /// Writes `bytes` to data memory at `address`, past all peripherals.
    ///
    /// # Errors
    /// [`Error::Range`] when they do not all fit.
    pub fn write(&mut self, address: u16, bytes: &[u8]) -> Result<()> {
        let range = self.range(address, bytes.len())?;
        self.data_mut()[range].copy_from_slice(bytes);
        Ok(())
    }

    /// All of the EEPROM.
    #[must_use]
    pub fn eeprom(&self) -> Vec<u8> {
        let mut contents = vec![0; usize::from(self.mcu.eeprom_size)];
        let mut descriptor = eeprom_descriptor(&mut contents);
        // SAFETY: the ioctl copies `size` bytes into `ee` before it returns.
        unsafe { ffi::avr_ioctl(self.avr.as_ptr(), four(*b"eegp"), (&raw mut descriptor).cast::<c_void>()) };
        contents
    }

    /// Sets the EEPROM from address 0 on: what a chip kept while it had no power.
    ///
    /// # Errors
    /// [`Error::TooBig`].
    pub fn set_eeprom(&mut self, contents: &[u8]) -> Result<()> {
        let limit = usize::from(self.mcu.eeprom_size);
        if contents.len() > limit {
            return Err(Error::TooBig { what: "the EEPROM's content".to_string(), size: contents.len(), limit });
        }
        if !contents.is_empty() {
            let mut contents = contents.to_vec();
            let mut descriptor = eeprom_descriptor(&mut contents);
            // SAFETY: the ioctl copies `size` bytes out of `ee` before it returns.
            unsafe { ffi::avr_ioctl(self.avr.as_ptr(), four(*b"eesp"), (&raw mut descriptor).cast::<c_void>()) };
        }
        Ok(())
    }

    /// What the core is doing.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// The most stack bytes in use at any instruction since the start (or [`Self::forget_stack`]).
    #[must_use]
    pub fn stack_used(&self) -> u16 {
        self.stack_top.saturating_sub(self.lowest_sp.min(self.lowest_before))
    }

    /// Stack bytes that were never used: from the end of the variables to the lowest stack pointer.
    #[must_use]
    pub fn stack_free(&self) -> u16 {
        (self.lowest_sp.min(self.lowest_before) + 1).saturating_sub(self.stack_limit)
    }

    /// Starts the measurement of the stack anew from the present stack pointer.
    pub fn forget_stack(&mut self) {
        self.lowest_sp = self.sp();
        self.lowest_before = self.lowest_sp;
    }

    /// All marks so far, in order.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Forgets the marks so far.
    pub fn forget_marks(&mut self) {
        self.marks.clear();
    }

    /// Cycles from behind the first mark `from` to before the first mark `to` after it: exactly the instructions in
    /// between, without the marking ones.
    ///
    /// # Errors
    /// [`Error::NoMark`] for the one that is missing.
    pub fn cycles_between(&self, from: u8, to: u8) -> Result<u64> {
        let (first, last) = self.mark_pair(from, to)?;
        Ok(self.marks[last].start - self.marks[first].end)
    }

    /// The most stack bytes in use between the first mark `from` and the first mark `to` after it, counted from
    /// the stack pointer at `from`.
    ///
    /// # Errors
    /// [`Error::NoMark`] for the one that is missing.
    pub fn stack_between(&self, from: u8, to: u8) -> Result<u16> {
        let (first, last) = self.mark_pair(from, to)?;
        let base = self.marks[first].sp;
        let lowest = self.marks[first + 1..=last].iter().map(|mark| mark.lowest_sp).min();
        Ok(base.saturating_sub(lowest.unwrap_or(base)))
    }

    fn mark_pair(&self, from: u8, to: u8) -> Result<(usize, usize)> {
        let find = |value: u8, after: usize| {
            let rest = self.marks.get(after..).unwrap_or_default();
            let at = rest.iter().position(|mark| mark.value == value);
            at.map(|at| at + after).ok_or(Error::NoMark { value })
        };
        let first = find(from, 0)?;
        Ok((first, find(to, first + 1)?))
    }

    /// Queues bytes for the chip to receive on UART 0. They go out as fast as its receiver takes them.
    pub fn uart_send(&mut self, bytes: &[u8]) {
        self.to_send.extend(bytes);
    }

    /// Bytes queued that the chip has not taken yet.
    #[must_use]
    pub fn uart_pending(&self) -> usize {
        self.to_send.len()
    }

    /// Takes what the chip has sent on UART 0 since the last call.
    pub fn uart_take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.events.get_mut().sent)
    }

    /// Executes one instruction (asleep: passes time to the next event) and says what the core does then.
    ///
    /// # Errors
    /// Every guard of this module; see there.
    pub fn step(&mut self) -> Result<State> {
        self.advance()
    }

    /// Runs until the program ends, for at most `limit` cycles from here.
    ///
    /// # Errors
    /// [`Error::Timeout`], and every guard of this module.
    pub fn run(&mut self, limit: u64) -> Result<()> {
        self.run_until(limit, |_| false).map(|_| ())
    }

    /// Runs for about `cycles` cycles, or until the program ends. For programs that never end, or two that talk.
    ///
    /// # Errors
    /// Every guard of this module; passing the cycles is none.
    pub fn run_for(&mut self, cycles: u64) -> Result<State> {
        let end = self.cycles().saturating_add(cycles);
        while self.state != State::Ended && self.cycles() < end {
            self.advance()?;
        }
        Ok(self.state)
    }

    /// Runs until the program counter is at the symbol `name`.
    ///
    /// # Errors
    /// [`Error::NoSymbol`], [`Error::EndedEarly`], [`Error::Timeout`], and every guard of this module.
    pub fn run_to(&mut self, name: &str, limit: u64) -> Result<()> {
        let target = self.image.symbol(name)?.address;
        if self.run_until(limit, |machine| machine.pc() == target)? {
            return Ok(());
        }
        Err(self.ended_early(name))
    }

    /// Runs until the program writes the mark `value`.
    ///
    /// # Errors
    /// [`Error::EndedEarly`], [`Error::Timeout`], and every guard of this module.
    pub fn run_to_mark(&mut self, value: u8, limit: u64) -> Result<()> {
        let before = self.marks.len();
        let seen = |machine: &Machine| machine.marks[before..].iter().any(|mark| mark.value == value);
        if self.run_until(limit, seen)? {
            return Ok(());
        }
        Err(self.ended_early(&format!("mark {value}")))
    }

    /// Runs until `stop` says so (`true`) or the program ends (`false`).
    ///
    /// # Errors
    /// [`Error::Timeout`], and every guard of this module.
    pub fn run_until(&mut self, limit: u64, mut stop: impl FnMut(&Machine) -> bool) -> Result<bool> {
        let end = self.cycles().saturating_add(limit);
        while self.state != State::Ended {
            if stop(self) {
                return Ok(true);
            }
            self.advance()?;
            if self.cycles() > end {
                return Err(Error::Timeout { limit, at: self.here() });
            }
        }
        Ok(stop(self))
    }

    fn ended_early(&self, awaited: &str) -> Error {
        Error::EndedEarly { awaited: awaited.to_string(), at: self.image.locate(self.pc) }
    }

    #[inline]
    fn advance(&mut self) -> Result<State> {
        let avr = self.avr.as_ptr();
        // SAFETY: `avr` is live; nothing else holds a reference into it.
        let (pc, before) = unsafe { ((*avr).pc, (*avr).cycle) };
        let asleep = self.state == State::Sleeping;
        if !asleep && word(pc) + 1 >= self.image.flash().len() {
            return Err(self.wild(pc));
        }
        // SAFETY: `pc + 1` lies inside the image (just checked), hence inside flash.
        let opcode = unsafe { (*avr).flash.add(word(pc)).cast::<u16>().read_unaligned() };
        let opcode = u16::from_le(opcode);
        let class = if asleep {
            0
        } else {
            self.pc = pc;
            self.classes[usize::from(opcode)]
        };
        let marks = class != 0 && self.examine(class, opcode, pc)?;
        if !self.to_send.is_empty() {
            self.feed_uart();
        }

        // SAFETY: `avr` is an initialised core; callbacks reach only `events`, which is not borrowed now.
        let state = unsafe { ffi::avr_run(avr) };

        if self.torn != 0 {
            self.torn -= 1;
        }
        if class == class::STACK {
            // The first half tears SP, the second mends it.
            self.torn = if self.torn == 0 { TORN } else { 0 };
        }
        // SAFETY: data memory reaches beyond SPH.
        let sp = u16::from_le(unsafe { (*avr).data.add(SPL).cast::<u16>().read_unaligned() });
        if (sp < self.lowest_sp || sp > self.stack_top) && self.torn == 0 {
            self.new_low(sp)?;
        }
        if marks {
            self.record_mark(before, sp);
        }
        // SAFETY: `avr` is live.
        let (pc, after) = unsafe { ((*avr).pc, (*avr).cycle) };
        if pc == 0 || after < before {
            return Err(Error::Restarted { from: self.image.locate(self.pc) });
        }
        if state != RUNNING || asleep {
            return self.leave(state);
        }
        Ok(State::Running)
    }

    /// Looks at an instruction of interest before it runs; says whether it will set a mark.
    #[inline]
    fn examine(&self, class: u8, opcode: u16, pc: u32) -> Result<bool> {
        if class == class::LOOP {
            return self.examine_loop(pc);
        }
        if class >= class::STACK {
            return Ok(class == class::MARK);
        }
        let data = self.data();
        let pointer = class & class::POINTER;
        let address = if pointer == class::DIRECT {
            let at = word(pc) + 2;
            let flash = self.image.flash();
            if at + 1 >= flash.len() {
                return Err(self.wild(pc + 2));
            }
            u16::from_le_bytes([flash[at], flash[at + 1]])
        } else {
            let low = 24 + 2 * usize::from(pointer);
            let base = u16::from_le_bytes([data[low], data[low + 1]]);
            if class & class::DISPLACED != 0 {
                base.wrapping_add(opcode::displacement(opcode))
            } else {
                base.wrapping_sub(u16::from(class & class::DECREMENT != 0))
            }
        };
        let store = class & class::STORE != 0;
        let needed = if store { MAY_WRITE } else { MAY_READ };
        let sp = u16::from_le_bytes([data[SPL], data[SPL + 1]]);
        let below_sp = address <= sp && address >= self.stack_limit && self.torn == 0;
        if self.access[usize::from(address)] & needed == 0 || below_sp {
            return Err(self.forbidden(store, address, below_sp));
        }
        Ok(store && address == MARK_ADDRESS)
    }

    /// A loop of one instruction: the end of an aborted program, or a wait for an interrupt.
    #[cold]
    fn examine_loop(&self, pc: u32) -> Result<bool> {
        let name = self.image.symbol("abort");
        if name.is_ok_and(|symbol| symbol.space == Space::Flash && symbol.address == pc) {
            // The return address on the stack is in words, its high byte first, and points behind the call.
            let bytes = usize::from(self.mcu.pc_bytes);
            let stack = self.read(self.sp().saturating_add(1), bytes).unwrap_or_default();
            let after = stack.iter().fold(0, |address, &byte| address << 8 | u32::from(byte)) * 2;
            let known = stack.len() == bytes && (2..self.image.flash().len()).contains(&word(after));
            return Err(Error::Aborted { from: self.image.locate(if known { after - 2 } else { pc }) });
        }
        if self.sreg() & 0x80 == 0 {
            return Err(Error::Stuck { at: self.here() });
        }
        Ok(false)
    }

    #[cold]
    fn forbidden(&self, store: bool, address: u16, below_sp: bool) -> Error {
        let reason = if usize::from(address) < FIRST_IO {
            "a pointer into the register file"
        } else if address > self.mcu.ram_end() {
            "beyond RAM"
        } else if below_sp {
            "below the stack pointer, where an interrupt may write"
        } else {
            "outside what the code was given"
        };
        Error::Forbidden { access: if store { Access::Write } else { Access::Read }, address, reason, at: self.here() }
    }

    #[cold]
    fn wild(&self, target: u32) -> Error {
        Error::WildJump { target, from: self.image.locate(self.pc) }
    }

    /// A stack pointer lower than ever, or too high.
    #[cold]
    fn new_low(&mut self, sp: u16) -> Result<()> {
        let at = || self.image.locate(self.pc);
        if sp > self.stack_top {
            return Err(Error::StackUnderflow { sp, limit: self.stack_top, at: at() });
        }
        if sp.saturating_add(1) < self.stack_limit {
            return Err(Error::StackOverflow { sp, limit: self.stack_limit, at: at() });
        }
        self.lowest_sp = sp;
        Ok(())
    }

    #[cold]
    fn record_mark(&mut self, start: u64, sp: u16) {
        let mark = Mark {
            value: self.data()[usize::from(MARK_ADDRESS)],
            start,
            end: self.cycles(),
            sp,
            lowest_sp: self.lowest_sp,
        };
        self.marks.push(mark);
        self.lowest_before = self.lowest_before.min(self.lowest_sp);
        self.lowest_sp = sp;
    }

    /// The core is, or was, in another state than running.
    #[cold]
    fn leave(&mut self, state: c_int) -> Result<State> {
        self.state = match state {
            RUNNING => State::Running,
            SLEEPING => State::Sleeping,
            DONE => State::Ended,
            _ => {
                let at = self.image.locate(self.pc);
                return Err(match self.events.get_mut().bad_opcode {
                    Some(opcode) => Error::BadOpcode { opcode, at },
                    None => Error::Crashed { at },
                });
            }
        };
        Ok(self.state)
    }

    /// Hands queued bytes to the UART while it takes them.
    #[cold]
    fn feed_uart(&mut self) {
        if self.uart_input.is_null() {
            return;
        }
        while self.events.get_mut().ready {
            let Some(byte) = self.to_send.pop_front() else { return };
            // SAFETY: the IRQ belongs to this core; its callbacks reach only `events`, not borrowed now.
            unsafe { ffi::avr_raise_irq(self.uart_input, u32::from(byte)) };
        }
    }

    /// All of data memory: registers, I/O and RAM.
    fn data(&self) -> &[u8] {
        // SAFETY: simavr allocated `ramend + 1` bytes; they are written only inside `avr_run` and `data_mut`,
        // both of which need `&mut self`.
        unsafe { std::slice::from_raw_parts((*self.avr.as_ptr()).data, usize::from(self.mcu.ram_end()) + 1) }
    }

    fn data_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `data`, and `&mut self` excludes every other user.
        unsafe { std::slice::from_raw_parts_mut((*self.avr.as_ptr()).data, usize::from(self.mcu.ram_end()) + 1) }
    }

    fn range(&self, address: u16, len: usize) -> Result<Range<usize>> {
        let start = usize::from(address);
        match start.checked_add(len) {
            Some(end) if end <= self.data().len() => Ok(start..end),
            _ => Err(Error::Range { address: start, len }),
        }
    }
}

/// What the call harness needs beyond running a program.
impl Machine {
    /// Sets register `index` of 0 to 31.
    pub(super) fn set_register(&mut self, index: u8, value: u8) {
        self.data_mut()[usize::from(index & 31)] = value;
    }

    pub(super) fn set_sp(&mut self, sp: u16) {
        self.data_mut()[SPL..SPL + 2].copy_from_slice(&sp.to_le_bytes());
    }

    pub(super) fn set_pc(&mut self, pc: u32) {
        // SAFETY: `avr` is live; `advance` checks the value before it is used.
        unsafe { (*self.avr.as_ptr()).pc = pc };
        self.state = State::Running;
        self.torn = 0;
    }

    pub(super) fn set_sreg(&mut self, value: u8) {
        let bits: [u8; 8] = std::array::from_fn(|bit| value >> bit & 1);
        // SAFETY: `avr` is live.
        unsafe { (*self.avr.as_ptr()).sreg = bits };
    }

    /// Sets what loads and stores may do in a range of data addresses.
    pub(super) fn permit(&mut self, range: Range<usize>, read: bool, write: bool) {
        let bits = if read { MAY_READ } else { 0 } | if write { MAY_WRITE } else { 0 };
        if let Some(access) = self.access.get_mut(range) {
            access.fill(bits);
        }
    }

    /// Sets the stack's bounds: the first address it may fill and the highest value of SP.
    pub(super) fn bound_stack(&mut self, limit: u16, top: u16) {
        self.stack_limit = limit;
        self.stack_top = top;
    }

    /// Overwrites up to `len` bytes at and below SP, as an interrupt would; never below the stack's bound.
    pub(super) fn disturb_stack(&mut self, len: u16, mut byte: impl FnMut() -> u8) {
        let end = usize::from(self.sp()) + 1;
        let start = end.saturating_sub(usize::from(len)).max(usize::from(self.stack_limit));
        if let Some(below) = self.data_mut().get_mut(start..end) {
            for cell in below {
                *cell = byte();
            }
        }
    }
}

const RUNNING: c_int = 2;
const SLEEPING: c_int = 3;
const DONE: c_int = 6;
const _: () = assert!(ffi::cpu_Running == 2 && ffi::cpu_Sleeping == 3 && ffi::cpu_Done == 6);

/// An address as an index; no supported chip exceeds 18 bits.
const fn word(address: u32) -> usize {
    address as usize
}

/// simavr names its ioctls by four letters.
const fn four(name: [u8; 4]) -> u32 {
    u32::from_be_bytes(name)
}

/// simavr's view of EEPROM contents, for as long as these bytes live.
fn eeprom_descriptor(contents: &mut [u8]) -> ffi::avr_eeprom_desc_t {
    ffi::avr_eeprom_desc_t { ee: contents.as_mut_ptr(), offset: 0, size: u32::try_from(contents.len()).unwrap_or(0) }
}

/// Makes and initialises the core, with the simulator's own messages switched off.
fn create(mcu: &'static Mcu) -> Result<NonNull<ffi::avr_t>> {
    static SILENCE: Once = Once::new();
    // SAFETY: sets a global function pointer once, before any core exists.
    SILENCE.call_once(|| unsafe { ffi::avr_global_logger_set(Some(discard_message)) });

    let refuse = |reason: &str| Error::Simulator { reason: format!("{}: {reason}", mcu.name) };
    let name = CString::new(mcu.name).map_err(|_| refuse("the name has a NUL in it"))?;
    // SAFETY: `name` is a NUL-terminated string that outlives the call.
    let avr = NonNull::new(unsafe { ffi::avr_make_mcu_by_name(name.as_ptr()) })
        .ok_or_else(|| refuse("simavr does not know this chip"))?;
    // SAFETY: `avr` is a fresh core; it is initialised exactly once.
    let (ram_end, flash_end) = unsafe {
        (*avr.as_ptr()).frequency = mcu.clock_hz;
        ffi::avr_init(avr.as_ptr());
        ((*avr.as_ptr()).ramend, (*avr.as_ptr()).flashend)
    };
    if ram_end != mcu.ram_end() || flash_end + 1 != mcu.flash_size {
        // SAFETY: `avr` is initialised and not used afterwards.
        unsafe { destroy(avr) };
        return Err(refuse("simavr has other memory sizes for this chip"));
    }
    Ok(avr)
}

/// Frees an initialised core.
///
/// # Safety
/// Nothing may use the core afterwards.
unsafe fn destroy(avr: NonNull<ffi::avr_t>) {
    unsafe extern "C" {
        fn free(memory: *mut c_void);
    }
    // SAFETY: simavr frees what the core points to; the core itself it allocated with `malloc` and leaves to us.
    unsafe {
        ffi::avr_terminate(avr.as_ptr());
        free(avr.as_ptr().cast());
    }
}

/// The type of the last argument, a `va_list`, differs between hosts; it is not looked at.
unsafe extern "C" fn discard_message<A>(_: *mut ffi::avr_t, _: c_int, _: *const c_char, _: A) {}

unsafe extern "C" fn sleep_without_waiting(_: *mut ffi::avr_t, _: ffi::avr_cycle_count_t) {}

unsafe extern "C" fn on_bad_opcode(_: *mut ffi::avr_irq_t, opcode: u32, events: *mut c_void) {
    // SAFETY: `connect` registered the machine's `Events`, which nobody borrows while simavr runs.
    let events = unsafe { &mut *events.cast::<Events>() };
    events.bad_opcode = u16::try_from(opcode).ok();
    // SAFETY: the core that raised this is the machine's own, and live.
    unsafe { (*events.avr).state = 7 };
}

unsafe extern "C" fn on_uart_sent(_: *mut ffi::avr_irq_t, byte: u32, events: *mut c_void) {
    // SAFETY: as in `on_bad_opcode`.
    let events = unsafe { &mut *events.cast::<Events>() };
    events.sent.push(byte.to_le_bytes()[0]);
}

unsafe extern "C" fn on_uart_ready(_: *mut ffi::avr_irq_t, on: u32, events: *mut c_void) {
    if on != 0 {
        // SAFETY: as in `on_bad_opcode`.
        unsafe { (*events.cast::<Events>()).ready = true };
    }
}

unsafe extern "C" fn on_uart_full(_: *mut ffi::avr_irq_t, on: u32, events: *mut c_void) {
    if on != 0 {
        // SAFETY: as in `on_bad_opcode`.
        unsafe { (*events.cast::<Events>()).ready = false };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use super::super::call::program;
    use super::super::mcu::ALL;

    const END: &str = "\ncli\n sleep\n1: rjmp 1b\n";

    fn each(text: &str, mut check: impl FnMut(Machine)) {
        for mcu in &ALL {
            check(Machine::load(mcu, &program(mcu, text)).unwrap());
        }
    }

    #[test]
    fn marks_measure_what_lies_between() {
        let text = "ldi r16, 1\n out 0x1e, r16\n nop\n push r1\n push r1\n pop r1\n pop r1\n ldi r16, 2\n \
            sts 0x3e, r16\n ldi r17, 77\n sts 0x4a, r17";
        each(&[text, END].concat(), |mut machine| {
            machine.run(10_000).unwrap();
            assert_eq!(machine.state(), State::Ended);
            assert_eq!(machine.marks().len(), 2);
            assert_eq!(machine.cycles_between(1, 2), Ok(1 + 4 + 4 + 1));
            assert_eq!(machine.stack_between(1, 2), Ok(2));
            assert_eq!(machine.cycles_between(2, 1), Err(Error::NoMark { value: 1 }));
            assert_eq!(machine.gpior1(), 77);
            assert_eq!(machine.stack_used(), 2 + u16::from(machine.mcu().pc_bytes));
        });
    }

    /// The usual two-step update of SP is no dip to where only half of it is new.
    #[test]
    fn a_frame_is_measured_exactly() {
        let text = "in r28, 0x3d\n in r29, 0x3e\n subi r28, 0x40\n sbci r29, 1\n in r0, 0x3f\n cli\n \
            out 0x3e, r29\n out 0x3f, r0\n out 0x3d, r28\n push r1";
        each(&[text, END].concat(), |mut machine| {
            machine.run(10_000).unwrap();
            let expected = 0x141 + u16::from(machine.mcu().pc_bytes);
            assert_eq!(machine.stack_used(), expected);
            assert_eq!(machine.stack_free(), machine.mcu().ram_size - expected);
        });
    }

    #[test]
    fn guards_the_variables() {
        let text = "1: push r1\n rjmp 1b\n .section .bss\n .zero 512";
        each(text, |mut machine| match machine.run(1_000_000) {
            Err(Error::StackOverflow { sp, limit, at }) => {
                assert_eq!(limit, machine.mcu().ram_start + 512);
                assert_eq!(sp, limit - 2);
                assert_eq!(at.symbol, "main");
            }
            other => panic!("{other:?}"),
        });
    }

    #[test]
    fn notices_restarts_and_endless_loops() {
        each("call 0", |mut machine| {
            assert!(matches!(machine.run(10_000), Err(Error::Restarted { .. })));
        });
        each("1: rjmp 1b", |mut machine| {
            assert!(matches!(machine.run(10_000), Err(Error::Stuck { .. })));
        });
        each("sei\n 1: rjmp 1b", |mut machine| {
            assert!(matches!(machine.run(10_000), Err(Error::Timeout { .. })));
        });
        each("nop\n call abort\n .global abort\n abort: rjmp abort", |mut machine| match machine.run(10_000) {
            Err(Error::Aborted { from }) => assert!(from.symbol.starts_with("main+"), "{from}"),
            other => panic!("{other:?}"),
        });
        each(END, |mut machine| {
            assert!(matches!(machine.run_to_mark(3, 10_000), Err(Error::EndedEarly { .. })));
        });
    }

    /// Timer 0 wakes the chip from sleep a second (16 million cycles) later, in no time on the host.
    #[test]
    fn sleep_passes_simulated_time_only() {
        let text = "ldi r16, 5\n out _SFR_IO_ADDR(TCCR0B), r16\n ldi r16, 1\n sts TIMSK0, r16\n ldi r17, 61\n sei\n \
            1: sleep\n tst r17\n brne 1b\n cli\n sleep\n \
            .global TIMER0_OVF_vect\n TIMER0_OVF_vect: dec r17\n reti";
        each(text, |mut machine| {
            let begin = std::time::Instant::now();
            machine.run(20_000_000).unwrap();
            assert!(machine.cycles() > 15_900_000 && machine.cycles() < 16_100_000, "{machine:?}");
            assert!(begin.elapsed().as_millis() < 900);
        });
    }

    #[test]
    fn talks_over_the_uart() {
        // Echoes each byte plus one; ends with a zero byte.
        let text = "ldi r16, 0x18\n sts UCSR0B, r16\n \
            1: lds r17, UCSR0A\n sbrs r17, RXC0\n rjmp 1b\n lds r18, UDR0\n \
            2: lds r17, UCSR0A\n sbrs r17, UDRE0\n rjmp 2b\n mov r19, r18\n inc r19\n sts UDR0, r19\n tst r18\n brne 1b\n cli\n sleep";
        each(text, |mut machine| {
            let sent: Vec<u8> = (1..=255).cycle().take(1000).chain([0]).collect();
            machine.uart_send(&sent);
            machine.run(100_000_000).unwrap();
            let echo: Vec<u8> = sent.iter().map(|byte| byte.wrapping_add(1)).collect();
            assert_eq!(machine.uart_take(), echo);
            assert_eq!(machine.uart_pending(), 0);
            assert!(machine.uart_take().is_empty());
        });
    }

    #[test]
    fn keeps_the_eeprom() {
        // Writes 0x77 to address 3.
        let text = "ldi r16, 3\n out _SFR_IO_ADDR(EEARL), r16\n ldi r16, 0x77\n out _SFR_IO_ADDR(EEDR), r16\n \
            sbi _SFR_IO_ADDR(EECR), EEMPE\n sbi _SFR_IO_ADDR(EECR), EEPE";
        each(&[text, END].concat(), |mut machine| {
            machine.set_eeprom(&[1, 2, 3, 4, 5]).unwrap();
            machine.run(10_000).unwrap();
            let contents = machine.eeprom();
            assert_eq!(contents.len(), usize::from(machine.mcu().eeprom_size));
            assert_eq!(contents[..6], [1, 2, 3, 0x77, 5, 0xff]);
            assert!(machine.set_eeprom(&[contents, vec![0]].concat()).is_err());
        });
    }

    #[test]
    fn reads_and_writes_memory_within_bounds() {
        each(END, |mut machine| {
            let end = machine.mcu().ram_end();
            machine.write(end - 1, &[1, 2]).unwrap();
            assert_eq!(machine.read(end - 1, 2), Ok(vec![1, 2]));
            assert!(matches!(machine.write(end, &[1, 2]), Err(Error::Range { .. })));
            assert!(matches!(machine.read(0xFFFF, usize::MAX), Err(Error::Range { .. })));
        });
    }
}
