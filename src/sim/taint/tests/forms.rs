//! The instruction forms of the manual as bit patterns, and random instances of them.
//!
//! What it isn't: the decoder's tables. A letter stands for an operand bit; `A` for an I/O address, of which only some
//! can be written without waking a peripheral.

use super::*;

/// What an instance needs around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Registers and flags alone.
    Plain,
    /// X, Y or Z point into RAM, or Z into flash.
    Pointer,
    /// A data address in the second word.
    Direct,
    /// Pushes and pops.
    Stack,
    /// An I/O register.
    Io,
    /// Goes somewhere else.
    Control,
    /// The same with a flash address in the second word.
    Far,
}

pub(super) struct Form {
    pub(super) name: &'static str,
    pattern: &'static [u8; 16],
    pub(super) kind: Kind,
}

const fn form(name: &'static str, pattern: &'static [u8; 16], kind: Kind) -> Form {
    Form { name, pattern, kind }
}

use Kind::{Control, Direct, Far, Io, Plain, Pointer, Stack};

pub(super) const FORMS: &[Form] = &[
    form("nop", b"0000000000000000", Plain),
    form("movw", b"00000001ddddrrrr", Plain),
    form("muls", b"00000010nnnnrrrr", Plain),
    form("mulsu", b"000000110nnn0rrr", Plain),
    form("fmul", b"000000110nnn1rrr", Plain),
    form("fmuls", b"000000111nnn0rrr", Plain),
    form("fmulsu", b"000000111nnn1rrr", Plain),
    form("cpc", b"000001rnnnnnrrrr", Plain),
    form("sbc", b"000010rdddddrrrr", Plain),
    form("add", b"000011rdddddrrrr", Plain),
    form("cpse", b"000100rnnnnnrrrr", Control),
    form("cp", b"000101rnnnnnrrrr", Plain),
    form("sub", b"000110rdddddrrrr", Plain),
    form("adc", b"000111rdddddrrrr", Plain),
    form("and", b"001000rdddddrrrr", Plain),
    form("eor", b"001001rdddddrrrr", Plain),
    form("or", b"001010rdddddrrrr", Plain),
    form("mov", b"001011rdddddrrrr", Plain),
    form("cpi", b"0011kkkknnnnkkkk", Plain),
    form("sbci", b"0100kkkkddddkkkk", Plain),
    form("subi", b"0101kkkkddddkkkk", Plain),
    form("ori", b"0110kkkkddddkkkk", Plain),
    form("andi", b"0111kkkkddddkkkk", Plain),
    form("ldd Z+q", b"10q0qq0ddddd0qqq", Pointer),
    form("ldd Y+q", b"10q0qq0ddddd1qqq", Pointer),
    form("std Z+q", b"10q0qq1rrrrr0qqq", Pointer),
    form("std Y+q", b"10q0qq1rrrrr1qqq", Pointer),
    form("lds", b"1001000ddddd0000", Direct),
    form("ld Z+", b"1001000ddddd0001", Pointer),
    form("ld -Z", b"1001000ddddd0010", Pointer),
    form("lpm Z", b"1001000ddddd0100", Pointer),
    form("lpm Z+", b"1001000ddddd0101", Pointer),
    form("elpm Z", b"1001000ddddd0110", Pointer),
    form("elpm Z+", b"1001000ddddd0111", Pointer),
    form("ld Y+", b"1001000ddddd1001", Pointer),
    form("ld -Y", b"1001000ddddd1010", Pointer),
    form("ld X", b"1001000ddddd1100", Pointer),
    form("ld X+", b"1001000ddddd1101", Pointer),
    form("ld -X", b"1001000ddddd1110", Pointer),
    form("pop", b"1001000ddddd1111", Stack),
    form("sts", b"1001001rrrrr0000", Direct),
    form("st Z+", b"1001001rrrrr0001", Pointer),
    form("st -Z", b"1001001rrrrr0010", Pointer),
    form("st Y+", b"1001001rrrrr1001", Pointer),
    form("st -Y", b"1001001rrrrr1010", Pointer),
    form("st X", b"1001001rrrrr1100", Pointer),
    form("st X+", b"1001001rrrrr1101", Pointer),
    form("st -X", b"1001001rrrrr1110", Pointer),
    form("push", b"1001001rrrrr1111", Stack),
    form("com", b"1001010ddddd0000", Plain),
    form("neg", b"1001010ddddd0001", Plain),
    form("swap", b"1001010ddddd0010", Plain),
    form("inc", b"1001010ddddd0011", Plain),
    form("asr", b"1001010ddddd0101", Plain),
    form("lsr", b"1001010ddddd0110", Plain),
    form("ror", b"1001010ddddd0111", Plain),
    form("dec", b"1001010ddddd1010", Plain),
    form("bset", b"100101000sss1000", Plain),
    form("bclr", b"100101001sss1000", Plain),
    form("jmp", b"1001010000001100", Far),
    form("call", b"1001010000001110", Far),
    form("ijmp", b"1001010000001001", Control),
    form("eijmp", b"1001010000011001", Control),
    form("ret", b"1001010100001000", Control),
    form("reti", b"1001010100011000", Control),
    form("icall", b"1001010100001001", Control),
    form("eicall", b"1001010100011001", Control),
    form("wdr", b"1001010110101000", Plain),
    form("lpm", b"1001010111001000", Pointer),
    form("elpm", b"1001010111011000", Pointer),
    form("adiw", b"10010110kkddkkkk", Plain),
    form("sbiw", b"10010111kkddkkkk", Plain),
    form("cbi", b"10011000AAAAAbbb", Io),
    form("sbic", b"10011001AAAAAbbb", Control),
    form("sbi", b"10011010AAAAAbbb", Io),
    form("sbis", b"10011011AAAAAbbb", Control),
    form("mul", b"100111rnnnnnrrrr", Plain),
    form("in", b"10110AAdddddAAAA", Io),
    form("out", b"10111AArrrrrAAAA", Io),
    form("rjmp", b"1100000kkkkkkkkk", Control),
    form("rcall", b"1101000kkkkkkkkk", Control),
    form("ldi", b"1110kkkkddddkkkk", Plain),
    form("brbs", b"111100kkkkkkksss", Control),
    form("brbc", b"111101kkkkkkksss", Control),
    form("bld", b"1111100ddddd0bbb", Plain),
    form("bst", b"1111101rrrrr0bbb", Plain),
    form("sbrc", b"1111110rrrrr0bbb", Control),
    form("sbrs", b"1111111rrrrr0bbb", Control),
];

