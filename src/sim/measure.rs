//! Measures whole operations: the images of `benches/firmware`, one operation of one set in one profile each.
//!
//! A [`Subject`] names an image and builds it; a [`Program`] is the image with its inputs, which can be replaced
//! ([`Program::set`]). It can be checked for what must not be linked ([`Program::check`]), run and measured
//! ([`Program::measure`]), searched for what it leaves in memory ([`Program::remains`]), and run under a storm of
//! interrupts ([`Subject::timer`]). Every run stands under the guards of [`super::machine`], and counts only if the image's
//! own verdict on its known answer is good.
//!
//! What it isn't: a statistic. The chip has no cache and no other tenant: one run is the number.

use std::borrow::ToOwned;
use std::boxed::Box;
use std::fmt::{self, Write as _};
use std::format;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use super::firmware::Build;
use super::image::{Image, Space, Symbol};
use super::machine::Machine;
use super::mcu::Mcu;
use super::toolchain::Toolchain;
use super::{Error, Location, Result};
use crate::sets::Set;

/// Cycles after which an operation that hasn't ended is taken for stuck: a minute of the chip's time.
pub const PATIENCE: u64 = 960_000_000;

/// The verdict of an image that found its known answer.
const RIGHT: u8 = 1;
/// Parts of names that formatting and panic code has.
const UNWANTED: [&str; 5] = ["4core3fmt", "core::fmt", "panick", "panic_", "_fail"];
/// What fills the free stack before an operation whose remains are looked for.
const PAINT: u8 = 0xC5;
/// The variables that belong to whoever calls the operation: the decapsulation key, the shared secret, the message.
const CALLERS: [&str; 3] = ["KEY", "SECRET", "MESSAGE"];
/// Registers that a called function may change and need not restore. (r1 is zero by convention.)
const CLOBBERED: [u8; 13] = [0, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 30, 31];

/// An operation of a key encapsulation mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A key pair.
    Keygen,
    /// A ciphertext and its secret.
    Encaps,
    /// The secret of a ciphertext, from the decapsulation key's seed form.
    Decaps,
    /// The same from the prepared form. For sets that have one.
    DecapsPrepared,
    /// A ciphertext of a message. For sets of encryption schemes.
    Encrypt,
    /// The message of a ciphertext. For sets of encryption schemes.
    Decrypt,
    /// Key generation, encapsulation and decapsulation one after the other: what all three take in flash.
    Every,
    /// No operation of the set: what its random bytes cost with the generator of `examples/node`.
    Random,
}

impl Operation {
    /// All operations that sets have.
    pub const ALL: [Self; 6] =
        [Self::Keygen, Self::Encaps, Self::Decaps, Self::DecapsPrepared, Self::Encrypt, Self::Decrypt];

    /// The operations of a set.
    pub fn of(set: &dyn Set) -> impl Iterator<Item = Self> + use<> {
        let (prepares, encrypts) = (set.has_prepared_keys(), set.encrypts());
        Self::ALL.into_iter().filter(move |operation| match operation {
            Self::DecapsPrepared => prepares,
            Self::Encrypt | Self::Decrypt => encrypts,
            _ => true,
        })
    }

    /// Whether a set has it.
    #[must_use]
    pub fn is_of(self, set: &dyn Set) -> bool {
        Self::of(set).any(|operation| operation == self)
    }

    /// Whether it takes a ciphertext.
    #[must_use]
    pub const fn opens(self) -> bool {
        matches!(self, Self::Decaps | Self::DecapsPrepared | Self::Decrypt)
    }

    /// The name, as on command lines.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Keygen => "keygen",
            Self::Encaps => "encaps",
            Self::Decaps => "decaps",
            Self::DecapsPrepared => "decaps-prepared",
            Self::Encrypt => "encrypt",
            Self::Decrypt => "decrypt",
            Self::Every => "every",
            Self::Random => "random",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The parameter set's name, spelled as the specification does.
    pub set: &'a str,
    /// The profile's name.
    pub profile: &'a str,
    /// The operation.
    pub operation: Operation,
    /// The chip.
    pub mcu: &'static Mcu,
    /// Whether a timer interrupts the operation at random.
    pub timer: bool,
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} on {}", self.set, self.profile, self.operation, self.mcu.name)
    }
}

