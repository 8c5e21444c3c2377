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
//! The run loop is here; what it asks at every instruction is in `machine/guard.rs`, what it notes down in
//! `machine/marks.rs`.
//!
//! What it isn't: a debugger, a model of analogue parts, or a check of electrical limits.
//! A machine stays on its thread; any number of them may live one after another or side by side.

use std::boxed::Box;
use std::collections::VecDeque;
use std::ffi::{c_int, c_void};
use std::format;
use std::ptr::{self, NonNull};
use std::string::ToString;
use std::vec;
use std::vec::Vec;

use core::cell::UnsafeCell;

use simavr_ffi as ffi;

use super::image::Image;
use super::mcu::Mcu;
use super::opcode::{self, class};
use super::{Error, Location, Pinned, Result};

use chip::{create, destroy, sleep_without_waiting};
use guard::{FIRST_IO, on_bad_opcode};

pub use marks::{MARK_ADDRESS, Mark};
pub use memory::RESULT_ADDRESS;

mod chip;
mod eeprom;
mod guard;
mod harness;
mod marks;
mod memory;
#[cfg(test)]
mod tests;
mod uart;

const SPL: usize = 0x5D;
const ADDRESSES: usize = 0x1_0000;

/// An update of SP takes two writes; between them its value means nothing. The usual sequence has one
/// instruction in between.
const TORN: u8 = 4;

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
        }
        self.connect_uart();
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

    /// What the core is doing.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
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
}

const RUNNING: c_int = 2;
const SLEEPING: c_int = 3;
const DONE: c_int = 6;
const _: () = assert!(ffi::cpu_Running == 2 && ffi::cpu_Sleeping == 3 && ffi::cpu_Done == 6);

/// An address as an index; no supported chip exceeds 18 bits.
const fn word(address: u32) -> usize {
    address as usize
}
