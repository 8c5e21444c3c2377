//! Calls one assembly kernel at a time, as a C caller would, and checks that it keeps its promises.
//!
//! [`assemble`] links kernels from their `.S` files with an empty `main`; [`Caller`] then calls any
//! `extern "C"` symbol of the image. A call places the buffers in RAM at an address that changes from call to call,
//! fills everything else with noise, sets the registers by avr-gcc's rules, runs to the return, and reports the
//! result, the exact cycles and the exact stack. It is an error when the kernel
//!
//! * reads or writes outside its buffers and its stack frame, writes to an input, or uses memory below SP;
//! * does not restore r2-r17, r28, r29, SP or the interrupt flag, or does not leave r1 at 0;
//! * changes a byte of RAM that is not its to change, by whatever means.
//!
//! With [`Caller::disturb`], interrupts are imitated at random instructions: the bytes at and below SP, where an
//! interrupt routine would save registers, are overwritten.
//!
//! What it isn't: a proof of constant time. It reports cycles; comparing them over operands is the test's work.

use std::borrow::ToOwned;
use std::format;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::string::String;
use std::sync::atomic::{AtomicU32, Ordering};
use std::vec::Vec;

use super::image::{Image, Space};
use super::machine::{Machine, State};
use super::mcu::Mcu;
use super::toolchain::AvrGcc;
use super::{Error, Noise, Result, tail};

/// Bytes around every buffer that nobody may touch.
const GUARD: usize = 16;
/// Bytes an imitated interrupt overwrites: all registers, SREG and a return address.
const INTERRUPT: u16 = 40;
/// Room the buffers must leave for the kernel's stack.
const LEAST_STACK: usize = 64;

