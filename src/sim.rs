//! The simulated chip: build AVR code on the host, run it, and measure it exactly.
//!
//! What it is: the host-side layer under the tests, the benchmarks and the audits of the AVR backend.
//! It finds a compiler ([`toolchain`]), builds firmware ([`firmware`]), reads the ELF ([`image`]), knows the
//! chips ([`mcu`]), runs programs with guards real chips don't have ([`machine`]), calls one assembly kernel at a time
//! ([`call`]), measures whole operations ([`measure`]), says which code took their cycles ([`trace`], [`source`]), and
//! follows secrets through them ([`audit`] over [`taint`]).
//!
//! What it isn't: part of the cryptography. Nothing here is compiled for a device, and because simavr, which
//! does the simulating, is GPL-3, a binary built with the feature `sim` is GPL-3 too.
//!
//! Everything that can go wrong ends in one [`Error`] whose text fits on a line (build logs apart).

use std::boxed::Box;
use std::fmt;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};

pub mod audit;
pub mod call;
pub mod firmware;
pub mod image;
pub mod machine;
pub mod mcu;
pub mod measure;
pub mod node;
mod opcode;
pub mod source;
pub mod taint;
pub mod toolchain;
pub mod trace;

/// What every function of this layer returns.
pub type Result<T> = std::result::Result<T, Error>;

/// A place in the program: a flash address in bytes, and the symbol it lies in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Flash address in bytes (not in words).
    pub pc: u32,
    /// `name+0x12`, or the bare address where no symbol precedes it.
    pub symbol: String,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:05x} ({})", self.pc, self.symbol)
    }
}

/// How an instruction touched data memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A load: `ld`, `ldd`, `lds`.
    Read,
    /// A store: `st`, `std`, `sts`, `push`.
    Write,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Access::Read => "read",
            Access::Write => "write",
        })
    }
}