impl Subject<'_> {
    /// Builds the image, or finds it built.
    ///
    /// # Errors
    /// [`Error::Build`], [`Error::Io`] where the sources are not at hand, [`Error::Elf`].
    pub fn build(&self, toolchain: &Toolchain) -> Result<Program> {
        let root = sources()?;
        let sources = root.join("benches").join("firmware");
        let mut build = Build::new(sources, self.mcu, root.join("target").join("measure"))
            .feature(self.set)
            .feature(self.profile)
            .feature(self.operation.as_str());
        if self.timer {
            build = build.feature("timer");
        }
        let path = build.run(toolchain)?;
        Program::read(path, self.mcu)
    }
}

/// The checkout that images are built from: the one this tool was built in, or the one around the current folder.
///
/// # Errors
/// [`Error::Io`] saying where to get one, when there is neither: a tool that was installed has no sources beside it.
pub fn sources() -> Result<PathBuf> {
    let here = std::env::current_dir().unwrap_or_default();
    sources_in(Path::new(env!("CARGO_MANIFEST_DIR")), &here)
}

fn sources_in(built_in: &Path, here: &Path) -> Result<PathBuf> {
    let is_checkout = |root: &Path| {
        ["benches/firmware/Cargo.toml", "asm/avr", "src/three_bears.rs"].iter().all(|part| root.join(part).exists())
    };
    let mut candidates = [built_in].into_iter().chain(here.ancestors());
    candidates.find(|root| is_checkout(root)).map(Path::to_path_buf).ok_or_else(|| Error::Io {
        path: built_in.join("benches").join("firmware"),
        reason: "the firmware's sources are not here; clone Sunbear's repository and run this inside the clone (or \
                 give it a built image: --elf FILE)"
            .to_owned(),
    })
}

/// What an operation took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// Cycles between the marks, wiping included, without those of [`Measurement::random`].
    pub cycles: u64,
    /// Cycles in which the image fetched its random bytes: they come from outside.
    pub random: u64,
    /// Bytes of stack between the marks, below the stack pointer at the first.
    pub stack: u16,
    /// Bytes of the library's workspace.
    pub workspace: u32,
    /// Bytes of variables that aren't the caller's: the workspace, and whatever else the operation keeps.
    pub statics: u32,
    /// Bytes of `.data`, which should be none.
    pub data: u32,
    /// Bytes of `.bss`: the workspace, and the key or the secret.
    pub bss: u32,
    /// Bytes of RAM in use when most was: variables and the whole stack.
    pub ram: u32,
    /// Bytes of flash, the image's inputs included.
    pub flash: u32,
}

impl Measurement {
    /// Bytes of RAM that the operation itself needs: stack, workspace and other variables of its own.
    #[must_use]
    pub const fn work(&self) -> u32 {
        self.stack as u32 + self.statics
    }
}

/// An image with its inputs.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    elf: Vec<u8>,
    image: Image,
    mcu: &'static Mcu,
}

impl Program {
    /// The image in this ELF.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Elf`].
    pub fn read(path: impl Into<PathBuf>, mcu: &'static Mcu) -> Result<Self> {
        let path = path.into();
        let (image, elf) = Image::read_with_bytes(&path)?;
        Ok(Self { path, elf, image, mcu })
    }

