//! `sunbear kat`: verifies or generates known answers.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sunbear::kat::generate::{ENTROPY, Entries};
use sunbear::kat::verify::{self, ENTRIES};
use sunbear::kat::{self, hex, rsp};
use sunbear::sets::{ProfileName, Set, all};

use super::failure::{Failure, quoted, shown};
use super::files;
use super::{ProfileArg, set_named};

/// The arguments.
#[derive(Args)]
#[command(after_help = "\
Without --emit and --rsp, generates the 100 entries of each SET and compares their SHA-256 with the published one.")]
pub struct KatArgs {
    /// Sets to verify [default: all]
    #[arg(value_name = "SET", conflicts_with_all = ["emit", "rsp"])]
    sets: Vec<String>,
    /// Print the .rsp file of a set as NIST's generator does
    #[arg(long, value_name = "SET", conflicts_with = "rsp")]
    emit: Option<String>,
    /// Entries to print
    #[arg(long, value_name = "N", requires = "emit", conflicts_with_all = ["sets", "rsp"],
          default_value_t = ENTRIES)]
    count: u32,
    /// Entropy input, 96 hexadecimal digits [default: 000102..2F]
    #[arg(long, value_name = "HEX96", requires = "emit", conflicts_with_all = ["sets", "rsp"])]
    seed: Option<String>,
    /// Verify every entry of an .rsp file (`-`: standard input)
    #[arg(long, value_name = "FILE")]
    rsp: Option<PathBuf>,
    /// Set of the file [default: its title line]
    #[arg(long, value_name = "SET", requires = "rsp", conflicts_with_all = ["sets", "emit"])]
    set: Option<String>,
    #[command(flatten)]
    profile: ProfileArg,
}

/// Does what the arguments ask for.
pub fn run(args: &KatArgs) -> Result<(), Failure> {
    let profile = args.profile.profile;
    match (&args.emit, &args.rsp) {
        (Some(set), _) => emit(set_named(set)?, profile, args.count, args.seed.as_deref()),
        (_, Some(path)) => verify_file(path, args.set.as_deref(), profile),
        (None, None) => verify_sets(&args.sets, profile),
    }
}

/// Every set against its published digests.
fn verify_sets(names: &[String], profile: ProfileName) -> Result<(), Failure> {
    let sets: Vec<_> = if names.is_empty() {
        all().collect()
    } else {
        names.iter().map(|name| set_named(name)).collect::<Result<_, _>>()?
    };
    let mut failed = Vec::new();
    for &set in &sets {
        let progress = progress(set, u64::from(ENTRIES));
        let outcome = verify::set(set, profile, || progress.inc(1));
        progress.finish_and_clear();
        let result = match &outcome {
            Ok(()) => format!("ok, {ENTRIES} entries"),
            Err(failure) => format!("FAILED, {failure}"),
        };
        files::print(&format!("{}: {result} ({profile})\n", set.name()))?;
        if outcome.is_err() {
            failed.push(set.name());
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::mismatch(format!("{} of {} sets failed: {}", failed.len(), sets.len(), failed.join(", "))))
}

/// A file, entry by entry.
fn verify_file(path: &Path, set: Option<&str>, profile: ProfileName) -> Result<(), Failure> {
    let named = set.map(set_named).transpose()?;
    let text = files::read_text(path)?;
    let set = match (named, rsp::title(&text)) {
        (Some(set), _) => set,
        (None, Some(title)) => set_named(title).map_err(|unknown| Failure::about(path, &unknown.message))?,
        (None, None) => return Err(Failure::about(path, "no title line `# SET`; name the set with --set")),
    };
    let entries = rsp::parse(&text, &set.sizes()).map_err(|malformed| Failure::about(path, &malformed.to_string()))?;
    let progress = progress(set, entries.len() as u64);
    for entry in &entries {
        let outcome = verify::entry(set, profile, entry);
        if let Err(failure) = outcome {
            progress.finish_and_clear();
            return Err(Failure::mismatch(format!("{}: {}, {failure}", shown(path), set.name())));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    files::print(&format!("{}: ok, {} ({profile})\n", set.name(), counted(entries.len())))
}

/// A file as NIST's generator makes it.
fn emit(set: &'static dyn Set, profile: ProfileName, count: u32, seed: Option<&str>) -> Result<(), Failure> {
    let entropy = seed.map_or(Ok(ENTROPY), |seed| {
        let bytes = hex::decode(seed.as_bytes()).and_then(|bytes| bytes.try_into().ok());
        bytes.ok_or_else(|| Failure::bad_input(format!("--seed {} is not 96 hexadecimal digits", quoted(seed))))
    })?;
    let entries = Entries::new(set, profile, &entropy).take(count as usize);
    let outcome = write_file(&mut BufWriter::new(io::stdout().lock()), set, entries);
    match outcome {
        Ok(Err(failure)) => Err(Failure::mismatch(format!("{}: {failure}", set.name()))),
        outcome => files::printed(outcome.map(drop)),
    }
}

/// The outer result is that of `out`, the inner one that of the entries.
fn write_file(
    out: &mut impl Write,
    set: &dyn Set,
    entries: impl Iterator<Item = Result<rsp::Entry, kat::Failure>>,
) -> io::Result<Result<(), kat::Failure>> {
    out.write_all(rsp::head(set.name()).as_bytes())?;
    for entry in entries {
        match entry {
            Ok(entry) => writeln!(out, "{entry}")?,
            Err(failure) => return Ok(Err(failure)),
        }
    }
    out.flush().map(Ok)
}

fn counted(entries: usize) -> String {
    if entries == 1 { "1 entry".into() } else { format!("{entries} entries") }
}

/// A bar on standard error; none if that is not a terminal.
fn progress(set: &dyn Set, entries: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:13} {wide_bar} {pos}/{len}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(entries).with_style(style).with_prefix(set.name())
}