impl Form {
    /// Whether the chip has it.
    pub(super) fn on(&self, mcu: &Mcu) -> bool {
        match self.name {
            "eijmp" | "eicall" => mcu.pc_bytes == 3,
            "elpm" | "elpm Z" | "elpm Z+" => mcu.flash_size > 0x1_0000,
            _ => true,
        }
    }

    /// Its opcode with random operands, and the second word.
    pub(super) fn instance(&self, mcu: &Mcu, noise: &mut Noise) -> [u16; 2] {
        let five = matches!(self.name, "cbi" | "sbi" | "sbic" | "sbis");
        let core: &[u8] = if mcu.flash_size > 0x1_0000 {
            &[0x1E, 0x2A, 0x2B, 0x3B, 0x3D, 0x3E, 0x3F]
        } else {
            &[0x1E, 0x2A, 0x2B, 0x3D, 0x3E, 0x3F]
        };
        let address = if five { 0x1E } else { core[usize::from(noise.byte()) % core.len()] };
        let mut address = u16::from(address) << if five { 11 } else { 10 };
        let mut opcode = 0;
        for &letter in self.pattern {
            let bit = match letter {
                b'0' => 0,
                b'1' => 1,
                b'A' => {
                    let bit = address >> 15;
                    address <<= 1;
                    bit
                }
                _ => u16::from(noise.byte() & 1),
            };
            opcode = opcode << 1 | bit;
        }
        let second = match self.kind {
            Far => 0x200 + u16::from(noise.byte()),
            Direct => {
                let fixed = [0x4A, 0x4B, SREG, SREG];
                let choice = usize::from(noise.byte());
                fixed.get(choice).copied().unwrap_or(WINDOW + u16::from(noise.byte()))
            }
            _ => 0,
        };
        [opcode, second]
    }

    /// The first register an instance writes, apart from the products' r0; adiw and movw write the next one too.
    pub(super) fn destination(&self, opcode: u16) -> Option<u16> {
        let letters = self.pattern.iter().enumerate().filter(|&(_, &letter)| letter == b'd');
        let (mut value, mut count) = (0, 0);
        for (at, _) in letters {
            value = value << 1 | opcode >> (15 - at) & 1;
            count += 1;
        }
        match (self.name, count) {
            (_, 0) => None,
            ("movw", _) => Some(2 * value),
            (_, 2) => Some(24 + 2 * value),
            (_, 4) => Some(16 + value),
            _ => Some(value),
        }
    }
}
