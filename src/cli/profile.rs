//! `sunbear profile`: what every operation costs on every chip, measured on the linked firmware in the simulator.
//!
//! Rows that could be measured are printed and written in any case; one that could not says why, and the command ends
//! with exit code 2.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sunbear::lab::definitions::DEFINITIONS;
use sunbear::lab::document::MCU;
use sunbear::lab::matrix::{Item, Selection};
use sunbear::lab::record::{Record, Status, from_json, to_csv, to_json};
use sunbear::lab::run::{Attribution, Lab, Outcome, image};
use sunbear::lab::{compare, document, picture};
use sunbear::sets::ProfileName;
use sunbear::sim::mcu::{self, Mcu};

use super::failure::{Failure, shown};
use super::files::{self, Output, STREAM};
use super::{chosen, set_named};

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
    #[arg(long, value_name = "OP")]
    op: Vec<String>,
    /// Least RAM (compact) or least time (fast)
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<String>,
    /// Chip
    #[arg(long, value_name = "MCU")]
    mcu: Vec<String>,
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

/// Measures, prints and writes.
pub fn run(args: &ProfileArgs) -> Result<(), Failure> {
    // What can fail without measuring fails before.
    let selection = selection(args)?;
    let before = args.against.as_deref().map(read_rows).transpose()?;
    let document = args.document.as_deref().map(Document::read).transpose()?;
    let streamed = check_outputs(args, document.as_ref())?;

    let outcomes = if args.elf.is_empty() { measure(args, &selection)? } else { measure_images(args, &selection)? };
    let records: Vec<Record> = outcomes.iter().flat_map(|outcome| outcome.records.iter().cloned()).collect();

    // Rows that ended are kept, whatever else fails: each step is taken, and the first failure is told.
    let written = write_rows(args, &records, &outcomes);
    let printed = if streamed { Ok(()) } else { print(args, &selection, &records, &outcomes, before.as_deref()) };
    let complained = complain(&records);
    written.and(printed).and(complained).and(write_drawn(args, &records, document))
}

/// Checks the paths against each other and that each can be written; says whether standard output is one of them.
fn check_outputs(args: &ProfileArgs, document: Option<&Document>) -> Result<bool, Failure> {
    let inputs: Vec<&Path> = args.against.iter().map(PathBuf::as_path).collect();
    let pictures = document.map(Document::pictures).transpose()?.unwrap_or_default();
    let named = [&args.json, &args.csv, &args.svg, &args.document, &args.stacks].into_iter().flatten();
    let named: Vec<&Path> = named.chain(&pictures).map(PathBuf::as_path).collect();
    files::check_paths(&inputs, &named)?;
    named.iter().try_for_each(|path| files::probe(path))?;
    let streamed = named.iter().any(|path| path.as_os_str() == STREAM);
    if streamed && (args.functions || args.against.is_some()) {
        let what = "standard output can't take a file and the tables of --functions and --against";
        return Err(Failure::bad_input(what.into()));
    }
    Ok(streamed)
}

/// The rows of the matrix.
fn measure(args: &ProfileArgs, selection: &Selection) -> Result<Vec<Outcome>, Failure> {
    let jobs = selection.jobs();
    if jobs.is_empty() {
        return Err(Failure::bad_input("no such row: none of these sets has such an operation or kernel".into()));
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
    let items: Vec<_> = Item::all().map(|item| (item.as_str(), item)).collect();
    let mcus: Vec<_> = mcu::ALL.iter().map(|mcu| (mcu.name, mcu)).collect();
    selection.items = chosen("operation", &args.op, &items)?;
    selection.profiles =
        chosen("profile", &args.profile, &ProfileName::ALL.map(|profile| (profile.as_str(), profile)))?;
    selection.mcus = chosen("chip", &args.mcu, &mcus)?;
    Ok(selection)
}

/// One row for each given image.
fn measure_images(args: &ProfileArgs, selection: &Selection) -> Result<Vec<Outcome>, Failure> {
    let mcu = match selection.mcus[..] {
        [mcu] => mcu,
        _ if args.mcu.is_empty() => Mcu::find(MCU).map_err(|error| Failure::bad_input(error.to_string()))?,
        _ => return Err(Failure::bad_input("an image is for one chip: name one --mcu".into())),
    };
    Ok(args.elf.iter().map(|path| image(path, mcu, args.functions || args.stacks.is_some())).collect())
}

fn print(
    args: &ProfileArgs,
    selection: &Selection,
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
        let asked = |record: &Record| {
            selection.sets.iter().any(|set| set.name() == record.set)
                && selection.items.iter().any(|item| item.as_str() == record.op)
                && selection.profiles.iter().any(|profile| profile.as_str() == record.profile)
                && selection.mcus.iter().any(|mcu| mcu.name == record.mcu)
        };
        if let Some(saved) = before.first() {
            let _ = write!(text, "\nsaved run: {}, commit {}", saved.compiler, saved.commit);
        }
        let _ = write!(text, "\n{}", table::changes(&compare::changes(before, records, asked)));
    }
    files::print(&text)
}

