//! The transfer rules: what each instruction does to the masks.
//!
//! Before an instruction runs, its operands' values are in the machine and their masks in the shadow. Afterwards the
//! shadow holds the masks of its results, while the machine still stands before it. The arithmetic is in
//! `taint/arithmetic.rs`, memory in `taint/memory.rs`.

use super::super::machine::{Machine, State};
use super::super::{Error, Result};
use super::arithmetic::flag::{C, H, I, N, S, T, V, Z};
use super::arithmetic::{self, Outcome, Tracked};
use super::instruction::{Fill, Instruction, Operand};
use super::memory::{EIND, io};
use super::{Leak, Shadow};

/// The flags of the arithmetic instructions, and of those that leave H or C or both alone.
const ALL: u8 = H | S | V | N | Z | C;
const NO_HALF: u8 = ALL & !H;
const SIGNS: u8 = S | V | N | Z;

impl Shadow {
    /// Call it before [`Machine::step`]: applies the rule of the instruction about to run, and reports what of it depends
    /// on a secret.
    ///
    /// Nothing happens while the core sleeps, nor with the program counter outside the image, which `Machine::step`
    /// refuses. That an interrupt was taken in between is seen by SP and the program counter; the return address that
    /// it pushed is public.
    ///
    /// # Errors
    /// [`Error::BadOpcode`] for what the chip does not have, and for `spm`.
    #[inline]
    pub fn step(&mut self, machine: &Machine) -> Result<Option<Leak>> {
        if machine.state() != State::Running {
            return Ok(None);
        }
        let pc = machine.pc() as usize;
        let Some(&[low, high]) = machine.image().flash().get(pc..pc + 2) else { return Ok(None) };
        let sp = machine.sp();
        if self.sp.is_some_and(|expected| expected != sp) {
            self.notice_interrupt(machine, sp);
        }
        self.sp = Some(sp);
        let opcode = u16::from_le_bytes([low, high]);
        let instruction = self.instructions[usize::from(opcode)];
        if !instruction.exists_on(self.mcu) {
            return Err(Error::BadOpcode { opcode, at: machine.here() });
        }
        Ok(self.apply(machine, instruction))
    }

    /// SP is not where the last instruction left it: the entry of an interrupt, or the host's doing.
    #[cold]
    fn notice_interrupt(&mut self, machine: &Machine, sp: u16) {
        // No supported chip has more vectors, of two words each.
        const VECTORS: u32 = 64;
        let bytes = u16::from(self.mcu.pc_bytes);
        let pushed = self.sp.map(|expected| expected.wrapping_sub(sp)) == Some(bytes);
        let vector = machine.pc().is_multiple_of(4) && machine.pc() < 4 * VECTORS;
        if pushed && vector && machine.sreg() & I == 0 {
            for offset in 1..=bytes {
                self.data[usize::from(sp.wrapping_add(offset))] = 0;
            }
            self.sreg &= !I;
        }
    }

    /// A register's value and mask.
    pub(super) fn tracked(&self, machine: &Machine, index: u8) -> Tracked {
        Tracked::new(machine.register(index), self.data[usize::from(index)])
    }

    fn operand(&self, machine: &Machine, operand: Operand) -> Tracked {
        match operand {
            Operand::Register(r) => self.tracked(machine, r),
            Operand::Constant(value) => Tracked::new(value, 0),
        }
    }

    fn carry(&self, machine: &Machine) -> Tracked {
        Tracked::new(machine.sreg() & C, self.sreg & C)
    }

    /// Stores the mask of a register.
    fn mark(&mut self, d: u8, result: Tracked) {
        let [mask, ..] = result.mask.to_le_bytes();
        self.data[usize::from(d)] = mask;
    }

    /// Stores the masks of those flags that the instruction sets.
    fn mark_flags(&mut self, outcome: Outcome, set: u8) {
        self.sreg = self.sreg & !set | outcome.flags & set;
    }

    fn finish(&mut self, d: u8, outcome: Outcome, set: u8) {
        self.mark(d, outcome.result);
        self.mark_flags(outcome, set);
    }

