//! A node to copy: an ATmega that agrees on secrets with a gateway over a serial line.
//!
//! What it does, how to wire, build, flash and provision it, and what it leaves to you: see the README beside it.
//!
//! | file | what |
//! |---|---|
//! | `board` | the chip, its clock, the time |
//! | `eeprom` | the EEPROM's driver and what lies where |
//! | `flash` | the gateway's key in program memory, with the feature `flash` |
//! | `line` | the serial line: frames, a key read from it, a ciphertext written to it |
//! | `node` | the requests and their answers |
#![no_std]
#![no_main]

mod board;
mod eeprom;
#[cfg(feature = "flash")]
mod flash;
mod line;
mod node;

use sunbear::link::Receiver;
use sunbear::three_bears::Workspace;

use board::{Clock, chip};
use eeprom::Driver;
use line::Line;
use node::Node;

/// Nothing here panics on purpose; if something does, the node stands still until it is reset.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

// SAFETY: no other symbol has this name; the C start-up code calls it, once.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    // SAFETY: this is the only place that takes the peripherals, and it runs once.
    let peripherals = unsafe { chip::Peripherals::steal() };
    let clock = Clock::start(&peripherals.CPU, &peripherals.TC1);
    let line = Line::start(&peripherals.USART0, &clock);
    let memory = Driver(&peripherals.EEPROM);

    // 1 kB that must not be moved about: a copy of it is more than the smaller chip has.
    let mut workspace = Workspace::new();
    let mut receiver = Receiver::new();
    let mut node = Node::new(&memory, &line, &mut workspace);
    node.start();
    loop {
        let byte = line.receive();
        node.take(byte, &mut receiver);
    }
}
