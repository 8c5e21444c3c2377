//! Follows secrets through a program on the simulated chip, instruction by instruction.
//!
//! A [`Shadow`] holds a mask beside every byte of the chip: registers, SREG, data memory, flash and EEPROM. A bit that is
//! set there is one that a secret may influence. [`Shadow::step`], called before each [`Machine::step`], decodes the
//! instruction about to run, moves the masks as it moves the data, and says when control or an address depends on
//! a secret: a [`Leak`].
//!
//! **Sound**: whenever other secrets could change a bit after an instruction, that bit is marked. Beyond that the rules
//! use the values of the public bits: carries run only as far as they can vary, `and` with a public zero is public,
//! so is `eor r, r`, and `sbc r, r` is as public as the carry.
//!
//! What it isn't:
//!
//! * a report: which leaks a program may have, and what to do about them, is the caller's business;
//! * a tracker of control flow. After a secret branch the path taken is followed as if it were public: the branch
//!   is a [`Leak`], and what depends on it alone is not marked;
//! * all that a store through a secret pointer may have done. It marks the byte written as secret. The other bytes that
//!   the pointer might have reached would differ under another secret too, and only the caller knows how far it
//!   reaches: it gets the address and must [`classify`](Shadow::classify) the whole object;
//! * a model of peripherals. A secret written to any of their registers is a [`Leak`], for nobody follows it from there:
//!   to a pin and back, into a timer's interrupts, into the clock. Not to the registers that only hold a byte, though
//!   (`GPIOR0` to `GPIOR2`, `RAMPZ`, `EIND`), nor to SREG and the EEPROM's, which have rules of their own. What the
//!   outside puts into a register the caller must classify.
//!
//! The rules come from Microchip's instruction set manual; the tests hold each against what the simulated chip does
//! with other secrets.
//!
//! [`Machine::step`]: super::machine::Machine::step

pub use shadow::Shadow;

mod arithmetic;
mod instruction;
mod memory;
mod rules;
mod shadow;
#[cfg(test)]
mod tests;

/// What of an instruction other than data depends on a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// A conditional branch on a secret flag.
    Branch,
    /// `cpse`, `sbrc`, `sbrs`, `sbic` or `sbis` on a secret.
    Skip,
    /// `ijmp`, `icall`, `eijmp` or `eicall` to a secret address, or a return to one.
    Jump,
    /// A load or store through a secret pointer: data memory or flash, or the stack with a secret SP.
    Address {
        /// A store.
        written: bool,
        /// The address of this run: in data memory, or for a load from flash its low 16 bits.
        address: u16,
    },
    /// A secret was written to what steers the chip: SP, the interrupt flag, `EECR`, a register of any peripheral; or
    /// the EEPROM was accessed at a secret address.
    Control,
}
