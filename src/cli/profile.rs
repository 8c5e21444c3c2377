//! `sunbear profile`: what every operation costs on every chip, measured on the linked firmware in the simulator.
//!
//! Rows that could be measured are printed and written in any case; one that could not says why, and the command ends
//! with exit code 2.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use sunbear::lab::definitions::DEFINITIONS;
use sunbear::lab::matrix::{Item, Selection};
use sunbear::lab::record::{Record, Status, from_json, to_csv, to_json};
use sunbear::lab::run::{Attribution, Lab, Outcome, image};
use sunbear::lab::{compare, document, picture};
use sunbear::sets::ProfileName;
use sunbear::sim::mcu::{self, Mcu};
use sunbear::sim::measure::Program;

use super::failure::{Failure, shown};
use super::files::{self, Output, STREAM};
use super::{profile_parser, set_named};

mod table;

/// Options of `profile`.
#[derive(Args)]
#[command(after_help = "\
Rows: all there are, or those that the first four options name; each may be given several times.
FILE `-` is standard output, which then gets no table. Exit codes: 0 done, 2 a row could not be measured.")]
pub struct ProfileArgs {
    /// Parameter set, see `sunbear sets`
    #[arg(long, value_name = "SET")]
    set: Vec<String>,
    /// Operation or kernel
    #[arg(long, value_name = "OP", value_parser = item_parser())]
    op: Vec<Item>,
    /// Least RAM (compact) or least time (fast)
    #[arg(long, value_name = "PROFILE", value_parser = profile_parser())]
    profile: Vec<ProfileName>,
    /// Chip
    #[arg(long, value_name = "MCU", value_parser = mcu_parser())]
    mcu: Vec<&'static Mcu>,
    /// Measure this image instead: any that writes 1 and 2 to GPIOR0 around its work, 1 to GPIOR1 for a right answer,
    /// and ends with `cli` and `sleep`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "op", "profile", "document", "svg", "against"])]
    elf: Vec<PathBuf>,
    /// Print where the cycles go, function by function
    #[arg(long)]
    functions: bool,
    /// Write the call stacks with their cycles, a line each, as flamegraph tools read them
    #[arg(long, value_name = "FILE")]
    stacks: Option<PathBuf>,
    /// Write the rows as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the rows as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw RAM against time
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Renew the tables and the picture between the markers of a Markdown document
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// Print what changed since this run, saved with --json
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

fn item_parser() -> impl TypedValueParser<Value = Item> {
    PossibleValuesParser::new(Item::all().map(Item::as_str))
        .map(|name| Item::all().find(|item| item.as_str() == name).unwrap_or_else(|| unreachable!("a possible value")))
}

fn mcu_parser() -> impl TypedValueParser<Value = &'static Mcu> {
    PossibleValuesParser::new(mcu::ALL.iter().map(|mcu| mcu.name))
        .map(|name| mcu::ALL.iter().find(|mcu| mcu.name == name).unwrap_or(&mcu::ALL[0]))
}

/// Measures, prints and writes.
pub fn run(args: &ProfileArgs) -> Result<(), Failure> {
    let inputs: Vec<&Path> = args.against.iter().map(PathBuf::as_path).collect();
    let named = [&args.json, &args.csv, &args.svg, &args.document, &args.stacks];
    let named: Vec<&Path> = named.into_iter().flatten().map(PathBuf::as_path).collect();
    files::check_paths(&inputs, &named)?;
    // What can fail without measuring fails before.
    let before = args.against.as_deref().map(read_rows).transpose()?;
    let document = args.document.as_deref().map(Document::read).transpose()?;

    let outcomes = if args.elf.is_empty() { measure(args)? } else { measure_images(args)? };
    let records: Vec<Record> = outcomes.iter().flat_map(|outcome| outcome.records.iter().cloned()).collect();

    let streamed = named.iter().any(|path| path.as_os_str() == STREAM);
    if !streamed {
        print(args, &records, &outcomes, before.as_deref())?;
    }
    write(args, &records, &outcomes, document)?;
    complain(&records)
}

/// The rows of the matrix.
fn measure(args: &ProfileArgs) -> Result<Vec<Outcome>, Failure> {
    let selection = selection(args)?;
    let jobs = selection.jobs();
    if jobs.is_empty() {
        return Err(Failure::bad_input("no such row: single-use sets have no prepared keys".into()));
    }
    let lab =
        Lab::new(args.functions || args.stacks.is_some()).map_err(|error| Failure::bad_input(error.to_string()))?;
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg:40}");
    let progress = ProgressBar::new(jobs.len() as u64);
    progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let outcomes = lab.run(&jobs, &|job| {
        progress.set_message(job.subject(job.operation).to_string());
        progress.inc(1);
    });
    progress.finish_and_clear();
    Ok(outcomes)
}