    /// The ELF's path. It holds the inputs that the image was built with.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The chip it is for.
    #[must_use]
    pub const fn mcu(&self) -> &'static Mcu {
        self.mcu
    }

    /// The linked program, with the present inputs.
    #[must_use]
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The whole ELF with the present inputs.
    #[must_use]
    pub fn elf(&self) -> &[u8] {
        &self.elf
    }

    /// Replaces an input (`input_key`, `input_seed`, `input_ek`, `input_ct`, `input_secret`, `input_prepared`,
    /// `input_timer`); one that the operation doesn't take is passed over.
    ///
    /// # Errors
    /// [`Error::Range`] for a wrong length, [`Error::Elf`].
    pub fn set(&mut self, input: &str, bytes: &[u8]) -> Result<()> {
        let Ok(symbol) = self.image.symbol(input) else { return Ok(()) };
        if symbol.size as usize != bytes.len() || symbol.space != Space::Flash {
            return Err(Error::Range { address: symbol.address as usize, len: bytes.len() });
        }
        let address = symbol.address;
        self.patch(address, bytes)
    }

    /// Overwrites flash at a byte address that the program occupies.
    ///
    /// # Errors
    /// [`Error::Range`], [`Error::Elf`].
    pub fn patch(&mut self, address: u32, bytes: &[u8]) -> Result<()> {
        let outside = Error::Range { address: address as usize, len: bytes.len() };
        let at = file_offset(&self.elf, address, bytes.len()).ok_or(outside)?;
        self.elf[at..at + bytes.len()].copy_from_slice(bytes);
        self.image = Image::parse(&self.elf)?;
        Ok(())
    }

    /// Checks what is linked: nothing in `.data`, no panic and no formatting code.
    ///
    /// # Errors
    /// [`Error::Image`], naming what is there.
    pub fn check(&self) -> Result<()> {
        let mut found = String::new();
        let sizes = self.image.sizes();
        if sizes.data > 0 {
            let _ = write!(found, "{} bytes in .data:", sizes.data);
            let start = self.image.symbol("__data_start").map_or(0, |symbol| symbol.address);
            let end = start + sizes.data;
            for symbol in self.variables().filter(|symbol| (start..end).contains(&symbol.address)) {
                let _ = write!(found, " {} ({})", symbol.name, symbol.size);
            }
        }
        let unwanted = |symbol: &&Symbol| UNWANTED.iter().any(|part| symbol.name.contains(part));
        for symbol in self.image.symbols().iter().filter(unwanted) {
            let _ = write!(found, " {} is linked", symbol.name);
        }
        if found.is_empty() { Ok(()) } else { Err(Error::Image { reason: found.trim_start().to_owned() }) }
    }

    /// The variables, by address.
    pub fn variables(&self) -> impl Iterator<Item = &Symbol> {
        self.image.symbols().iter().filter(|symbol| symbol.space == Space::Data && symbol.size > 0)
    }

    /// Runs the image to its end and looks at its verdict.
    ///
    /// # Errors
    /// [`Error::Verdict`] when the answer is not the known one, and every guard of [`super::machine`].
    pub fn run(&self) -> Result<Machine> {
        Self::finish(Machine::load(self.mcu, &self.image)?)
    }

    /// Runs a machine with an image in it to its end and looks at the verdict.
    pub(super) fn finish(mut machine: Machine) -> Result<Machine> {
        machine.run(PATIENCE)?;
        match machine.gpior1() {
            RIGHT => Ok(machine),
            verdict => Err(Error::Verdict { verdict }),
        }
    }

    /// Runs the image and measures its operation.
    ///
    /// # Errors
    /// Those of [`Program::run`]; [`Error::NoMark`].
    pub fn measure(&self) -> Result<Measurement> {
        self.measured(&self.run()?)
    }

    /// What a machine that has run the image to its end tells.
    pub(super) fn measured(&self, machine: &Machine) -> Result<Measurement> {
        let sizes = self.image.sizes();
        let random = machine.cycles_inside(1, 2, 3, 4)?;
        let callers = self.variables().filter(|symbol| is_callers(symbol)).map(|symbol| symbol.size).sum();
        Ok(Measurement {
            cycles: machine.cycles_between(1, 2)? - random,
            random,
            statics: sizes.ram().saturating_sub(callers),
            stack: machine.stack_between(1, 2)?,
            workspace: self.image.symbol("WORKSPACE").map_or(0, |symbol| symbol.size),
            data: sizes.data,
            bss: sizes.bss,
            ram: sizes.ram() + u32::from(machine.stack_used()),
            flash: sizes.flash(),
        })
    }

    /// What registers and RAM hold when the operation has returned. Before it begins, the free stack and the registers
    /// it may clobber are set to a constant, so that what is found later is its own.
    ///
    /// # Errors
    /// Every guard of [`super::machine`].
    pub fn remains(&self) -> Result<Remains> {
        let (machine, _) = self.run_between_marks(None)?;
        self.read_remains(&machine)
    }

    /// The instruction that last wrote one of these places during the operation, if one did.
    ///
    /// # Errors
    /// Every guard of [`super::machine`].
    pub fn writer(&self, place: Place) -> Result<Option<Location>> {
        Ok(self.run_between_marks(Some(place))?.1)
    }

    fn run_between_marks(&self, watched: Option<Place>) -> Result<(Machine, Option<Location>)> {
        let mut machine = Machine::load(self.mcu, &self.image)?;
        machine.run_to_mark(1, PATIENCE)?;
        let free = self.image.data_end().max(self.mcu.ram_start);
        let paint = std::vec![PAINT; usize::from(machine.sp() + 1 - free)];
        machine.write(free, &paint)?;
        for index in CLOBBERED {
            machine.set_register(index, PAINT);
        }
        let mut writer = None;
        if let Some(place) = watched {
            let value = |machine: &Machine| match place {
                Place::Register(index) => Ok(machine.register(index)),
                Place::Ram(address) => machine.read(address, 1).map(|bytes| bytes[0]),
            };
            let mut last = value(&machine)?;
            while !machine.marks().iter().any(|mark| mark.value == 2) {
                let at = machine.pc();
                machine.step()?;
                let now = value(&machine)?;
                if now != last {
                    (last, writer) = (now, Some(self.image.locate(at)));
                }
            }
        } else {
            machine.run_to_mark(2, PATIENCE)?;
        }
        Ok((machine, writer))
    }

    fn read_remains(&self, machine: &Machine) -> Result<Remains> {
        let mut registers = [0; 32];
        for (index, register) in (0..).zip(&mut registers) {
            *register = machine.register(index);
        }
        let mut ram = machine.read(self.mcu.ram_start, self.mcu.ram_size.into())?;
        // What the operation hands to its caller is not a remainder.
        for name in CALLERS {
            if let Ok(symbol) = self.image.symbol(name) {
                let start = symbol.address as usize - usize::from(self.mcu.ram_start);
                ram[start..start + symbol.size as usize].fill(0);
            }
        }
        Ok(Remains { registers, ram, start: self.mcu.ram_start, sp: machine.sp(), variables: self.image.data_end() })
    }

    /// A place by name: a variable with an offset, or the distance from the stack pointer.
    #[must_use]
    pub fn name(&self, place: Place, sp: u16) -> String {
        let Place::Ram(address) = place else { return format!("{place}") };
        let at = u32::from(address);
        let within = |symbol: &&Symbol| (symbol.address..symbol.address + symbol.size).contains(&at);
        match self.variables().find(within) {
            Some(symbol) => format!("{}+{}", symbol.name, at - symbol.address),
            None => format!("SP{:+}", i32::from(address) - i32::from(sp)),
        }
    }
}

