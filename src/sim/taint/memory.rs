//! Loads, stores, the stack, I/O registers and EEPROM.
//!
//! What a secret pointer loads may be any byte, so it is secret as a whole. What it stores makes the byte written secret
//! as a whole; the other candidates are the caller's business (see `sim::taint`).
//!
//! What it isn't: a guard. Pointers into registers or beyond RAM are the machine's to refuse.

use super::super::machine::Machine;
use super::arithmetic::{Tracked, add, flag, subtract};
use super::instruction::Mode;
use super::{Leak, Shadow};

const GPIOR0: u16 = 0x3E;
pub(super) const EECR: u16 = 0x3F;
const EEDR: usize = 0x40;
const EEARL: usize = 0x41;
const EEARH: u16 = 0x42;
const GPIOR1: u16 = 0x4A;
const GPIOR2: u16 = 0x4B;
const RAMPZ: u16 = 0x5B;
pub(super) const EIND: u16 = 0x5C;
const SPL: u16 = 0x5D;
const SPH: u16 = 0x5E;
pub(super) const SREG: u16 = 0x5F;

/// I/O registers that do nothing by themselves: what reads them is an instruction, or `EECR`.
const HOLD_BYTES: [u16; 8] = [GPIOR0, EEDR as u16, EEARL as u16, EEARH, GPIOR1, GPIOR2, RAMPZ, EIND];

/// `EECR`: start to read, start to write, permission to write, and the mode of writing.
const EERE: u8 = 1;
const EEPE: u8 = 2;
const EEMPE: u8 = 4;
const EEPM: u8 = 0x30;

/// The data address of an I/O address.
pub(super) const fn io(address: u8) -> u16 {
    address as u16 + 0x20
}

impl Shadow {
    /// Two neighbouring bytes of data memory, the lower first.
    fn pair(&self, machine: &Machine, low: u16) -> Tracked {
        let at = usize::from(low);
        let data = machine.data();
        Tracked::pair(
            u16::from_le_bytes([data[at], data[at + 1]]),
            u16::from_le_bytes([self.data[at], self.data[at + 1]]),
        )
    }

    /// Marks two neighbouring bytes.
    fn mark_pair(&mut self, low: u16, mask: u32) {
        let [first, second, ..] = mask.to_le_bytes();
        self.data[usize::from(low)] = first;
        self.data[usize::from(low) + 1] = second;
    }

    /// The mask of a byte that is loaded from a public address.
    pub(super) fn loaded(&self, address: u16) -> u8 {
        if address == SREG { self.sreg } else { self.data[usize::from(address)] }
    }

    /// A byte stored at a public address.
    pub(super) fn stored(&mut self, machine: &Machine, address: u16, byte: Tracked) -> Option<Leak> {
        let [mask, ..] = byte.mask.to_le_bytes();
        let [value, ..] = byte.value.to_le_bytes();
        if address == SREG {
            self.sreg = mask;
            return (mask & flag::I != 0).then_some(Leak::Control);
        }
        self.data[usize::from(address)] = mask;
        if !(io(0)..self.mcu.ram_start).contains(&address) {
            return None;
        }
        match address {
            SPL | SPH => {
                let mut sp = machine.sp().to_le_bytes();
                sp[usize::from(address - SPL)] = value;
                self.sp = Some(u16::from_le_bytes(sp));
                (mask != 0).then_some(Leak::Control)
            }
            EECR => self.strobe(machine, value, mask),
            _ if HOLD_BYTES.contains(&address) => None,
            // A peripheral's: nobody knows what it does with it.
            _ => (mask != 0).then_some(Leak::Control),
        }
    }

    /// A write to `EECR` may read a cell of the EEPROM into `EEDR` or write one from it.
    fn strobe(&mut self, machine: &Machine, value: u8, mask: u8) -> Option<Leak> {
        let possible = value | mask;
        let address = self.pair(machine, EEARL as u16);
        let strobes = possible & (EERE | EEPE);
        let secret_strobe = mask & (EERE | EEPE | EEMPE | EEPM) != 0;
        let secret_address = strobes != 0 && address.mask != 0;
        // The sizes are powers of two, and the chips ignore the bits above.
        let cell = address.value as usize % self.eeprom.len().max(1);
        if possible & EEPE != 0 {
            let data = if secret_strobe { 0xFF } else { self.data[EEDR] };
            if secret_address {
                self.eeprom.fill(0xFF);
            } else if let Some(kept) = self.eeprom.get_mut(cell) {
                let whole = value & EEPM == 0 && machine.data()[usize::from(EECR)] & EEMPE != 0;
                // Without permission, or when it only erases or only programs, the old bits still count.
                *kept = data | if whole && !secret_strobe { 0 } else { *kept };
            }
        }
        if possible & EERE != 0 {
            let read = self.eeprom.get(cell).copied().unwrap_or(0);
            let both = if possible & EEPE == 0 { 0 } else { self.data[EEDR] };
            self.data[EEDR] = if secret_strobe || secret_address { 0xFF } else { read | both };
        }
        (mask != 0 || secret_address).then_some(Leak::Control)
    }

