//! The simulated chip as the judge: it runs the same instructions from states that differ in secret bits alone, and
//! whatever then differs must be marked, in the program counter be a leak.
//!
//! The forms of the instructions are patterns from the instruction set manual, filled with random operands, so that
//! the decoder is tested too. `arithmetic` tries all values of the secret bits against the manual's equations.

use std::vec;
use std::vec::Vec;

use super::super::Noise;
use super::super::call::program;
use super::super::image::{Image, Space};
use super::super::machine::Machine;
use super::super::mcu::Mcu;
use super::memory::SREG;
use super::{Leak, Shadow};

mod arithmetic;
mod forms;
mod opcodes;
mod peripherals;
mod precision;
mod sequences;
mod single;

/// Where the instructions under test begin.
const CODE: u32 = 0x400;
/// Where pointers point; a displacement or a few steps away there is RAM still.
const WINDOW: u16 = 0x400;
const MARGIN: u16 = 0x80;
const RAMPZ: u16 = 0x5B;
/// The end of what is set and compared: nothing reaches farther up.
const END: usize = 0x900;
const EIND: u16 = 0x5C;
const SPL: u16 = 0x5D;

/// A program with these words in it, from [`CODE`] on.
fn image(mcu: &Mcu, words: &[u16]) -> Image {
    let mut image = program(mcu, "nop");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    image.put_flash(CODE, &bytes).unwrap();
    image
}

/// A chip with the program in it, whose stack may lie anywhere in RAM.
fn load(mcu: &'static Mcu, image: &Image) -> Machine {
    let mut machine = Machine::load(mcu, image).unwrap();
    machine.bound_stack(mcu.ram_start, u16::MAX);
    machine
}

fn chip(mcu: &'static Mcu, words: &[u16]) -> Machine {
    load(mcu, &image(mcu, words))
}

/// Everything in the data space, SREG in its place; or the masks of all that.
type Bytes = Vec<u8>;

/// The addresses that are compared: registers, general I/O, the core's own registers, RAM.
fn live(mcu: &Mcu) -> impl Iterator<Item = usize> + use<> {
    let far = (mcu.flash_size > 0x1_0000).then_some(usize::from(RAMPZ));
    let farther = (mcu.pc_bytes == 3).then_some(usize::from(EIND));
    let ram = usize::from(mcu.ram_start)..END;
    (0..32).chain([0x3E, 0x4A, 0x4B]).chain(far).chain(farther).chain(0x5D..0x60).chain(ram)
}

fn put(machine: &mut Machine, bytes: &[u8], pc: u32) {
    let ram = usize::from(machine.mcu().ram_start);
    for address in live(machine.mcu()).take_while(|&address| address < ram) {
        machine.write(address as u16, &bytes[address..=address]).unwrap();
    }
    machine.write(ram as u16, &bytes[ram..]).unwrap();
    machine.set_sreg(bytes[usize::from(SREG)]);
    machine.set_pc(pc);
}

fn get(machine: &Machine) -> Bytes {
    let mut bytes = machine.read(0, END).unwrap();
    bytes[usize::from(SREG)] = machine.sreg();
    bytes
}

/// Puts the masks into a shadow that knows nothing of an earlier run.
fn shade(shadow: &mut Shadow, masks: &[u8]) {
    shadow.data[..masks.len()].copy_from_slice(masks);
    shadow.data[usize::from(SREG)] = 0;
    shadow.sreg = masks[usize::from(SREG)];
    shadow.sp = None;
}

/// The masks of a shadow, as [`Bytes`].
fn masks(shadow: &Shadow) -> Bytes {
    let mut masks = shadow.data[..END].to_vec();
    masks[usize::from(SREG)] = shadow.sreg();
    masks
}