/// The kernel sources (`.S`) of a folder, sorted by name.
///
/// # Errors
/// [`Error::Io`].
pub fn sources(folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
    let folder = folder.as_ref();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| Error::io(folder, &error))? {
        let path = entry.map_err(|error| Error::io(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "S") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Assembles kernel sources for a chip and links all of them with avr-libc's start code and an empty `main`.
/// Nothing is left on disk.
///
/// # Errors
/// [`Error::NoToolchain`] without avr-gcc, [`Error::Build`] with its messages, [`Error::Io`].
pub fn assemble(mcu: &Mcu, sources: &[impl AsRef<Path>]) -> Result<Image> {
    let scratch = Scratch::new()?;
    let main = scratch.0.join("main.S");
    fs::write(&main, ".section .text.main,\"ax\",@progbits\n.global main\nmain:\n\trjmp main\n")
        .map_err(|error| Error::io(&main, &error))?;
    let all: Vec<&Path> = sources.iter().map(AsRef::as_ref).chain([main.as_path()]).collect();
    link(mcu, &all, &scratch)
}

/// Assembles the sources, one of which has `main`, and links them.
fn link(mcu: &Mcu, sources: &[&Path], scratch: &Scratch) -> Result<Image> {
    let gcc = AvrGcc::find()?;
    let chip = format!("-mmcu={}", mcu.name);
    let mut objects = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let object = scratch.0.join(format!("{index}.o"));
        let mut command = Command::new(&gcc.gcc);
        compile(command.args([&chip, "-c", "-o"]).arg(&object).arg(source), source)?;
        objects.push(object);
    }
    let elf = scratch.0.join("kernels.elf");
    let mut command = Command::new(&gcc.gcc);
    compile(command.args([&chip, "-o"]).arg(&elf).args(&objects), Path::new("the kernels"))?;
    Image::read(&elf)
}

/// A whole program from assembly text with a `main`, for this layer's own tests.
#[cfg(test)]
pub(super) fn program(mcu: &Mcu, text: &str) -> Image {
    let scratch = Scratch::new().unwrap();
    let source = scratch.0.join("program.S");
    fs::write(&source, format!("#include <avr/io.h>\n.text\n.global main\nmain:\n{text}\n")).unwrap();
    link(mcu, &[&source], &scratch).unwrap()
}

fn compile(command: &mut Command, what: &Path) -> Result<()> {
    let what = what.display();
    let run =
        command.output().map_err(|error| Error::Tool { tool: "avr-gcc".to_owned(), message: format!("{error}") })?;
    if run.status.success() {
        return Ok(());
    }
    Err(Error::Build { what: format!("{what}"), reason: tail(&run.stderr, 1) })
}

/// A folder of our own that goes with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sunbear-kernels-{}-{number}", process::id()));
        fs::create_dir_all(&path).map_err(|error| Error::io(&path, &error))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder left behind in the temporary directory hurts nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// One argument of a kernel.
#[derive(Debug)]
pub enum Arg<'a> {
    /// `uint8_t`. The other register of the pair holds noise, as a C caller may leave it.
    U8(u8),
    /// `int8_t`.
    I8(i8),
    /// `uint16_t` or `size_t`.
    U16(u16),
    /// `uint32_t`.
    U32(u32),
    /// `const uint8_t *` to a copy of these bytes: the kernel may read them.
    In(&'a [u8]),
    /// `uint8_t *` to as many bytes of noise: the kernel may write and read them; they are copied back.
    Out(&'a mut [u8]),
    /// `uint8_t *` to a copy of these bytes: the kernel may read and write them; they are copied back.
    InOut(&'a mut [u8]),
    /// A pointer into the buffer of another argument: its index in the list, and an offset in bytes.
    Within(usize, u16),
}

impl Arg<'_> {
    fn buffer(&self) -> Option<&[u8]> {
        match self {
            Arg::In(bytes) => Some(bytes),
            Arg::Out(bytes) | Arg::InOut(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Bytes the argument takes in registers, before rounding up to pairs.
    fn width(&self) -> u8 {
        match self {
            Arg::U8(_) | Arg::I8(_) => 1,
            Arg::U32(_) => 4,
            _ => 2,
        }
    }
}

/// What a call returned and cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// r25:r22, r22 lowest: a `uint32_t` result. See [`Self::u8`] and [`Self::u16`] for the narrower ones.
    pub value: u32,
    /// Cycles from the first instruction through `ret`, without the `call`.
    pub cycles: u64,
    /// Most stack bytes used, without the return address of the call.
    pub stack: u16,
}

impl Outcome {
    /// The result as `uint8_t`: r24.
    #[must_use]
    pub const fn u8(&self) -> u8 {
        self.value.to_le_bytes()[2]
    }

    /// The result as `int8_t`: r24.
    #[must_use]
    pub const fn i8(&self) -> i8 {
        self.u8().cast_signed()
    }

    /// The result as `uint16_t`: r25:r24.
    #[must_use]
    pub const fn u16(&self) -> u16 {
        let [_, _, low, high] = self.value.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

/// A chip with kernels in it, ready to be called.
#[derive(Debug)]
pub struct Caller {
    machine: Machine,
    noise: Noise,
    disturb: bool,
    limit: u64,
    /// Where the kernel returns to: an address no program occupies.
    home: u32,
}

impl Caller {
    /// Loads the image and runs its start code.
    ///
    /// # Errors
    /// Those of [`Machine::load`], and [`Error::NoSymbol`] for an image without `main`.
    pub fn new(mcu: &'static Mcu, image: &Image) -> Result<Self> {
        let mut machine = Machine::load(mcu, image)?;
        machine.run_to("main", 1_000_000)?;
        let home = mcu.flash_size - 4;
        let size = image.flash().len();
        if size > mcu.flash_size as usize - 4 {
            return Err(Error::TooBig { what: "the kernels".to_owned(), size, limit: mcu.flash_size as usize - 4 });
        }
        Ok(Caller { machine, noise: Noise::new(1), disturb: false, limit: 500_000_000, home })
    }

    /// Imitates interrupts at random instructions from now on, or no longer.
    pub fn disturb(&mut self, on: bool) -> &mut Self {
        self.disturb = on;
        self
    }

    /// Restarts the noise (poison bytes, buffer addresses, moments of interrupts) from a seed.
    pub fn seed(&mut self, seed: u64) -> &mut Self {
        self.noise = Noise::new(seed);
        self
    }

    /// Sets the cycles after which a call counts as stuck (500 million at first).
    pub fn limit(&mut self, cycles: u64) -> &mut Self {
        self.limit = cycles;
        self
    }

    /// The chip.
    #[must_use]
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Calls `kernel`; afterwards the buffers of [`Arg::Out`] and [`Arg::InOut`] hold what it left there.
    ///
    /// # Errors
    /// [`Error::NoSymbol`]; [`Error::Arguments`] when they don't fit into registers; [`Error::TooBig`] when they don't
    /// fit into RAM; [`Error::Convention`] and [`Error::Corrupted`] for what the kernel broke; [`Error::Timeout`]; and
    /// every guard of [`Machine`].
    pub fn call(&mut self, kernel: &str, args: &mut [Arg<'_>]) -> Result<Outcome> {
        let entry = self.machine.image().symbol(kernel)?;
        if entry.space != Space::Flash {
            return Err(Error::NoSymbol { name: kernel.to_owned() });
        }
        let entry = entry.address;
        let (places, stack) = self.place(args)?;
        let registers = self.registers(kernel, args, &places)?;
        self.prepare(args, &places, stack, &registers)?;
        let fixed = self.machine.read(0, usize::from(stack))?;

        self.machine.set_pc(entry);
        let start = self.machine.cycles();
        self.run_home(kernel)?;
        let cycles = self.machine.cycles() - start;

        self.check_registers(kernel, &registers)?;
        self.check_memory(kernel, args, &places, &fixed)?;
        for (arg, place) in args.iter_mut().zip(&places) {
            if let (Arg::Out(bytes) | Arg::InOut(bytes), Some(place)) = (arg, place) {
                bytes.copy_from_slice(&self.machine.read(short(place.start), place.len())?);
            }
        }
        let value = [22, 23, 24, 25].map(|index| self.machine.register(index));
        Ok(Outcome {
            value: u32::from_le_bytes(value),
            cycles,
            stack: self.machine.stack_used() - u16::from(self.machine.mcu().pc_bytes),
        })
    }

    /// Gives every buffer a data address: upwards from the image's variables, with guards and a random shift.
    /// The second value is the first address left to the stack.
    fn place(&mut self, args: &[Arg<'_>]) -> Result<(Vec<Option<Range<usize>>>, u16)> {
        let mcu = self.machine.mcu();
        let first = usize::from(self.machine.image().data_end().max(mcu.ram_start));
        let size: usize = args.iter().filter_map(|arg| Some(arg.buffer()?.len() + GUARD)).sum();
        let end = usize::from(mcu.ram_end()) + 1;
        let room = (end - first).saturating_sub(GUARD + LEAST_STACK);
        if size > room {
            return Err(Error::TooBig { what: "buffers and guards".to_owned(), size, limit: room });
        }
        let shift = usize::from(self.noise.byte()) % (1 + (room - size) / 4);
        let mut next = first + GUARD + shift;
        let places = args
            .iter()
            .map(|arg| {
                let len = arg.buffer()?.len();
                let start = next;
                next += len + GUARD;
                Some(start..start + len)
            })
            .collect();
        Ok((places, short(next)))
    }

    /// The register file at the call: arguments from r25 downwards, each in whole pairs; r1 zero; the rest noise.
    fn registers(&mut self, kernel: &str, args: &[Arg<'_>], places: &[Option<Range<usize>>]) -> Result<[u8; 32]> {
        let refuse = |reason: String| Error::Arguments { kernel: kernel.to_owned(), reason };
        let mut registers = [0; 32];
        self.noise.fill(&mut registers);
        registers[1] = 0;
        let mut next = 26_u8;
        for (index, (arg, place)) in args.iter().zip(places).enumerate() {
            let pointer = |place: &Range<usize>| u32::from(short(place.start));
            let value = match (arg, place) {
                (&Arg::U8(value), _) => value.into(),
                (&Arg::I8(value), _) => value.cast_unsigned().into(),
                (&Arg::U16(value), _) => value.into(),
                (&Arg::U32(value), _) => value,
                (&Arg::Within(other, offset), _) => match places.get(other) {
                    Some(Some(place)) if usize::from(offset) <= place.len() => pointer(place) + u32::from(offset),
                    _ => return Err(refuse(format!("argument {index} points into no buffer"))),
                },
                (_, Some(place)) => pointer(place),
                (_, None) => return Err(refuse(format!("argument {index} has no place"))),
            };
            let width = arg.width();
            next = match next.checked_sub(width.next_multiple_of(2)) {
                Some(register) if register >= 8 => register,
                _ => return Err(refuse(format!("argument {index} would go on the stack"))),
            };
            for (offset, byte) in value.to_le_bytes().into_iter().take(width.into()).enumerate() {
                registers[usize::from(next) + offset] = byte;
            }
        }
        Ok(registers)
    }

    /// Fills RAM and registers and sets the rules for the call.
    fn prepare(
        &mut self,
        args: &[Arg<'_>],
        places: &[Option<Range<usize>>],
        stack: u16,
        registers: &[u8; 32],
    ) -> Result<()> {
        let Caller { machine, noise, .. } = self;
        let mcu = machine.mcu();
        let variables = machine.image().data_end().max(mcu.ram_start);
        let end = usize::from(mcu.ram_end()) + 1;
        let mut ram = std::vec![0; end - usize::from(variables)];
        noise.fill(&mut ram);
        for (arg, place) in args.iter().zip(places) {
            if let (Arg::In(bytes), Some(place)) = (arg, place) {
                ram[place.start - usize::from(variables)..][..bytes.len()].copy_from_slice(bytes);
            }
            if let (Arg::InOut(bytes), Some(place)) = (arg, place) {
                ram[place.start - usize::from(variables)..][..bytes.len()].copy_from_slice(bytes);
            }
        }
        // The return address: low byte at the highest address.
        let home = (self.home / 2).to_le_bytes();
        let width = usize::from(mcu.pc_bytes);
        let top = ram.len();
        for (index, byte) in home.into_iter().take(width).enumerate() {
            ram[top - 1 - index] = byte;
        }
        machine.write(variables, &ram)?;

        machine.permit(0..0x1_0000, false, false);
        machine.permit(usize::from(mcu.ram_start)..usize::from(variables), true, true);
        machine.permit(usize::from(stack)..end, true, true);
        for (arg, place) in args.iter().zip(places) {
            if let Some(place) = place {
                machine.permit(place.clone(), true, !matches!(arg, Arg::In(_)));
            }
        }
        for (index, &value) in (0_u8..).zip(registers) {
            machine.set_register(index, value);
        }
        // Flags at random, interrupts on.
        machine.set_sreg(noise.byte() | 0x80);
        machine.set_sp(mcu.ram_end() - u16::from(mcu.pc_bytes));
        machine.bound_stack(stack, mcu.ram_end());
        machine.forget_stack();
        Ok(())
    }

    /// Runs until the kernel has returned.
    fn run_home(&mut self, kernel: &str) -> Result<()> {
        let Caller { machine, noise, disturb, limit, home } = self;
        let end = machine.cycles().saturating_add(*limit);
        let enabled = |machine: &Machine| machine.sreg() & 0x80 != 0;
        let mut wait = 1;
        while machine.pc() != *home {
            let before = *disturb && enabled(machine);
            if machine.step()? != State::Running {
                return Err(Error::Convention {
                    kernel: kernel.to_owned(),
                    reason: format!("it sleeps at {}", machine.here()),
                });
            }
            // After `sei` one more instruction runs before an interrupt can come.
            if before && enabled(machine) {
                wait -= 1;
                if wait == 0 {
                    machine.disturb_stack(INTERRUPT, || noise.byte());
                    wait = 1 + noise.byte() % 16;
                }
            }
            if machine.cycles() > end {
                return Err(Error::Timeout { limit: *limit, at: machine.here() });
            }
        }
        Ok(())
    }

    fn check_registers(&self, kernel: &str, before: &[u8; 32]) -> Result<()> {
        let broken = |reason: String| Err(Error::Convention { kernel: kernel.to_owned(), reason });
        let saved = (2..=17).chain([28, 29]);
        let lost: Vec<String> = saved
            .filter(|&index| self.machine.register(index) != before[usize::from(index)])
            .map(|index| format!("r{index}"))
            .collect();
        if !lost.is_empty() {
            return broken(format!("it does not restore {}", lost.join(", ")));
        }
        if self.machine.register(1) != 0 {
            return broken(format!("it leaves {} in r1", self.machine.register(1)));
        }
        let (sp, expected) = (self.machine.sp(), self.machine.mcu().ram_end());
        if sp != expected {
            return broken(format!("it returns with SP at 0x{sp:04x} instead of 0x{expected:04x}"));
        }
        if self.machine.sreg() & 0x80 == 0 {
            return broken("it leaves interrupts off".to_owned());
        }
        Ok(())
    }

    /// Everything below the stack that is no output must be as before.
    fn check_memory(
        &self,
        kernel: &str,
        args: &[Arg<'_>],
        places: &[Option<Range<usize>>],
        before: &[u8],
    ) -> Result<()> {
        let first = self.machine.image().data_end().max(self.machine.mcu().ram_start);
        let after = self.machine.read(0, before.len())?;
        let outputs: Vec<&Range<usize>> = args
            .iter()
            .zip(places)
            .filter(|(arg, _)| !matches!(arg, Arg::In(_)))
            .filter_map(|(_, place)| place.as_ref())
            .collect();
        let changed = (usize::from(first)..before.len())
            .find(|&at| before[at] != after[at] && !outputs.iter().any(|output| output.contains(&at)));
        let Some(at) = changed else { return Ok(()) };
        let near = places.iter().enumerate().find_map(|(index, place)| {
            let place = place.as_ref()?;
            let reach = place.start.saturating_sub(GUARD)..place.end + GUARD;
            reach.contains(&at).then(|| {
                let offset = i64::try_from(at).unwrap_or(0) - i64::try_from(place.start).unwrap_or(0);
                format!("byte {offset} of argument {index} ({} bytes)", place.len())
            })
        });
        let near = near.unwrap_or_else(|| "no buffer".to_owned());
        Err(Error::Corrupted { kernel: kernel.to_owned(), reason: format!("0x{at:04x} changed, {near}") })
    }
}

/// A data address: the chips have 16 bits of them, and [`Caller::place`] stays within RAM.
fn short(address: usize) -> u16 {
    u16::try_from(address).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::Access;
    use super::super::mcu::ALL;
    use super::*;

    /// A caller for a piece of assembly text that defines `k`, on every chip.
    fn each(body: &str, mut test: impl FnMut(&mut Caller)) {
        for mcu in &ALL {
            let scratch = Scratch::new().unwrap();
            let source = scratch.0.join("k.S");
            fs::write(&source, format!(".text\n.global k\nk:\n{body}\n")).unwrap();
            let image = assemble(mcu, &[&source]).unwrap();
            test(&mut Caller::new(mcu, &image).unwrap());
        }
    }

    #[test]
    fn passes_arguments_and_counts() {
        // u32 a (r25:22) + u8 b (r20), stored through p (r19:18), and returned.
        let body = "push r28\n movw r30, r18\n add r22, r20\n adc r23, r1\n adc r24, r1\n adc r25, r1\n \
            st Z, r22\n std Z+1, r23\n std Z+2, r24\n std Z+3, r25\n pop r28\n ret";
        each(body, |caller| {
            let mut out = [0; 4];
            for seed in 0..50 {
                let mut args = [Arg::U32(0x00FF_FFFE), Arg::U8(3), Arg::Out(&mut out)];
                let outcome = caller.seed(seed).call("k", &mut args).unwrap();
                assert_eq!(outcome.value, 0x0100_0001);
                assert_eq!(outcome.stack, 1);
                let ret = if caller.machine().mcu().pc_bytes == 3 { 5 } else { 4 };
                assert_eq!(outcome.cycles, 2 + 1 + 4 + 8 + 2 + ret);
                assert_eq!(out, 0x0100_0001_u32.to_le_bytes());
            }
        });
    }

    #[test]
    fn narrow_results() {
        each("ldi r24, 0x81\n ldi r25, 0x7f\n ret", |caller| {
            let outcome = caller.call("k", &mut []).unwrap();
            assert_eq!((outcome.u8(), outcome.i8(), outcome.u16()), (0x81, -127, 0x7F81));
        });
    }

    #[test]
    fn refuses_bad_calls() {
        each("ret", |caller| {
            let missing = caller.call("nothing", &mut []);
            assert!(matches!(missing, Err(Error::NoSymbol { .. })), "{missing:?}");
            let mut many = [const { Arg::U32(0) }; 5];
            let many = caller.call("k", &mut many);
            assert!(matches!(many, Err(Error::Arguments { .. })), "{many:?}");
            let within = caller.call("k", &mut [Arg::Within(3, 0)]);
            assert!(matches!(within, Err(Error::Arguments { .. })), "{within:?}");
            let big = caller.call("k", &mut [Arg::In(&std::vec![0; 20_000])]);
            assert!(matches!(big, Err(Error::TooBig { .. })), "{big:?}");
        });
    }

    #[test]
    fn notices_broken_conventions() {
        for body in ["ldi r28, 5\n inc r28\n inc r2\n ret", "inc r1\n ret", "cli\n ret", "inc r17\n ret", "sleep\n ret"]
        {
            each(body, |caller| {
                let result = caller.call("k", &mut []);
                assert!(matches!(result, Err(Error::Convention { .. })), "{body}: {result:?}");
            });
        }
    }

    #[test]
    fn notices_wrong_memory() {
        let forbidden = |body: &str, wanted: Access| {
            each(body, |caller| {
                let mut out = [0; 8];
                let result = caller.call("k", &mut [Arg::In(&[1; 8]), Arg::Out(&mut out)]);
                match result {
                    Err(Error::Forbidden { access, .. }) => assert_eq!(access, wanted, "{body}"),
                    other => panic!("{body}: {other:?}"),
                }
            });
        };
        forbidden("movw r30, r24\n st Z, r1\n ret", Access::Write); // an input
        forbidden("movw r30, r22\n std Z+8, r1\n ret", Access::Write); // one beyond
        forbidden("movw r30, r24\n ldd r0, Z+8\n ret", Access::Read);
        forbidden("movw r26, r22\n st -X, r1\n ret", Access::Write); // one before
        forbidden("sts 0x0005, r1\n ret", Access::Write); // a register
        forbidden("ldi r30, 0\n ldi r31, 0xf0\n st Z+, r1\n ret", Access::Write); // beyond RAM
        forbidden("in r30, 0x3d\n in r31, 0x3e\n ld r0, Z\n ret", Access::Read); // below SP
        forbidden("in r30, 0x3d\n in r31, 0x3e\n st -Z, r1\n ret", Access::Write);
    }

    #[test]
    fn notices_the_stack_running_away() {
        each("k2: push r1\n rjmp k2", |caller| {
            let result = caller.call("k", &mut []);
            assert!(matches!(result, Err(Error::StackOverflow { .. })), "{result:?}");
        });
        each("pop r0\n pop r0\n pop r0\n pop r0\n ret", |caller| {
            let result = caller.call("k", &mut []);
            assert!(matches!(result, Err(Error::StackUnderflow { .. })), "{result:?}");
        });
        each("k3: rjmp k3", |caller| {
            let result = caller.limit(1000).call("k", &mut []);
            assert!(matches!(result, Err(Error::Timeout { .. })), "{result:?}");
        });
        each("ldi r30, 0xff\n ldi r31, 0x2f\n ijmp", |caller| {
            let result = caller.call("k", &mut []);
            assert!(matches!(result, Err(Error::WildJump { .. })), "{result:?}");
        });
        each(".word 0x0001\n ret", |caller| {
            let result = caller.call("k", &mut []);
            assert!(matches!(result, Err(Error::BadOpcode { opcode: 1, .. })), "{result:?}");
        });
    }

    /// Memory freed below SP is still there undisturbed, and gone with interrupts.
    #[test]
    fn disturbance_exposes_freed_memory() {
        let body = "push r1\n pop r0\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n \
            in r0, 0x3f\n cli\n in r24, 0x3d\n in r25, 0x3e\n sbiw r24, 1\n out 0x3e, r25\n out 0x3d, r24\n pop r24\n out 0x3f, r0\n ret";
        each(body, |caller| {
            let quiet: Vec<u8> = (0..20).map(|_| caller.call("k", &mut []).unwrap().u8()).collect();
            assert!(quiet.iter().all(|&byte| byte == 0));
            caller.disturb(true);
            let loud = (0..20).filter(|_| caller.call("k", &mut []).unwrap().u8() != 0);
            assert!(loud.count() > 10);
        });
    }

    #[test]
    fn shares_a_buffer() {
        each("movw r26, r24\n movw r30, r22\n ld r0, Z\n st X, r0\n ret", |caller| {
            let mut bytes = [1, 2, 3];
            caller.call("k", &mut [Arg::InOut(&mut bytes), Arg::Within(0, 2)]).unwrap();
            assert_eq!(bytes, [3, 2, 3]);
        });
    }
}
