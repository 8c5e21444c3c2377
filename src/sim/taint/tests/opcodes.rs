//! The decoder knows an opcode if and only if the simulated chip executes it, with the exceptions listed.

use super::super::super::Error;
use super::super::super::machine::State;
use super::super::super::mcu::ALL;
use super::*;

/// Opcodes in one image; with a second word each they fit into the smallest flash.
const CHUNK: u32 = 4096;

#[test]
fn all_opcodes_are_known_or_invalid_on_the_chip_too() {
    for mcu in &ALL {
        let (mut bytes, _) = state(mcu, &mut Noise::new(3), true);
        // Zeros, because an `out` of something else may start a peripheral.
        bytes[..26].fill(0);
        bytes[usize::from(SREG)] = 0;
        let mut shadow = Shadow::new(mcu);
        let (mut executed, mut refused) = (Vec::new(), Vec::new());
        for first in (0..=u32::from(u16::MAX)).step_by(CHUNK as usize) {
            // The second word is an address in RAM, or a place in flash.
            let words: Vec<u16> = (first..first + CHUNK).flat_map(|opcode| [opcode as u16, WINDOW]).collect();
            let image = image(mcu, &words);
            let mut machine = load(mcu, &image);
            for opcode in (first..first + CHUNK).filter(|&opcode| runnable(opcode as u16)) {
                put(&mut machine, &bytes, CODE + 4 * (opcode - first));
                let ours = shadow.step(&machine);
                assert!(matches!(ours, Ok(_) | Err(Error::BadOpcode { .. })), "0x{opcode:04x}: {ours:?}");
                let theirs = machine.step();
                match (ours, matches!(theirs, Err(Error::BadOpcode { .. } | Error::Crashed { .. }))) {
                    (Err(_), false) => executed.push(opcode as u16),
                    (Ok(_), true) => refused.push(opcode as u16),
                    _ => {}
                }
                if theirs != Ok(State::Running) {
                    // Crashed or asleep: no state to go on from.
                    machine = load(mcu, &image);
                }
            }
        }
        assert!(refused.is_empty(), "{}: {refused:04x?}", mcu.name);
        executed.retain(|&opcode| !simulator_alone(mcu, opcode));
        assert!(executed.is_empty(), "{}: {executed:04x?}", mcu.name);
    }
}

/// `sbi` and `cbi` only on GPIOR0: a bit of some I/O registers sends the simulator to a null pointer.
fn runnable(opcode: u16) -> bool {
    opcode & 0xFD00 != 0x9800 || opcode & 0x00F8 == 0x1E << 3
}

/// What the simulator executes all the same.
fn simulator_alone(mcu: &Mcu, opcode: u16) -> bool {
    // `spm`: changed flash would no longer be that of the image.
    matches!(opcode, 0x95E8 | 0x95F8)
        // `bld`, `bst`, `sbrc`, `sbrs` with a fourth bit in the bit number: the manual has no such instructions.
        || opcode & 0xF808 == 0xF808
        // `elpm` on a chip that has no RAMPZ.
        || mcu.flash_size <= 0x1_0000 && (opcode == 0x95D8 || opcode & 0xFE0E == 0x9006)
}
