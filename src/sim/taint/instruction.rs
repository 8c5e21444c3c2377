//! The decoder: what each opcode does with data, as far as its secrecy is concerned.
//!
//! What it isn't: a disassembler. Instructions that treat secrets alike are one: `sub`, `subi` and `cp` differ only in
//! where the second operand comes from and whether the result is kept; `brne` and `breq` not at all.

use std::sync::LazyLock;
use std::vec::Vec;

use super::super::mcu::Mcu;

/// One instruction. `d` is the destination, `r` the source, each 0 to 31; `a` is an I/O address, `b` a bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instruction {
    /// No instruction of these chips, or `spm`: the shadow of flash would not follow it.
    Invalid,
    /// `nop`, `sleep`, `wdr`, `break`, `rjmp`, `jmp`: no data.
    Nothing,
    /// `add`, `adc`.
    Add { d: u8, r: u8, carry: bool },
    /// `sub`, `subi`, `sbc`, `sbci`; without `keep` `cp`, `cpi`, `cpc`.
    Subtract { d: u8, operand: Operand, carry: bool, keep: bool },
    /// `and`, `andi`.
    And { d: u8, operand: Operand },
    /// `or`, `ori`.
    Or { d: u8, operand: Operand },
    /// `eor`.
    Xor { d: u8, r: u8 },
    /// `mov`.
    Move { d: u8, r: u8 },
    /// `movw`.
    MovePair { d: u8, r: u8 },
    /// `ldi`.
    Constant { d: u8 },
    /// `com`.
    Complement { d: u8 },
    /// `neg`.
    Negate { d: u8 },
    /// `swap`.
    Swap { d: u8 },
    /// `inc`.
    Increment { d: u8 },
    /// `dec`.
    Decrement { d: u8 },
    /// `asr`, `lsr`, `ror`.
    ShiftRight { d: u8, fill: Fill },
    /// `adiw`, `sbiw`.
    Wide { d: u8, constant: u8, subtract: bool },
    /// `mul`, `muls`, `mulsu`; with `fraction` `fmul` and its signed forms.
    Multiply { d: u8, r: u8, signed: (bool, bool), fraction: bool },
    /// `bset`, `bclr`.
    SetFlag { b: u8 },
    /// `bst`.
    StoreBit { d: u8, b: u8 },
    /// `bld`.
    LoadBit { d: u8, b: u8 },
    /// `brbs`, `brbc`.
    Branch { b: u8 },
    /// `cpse`.
    SkipEqual { d: u8, r: u8 },
    /// `sbrc`, `sbrs`.
    SkipBit { r: u8, b: u8 },
    /// `sbic`, `sbis`.
    SkipIo { a: u8, b: u8 },
    /// `in`.
    In { d: u8, a: u8 },
    /// `out`.
    Out { a: u8, r: u8 },
    /// `sbi`, `cbi`.
    IoBit { a: u8, b: u8, set: bool },
    /// `ld`, `ldd`; the pointer is its low register.
    Load { d: u8, pointer: u8, mode: Mode },
    /// `st`, `std`.
    Store { r: u8, pointer: u8, mode: Mode },
    /// `lds`; the address is the next word.
    LoadDirect { d: u8 },
    /// `sts`.
    StoreDirect { r: u8 },
    /// `lpm`, and extended by RAMPZ `elpm`.
    LoadFlash { d: u8, increment: bool, extended: bool },
    /// `push`.
    Push { r: u8 },
    /// `pop`.
    Pop { d: u8 },
    /// `rcall`, `call`.
    Call,
    /// `ijmp`, `icall`, and extended by EIND `eijmp`, `eicall`.
    Indirect { call: bool, extended: bool },
    /// `ret`, `reti`.
    Return { interrupt: bool },
}

/// The second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Register(u8),
    Constant(u8),
}

/// What a shift to the right puts into the highest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    Sign,
    Zero,
    Carry,
}

/// How a load or store uses its pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The pointer and a displacement.
    Displaced(u8),
    /// The pointer, incremented afterwards.
    Increment,
    /// The pointer, decremented before.
    Decrement,
}

