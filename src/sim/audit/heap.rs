//! The heap of avr-libc, which lies between the variables and the stack: `malloc` keeps its end in `__brkval`.
//!
//! What it isn't: a judge of the heap's use. What was freed counts as the program's until `__brkval` falls.

use super::super::image::{Image, Space};
use super::super::machine::Machine;

/// Where a program keeps the end of its heap, if it has one.
pub(super) struct Heap {
    brkval: Option<u16>,
}

impl Heap {
    pub(super) fn of(image: &Image) -> Self {
        let in_data = |name| image.symbol(name).ok().filter(|symbol| symbol.space == Space::Data);
        let brkval = in_data("__heap_start").and_then(|_| in_data("__brkval"));
        Self { brkval: brkval.and_then(|symbol| u16::try_from(symbol.address).ok()) }
    }

    /// Lets the program use its heap as it is now, and the stack no longer.
    #[inline]
    pub(super) fn bound(&self, machine: &mut Machine) {
        let Some(at) = self.brkval.map(usize::from) else { return };
        let Some(&[low, high]) = machine.data().get(at..at + 2) else { return };
        // 0 before the first allocation.
        let floor = machine.image().data_end().max(machine.mcu().ram_start);
        let top = machine.mcu().ram_end();
        machine.bound_stack(u16::from_le_bytes([low, high]).clamp(floor, top), top);
    }
}
