//! Marks, and what lies between two of them: cycles and stack.
//!
//! What it isn't: the judge of a stack pointer too low or too high (the guards are), nor a profiler: between two
//! marks there is one number each.

use super::{Error, Machine, Result};

/// `GPIOR0` in the data space: writing it sets a mark.
pub const MARK_ADDRESS: u16 = 0x3E;

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

impl Machine {
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

    /// Of the cycles between `from` and `to`, those from each mark `begin` to the next mark `end`, with both marking
    /// instructions.
    ///
    /// # Errors
    /// [`Error::NoMark`] for the one that is missing.
    pub fn cycles_inside(&self, from: u8, to: u8, begin: u8, end: u8) -> Result<u64> {
        let (first, last) = self.mark_pair(from, to)?;
        let (mut cycles, mut opened) = (0, None);
        for mark in &self.marks[first + 1..last] {
            match opened {
                None if mark.value == begin => opened = Some(mark.start),
                Some(start) if mark.value == end => {
                    cycles += mark.end - start;
                    opened = None;
                }
                _ => {}
            }
        }
        if opened.is_some() { Err(Error::NoMark { value: end }) } else { Ok(cycles) }
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

    #[cold]
    pub(super) fn record_mark(&mut self, start: u64, sp: u16) {
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
}