impl Instruction {
    /// Whether the chip has it: `elpm` where flash exceeds 64 KiB, `eijmp` and `eicall` where it exceeds 128 KiB.
    pub(super) const fn exists_on(self, mcu: &Mcu) -> bool {
        match self {
            Instruction::Invalid => false,
            Instruction::LoadFlash { extended: true, .. } => mcu.flash_size > 0x1_0000,
            Instruction::Indirect { extended: true, .. } => mcu.pc_bytes == 3,
            _ => true,
        }
    }
}

/// The instruction of every opcode.
pub(super) fn all() -> &'static [Instruction] {
    static ALL: LazyLock<Vec<Instruction>> = LazyLock::new(|| (0..=u16::MAX).map(decode).collect());
    &ALL
}

const X: u8 = 26;
const Y: u8 = 28;
const Z: u8 = 30;

pub(super) const fn decode(opcode: u16) -> Instruction {
    let d = (opcode >> 4 & 0x1F) as u8;
    let r = (opcode >> 5 & 0x10 | opcode & 0x0F) as u8;
    let upper = 16 + (opcode >> 4 & 0x0F) as u8;
    let constant = Operand::Constant((opcode >> 4 & 0xF0 | opcode & 0x0F) as u8);
    let register = Operand::Register(r);
    match opcode >> 12 {
        0x0..=0x2 => match opcode >> 10 {
            0x0 => low(opcode),
            0x1 => Instruction::Subtract { d, operand: register, carry: true, keep: false },
            0x2 => Instruction::Subtract { d, operand: register, carry: true, keep: true },
            0x3 => Instruction::Add { d, r, carry: false },
            0x4 => Instruction::SkipEqual { d, r },
            0x5 => Instruction::Subtract { d, operand: register, carry: false, keep: false },
            0x6 => Instruction::Subtract { d, operand: register, carry: false, keep: true },
            0x7 => Instruction::Add { d, r, carry: true },
            0x8 => Instruction::And { d, operand: register },
            0x9 => Instruction::Xor { d, r },
            0xA => Instruction::Or { d, operand: register },
            _ => Instruction::Move { d, r },
        },
        0x3 => Instruction::Subtract { d: upper, operand: constant, carry: false, keep: false },
        0x4 => Instruction::Subtract { d: upper, operand: constant, carry: true, keep: true },
        0x5 => Instruction::Subtract { d: upper, operand: constant, carry: false, keep: true },
        0x6 => Instruction::Or { d: upper, operand: constant },
        0x7 => Instruction::And { d: upper, operand: constant },
        0x8 | 0xA => {
            let mode = Mode::Displaced((opcode >> 8 & 0x20 | opcode >> 7 & 0x18 | opcode & 7) as u8);
            let pointer = if opcode & 8 == 0 { Z } else { Y };
            access(opcode, d, pointer, mode)
        }
        0x9 => nine(opcode),
        0xB => {
            let a = (opcode >> 5 & 0x30 | opcode & 0x0F) as u8;
            if opcode & 0x0800 == 0 { Instruction::In { d, a } } else { Instruction::Out { a, r: d } }
        }
        0xC => Instruction::Nothing,
        0xD => Instruction::Call,
        0xE => Instruction::Constant { d: upper },
        _ => bits(opcode),
    }
}

/// 0000 00..: `nop`, `movw` and the signed multiplications.
const fn low(opcode: u16) -> Instruction {
    let (d, r) = ((opcode >> 4 & 15) as u8, (opcode & 15) as u8);
    match opcode >> 8 {
        0 if opcode == 0 => Instruction::Nothing,
        1 => Instruction::MovePair { d: 2 * d, r: 2 * r },
        2 => Instruction::Multiply { d: 16 + d, r: 16 + r, signed: (true, true), fraction: false },
        3 => {
            let (signed, fraction) = match opcode & 0x88 {
                0x00 => ((true, false), false),
                0x08 => ((false, false), true),
                0x80 => ((true, true), true),
                _ => ((true, false), true),
            };
            Instruction::Multiply { d: 16 + (d & 7), r: 16 + (r & 7), signed, fraction }
        }
        _ => Instruction::Invalid,
    }
}

/// A load, or with bit 9 a store.
const fn access(opcode: u16, d: u8, pointer: u8, mode: Mode) -> Instruction {
    if opcode & 0x0200 == 0 {
        Instruction::Load { d, pointer, mode }
    } else {
        Instruction::Store { r: d, pointer, mode }
    }
}

