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
use std::ops::Range;
use std::string::String;
use std::vec::Vec;

use super::image::{Image, Space};
use super::machine::{Machine, State};
use super::mcu::Mcu;
use super::{Error, Noise, Result};

#[cfg(test)]
pub(super) use build::program;
pub use build::{assemble, sources};

mod build;
#[cfg(test)]
mod tests;

/// Bytes around every buffer that nobody may touch.
const GUARD: usize = 16;
/// Bytes an imitated interrupt overwrites: all registers, SREG and a return address.
const INTERRUPT: u16 = 40;
/// Room the buffers must leave for the kernel's stack.
const LEAST_STACK: usize = 64;

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
