//! The command line: what the arguments mean, and how the process ends.
//!
//! | module | commands |
//! |---|---|
//! | `sets` | `sets` |
//! | `kat` | `kat` |
//! | `kem` | `keygen`, `encaps`, `decaps` |
//! | `handshake` | `handshake`, with the feature `sim` |
//! | `firmware` | `firmware`, with the feature `sim` |
//! | `profile` | `profile`, with the feature `sim` |
//! | `audit` | `audit`, with the feature `sim` |
//!
//! `files` reads and writes for them, `random` asks the system, `failure` holds the exit codes. A command writes its result to standard output
//! and nothing else there; notes, progress and errors go to standard error.

#[cfg(feature = "sim")]
mod audit;
mod columns;
mod failure;
mod files;
#[cfg(feature = "sim")]
mod firmware;
#[cfg(feature = "sim")]
mod handshake;
mod kat;
mod kem;
#[cfg(feature = "sim")]
mod profile;
mod random;
mod sets;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use sunbear::sets::{ProfileName, Set, all, find};

use failure::Failure;

/// Post-quantum key encapsulation: keys, ciphertexts and known answers.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 a verification failed or a ciphertext was rejected, 2 bad usage or input."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the parameter sets: sizes in bytes, claimed NIST level, standing
    Sets,
    /// Verify known answers, or generate them
    Kat(kat::KatArgs),
    /// Make a key pair
    Keygen(kem::KeygenArgs),
    /// Make a ciphertext and its shared secret for an encapsulation key
    Encaps(kem::EncapsArgs),
    /// Compute the shared secret of a ciphertext
    Decaps(kem::DecapsArgs),
    /// Let a simulated AVR node and this gateway agree on a secret over a serial line (not authenticated)
    #[cfg(feature = "sim")]
    Handshake(handshake::HandshakeArgs),
    /// Build the measuring image of an operation and print its path, or run it on the simulated chip
    #[cfg(feature = "sim")]
    Firmware(firmware::FirmwareArgs),
    /// Follow secrets through the linked AVR program and list what depends on them
    #[cfg(feature = "sim")]
    Audit(audit::AuditArgs),
    /// Measure what every operation costs on every chip: cycles, RAM, flash, and where the cycles go
    #[cfg(feature = "sim")]
    Profile(Box<profile::ProfileArgs>),
}

/// How to compute, for every command that does.
#[derive(Args)]
struct ProfileArg {
    /// Take the least RAM (compact) or the least time (fast); the bytes are the same
    #[arg(long, value_name = "PROFILE", default_value = ProfileName::Fast.as_str(), value_parser = profile_parser())]
    profile: ProfileName,
}

fn profile_parser() -> impl TypedValueParser<Value = ProfileName> {
    PossibleValuesParser::new(ProfileName::ALL.map(ProfileName::as_str)).map(|name| {
        let named = |profile: &ProfileName| profile.as_str() == name;
        ProfileName::ALL.into_iter().find(named).unwrap_or(ProfileName::Fast)
    })
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and usage; a reader that has gone away is no reason to fail.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(failure::BAD_INPUT));
        }
    };
    let outcome = match cli.command {
        Command::Sets => sets::run(),
        Command::Kat(args) => kat::run(&args),
        Command::Keygen(args) => kem::keygen(&args),
        Command::Encaps(args) => kem::encaps(&args),
        Command::Decaps(args) => kem::decaps(&args),
        #[cfg(feature = "sim")]
        Command::Handshake(args) => handshake::run(&args),
        #[cfg(feature = "sim")]
        Command::Firmware(args) => firmware::run(&args),
        #[cfg(feature = "sim")]
        Command::Profile(args) => profile::run(&args),
        #[cfg(feature = "sim")]
        Command::Audit(args) => audit::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            note(&failure.message);
            ExitCode::from(failure.code)
        }
    }
}

/// One line on standard error. `eprintln!` would panic if nobody reads it.
fn note(message: &str) {
    let _ = writeln!(io::stderr(), "sunbear: {message}");
}

/// The set of this name, if the node knows it.
#[cfg(feature = "sim")]
fn set_with_node(name: &str) -> Result<&'static dyn Set, Failure> {
    let set = set_named(name)?;
    if set.has_node() {
        return Ok(set);
    }
    Err(Failure::bad_input(format!("the node does not know {} yet", set.name())))
}

/// The set of this name.
fn set_named(name: &str) -> Result<&'static dyn Set, Failure> {
    find(name).ok_or_else(|| {
        let known: Vec<_> = all().map(Set::name).collect();
        Failure::bad_input(format!("unknown set {}; known: {}", failure::quoted(name), known.join(", ")))
    })
}

/// The things of these names, or all.
#[cfg(feature = "sim")]
fn chosen<T: Copy>(what: &str, names: &[String], known: &[(&str, T)]) -> Result<Vec<T>, Failure> {
    if names.is_empty() {
        return Ok(known.iter().map(|(_, thing)| *thing).collect());
    }
    let find = |name: &String| {
        known.iter().find(|(known, _)| known == name).map(|(_, thing)| *thing).ok_or_else(|| {
            let known: Vec<_> = known.iter().map(|(name, _)| *name).collect();
            Failure::bad_input(format!("unknown {what} {}; known: {}", failure::quoted(name), known.join(", ")))
        })
    };
    names.iter().map(find).collect()
}