fn selection(args: &ProfileArgs) -> Result<Selection, Failure> {
    let mut selection = Selection::everything();
    if !args.set.is_empty() {
        selection.sets = args.set.iter().map(|name| set_named(name)).collect::<Result<_, _>>()?;
    }
    if !args.op.is_empty() {
        selection.items.clone_from(&args.op);
    }
    if !args.profile.is_empty() {
        selection.profiles.clone_from(&args.profile);
    }
    if !args.mcu.is_empty() {
        selection.mcus.clone_from(&args.mcu);
    }
    Ok(selection)
}

/// One row for each given image.
fn measure_images(args: &ProfileArgs) -> Result<Vec<Outcome>, Failure> {
    let mcu = match args.mcu[..] {
        [] => Mcu::find("atmega1284p").map_err(|error| Failure::bad_input(error.to_string()))?,
        [mcu] => mcu,
        _ => return Err(Failure::bad_input("an image is for one chip: name one --mcu".into())),
    };
    args.elf
        .iter()
        .map(|path| {
            let program = Program::read(path, mcu).map_err(|error| Failure::bad_input(error.to_string()))?;
            Ok(image(&program, args.functions || args.stacks.is_some()))
        })
        .collect()
}

fn print(
    args: &ProfileArgs,
    records: &[Record],
    outcomes: &[Outcome],
    before: Option<&[Record]>,
) -> Result<(), Failure> {
    let mut text = table::rows(records);
    let _ = write!(text, "\n{DEFINITIONS}");
    if let Some(record) = records.first().filter(|record| !record.compiler.is_empty()) {
        let _ = writeln!(text, "\n{}, commit {}", record.compiler, record.commit);
    }
    if args.functions {
        for (record, attribution) in attributions(outcomes) {
            let _ = write!(text, "\n{}", table::functions(record, attribution));
        }
    }
    if let Some(before) = before {
        let selection = selection(args)?;
        let asked = |record: &Record| {
            selection.sets.iter().any(|set| set.name() == record.set)
                && selection.items.iter().any(|item| item.as_str() == record.op)
                && selection.profiles.iter().any(|profile| profile.as_str() == record.profile)
                && selection.mcus.iter().any(|mcu| mcu.name == record.mcu)
        };
        let _ = write!(text, "\n{}", table::changes(&compare::changes(before, records, asked)));
    }
    files::print(&text)
}

fn write(
    args: &ProfileArgs,
    records: &[Record],
    outcomes: &[Outcome],
    document: Option<Document>,
) -> Result<(), Failure> {
    let mut written: Vec<(PathBuf, String)> = vec![];
    if let Some(path) = &args.json {
        written.push((path.clone(), to_json(records)));
    }
    if let Some(path) = &args.csv {
        written.push((path.clone(), to_csv(records).map_err(|error| Failure::about(path, &error))?));
    }
    if let Some(path) = &args.svg {
        written.push((path.clone(), picture::of_records(records).map_err(|error| Failure::about(path, &error))?));
    }
    if let Some(path) = &args.stacks {
        let mut text = String::new();
        for (record, attribution) in attributions(outcomes) {
            // The row is the root of its stacks.
            for line in attribution.stacks.lines() {
                let _ = writeln!(text, "{},{},{},{};{line}", record.set, record.profile, record.op, record.mcu);
            }
        }
        written.push((path.clone(), text));
    }
    if let Some(Document { path, text }) = document {
        let renewed = document::renew(&text, records).map_err(|error| Failure::about(&path, &error))?;
        for (file, text) in renewed.pictures {
            written.push((path.parent().unwrap_or(Path::new("")).join(file), text));
        }
        written.push((path, renewed.text));
    }
    let outputs: Vec<_> =
        written.iter().map(|(path, text)| Output { path, bytes: text.as_bytes(), secret: false }).collect();
    files::write(&outputs)
}

fn attributions(outcomes: &[Outcome]) -> impl Iterator<Item = (&Record, &Attribution)> {
    outcomes.iter().filter_map(|outcome| Some((outcome.records.first()?, outcome.attribution.as_ref()?)))
}

/// One line about the rows that failed.
fn complain(records: &[Record]) -> Result<(), Failure> {
    let failed: Vec<_> = records.iter().filter(|record| record.status == Status::Failed).collect();
    let Some(first) = failed.first() else { return Ok(()) };
    let reason = first.reason.as_deref().unwrap_or("unknown");
    let what = [&first.set, &first.profile, &first.op, &first.mcu].map(String::as_str).join(" ");
    Err(Failure::bad_input(format!("{} of {} rows failed; {what}: {reason}", failed.len(), records.len())))
}

/// A document to renew, read before anything is measured.
struct Document {
    path: PathBuf,
    text: String,
}

impl Document {
    fn read(path: &Path) -> Result<Self, Failure> {
        let text = String::from_utf8(files::read_text(path)?).map_err(|_| Failure::about(path, "is no UTF-8 text"))?;
        document::check(&text).map_err(|error| Failure::about(path, &error))?;
        Ok(Self { path: path.to_path_buf(), text })
    }
}

fn read_rows(path: &Path) -> Result<Vec<Record>, Failure> {
    from_json(&files::read_text(path)?).map_err(|error| Failure::bad_input(format!("{}: {error}", shown(path))))
}
