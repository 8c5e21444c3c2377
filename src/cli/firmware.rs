//! `sunbear firmware`: builds the measuring image of one operation, for anyone's simulator, and runs it on this one.
//!
//! Any ELF that keeps to the same marks can be run: 1 and 2 to GPIOR0 around the operation, 1 to GPIOR1 for a right
//! answer, `cli` and `sleep` at the end.

use clap::Args;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sunbear::sets::ProfileName;
use sunbear::sim::Error;
use sunbear::sim::mcu::{self, Mcu};
use sunbear::sim::measure::{Operation, Program, Subject};
use sunbear::sim::toolchain::Toolchain;

use super::failure::Failure;
use super::{files, profile_parser, set_named};

/// Options of `firmware`.
#[derive(Args)]
pub struct FirmwareArgs {
    /// The parameter set
    #[arg(long, value_name = "SET", required_unless_present = "elf")]
    set: Option<String>,
    /// The operation
    #[arg(long, value_name = "OP", required_unless_present = "elf", value_parser = operation_parser())]
    op: Option<Operation>,
    /// Least RAM (compact) or least time (fast)
    #[arg(long, value_name = "PROFILE", default_value = ProfileName::Compact.as_str(), value_parser = profile_parser())]
    profile: ProfileName,
    /// The chip
    #[arg(long, value_name = "MCU", default_value = "atmega1284p",
          value_parser = PossibleValuesParser::new(mcu::ALL.iter().map(|mcu| mcu.name)))]
    mcu: String,
    /// Run it, and print what the operation takes instead of the path alone
    #[arg(long)]
    run: bool,
    /// Run this ELF instead: one that was built before, or one that keeps to the same marks
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "op", "profile"])]
    elf: Option<PathBuf>,
}

fn operation_parser() -> impl TypedValueParser<Value = Operation> {
    PossibleValuesParser::new(Operation::ALL.map(Operation::as_str)).map(|name| {
        let named = |operation: &Operation| operation.as_str() == name;
        Operation::ALL.into_iter().find(named).unwrap_or(Operation::Encaps)
    })
}

/// Prints the ELF's path, or runs it.
pub fn run(args: &FirmwareArgs) -> Result<(), Failure> {
    let mcu = Mcu::find(&args.mcu).map_err(failed)?;
    let program = match (&args.elf, &args.set, args.op) {
        (Some(elf), ..) => Program::read(elf, mcu).map_err(failed)?,
        (None, Some(set), Some(op)) => build(set, op, args.profile, mcu)?,
        _ => return Err(Failure::bad_input("name a set and an operation, or an ELF".to_owned())),
    };
    if !args.run && args.elf.is_none() {
        return files::print(&format!("{}\n", program.path().display()));
    }
    let took = program.measure().map_err(failed)?;
    files::print(&format!(
        "elf      {}\n\
         verdict  right\n\
         cycles   {}  ({:.1} ms at {} MHz)\n\
         work     {} bytes: {} workspace, {} stack\n\
         RAM      {} of {} bytes: {} workspace, {} other variables, {} stack with the image's own\n\
         flash    {} of {} bytes\n",
        program.path().display(),
        took.cycles,
        mcu.milliseconds(took.cycles),
        mcu.clock_hz / 1_000_000,
        took.workspace + u32::from(took.stack),
        took.workspace,
        took.stack,
        took.ram,
        mcu.ram_size,
        took.workspace,
        (took.data + took.bss).saturating_sub(took.workspace),
        took.ram.saturating_sub(took.data + took.bss),
        took.flash,
        mcu.flash_size,
    ))
}

fn build(set: &str, operation: Operation, profile: ProfileName, mcu: &'static Mcu) -> Result<Program, Failure> {
    let set = set_named(set)?;
    if Operation::ALL.contains(&operation) && !operation.is_of(set) {
        return Err(Failure::bad_input(format!("{} has no operation {operation}", set.name())));
    }
    let subject = Subject { set: set.name(), profile: profile.as_str(), operation, mcu, timer: false };
    subject.build(&Toolchain::find().map_err(failed)?).map_err(failed)
}

fn failed(error: Error) -> Failure {
    match error {
        Error::Verdict { .. } => Failure::mismatch(error.to_string()),
        error => Failure::bad_input(error.to_string()),
    }
}