    /// The rule of one instruction.
    #[inline]
    fn apply(&mut self, machine: &Machine, instruction: Instruction) -> Option<Leak> {
        match instruction {
            Instruction::Nothing => {}
            Instruction::Add { d, r, carry } => self.add(machine, d, r, carry),
            Instruction::Subtract { d, operand, carry, keep } => self.subtract(machine, d, operand, carry, keep),
            Instruction::And { d, operand } => {
                let result = arithmetic::and(self.tracked(machine, d), self.operand(machine, operand));
                self.finish(d, arithmetic::logic(result), SIGNS);
            }
            Instruction::Or { d, operand } => {
                let result = arithmetic::or(self.tracked(machine, d), self.operand(machine, operand));
                self.finish(d, arithmetic::logic(result), SIGNS);
            }
            Instruction::Xor { d, r } => {
                let (x, y) = (self.tracked(machine, d), self.tracked(machine, r));
                let mask = if d == r { 0 } else { x.mask | y.mask };
                self.finish(d, arithmetic::logic(Tracked { value: x.value ^ y.value, mask }), SIGNS);
            }
            Instruction::Move { d, r } => self.data[usize::from(d)] = self.data[usize::from(r)],
            Instruction::MovePair { d, r } => {
                self.data[usize::from(d)] = self.data[usize::from(r)];
                self.data[usize::from(d) + 1] = self.data[usize::from(r) + 1];
            }
            Instruction::Constant { d } => self.data[usize::from(d)] = 0,
            Instruction::Complement { d } => {
                let x = self.tracked(machine, d);
                self.finish(d, arithmetic::logic(Tracked { value: x.value ^ 0xFF, ..x }), NO_HALF);
            }
            Instruction::Negate { d } => {
                let x = self.tracked(machine, d);
                self.finish(d, arithmetic::subtract(Tracked::ZERO, x, Tracked::ZERO, 8), ALL);
            }
            Instruction::Swap { d } => {
                let mask = &mut self.data[usize::from(d)];
                *mask = mask.rotate_left(4);
            }
            Instruction::Increment { d } => self.count(machine, d, false),
            Instruction::Decrement { d } => self.count(machine, d, true),
            Instruction::ShiftRight { d, fill } => {
                let x = self.tracked(machine, d);
                let fill = match fill {
                    Fill::Sign => x.bit(7),
                    Fill::Zero => Tracked::ZERO,
                    Fill::Carry => self.carry(machine),
                };
                self.finish(d, arithmetic::shift_right(x, fill), NO_HALF);
            }
            Instruction::Wide { d, constant, subtract } => self.wide(machine, d, constant, subtract),
            Instruction::Multiply { d, r, signed, fraction } => {
                let (x, y) = (self.tracked(machine, d), self.tracked(machine, r));
                let outcome = arithmetic::multiply(x, y, signed, fraction);
                self.mark(0, outcome.result);
                self.data[1] = outcome.result.mask.to_le_bytes()[1];
                self.mark_flags(outcome, Z | C);
            }
            Instruction::SetFlag { b } => self.sreg &= !(1 << b),
            Instruction::StoreBit { d, b } => {
                let secret = self.data[usize::from(d)] >> b & 1;
                self.sreg = self.sreg & !T | if secret == 0 { 0 } else { T };
            }
            Instruction::LoadBit { d, b } => {
                let secret = u8::from(self.sreg & T != 0) << b;
                let mask = &mut self.data[usize::from(d)];
                *mask = *mask & !(1 << b) | secret;
            }
            Instruction::IoBit { a, b, set } => {
                let address = io(a);
                let old = machine.data()[usize::from(address)];
                let value = if set { old | 1 << b } else { old & !(1 << b) };
                let byte = Tracked::new(value, self.loaded(address) & !(1 << b));
                return self.stored(machine, address, byte);
            }
            Instruction::In { d, a } => self.data[usize::from(d)] = self.loaded(io(a)),
            Instruction::Out { a, r } => return self.stored(machine, io(a), self.tracked(machine, r)),
            Instruction::Load { d, pointer, mode } => return self.load(machine, d, pointer, mode),
            Instruction::Store { r, pointer, mode } => return self.store(machine, r, pointer, mode),
            Instruction::LoadDirect { d } => self.data[usize::from(d)] = self.loaded(second_word(machine)),
            Instruction::StoreDirect { r } => {
                return self.stored(machine, second_word(machine), self.tracked(machine, r));
            }
            Instruction::Push { r } => return self.push(machine, r),
            Instruction::Pop { d } => return self.pop(machine, d),
            Instruction::Call => return self.push_return(machine),
            Instruction::LoadFlash { d, increment, extended } => {
                return self.load_flash(machine, d, increment, extended);
            }
            _ => return self.apply_control(machine, instruction),
        }
        None
    }

