//! What calling a kernel needs beyond running a program: setting registers, flags, SP and the program counter,
//! and imitating an interrupt.
//!
//! What it isn't: public. Only this layer's own harnesses may put the core into a state no program brought about.

use super::{Machine, SPL, State};

impl Machine {
    /// Sets register `index` of 0 to 31.
    pub(in crate::sim) fn set_register(&mut self, index: u8, value: u8) {
        self.data_mut()[usize::from(index & 31)] = value;
    }

    pub(in crate::sim) fn set_sp(&mut self, sp: u16) {
        self.data_mut()[SPL..SPL + 2].copy_from_slice(&sp.to_le_bytes());
    }

    pub(in crate::sim) fn set_pc(&mut self, pc: u32) {
        // SAFETY: `avr` is live; `advance` checks the value before it is used.
        unsafe { (*self.avr.as_ptr()).pc = pc };
        self.state = State::Running;
        self.torn = 0;
    }

    pub(in crate::sim) fn set_sreg(&mut self, value: u8) {
        let bits: [u8; 8] = std::array::from_fn(|bit| value >> bit & 1);
        // SAFETY: `avr` is live.
        unsafe { (*self.avr.as_ptr()).sreg = bits };
    }

    /// Overwrites up to `len` bytes at and below SP, as an interrupt would; never below the stack's bound.
    pub(in crate::sim) fn disturb_stack(&mut self, len: u16, mut byte: impl FnMut() -> u8) {
        let end = usize::from(self.sp()) + 1;
        let start = end.saturating_sub(usize::from(len)).max(usize::from(self.stack_limit));
        if let Some(below) = self.data_mut().get_mut(start..end) {
            for cell in below {
                *cell = byte();
            }
        }
    }
}