/// Whether a variable is the caller's key or secret, which an operation's RAM doesn't count.
#[must_use]
pub fn is_callers(symbol: &Symbol) -> bool {
    CALLERS.contains(&symbol.name.as_str())
}

/// A register or a byte of RAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// r0 to r31.
    Register(u8),
    /// A data address.
    Ram(u16),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Register(index) => write!(f, "r{index}"),
            Place::Ram(address) => write!(f, "0x{address:04x}"),
        }
    }
}

/// Registers and RAM after an operation, without the key and the secret that belong to its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remains {
    registers: [u8; 32],
    ram: Vec<u8>,
    start: u16,
    /// The stack pointer.
    pub sp: u16,
    variables: u16,
}

impl Remains {
    /// Where two runs left different bytes: what depends on their inputs.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<Place> {
        let unequal = |a: &[u8], b: &[u8]| -> Vec<u16> {
            (0..).zip(a.iter().zip(b)).filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect()
        };
        let registers = unequal(&self.registers, &other.registers).into_iter();
        let ram = unequal(&self.ram, &other.ram).into_iter();
        registers.map(|at| Place::Register(at as u8)).chain(ram.map(|at| Place::Ram(self.start + at))).collect()
    }

    /// The bytes of the dead stack that are neither untouched nor zero.
    #[must_use]
    pub fn stack_residue(&self) -> usize {
        let dead: Range<usize> =
            usize::from(self.variables.max(self.start) - self.start)..usize::from(self.sp + 1 - self.start);
        self.ram[dead].iter().filter(|byte| !matches!(**byte, 0 | PAINT)).count()
    }
}

