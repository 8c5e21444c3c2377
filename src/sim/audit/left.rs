//! What is still secret when an operation has ended, where nobody asked for it.
//!
//! What it isn't: a comparison of bytes. A byte that happens to be zero is left behind all the same if a secret decided
//! that.

use std::collections::BTreeMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::super::Result;
use super::super::image::Space;
use super::super::machine::Machine;
use super::super::taint::Shadow;
use super::follow::End;
use super::region::{Region, SREG};
use super::writers::Writer;

/// SREG among the registers.
const FLAGS: u8 = 32;

/// A byte that may be left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// r0 to r31, or SREG as 32.
    Register(u8),
    /// An address of I/O or RAM.
    Data(u16),
    /// An address of the EEPROM.
    Eeprom(u16),
}

/// What one function left behind.
#[derive(Clone, Debug)]
pub(super) struct Left {
    /// The first of its instructions that did.
    pub(super) writer: Option<Writer>,
    /// How many bytes.
    pub(super) bytes: u64,
    /// The ranges of them, by name.
    pub(super) places: Vec<String>,
    registers: Vec<u8>,
}

/// Runs, and if registers are left behind runs again to learn who wrote them.
pub(super) fn with_writers(mut run: impl FnMut(&[u8]) -> Result<End>) -> Result<End> {
    let end = run(&[])?;
    let registers: Vec<u8> = end.left.iter().flat_map(|left| &left.registers).copied().collect();
    if registers.is_empty() { Ok(end) } else { run(&registers) }
}

/// Everything secret outside of the secrets' own memory and the outputs, by the function that wrote it and the call it was under: an
/// unrolled copy has an instruction for every byte.
pub(super) fn collect(
    machine: &Machine,
    shadow: &Shadow,
    (secrets, outputs): (&[Region], &[Region]),
    writer: impl Fn(Place) -> Option<Writer>,
) -> Vec<Left> {
    // A secret's memory may keep it, a register that it came in may not.
    let may = |space, address: u32| {
        outputs.iter().any(|region| region.contains(space, address))
            || secrets.iter().any(|region| region.contains_memory(space, address))
    };
    let registers = (0..FLAGS).filter(|&index| shadow.register(index) != 0 && !may(Space::Data, index.into()));
    let flags = Some(FLAGS).filter(|_| shadow.sreg() != 0 && !may(Space::Data, SREG));
    let is_memory = |address: u16| address >= FLAGS.into() && u32::from(address) != SREG;
    let mut data: Vec<u16> =
        shadow.secret_data().filter(|&address| is_memory(address) && !may(Space::Data, address.into())).collect();
    data.sort_unstable();
    data.dedup();
    let eeprom = (0..machine.mcu().eeprom_size)
        .filter(|&address| shadow.mask(Space::Eeprom, address.into()) != 0 && !may(Space::Eeprom, address.into()));

    let places = registers.chain(flags).map(Place::Register);
    let places = places.chain(data.into_iter().map(Place::Data)).chain(eeprom.map(Place::Eeprom));
    let mut by_function: BTreeMap<_, (Option<Writer>, Vec<Place>)> = BTreeMap::new();
    for place in places {
        let writer = writer(place);
        let function = writer.map(|writer| (function(machine, writer.pc), writer.caller));
        let (first, places) = by_function.entry(function).or_insert((writer, Vec::new()));
        *first = (*first).min(writer);
        places.push(place);
    }
    by_function.into_values().map(|(writer, places)| Left::new(machine, writer, &places)).collect()
}

/// Where the function that holds this instruction begins.
fn function(machine: &Machine, pc: u32) -> u32 {
    let symbols = machine.image().symbols().iter();
    let functions = symbols.filter(|symbol| symbol.space == Space::Flash && symbol.function && symbol.address <= pc);
    functions.map(|symbol| symbol.address).max().unwrap_or(0)
}

impl Left {
    fn new(machine: &Machine, writer: Option<Writer>, places: &[Place]) -> Self {
        let registers = places.iter().filter_map(|place| match place {
            Place::Register(index) => Some(*index),
            _ => None,
        });
        Self { writer, bytes: places.len() as u64, registers: registers.collect(), places: named(machine, places) }
    }
}

/// Runs of neighbours by name.
fn named(machine: &Machine, places: &[Place]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = places;
    while let Some(&first) = rest.first() {
        let n = 1 + rest.windows(2).take_while(|pair| are_neighbours(machine, pair[0], pair[1])).count();
        let name = name(machine, first);
        names.push(if n == 1 { name } else { format!("{name} to {}", self::name(machine, rest[n - 1])) });
        rest = &rest[n..];
    }
    names
}

fn are_neighbours(machine: &Machine, a: Place, b: Place) -> bool {
    match (a, b) {
        (Place::Register(a), Place::Register(b)) => a + 1 == b && b != FLAGS,
        (Place::Eeprom(a), Place::Eeprom(b)) => a + 1 == b,
        (Place::Data(a), Place::Data(b)) => a + 1 == b && variable(machine, a) == variable(machine, b),
        _ => false,
    }
}

/// The index of the variable that holds this address.
fn variable(machine: &Machine, address: u16) -> Option<usize> {
    let at = u32::from(address);
    machine
        .image()
        .symbols()
        .iter()
        .position(|symbol| symbol.space == Space::Data && at >= symbol.address && at - symbol.address < symbol.size)
}

fn name(machine: &Machine, place: Place) -> String {
    match place {
        Place::Register(FLAGS) => "SREG".to_string(),
        Place::Register(index) => format!("r{index}"),
        Place::Eeprom(address) => format!("EEPROM 0x{address:x}"),
        Place::Data(address) if address < machine.mcu().ram_start => format!("I/O 0x{address:x}"),
        Place::Data(address) => match variable(machine, address) {
            Some(at) => {
                let symbol = &machine.image().symbols()[at];
                format!("{}+{}", symbol.name, u32::from(address) - symbol.address)
            }
            // Above the variables is the stack.
            None if address >= machine.image().data_end() => {
                format!("SP{:+}", i32::from(address) - i32::from(machine.sp()))
            }
            None => format!("0x{address:x}"),
        },
    }
}
