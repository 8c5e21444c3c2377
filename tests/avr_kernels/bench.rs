//! Runs one kernel on every chip, with operands made to provoke carries.

use std::fs;

use sunbear::sim::call::{Arg, Caller, Outcome, assemble, sources};
use sunbear::sim::image::Image;
use sunbear::sim::machine::Machine;
use sunbear::sim::mcu::{self, Mcu};

use crate::contract::{Contract, folder};

/// The kernel and those whose code or tables it names, linked for a chip, with noise in the rest of the flash. All
/// kernels at once would not fit the smallest.
fn image(mcu: &Mcu, kernel: &str) -> Image {
    let code = fs::read_to_string(folder().join(kernel).with_extension("S")).unwrap();
    let code: Vec<&str> = code.lines().filter_map(|line| line.split(';').next()).collect();
    let mut sources = sources(folder()).unwrap();
    sources.retain(|source| {
        let source = fs::read_to_string(source).unwrap();
        let mut globals = source.lines().filter_map(|line| line.trim_start().strip_prefix(".global"));
        globals.any(|global| code.iter().any(|line| line.contains(global.trim())))
    });
    let mut image = assemble(mcu, &sources).unwrap();
    let used = image.sizes().flash();
    // A call returns to the last word, which must stay free.
    let free = usize::try_from(mcu.flash_size - 4 - used).unwrap();
    image.put_flash(used, &Operands::new(1).uniform(free)).unwrap();
    image
}

/// One kernel on one chip.
pub struct Bench {
    caller: Caller,
    contract: &'static Contract,
    far: bool,
    calls: u64,
    stack: u16,
}

impl Bench {
    /// Calls the kernel, which must take `cycles` on a chip with a two-byte program counter.
    pub fn call(&mut self, cycles: u64, args: &mut [Arg<'_>]) -> Outcome {
        let outcome = self.call_freely(args);
        assert_eq!(outcome.cycles, cycles + self.extra(), "cycles of {}", self.contract.kernel);
        outcome
    }

    /// All that is in the chip's flash.
    pub fn flash(&self) -> &[u8] {
        self.caller.machine().image().flash()
    }

    /// The chip as the last call left it.
    pub fn machine(&self) -> &Machine {
        self.caller.machine()
    }

    /// The `n` bytes that lay below the return address of the last call.
    pub fn below_return_address(&self, n: u16) -> Vec<u8> {
        let machine = self.caller.machine();
        let end = machine.sp() + 1 - u16::from(machine.mcu().pc_bytes);
        machine.read(end - n, usize::from(n)).unwrap()
    }

    /// The cycles this chip takes longer than one with a two-byte program counter.
    pub fn extra(&self) -> u64 {
        if self.far { self.contract.far.0 } else { 0 }
    }

    /// Calls the kernel, whatever time it takes.
    pub fn call_freely(&mut self, args: &mut [Arg<'_>]) -> Outcome {
        self.calls += 1;
        self.caller.disturb(self.calls.is_multiple_of(2));
        let symbol = format!("sunbear_{}", self.contract.kernel);
        let outcome = self.caller.call(&symbol, args).unwrap_or_else(|error| panic!("{error}"));
        self.stack = self.stack.max(outcome.stack);
        outcome
    }

    /// Calls a kernel whose contract has one number of cycles.
    pub fn call_constant(&mut self, args: &mut [Arg<'_>]) -> Outcome {
        self.call(self.contract.constant(), args)
    }
}

/// Runs the test on every chip and then holds the stack against the contract.
pub fn every_chip(kernel: &str, test: impl Fn(&mut Bench, &mut Operands)) {
    for mcu in &mcu::ALL {
        let mut bench = Bench {
            caller: Caller::new(mcu, &image(mcu, kernel)).unwrap(),
            contract: Contract::of(kernel),
            far: mcu.pc_bytes == 3,
            calls: 0,
            stack: 0,
        };
        test(&mut bench, &mut Operands::new(u64::from(mcu.ram_size)));
        let expected = bench.contract.stack + if bench.far { bench.contract.far.1 } else { 0 };
        assert_eq!(bench.stack, expected, "stack of {kernel} on {}", mcu.name);
    }
}

/// A source of operands: uniform ones, and ones in which carries run far.
pub struct Operands(u64);

impl Operands {
    pub fn new(seed: u64) -> Self {
        Operands(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn byte(&mut self) -> u8 {
        self.word().to_be_bytes()[3]
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.word() >> 33).unwrap() % limit
    }

    pub fn uniform(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.byte()).collect()
    }

    /// `len` bytes of one of nine kinds: all zeros or ones, a single bit, long runs, uniform.
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        let at = self.below(len.max(1));
        match self.below(12) {
            0 => {}
            1 => bytes.fill(0xFF),
            2 => bytes[0] = 1,
            3 => bytes[len - 1] = 0x80,
            4 => bytes[at] = 1 << self.below(8),
            5 => bytes[..at].fill(0xFF),
            6 => bytes[at..].fill(0xFF),
            7 => {
                // Runs of 00 and FF with uniform bytes between them.
                let mut run = 0;
                for byte in &mut bytes {
                    if run == 0 {
                        run = 1 + self.below(40);
                        *byte = self.byte();
                    } else {
                        *byte = if run % 2 == 0 { 0xFF } else { 0 };
                    }
                    run -= if run > 2 { 2 } else { run };
                }
            }
            8 => {
                bytes.fill(0xFF);
                bytes[at] = self.byte();
            }
            _ => bytes = self.uniform(len),
        }
        bytes
    }
}