/// Whether an operation fits a chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It runs, and its known answer is right.
    Runs(Box<Measurement>),
    /// It doesn't fit, and why.
    No(String),
}

/// Builds and runs the operation on the chip. Where it doesn't fit, the reason says how much it takes on the largest.
///
/// # Errors
/// Whatever is no question of room.
pub fn fit(subject: &Subject<'_>, toolchain: &Toolchain) -> Result<Fit> {
    match subject.build(toolchain).and_then(|program| program.measure()) {
        Ok(measurement) => Ok(Fit::Runs(Box::new(measurement))),
        Err(error) => why_not(subject, error, toolchain).map(Fit::No),
    }
}

/// Why the operation doesn't fit the chip, after it was built or run in vain.
///
/// # Errors
/// The error itself, if it is no question of room.
pub fn why_not(subject: &Subject<'_>, error: Error, toolchain: &Toolchain) -> Result<String> {
    if !is_lack_of_room(&error) {
        return Err(error);
    }
    let mcu = subject.mcu;
    let Some(largest) = super::mcu::ALL.iter().max_by_key(|mcu| mcu.ram_size).filter(|largest| *largest != mcu) else {
        return Ok(format!("{error}"));
    };
    let needs = match (Subject { mcu: largest, ..*subject }).build(toolchain).and_then(|program| program.measure()) {
        Ok(needs) => needs,
        Err(other) if is_lack_of_room(&other) => {
            return Ok(format!("takes more RAM or flash than the {} has too", largest.name));
        }
        Err(other) => return Err(other),
    };
    let (ram, flash) = (u32::from(mcu.ram_size), mcu.flash_size);
    Ok(if needs.ram > ram {
        format!("takes {} bytes of RAM, {} there are", needs.ram, ram)
    } else if needs.flash > flash {
        format!("takes {} bytes of flash, {} there are", needs.flash, flash)
    } else {
        format!("{error}")
    })
}

/// Whether building or running failed for want of memory.
#[must_use]
pub fn is_lack_of_room(error: &Error) -> bool {
    match error {
        Error::TooBig { .. } | Error::StackOverflow { .. } => true,
        Error::Build { reason, .. } => reason.contains("does not fit"),
        _ => false,
    }
}

/// The place in the file of `len` bytes of flash.
fn file_offset(elf: &[u8], address: u32, len: usize) -> Option<usize> {
    use object::elf::PT_LOAD;
    use object::read::elf::{ElfFile32, FileHeader as _, ProgramHeader as _};

    let file = ElfFile32::<object::Endianness>::parse(elf).ok()?;
    let endian = file.elf_header().endian().ok()?;
    let (start, end) = (u64::from(address), u64::from(address) + len as u64);
    file.elf_program_headers().iter().find_map(|segment| {
        let first = u64::from(segment.p_paddr(endian));
        let (offset, size) = segment.file_range(endian);
        let inside = segment.p_type(endian) == PT_LOAD && first <= start && end <= first + size;
        inside.then(|| usize::try_from(offset + start - first).ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    /// A tool that was installed knows a folder of sources that has gone, or never had the firmware in it.
    #[test]
    fn an_installed_tool_says_where_to_get_the_firmware() {
        let (clone, elsewhere) = (Path::new(env!("CARGO_MANIFEST_DIR")), std::env::temp_dir());
        assert_eq!(sources_in(clone, &elsewhere).unwrap(), clone);
        assert_eq!(sources_in(&elsewhere, &clone.join("src").join("sim")).unwrap(), clone);
        let line = sources_in(&elsewhere, &elsewhere).unwrap_err().to_string();
        assert!(
            line.contains("clone Sunbear's repository") && line.contains("--elf") && !line.contains('\n'),
            "{line}"
        );
    }
}