/// 1001 ....: loads, stores, one-operand instructions, I/O bits, `mul`.
const fn nine(opcode: u16) -> Instruction {
    let d = (opcode >> 4 & 0x1F) as u8;
    let (a, b) = ((opcode >> 3 & 0x1F) as u8, (opcode & 7) as u8);
    match opcode >> 8 & 0x0F {
        0x0..=0x3 => memory(opcode, d),
        0x4 | 0x5 => one_operand(opcode, d),
        0x6 | 0x7 => Instruction::Wide {
            d: 24 + 2 * (opcode >> 4 & 3) as u8,
            constant: (opcode >> 2 & 0x30 | opcode & 0x0F) as u8,
            subtract: opcode & 0x0100 != 0,
        },
        0x8 => Instruction::IoBit { a, b, set: false },
        0x9 | 0xB => Instruction::SkipIo { a, b },
        0xA => Instruction::IoBit { a, b, set: true },
        _ => {
            let r = (opcode >> 5 & 0x10 | opcode & 0x0F) as u8;
            Instruction::Multiply { d, r, signed: (false, false), fraction: false }
        }
    }
}

/// 1001 00..: loads, stores, the stack.
const fn memory(opcode: u16, d: u8) -> Instruction {
    let store = opcode & 0x0200 != 0;
    match opcode & 0x0F {
        0x0 if store => Instruction::StoreDirect { r: d },
        0x0 => Instruction::LoadDirect { d },
        0x1 => access(opcode, d, Z, Mode::Increment),
        0x2 => access(opcode, d, Z, Mode::Decrement),
        0x4..=0x7 if !store => Instruction::LoadFlash { d, increment: opcode & 1 != 0, extended: opcode & 2 != 0 },
        0x9 => access(opcode, d, Y, Mode::Increment),
        0xA => access(opcode, d, Y, Mode::Decrement),
        0xC => access(opcode, d, X, Mode::Displaced(0)),
        0xD => access(opcode, d, X, Mode::Increment),
        0xE => access(opcode, d, X, Mode::Decrement),
        0xF if store => Instruction::Push { r: d },
        0xF => Instruction::Pop { d },
        _ => Instruction::Invalid,
    }
}

/// 1001 010.: one operand, flags, jumps and calls.
const fn one_operand(opcode: u16, d: u8) -> Instruction {
    match opcode & 0x0F {
        0x0 => Instruction::Complement { d },
        0x1 => Instruction::Negate { d },
        0x2 => Instruction::Swap { d },
        0x3 => Instruction::Increment { d },
        0x5 => Instruction::ShiftRight { d, fill: Fill::Sign },
        0x6 => Instruction::ShiftRight { d, fill: Fill::Zero },
        0x7 => Instruction::ShiftRight { d, fill: Fill::Carry },
        0xA => Instruction::Decrement { d },
        0xC | 0xD => Instruction::Nothing,
        0xE | 0xF => Instruction::Call,
        0x8 if opcode & 0x0100 == 0 => Instruction::SetFlag { b: d & 7 },
        _ => match opcode {
            0x9508 | 0x9518 => Instruction::Return { interrupt: opcode & 0x10 != 0 },
            0x9588 | 0x9598 | 0x95A8 => Instruction::Nothing,
            0x95C8 | 0x95D8 => Instruction::LoadFlash { d: 0, increment: false, extended: opcode & 0x10 != 0 },
            0x9409 | 0x9419 | 0x9509 | 0x9519 => {
                Instruction::Indirect { call: opcode & 0x0100 != 0, extended: opcode & 0x10 != 0 }
            }
            _ => Instruction::Invalid,
        },
    }
}

/// 1111 ....: branches and single bits of registers.
const fn bits(opcode: u16) -> Instruction {
    let (d, b) = ((opcode >> 4 & 0x1F) as u8, (opcode & 7) as u8);
    match opcode >> 9 & 7 {
        0..=3 => Instruction::Branch { b },
        _ if opcode & 8 != 0 => Instruction::Invalid,
        4 => Instruction::LoadBit { d, b },
        5 => Instruction::StoreBit { d, b },
        _ => Instruction::SkipBit { r: d, b },
    }
}