    /// Instructions that choose what runs next.
    fn apply_control(&mut self, machine: &Machine, instruction: Instruction) -> Option<Leak> {
        let skip = |secret: bool| secret.then_some(Leak::Skip);
        match instruction {
            Instruction::Branch { b } => (self.sreg >> b & 1 != 0).then_some(Leak::Branch),
            Instruction::SkipEqual { d, r } => {
                skip(d != r && self.tracked(machine, d).equality_varies(self.tracked(machine, r)))
            }
            Instruction::SkipBit { r, b } => skip(self.data[usize::from(r)] >> b & 1 != 0),
            Instruction::SkipIo { a, b } => skip(self.loaded(io(a)) >> b & 1 != 0),
            Instruction::Indirect { call, extended } => {
                let secret = self.data[30] | self.data[31] | if extended { self.data[usize::from(EIND)] } else { 0 };
                let pushed = if call { self.push_return(machine) } else { None };
                if secret == 0 { pushed } else { Some(Leak::Jump) }
            }
            Instruction::Return { interrupt } => {
                if interrupt {
                    self.sreg &= !I;
                }
                self.pop_return(machine)
            }
            // `apply` has done the others.
            _ => None,
        }
    }

    fn add(&mut self, machine: &Machine, d: u8, r: u8, carry: bool) {
        let carry = if carry { self.carry(machine) } else { Tracked::ZERO };
        let x = self.tracked(machine, d);
        let outcome =
            if d == r { arithmetic::double(x, carry) } else { arithmetic::add(x, self.tracked(machine, r), carry, 8) };
        self.finish(d, outcome, ALL);
    }

    fn subtract(&mut self, machine: &Machine, d: u8, operand: Operand, carry: bool, keep: bool) {
        let borrow = if carry { self.carry(machine) } else { Tracked::ZERO };
        let mut outcome = if operand == Operand::Register(d) {
            arithmetic::cancel(borrow)
        } else {
            arithmetic::subtract(self.tracked(machine, d), self.operand(machine, operand), borrow, 8)
        };
        if carry {
            outcome.flags = outcome.flags & !Z | self.chained_zero(machine, outcome);
        }
        self.mark_flags(outcome, ALL);
        if keep {
            self.mark(d, outcome.result);
        }
    }

    /// Z of an instruction that only ever clears it: public when it is clear for a public reason.
    fn chained_zero(&self, machine: &Machine, outcome: Outcome) -> u8 {
        let cleared = outcome.flags & Z == 0 && outcome.result.value != 0;
        let clear_before = self.sreg & Z == 0 && machine.sreg() & Z == 0;
        if cleared || clear_before { 0 } else { outcome.flags & Z | self.sreg & Z }
    }

    /// `inc` and `dec`: V says that the number passed from 127 to 128, or back.
    fn count(&mut self, machine: &Machine, d: u8, down: bool) {
        let (x, one) = (self.tracked(machine, d), Tracked::public(1));
        let (mut outcome, edge) = if down {
            (arithmetic::subtract(x, one, Tracked::ZERO, 8), 0x80)
        } else {
            (arithmetic::add(x, one, Tracked::ZERO, 8), 0x7F)
        };
        if !x.equality_varies(Tracked::public(edge)) {
            outcome.flags &= !V;
        }
        self.finish(d, outcome, SIGNS);
    }

    /// `adiw` and `sbiw`.
    fn wide(&mut self, machine: &Machine, d: u8, constant: u8, subtract: bool) {
        let (low, high) = (self.tracked(machine, d), self.tracked(machine, d + 1));
        let x = Tracked { value: low.value | high.value << 8, mask: low.mask | high.mask << 8 };
        let y = Tracked::new(constant, 0);
        let outcome = if subtract {
            arithmetic::subtract(x, y, Tracked::ZERO, 16)
        } else {
            arithmetic::add(x, y, Tracked::ZERO, 16)
        };
        self.data[usize::from(d) + 1] = outcome.result.mask.to_le_bytes()[1];
        self.finish(d, outcome, NO_HALF);
    }
}

/// The second word of an instruction: an address; 0 behind the end of the image, where the machine stops.
fn second_word(machine: &Machine) -> u16 {
    let at = machine.pc() as usize + 2;
    match machine.image().flash().get(at..at + 2) {
        Some(&[low, high]) => u16::from_le_bytes([low, high]),
        _ => 0,
    }
}