/// All that can go wrong between a source file and a measured result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No compiler able to build AVR code was found; the text says what to install.
    NoToolchain {
        /// What is missing and how to get it.
        advice: String,
    },
    /// A program could not be started, or ended with an error.
    Tool {
        /// The program.
        tool: String,
        /// What it said, shortened.
        message: String,
    },
    /// Building firmware or kernels failed.
    Build {
        /// What was being built.
        what: String,
        /// Why, in one line.
        reason: String,
    },
    /// A file could not be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        reason: String,
    },
    /// The file is not an AVR ELF this layer can read.
    Elf {
        /// The file, or `memory`.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The chip is not in the table.
    UnknownMcu {
        /// The name asked for.
        name: String,
        /// The names there are, separated by commas.
        known: String,
    },
    /// The simulator refused to create the chip.
    Simulator {
        /// The reason.
        reason: String,
    },
    /// Something does not fit: an image in flash, a buffer in RAM.
    TooBig {
        /// What does not fit.
        what: String,
        /// Its size in bytes.
        size: usize,
        /// The room there is, in bytes.
        limit: usize,
    },
    /// The image has no such symbol.
    NoSymbol {
        /// The name asked for.
        name: String,
    },
    /// An address range outside the chip's data memory was asked for.
    Range {
        /// First data address.
        address: usize,
        /// Length in bytes.
        len: usize,
    },
    /// The stack ran into the program's variables.
    StackOverflow {
        /// The stack pointer.
        sp: u16,
        /// The lowest address the stack may fill.
        limit: u16,
        /// The instruction that did it.
        at: Location,
    },
    /// More was popped than pushed.
    StackUnderflow {
        /// The stack pointer.
        sp: u16,
        /// The highest value it may have.
        limit: u16,
        /// The instruction that did it.
        at: Location,
    },
    /// A load or store outside the memory the code may touch.
    Forbidden {
        /// Read or write.
        access: Access,
        /// The data address.
        address: u16,
        /// Why it is forbidden.
        reason: &'static str,
        /// The instruction.
        at: Location,
    },
    /// An opcode the chip does not have.
    BadOpcode {
        /// The opcode word.
        opcode: u16,
        /// Where.
        at: Location,
    },
    /// The program counter left the program.
    WildJump {
        /// Where it went, as a flash address in bytes.
        target: u32,
        /// The instruction that sent it there.
        from: Location,
    },
    /// The program started again from its reset vector (an unexpected interrupt, a watchdog, a null call).
    Restarted {
        /// The last instruction before.
        from: Location,
    },
    /// The simulator gave up on the core.
    Crashed {
        /// The last instruction.
        at: Location,
    },
    /// The program called `abort`: in Rust firmware, a panic.
    Aborted {
        /// The call, as far as the stack tells.
        from: Location,
    },
    /// An endless loop of one instruction with interrupts off: nothing will happen any more.
    Stuck {
        /// Where.
        at: Location,
    },
    /// The cycle limit passed before the program ended.
    Timeout {
        /// The limit, in cycles.
        limit: u64,
        /// Where the program was.
        at: Location,
    },
    /// The program ended before it reached what was waited for.
    EndedEarly {
        /// What was waited for.
        awaited: String,
        /// Where it ended.
        at: Location,
    },
    /// A mark that a measurement needs was never written.
    NoMark {
        /// The value of the mark.
        value: u8,
    },
    /// The simulated node did not do as asked.
    Node {
        /// What it did.
        message: String,
    },
    /// An image gave another answer than the known one.
    Verdict {
        /// What it left in GPIOR1: 2 for a wrong answer, 0 for none.
        verdict: u8,
    },
    /// Something is linked into an image that must not be there.
    Image {
        /// What.
        reason: String,
    },
    /// An audit was asked for what the program doesn't have.
    Audit {
        /// The place or function, as it was written.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The arguments of a kernel call cannot be passed.
    Arguments {
        /// The kernel.
        kernel: String,
        /// What is wrong.
        reason: String,
    },
    /// A kernel broke the calling convention.
    Convention {
        /// The kernel.
        kernel: String,
        /// What it broke.
        reason: String,
    },
    /// A kernel changed memory it should not have.
    Corrupted {
        /// The kernel.
        kernel: String,
        /// What was changed.
        reason: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoToolchain { advice } => write!(f, "nothing here builds AVR code: {advice}"),
            Error::Tool { tool, message } => write!(f, "{tool}: {message}"),
            Error::Build { what, reason } => write!(f, "building {what} failed: {reason}"),
            Error::Io { path, reason } => write!(f, "{}: {reason}", path.display()),
            Error::Elf { path, reason } => write!(f, "{} is not a usable AVR ELF: {reason}", path.display()),
            Error::UnknownMcu { name, known } => write!(f, "unknown chip {name:?}; known: {known}"),
            Error::Simulator { reason } => write!(f, "the simulator refused: {reason}"),
            Error::TooBig { what, size, limit } => {
                write!(f, "{what} takes {size} bytes, there is room for {limit}")
            }
            Error::NoSymbol { name } => write!(f, "the image has no symbol {name:?}"),
            Error::Range { address, len } => {
                write!(f, "{len} bytes at 0x{address:04x} are not in the chip's data memory")
            }
            Error::StackOverflow { sp, limit, at } => {
                write!(f, "stack overflow at {at}: SP is 0x{sp:04x}, the stack ends at 0x{limit:04x}")
            }
            Error::StackUnderflow { sp, limit, at } => {
                write!(f, "stack underflow at {at}: SP is 0x{sp:04x}, it started at 0x{limit:04x}")
            }
            Error::Forbidden { access, address, reason, at } => {
                write!(f, "forbidden {access} of 0x{address:04x} at {at}: {reason}")
            }
            Error::BadOpcode { opcode, at } => write!(f, "invalid opcode 0x{opcode:04x} at {at}"),
            Error::WildJump { target, from } => {
                write!(f, "jump out of the program to 0x{target:05x} from {from}")
            }
            Error::Restarted { from } => write!(f, "the program restarted from {from}"),
            Error::Crashed { at } => write!(f, "the core crashed at {at}"),
            Error::Aborted { from } => write!(f, "panic or abort at {from}"),
            Error::Stuck { at } => write!(f, "endless loop with interrupts off at {at}"),
            Error::Timeout { limit, at } => write!(f, "no end after {limit} cycles, at {at}"),
            Error::EndedEarly { awaited, at } => write!(f, "the program ended at {at} before {awaited}"),
            Error::NoMark { value } => write!(f, "mark {value} was not written"),
            Error::Node { message } => write!(f, "the node: {message}"),
            Error::Verdict { verdict } => write!(f, "the answer is not the known one (verdict {verdict})"),
            Error::Image { reason } => write!(f, "the image is not clean: {reason}"),
            Error::Audit { what, reason } => write!(f, "{what:?}: {reason}"),
            Error::Arguments { kernel, reason } => write!(f, "cannot call {kernel}: {reason}"),
            Error::Convention { kernel, reason } => {
                write!(f, "{kernel} breaks the calling convention: {reason}")
            }
            Error::Corrupted { kernel, reason } => write!(f, "{kernel} corrupts memory: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// An operating-system error about a file.
    fn io(path: &Path, error: &std::io::Error) -> Self {
        Error::Io { path: path.to_path_buf(), reason: error.to_string() }
    }
}

/// The last `lines` lines of a program's output, without the blank ones.
fn tail(output: &[u8], lines: usize) -> String {
    let text = String::from_utf8_lossy(output);
    let kept: std::vec::Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    kept[kept.len().saturating_sub(lines)..].join("\n")
}

/// A small generator of test noise (xorshift64*): poison bytes, moments of interrupts. Not for secrets.
#[derive(Clone, Debug)]
struct Noise(u64);

impl Noise {
    /// A generator that never sticks at zero.
    const fn new(seed: u64) -> Self {
        Noise(seed ^ 0x9E37_79B9_7F4A_7C15 | 1)
    }

    /// The next 64 bits.
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// The next byte.
    fn byte(&mut self) -> u8 {
        self.next().to_be_bytes()[0]
    }

    /// Overwrites `bytes` with noise.
    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let noise = self.next().to_le_bytes();
            chunk.copy_from_slice(&noise[..chunk.len()]);
        }
    }
}

/// A value behind a pointer that C code keeps: it must not move while the C side lives.
type Pinned<T> = Box<core::cell::UnsafeCell<T>>;
