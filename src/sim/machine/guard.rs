//! The guards: what an instruction is about to touch, decoded before it runs, and what is forbidden to it.
//!
//! What it isn't: a decoder of the whole instruction set. The class of an opcode comes from a table made once
//! (`sim::opcode`), and whatever that calls 0 never gets here.

use std::ffi::c_void;
use std::ops::Range;

use simavr_ffi as ffi;

use super::super::Access;
use super::super::image::Space;
use super::super::opcode::{self, class};
use super::{Error, Events, MARK_ADDRESS, Machine, Result, SPL, word};

pub(super) const FIRST_IO: usize = 0x20;

const MAY_READ: u8 = 1;
const MAY_WRITE: u8 = 2;

impl Machine {
    /// Sets what loads and stores may do in a range of data addresses.
    pub(in crate::sim) fn permit(&mut self, range: Range<usize>, read: bool, write: bool) {
        let bits = if read { MAY_READ } else { 0 } | if write { MAY_WRITE } else { 0 };
        if let Some(access) = self.access.get_mut(range) {
            access.fill(bits);
        }
    }

    /// Sets the stack's bounds: the first address it may fill and the highest value of SP.
    pub(in crate::sim) fn bound_stack(&mut self, limit: u16, top: u16) {
        self.stack_limit = limit;
        self.stack_top = top;
    }

    /// Looks at an instruction of interest before it runs; says whether it will set a mark.
    #[inline]
    pub(super) fn examine(&self, class: u8, opcode: u16, pc: u32) -> Result<bool> {
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
    pub(super) fn wild(&self, target: u32) -> Error {
        Error::WildJump { target, from: self.image.locate(self.pc) }
    }

    /// A stack pointer lower than ever, or too high.
    #[cold]
    pub(super) fn new_low(&mut self, sp: u16) -> Result<()> {
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
}

pub(super) unsafe extern "C" fn on_bad_opcode(_: *mut ffi::avr_irq_t, opcode: u32, events: *mut c_void) {
    // SAFETY: `connect` registered the machine's `Events`, which nobody borrows while simavr runs.
    let events = unsafe { &mut *events.cast::<Events>() };
    events.bad_opcode = u16::try_from(opcode).ok();
    // SAFETY: the core that raised this is the machine's own, and live.
    unsafe { (*events.avr).state = 7 };
}