/// Values at the edges as often as any.
fn value(noise: &mut Noise) -> u8 {
    const EDGES: [u8; 8] = [0x00, 0xFF, 0x7F, 0x80, 0x01, 0xFE, 0x0F, 0xF0];
    let byte = noise.byte();
    if byte & 0x80 == 0 { noise.byte() } else { EDGES[usize::from(byte & 7)] }
}

/// Masks of every density; of 16 about `often` are not zero.
fn mask(noise: &mut Noise, often: u8) -> u8 {
    let choice = noise.byte();
    if choice & 15 >= often {
        return 0;
    }
    match choice >> 4 {
        0..4 => 1 << (noise.byte() & 7),
        4..8 => noise.byte(),
        8..10 => 0xFF,
        10..12 => 0x0F,
        12..14 => 0xF0,
        _ => noise.byte() & noise.byte(),
    }
}

/// A random state and random masks. SP is low in RAM, and a return address above it stays in the program. With `pointers`
/// X, Y and Z stay within [`WINDOW`] for all values of their secret bits.
fn state(mcu: &Mcu, noise: &mut Noise, pointers: bool) -> (Bytes, Bytes) {
    let (mut bytes, mut secret) = (vec![0; END], vec![0; END]);
    let often = [1, 4, 8, 15][usize::from(noise.byte() & 3)];
    for address in live(mcu) {
        bytes[address] = value(noise);
        secret[address] = mask(noise, if address < 0x100 { often } else { often / 2 });
    }
    let window = |byte: u8| WINDOW.to_le_bytes()[1] | byte & 3;
    if pointers {
        for high in [27, 29, 31] {
            bytes[high] = window(bytes[high]);
            secret[high] &= 3;
            // Half of the pointers are public.
            if noise.byte() & 1 == 0 {
                secret[high] = 0;
                secret[high - 1] = 0;
            }
        }
    }
    if mcu.flash_size > 0x1_0000 {
        let banks = (mcu.flash_size >> 16) as u8 - 1;
        bytes[usize::from(RAMPZ)] &= banks;
        secret[usize::from(RAMPZ)] &= if noise.byte() < 0x40 { banks } else { 0 };
    }
    if mcu.pc_bytes == 3 {
        bytes[usize::from(EIND)] &= 1;
        secret[usize::from(EIND)] &= 1;
    }
    let sp = mcu.ram_start + 0x40 + u16::from(noise.byte() & 0x7F);
    bytes[usize::from(SPL)..usize::from(SPL) + 2].copy_from_slice(&sp.to_le_bytes());
    secret[usize::from(SPL)..usize::from(SPL) + 2].fill(0);
    (bytes, secret)
}

/// Makes the bytes above SP a return address whose lowest byte alone may be secret.
fn return_address(mcu: &Mcu, bytes: &mut [u8], secret: &mut [u8]) {
    let at = usize::from(SPL);
    let sp = usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let low = sp + usize::from(mcu.pc_bytes);
    for address in sp + 1..low {
        bytes[address] = u8::from(address + 1 == low);
        secret[address] = 0;
    }
}

/// Another state that agrees outside the masks.
fn variant(bytes: &[u8], secret: &[u8], noise: &mut Noise, number: u32) -> Bytes {
    let other = |noise: &mut Noise, byte: u8| match number {
        0 => 0x00,
        1 => 0xFF,
        2 => !byte,
        _ => value(noise),
    };
    bytes.iter().zip(secret).map(|(&b, &m)| if m == 0 { b } else { b & !m | other(noise, b) & m }).collect()
}

/// What differs between two outcomes without a mark: the first such address.
fn unmarked(mcu: &Mcu, one: &[u8], other: &[u8], masks: &[u8], memory: bool) -> Option<usize> {
    let missed = |at: usize| (one[at] ^ other[at]) & !masks[at] != 0;
    let ram = usize::from(mcu.ram_start);
    (0..if memory { END } else { ram }).find(|&at| missed(at) && (at >= ram || live(mcu).any(|address| address == at)))
}