/// The files that hold the rows themselves.
fn write_rows(args: &ProfileArgs, records: &[Record], outcomes: &[Outcome]) -> Result<(), Failure> {
    let mut written: Vec<(&Path, String)> = vec![];
    if let Some(path) = &args.json {
        written.push((path, to_json(records)));
    }
    if let Some(path) = &args.csv {
        written.push((path, to_csv(records).map_err(|error| Failure::about(path, &error))?));
    }
    if let Some(path) = &args.stacks {
        let mut text = String::new();
        for (record, attribution) in attributions(outcomes) {
            // The row is the root of its stacks.
            for line in attribution.stacks.lines() {
                let _ = writeln!(text, "{},{},{},{};{line}", record.set, record.profile, record.op, record.mcu);
            }
        }
        written.push((path, text));
    }
    write(&written)
}

/// The picture and the document.
fn write_drawn(args: &ProfileArgs, records: &[Record], document: Option<Document>) -> Result<(), Failure> {
    let mut drawn = Ok(());
    if let Some(path) = &args.svg {
        let picture = picture::of_records(records, None).map_err(|error| Failure::about(path, &error));
        drawn = picture.and_then(|picture| write(&[(path, picture)]));
    }
    let Some(document) = document else { return drawn };
    drawn.and(document.renew(records))
}

fn write(files: &[(&Path, String)]) -> Result<(), Failure> {
    let output = |(path, text)| Output { path, bytes: str::as_bytes(text), secret: false };
    let outputs: Vec<_> = files.iter().map(|(path, text)| output((*path, text.as_str()))).collect();
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

    /// Where its pictures go.
    fn pictures(&self) -> Result<Vec<PathBuf>, Failure> {
        let pictures = document::pictures(&self.text).map_err(|error| Failure::about(&self.path, &error))?;
        Ok(pictures.into_iter().map(|picture| self.beside(&picture)).collect())
    }

    fn beside(&self, file: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(file)
    }

    fn renew(self, records: &[Record]) -> Result<(), Failure> {
        let renewed = document::renew(&self.text, records).map_err(|error| Failure::about(&self.path, &error))?;
        let pictures = renewed.pictures.into_iter().map(|(file, text)| (self.beside(&file), text));
        let files: Vec<_> = pictures.chain([(self.path.clone(), renewed.text)]).collect();
        write(&files.iter().map(|(path, text)| (path.as_path(), text.clone())).collect::<Vec<_>>())
    }
}

fn read_rows(path: &Path) -> Result<Vec<Record>, Failure> {
    let wrong = |error: String| Failure::bad_input(format!("{}: {error}", shown(path)));
    let rows = from_json(&files::read_text(path)?).map_err(wrong)?;
    let twice = rows.iter().enumerate().find(|(at, row)| rows[..*at].iter().any(|other| other.key() == row.key()));
    match twice {
        Some((_, row)) => {
            Err(wrong(format!("the row {} {} {} {} is there twice", row.set, row.profile, row.op, row.mcu)))
        }
        None => Ok(rows),
    }
}
