//! What of an opcode concerns calls and written memory.
//!
//! It isn't a decoder: what an instruction computes is the shadow's business (`sim::taint`), and everything
//! that neither writes memory nor moves the stack is [`Flow::Other`].

use std::sync::LazyLock;
use std::vec::Vec;

use super::super::machine::Machine;
use super::super::opcode::{self, class};

/// What an instruction does to memory and to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Nothing to be noted.
    Other,
    /// Pushes a return address and goes elsewhere.
    Call,
    /// Pops a return address.
    Return,
    /// Pushes a register.
    Push,
    /// Pops a register.
    Pop,
    /// A store, of the class that [`opcode`] gives it.
    Store(u8),
    /// `out` to an I/O register.
    Out,
}

impl Flow {
    /// The flow of an opcode.
    pub(super) fn of(opcode: u16) -> Self {
        static TABLE: LazyLock<Vec<Flow>> = LazyLock::new(|| (0..=u16::MAX).map(classify).collect());
        TABLE[usize::from(opcode)]
    }

    /// How far the instruction itself moves SP; `None` for one that may set it to anything.
    pub(super) fn moves(self, opcode: u16, pc_bytes: u8) -> Option<i16> {
        match self {
            Flow::Call => Some(-i16::from(pc_bytes)),
            Flow::Return => Some(pc_bytes.into()),
            Flow::Push => Some(-1),
            Flow::Pop => Some(1),
            Flow::Out if matches!(io_address(opcode), 0x5D | 0x5E) => None,
            _ => Some(0),
        }
    }

    /// Whether it pushes what will be needed again: a return address, or a register that a call must preserve. avr-gcc
    /// makes room for variables by pushing others, and by `rcall .+0`.
    pub(super) fn saves(self, opcode: u16) -> bool {
        match self {
            Flow::Call => opcode != ROOM,
            Flow::Push => matches!(opcode >> 4 & 31, 2..=17 | 28 | 29),
            _ => false,
        }
    }

    /// The data addresses that the instruction is about to write, return addresses included.
    pub(super) fn writes(self, machine: &Machine, opcode: u16, next: u16) -> Option<(u16, u8)> {
        match self {
            Flow::Call => {
                let bytes = machine.mcu().pc_bytes;
                Some((machine.sp().wrapping_sub(u16::from(bytes) - 1), bytes))
            }
            Flow::Push => Some((machine.sp(), 1)),
            Flow::Store(class) => Some((store_address(machine, class, opcode, next), 1)),
            Flow::Out => Some((io_address(opcode), 1)),
            Flow::Other | Flow::Return | Flow::Pop => None,
        }
    }
}

/// `rcall .+0`: calls the next instruction.
const ROOM: u16 = 0xD000;

fn classify(opcode: u16) -> Flow {
    match opcode {
        0x9508 | 0x9518 => Flow::Return,
        0x9509 | 0x9519 => Flow::Call,
        _ if opcode & 0xFE0E == 0x940E || opcode & 0xF000 == 0xD000 => Flow::Call,
        _ if opcode & 0xFE0F == 0x920F => Flow::Push,
        _ if opcode & 0xFE0F == 0x900F => Flow::Pop,
        _ if opcode & 0xF800 == 0xB800 => Flow::Out,
        _ => match opcode::classes()[usize::from(opcode)] {
            class if class < class::STACK && class & class::STORE != 0 => Flow::Store(class),
            _ => Flow::Other,
        },
    }
}

fn io_address(opcode: u16) -> u16 {
    0x20 + ((opcode >> 5) & 0x30 | opcode & 0x0F)
}

fn store_address(machine: &Machine, class: u8, opcode: u16, next: u16) -> u16 {
    let pointer = class & class::POINTER;
    if pointer == class::DIRECT {
        return next;
    }
    let low = 24 + 2 * pointer;
    let base = u16::from_le_bytes([machine.register(low), machine.register(low + 1)]);
    if class & class::DISPLACED != 0 {
        base.wrapping_add(opcode::displacement(opcode))
    } else {
        base.wrapping_sub(u16::from(class & class::DECREMENT != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_opcodes() {
        let cases = [
            (0x0000, Flow::Other),                               // nop
            (0x940E, Flow::Call),                                // call
            (0x95FF, Flow::Call),                                // call, high address
            (0x940C, Flow::Other),                               // jmp
            (0xDFFF, Flow::Call),                                // rcall
            (0x9509, Flow::Call),                                // icall
            (0x9519, Flow::Call),                                // eicall
            (0x9409, Flow::Other),                               // ijmp
            (0x9508, Flow::Return),                              // ret
            (0x9518, Flow::Return),                              // reti
            (0x938F, Flow::Push),                                // push r24
            (0x918F, Flow::Pop),                                 // pop r24
            (0xBF8F, Flow::Out),                                 // out SREG, r24
            (0xB78F, Flow::Other),                               // in r24, SREG
            (0x9390, Flow::Store(class::DIRECT | class::STORE)), // sts
            (0x9190, Flow::Other),                               // lds
            (0x9185, Flow::Other),                               // lpm r24, Z+
        ];
        for (opcode, flow) in cases {
            assert_eq!(classify(opcode), flow, "{opcode:04x}");
        }
        assert_eq!(io_address(0xBFCD), 0x5D);
        let pushes = |register: u16| Flow::Push.saves(0x920F | register << 4);
        assert_eq!(
            [0, 1, 2, 17, 18, 27, 28, 29, 30].map(pushes),
            [false, false, true, true, false, false, true, true, false]
        );
        assert_eq!([0xD000, 0xD001, 0x940E].map(|opcode| Flow::Call.saves(opcode)), [false, true, true]);
        assert_eq!(Flow::Out.moves(0xBFCD, 2), None);
        assert_eq!(Flow::Out.moves(0xBF8F, 2), Some(0));
    }
}
