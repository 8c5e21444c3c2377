//! `sunbear kat`: verifies or generates known answers.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use sunbear::kat::generate::{ENTROPY, Entries};
use sunbear::kat::verify::{self, ENTRIES};
use sunbear::kat::{self, hex, rsp, vectors};
use sunbear::sets::{Draws, ProfileName, Set, all};

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
    /// Verify a JSON file of NTRUEncrypt's known answers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sets", "emit", "rsp"])]
    vectors: Option<PathBuf>,
    /// Set of the file [default: its title line]
    #[arg(long, value_name = "SET", requires = "rsp", conflicts_with_all = ["sets", "emit"])]
    set: Option<String>,
    /// How random bytes are drawn: as by the NIST submission, or a polynomial at a time as by PQClean and liboqs
    #[arg(long, value_name = "DRAWS", default_value = Draws::Nist.as_str(), value_parser = draws_parser())]
    draws: Draws,
    #[command(flatten)]
    profile: ProfileArg,
}

fn draws_parser() -> impl TypedValueParser<Value = Draws> {
    PossibleValuesParser::new(Draws::ALL.map(Draws::as_str))
        .map(|name| Draws::ALL.into_iter().find(|draws| draws.as_str() == name).unwrap_or(Draws::Nist))
}

/// How to derive entries.
#[derive(Clone, Copy)]
struct Way {
    profile: ProfileName,
    draws: Draws,
}

impl Way {
    /// Whether there are files of a set with these draws.
    fn suits(self, set: &dyn Set) -> bool {
        set.draws().contains(&self.draws)
    }

    /// The set of this name, if it suits.
    fn set_named(self, name: &str) -> Result<&'static dyn Set, Failure> {
        let set = set_named(name)?;
        if self.suits(set) {
            return Ok(set);
        }
        Err(Failure::bad_input(format!("{} has no known answers with --draws {}", set.name(), self.draws.as_str())))
    }
}

/// Does what the arguments ask for.
pub fn run(args: &KatArgs) -> Result<(), Failure> {
    let way = Way { profile: args.profile.profile, draws: args.draws };
    if let Some(path) = &args.vectors {
        return verify_vectors(path, way.profile);
    }
    match (&args.emit, &args.rsp) {
        (Some(set), _) => emit(way.set_named(set)?, way, args.count, args.seed.as_deref()),
        (_, Some(path)) => verify_file(path, args.set.as_deref(), way),
        (None, None) => verify_sets(&args.sets, way),
    }
}

/// Every set against its published digests.
fn verify_sets(names: &[String], way: Way) -> Result<(), Failure> {
    let Way { profile, draws } = way;
    let sets: Vec<_> = if names.is_empty() {
        all().filter(|&set| way.suits(set)).collect()
    } else {
        names.iter().map(|name| way.set_named(name)).collect::<Result<_, _>>()?
    };
    let mut failed = Vec::new();
    for &set in &sets {
        let progress = progress(set, u64::from(ENTRIES));
        let outcome = verify::set(set, profile, draws, || progress.inc(1));
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
fn verify_file(path: &Path, set: Option<&str>, way: Way) -> Result<(), Failure> {
    let named = set.map(|name| way.set_named(name)).transpose()?;
    let text = files::read_text(path)?;
    let set = match (named, rsp::title(&text)) {
        (Some(set), _) => set,
        (None, Some(title)) => way.set_named(title).map_err(|unknown| Failure::about(path, &unknown.message))?,
        (None, None) => return Err(Failure::about(path, "no title line `# SET`; name the set with --set")),
    };
    let entries = rsp::parse(&text, &set.sizes()).map_err(|malformed| Failure::about(path, &malformed.to_string()))?;
    let progress = progress(set, entries.len() as u64);
    for entry in &entries {
        let outcome = verify::entry(set, way.profile, way.draws, entry);
        if let Err(failure) = outcome {
            progress.finish_and_clear();
            return Err(Failure::mismatch(format!("{}: {}, {failure}", shown(path), set.name())));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    files::print(&format!("{}: ok, {} ({})\n", set.name(), counted(entries.len()), way.profile))
}

/// A file of NTRUEncrypt's, section by section.
fn verify_vectors(path: &Path, profile: ProfileName) -> Result<(), Failure> {
    let verified = vectors::verify(&files::read_text(path)?, profile).map_err(|failure| match failure {
        vectors::Failure::Malformed(what) => Failure::about(path, &what),
        vectors::Failure::Mismatch { .. } => Failure::mismatch(format!("{}: {failure}", shown(path))),
    })?;
    let mut text = String::new();
    for (section, entries) in &verified.sections {
        let _ = writeln!(text, "{}: {section} ok, {} ({profile})", verified.set, counted(*entries));
    }
    if verified.skipped > 0 {
        let skipped = counted(verified.skipped);
        let _ = writeln!(text, "{}: dm0_boundary skipped, {skipped}: their key h = 0 is refused", verified.set);
    }
    files::print(&text)
}

/// A file as NIST's generator makes it.
fn emit(set: &'static dyn Set, way: Way, count: u32, seed: Option<&str>) -> Result<(), Failure> {
    let entropy = seed.map_or(Ok(ENTROPY), |seed| {
        let bytes = hex::decode(seed.as_bytes()).and_then(|bytes| bytes.try_into().ok());
        bytes.ok_or_else(|| Failure::bad_input(format!("--seed {} is not 96 hexadecimal digits", quoted(seed))))
    })?;
    let entries = Entries::new(set, way.profile, way.draws, &entropy).take(count as usize);
    let outcome = write_file(&mut BufWriter::new(io::stdout().lock()), &rsp::head(set, way.draws), entries);
    match outcome {
        Ok(Err(failure)) => Err(Failure::mismatch(format!("{}: {failure}", set.name()))),
        outcome => files::printed(outcome.map(drop)),
    }
}

/// The outer result is that of `out`, the inner one that of the entries.
fn write_file(
    out: &mut impl Write,
    head: &str,
    entries: impl Iterator<Item = Result<rsp::Entry, kat::Failure>>,
) -> io::Result<Result<(), kat::Failure>> {
    out.write_all(head.as_bytes())?;
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
