//! Who wrote each byte of data memory last.
//!
//! What it isn't: a trace. One instruction and its caller are kept for each byte.

use std::boxed::Box;
use std::vec;

/// No instruction has an odd address.
const NOBODY: u32 = u32::MAX;

/// An instruction, and the call it was under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Writer {
    /// The instruction.
    pub(super) pc: u32,
    /// The innermost call then.
    pub(super) caller: Option<u32>,
}

#[derive(Clone, Copy)]
struct Entry {
    pc: u32,
    caller: u32,
    saved: bool,
}

/// The last writer of every data address.
pub(super) struct Writers(Box<[Entry]>);

impl Writers {
    /// Nobody has written.
    pub(super) fn new() -> Self {
        Self(vec![Entry { pc: NOBODY, caller: NOBODY, saved: false }; 0x1_0000].into_boxed_slice())
    }

    /// Notes a write of `len` bytes from `address` on. `saved` says that they are a return address or
    /// a register that a call must preserve.
    pub(super) fn note(&mut self, (address, len): (u16, u8), writer: Writer, saved: bool) {
        for at in 0..u16::from(len) {
            self.0[usize::from(address.wrapping_add(at))] =
                Entry { pc: writer.pc, caller: writer.caller.unwrap_or(NOBODY), saved };
        }
    }

    /// Who wrote this byte last.
    pub(super) fn of(&self, address: u16) -> Option<Writer> {
        let Entry { pc, caller, .. } = self.0[usize::from(address)];
        (pc != NOBODY).then_some(Writer { pc, caller: (caller != NOBODY).then_some(caller) })
    }

    /// Whether the byte is a saved register or part of a return address.
    pub(super) fn is_saved(&self, address: u16) -> bool {
        self.0[usize::from(address)].saved
    }
}
