//! The state: a mask for every byte of the chip, and how it is read and set from outside.
//!
//! What it isn't: the values. Those stay in the machine; only the masks are here, and the stack pointer that the last
//! instruction left, by which the entry of an interrupt shows.

use std::boxed::Box;
use std::vec;

use super::super::image::Space;
use super::super::mcu::Mcu;
use super::instruction::{self, Instruction};
use super::memory::SREG;

/// Which bits of registers, SREG, data memory, flash and EEPROM depend on a secret: in each mask a set bit does.
pub struct Shadow {
    pub(super) mcu: &'static Mcu,
    pub(super) instructions: &'static [Instruction],
    /// All 16 bits of addresses, registers first. SREG's mask is in `sreg` alone.
    pub(super) data: Box<[u8]>,
    pub(super) sreg: u8,
    pub(super) flash: Box<[u8]>,
    pub(super) eeprom: Box<[u8]>,
    /// The stack pointer after the last instruction.
    pub(super) sp: Option<u16>,
}

impl core::fmt::Debug for Shadow {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Shadow")
            .field("mcu", &self.mcu.name)
            .field("secret_data", &self.secret_data().count())
            .finish_non_exhaustive()
    }
}

impl Shadow {
    /// The shadow of a chip in which everything is public.
    #[must_use]
    pub fn new(mcu: &'static Mcu) -> Self {
        Shadow {
            mcu,
            instructions: instruction::all(),
            data: vec![0; 0x1_0000].into_boxed_slice(),
            sreg: 0,
            flash: vec![0; mcu.flash_size as usize].into_boxed_slice(),
            eeprom: vec![0; usize::from(mcu.eeprom_size)].into_boxed_slice(),
            sp: None,
        }
    }

    /// Makes `len` whole bytes secret. Data addresses below 32 are registers, 0x5F is SREG. What lies outside the memory
    /// is ignored.
    pub fn classify(&mut self, space: Space, address: u32, len: u32) {
        self.set(space, address, len, 0xFF);
    }

    /// Makes `len` bytes public.
    pub fn declassify(&mut self, space: Space, address: u32, len: u32) {
        self.set(space, address, len, 0);
    }

    fn set(&mut self, space: Space, address: u32, len: u32, mask: u8) {
        for address in address..address.saturating_add(len) {
            if !self.set_mask(space, address, mask) {
                return;
            }
        }
    }

    /// Sets the mask of one byte; `false` outside the memory.
    pub fn set_mask(&mut self, space: Space, address: u32, mask: u8) -> bool {
        let memory = match space {
            Space::Data if address == u32::from(SREG) => {
                self.sreg = mask;
                return true;
            }
            Space::Data => &mut self.data,
            Space::Flash => &mut self.flash,
            Space::Eeprom => &mut self.eeprom,
        };
        let Some(byte) = memory.get_mut(address as usize) else { return false };
        *byte = mask;
        true
    }

    /// The secret bits of a byte; 0 outside the memory.
    #[must_use]
    pub fn mask(&self, space: Space, address: u32) -> u8 {
        let memory = match space {
            Space::Data if address == u32::from(SREG) => return self.sreg,
            Space::Data => &self.data,
            Space::Flash => &self.flash,
            Space::Eeprom => &self.eeprom,
        };
        memory.get(address as usize).copied().unwrap_or(0)
    }

    /// The secret bits of register `index`, 0 to 31.
    #[must_use]
    pub fn register(&self, index: u8) -> u8 {
        self.data[usize::from(index & 31)]
    }

    /// The secret flags, carry in bit 0.
    #[must_use]
    pub const fn sreg(&self) -> u8 {
        self.sreg
    }

    /// The addresses of data memory with a secret bit, in order: registers, I/O with SREG, RAM.
    pub fn secret_data(&self) -> impl Iterator<Item = u16> + '_ {
        (0..=self.mcu.ram_end()).filter(|&address| self.mask(Space::Data, u32::from(address)) != 0)
    }
}
