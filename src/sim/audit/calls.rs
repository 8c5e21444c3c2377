//! The calls that led to where a program is, kept beside its stack.
//!
//! A call enters a frame, and a return leaves all frames that lie below the stack pointer then. What it isn't: an unwinder.
//! A function that is jumped to (a tail call) shows as its caller, and a call that merely makes room on the stack
//! (`rcall .+0`) is none.

use std::vec::Vec;

/// One call in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// The instruction that called, or was interrupted.
    pub(super) from: u32,
    /// The stack pointer before it.
    pub(super) sp: u16,
}

/// The calls in progress, outermost first.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<Frame>);

impl Calls {
    /// A call, or an interrupt, with the stack pointer before it.
    pub(super) fn enter(&mut self, from: u32, sp: u16) {
        self.0.push(Frame { from, sp });
    }

    /// A return, with the stack pointer after it.
    pub(super) fn leave(&mut self, sp: u16) {
        while self.0.last().is_some_and(|frame| frame.sp <= sp) {
            self.0.pop();
        }
    }

    /// The innermost call.
    pub(super) fn innermost(&self) -> Option<u32> {
        self.0.last().map(|frame| frame.from)
    }

    /// The calling instructions, innermost first.
    pub(super) fn trace(&self) -> Vec<u32> {
        self.0.iter().rev().map(|frame| frame.from).collect()
    }

    /// The addresses of the frame that holds `address`, given SP and the stack's highest address: from above the
    /// frame below it to its own return address.
    pub(super) fn frame(&self, address: u16, sp: u16, top: u16) -> (u16, u16) {
        let mut low = sp;
        for frame in self.0.iter().rev() {
            if address <= frame.sp {
                return (low.saturating_add(1), frame.sp);
            }
            low = frame.sp;
        }
        (low.saturating_add(1), top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_leave_what_they_leave() {
        let mut calls = Calls::default();
        calls.enter(0x10, 0x1000);
        calls.enter(0x20, 0x0FF0);
        assert_eq!(calls.trace(), [0x20, 0x10]);
        assert_eq!(calls.frame(0x0FE0, 0x0FD0, 0x10FF), (0x0FD1, 0x0FF0));
        assert_eq!(calls.frame(0x0FF8, 0x0FD0, 0x10FF), (0x0FF1, 0x1000));
        assert_eq!(calls.frame(0x1001, 0x0FD0, 0x10FF), (0x1001, 0x10FF));
        // A return inside the inner function's own doing leaves nothing.
        calls.leave(0x0FE0);
        assert_eq!(calls.innermost(), Some(0x20));
        calls.leave(0x0FF0);
        assert_eq!(calls.innermost(), Some(0x10));
        calls.leave(0x1000);
        assert_eq!(calls.innermost(), None);
    }
}