    /// The pointer of a load or store: its address, and the mask that the pointer has afterwards.
    fn point(&self, machine: &Machine, pointer: u8, mode: Mode) -> (u16, u32, bool) {
        let base = self.pair(machine, u16::from(pointer));
        let [low, high, ..] = base.value.to_le_bytes();
        let value = u16::from_le_bytes([low, high]);
        let one = Tracked::public(1);
        let address = match mode {
            Mode::Displaced(displacement) => value.wrapping_add(u16::from(displacement)),
            Mode::Increment => value,
            Mode::Decrement => value.wrapping_sub(1),
        };
        if base.mask == 0 {
            return (address, 0, false);
        }
        let after = match mode {
            Mode::Displaced(_) => base,
            Mode::Increment => add(base, one, Tracked::ZERO, 16).result,
            Mode::Decrement => subtract(base, one, Tracked::ZERO, 16).result,
        };
        (address, after.mask, true)
    }

    pub(super) fn load(&mut self, machine: &Machine, d: u8, pointer: u8, mode: Mode) -> Option<Leak> {
        let (address, after, secret) = self.point(machine, pointer, mode);
        let mut mask = if secret { 0xFF } else { self.loaded(address) };
        if secret {
            self.mark_pair(u16::from(pointer), after);
            if d & !1 == pointer {
                // What `ld r26, X+` leaves is undefined: the byte or the pointer.
                mask = 0xFF;
            }
        }
        self.data[usize::from(d)] = mask;
        secret.then_some(Leak::Address { written: false, address })
    }

    pub(super) fn store(&mut self, machine: &Machine, r: u8, pointer: u8, mode: Mode) -> Option<Leak> {
        let (address, after, secret) = self.point(machine, pointer, mode);
        let byte = self.tracked(machine, r);
        if !secret {
            return self.stored(machine, address, byte);
        }
        self.mark_pair(u16::from(pointer), after);
        // Whatever it may steer, the leak is the address.
        let _ = self.stored(machine, address, Tracked { mask: 0xFF, ..byte });
        Some(Leak::Address { written: true, address })
    }

    pub(super) fn load_flash(&mut self, machine: &Machine, d: u8, increment: bool, extended: bool) -> Option<Leak> {
        let z = self.pair(machine, 30);
        let (bank, bank_mask) =
            if extended { (machine.data()[usize::from(RAMPZ)], self.data[usize::from(RAMPZ)]) } else { (0, 0) };
        let address = z.value as usize | usize::from(bank) << 16;
        let secret = z.mask != 0 || bank_mask != 0;
        // The size is a power of two, and the chips ignore the bits above.
        let byte = address % self.flash.len().max(1);
        let mask = if secret { 0xFF } else { self.flash.get(byte).copied().unwrap_or(0) };
        if increment && secret {
            let one = Tracked::public(1);
            let after = add(z, one, Tracked::ZERO, 16);
            self.mark_pair(30, after.result.mask);
            if extended && bank_mask | (after.flags & flag::C) != 0 {
                // The carry of Z runs into RAMPZ.
                self.data[usize::from(RAMPZ)] = 0xFF;
            }
        }
        self.data[usize::from(d)] = if secret && increment && d & !1 == 30 { 0xFF } else { mask };
        let [low, high, ..] = z.value.to_le_bytes();
        secret.then_some(Leak::Address { written: false, address: u16::from_le_bytes([low, high]) })
    }

    pub(super) fn push(&mut self, machine: &Machine, r: u8) -> Option<Leak> {
        let mask = self.data[usize::from(r)];
        self.push_masks(machine, mask, 1)
    }

    /// A return address: public.
    pub(super) fn push_return(&mut self, machine: &Machine) -> Option<Leak> {
        self.push_masks(machine, 0, self.mcu.pc_bytes)
    }

    fn push_masks(&mut self, machine: &Machine, mask: u8, count: u8) -> Option<Leak> {
        let sp = machine.sp();
        let leak = self.move_stack(machine, sp.wrapping_sub(u16::from(count)), true);
        for offset in 0..u16::from(count) {
            let address = sp.wrapping_sub(offset);
            self.data[usize::from(address)] = if leak.is_some() { 0xFF } else { mask };
        }
        leak
    }

    pub(super) fn pop(&mut self, machine: &Machine, d: u8) -> Option<Leak> {
        let sp = machine.sp().wrapping_add(1);
        let leak = self.move_stack(machine, sp, false);
        self.data[usize::from(d)] = if leak.is_some() { 0xFF } else { self.loaded(sp) };
        leak
    }

    /// Takes a return address from the stack.
    pub(super) fn pop_return(&mut self, machine: &Machine) -> Option<Leak> {
        let sp = machine.sp();
        let count = u16::from(self.mcu.pc_bytes);
        let moved = self.move_stack(machine, sp.wrapping_add(count), false);
        let secret = (1..=count).any(|offset| self.loaded(sp.wrapping_add(offset)) != 0);
        (moved.is_some() || secret).then_some(Leak::Jump)
    }

    /// SP after a push or pop; a leak when it is secret.
    fn move_stack(&mut self, machine: &Machine, sp: u16, written: bool) -> Option<Leak> {
        self.sp = Some(sp);
        let old = self.pair(machine, SPL);
        if old.mask == 0 {
            return None;
        }
        let [low, high, ..] = old.value.to_le_bytes();
        let address = u16::from_le_bytes([low, high]);
        let distance = Tracked::public(u32::from(sp.wrapping_sub(address)));
        let after = if written {
            let distance = Tracked::public(u32::from(address.wrapping_sub(sp)));
            subtract(old, distance, Tracked::ZERO, 16)
        } else {
            add(old, distance, Tracked::ZERO, 16)
        };
        self.mark_pair(SPL, after.result.mask);
        Some(Leak::Address { written, address: if written { address } else { sp } })
    }
}
