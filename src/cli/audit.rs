//! `sunbear audit`: follows secrets through the linked program and lists what depends on them.
//!
//! Without `--elf` it takes the measuring images: every operation of every set in both profiles, or what the filters
//! leave of them, as many at once as there are cores. With `--elf` it follows one call in any AVR program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sunbear::sets::{ProfileName, Set, all};
use sunbear::sim::Error;
use sunbear::sim::audit::{self, Call, Outcome, Place, Report};
use sunbear::sim::mcu::Mcu;
use sunbear::sim::measure::{Operation, PATIENCE, Subject};
use sunbear::sim::toolchain::Toolchain;

use super::failure::{Failure, quoted};
use super::{files, set_named};

/// Options of `audit`.
#[derive(Args)]
#[command(after_help = "\
Without --elf, audits the measuring images from their first mark to their second. With it, audits the first call of \
--entry in any AVR program.

A place is SYMBOL, SYMBOL:LEN, ADDR:LEN in data memory, flash:ADDR:LEN, eeprom:ADDR:LEN, rN:LEN for registers, @rN:LEN \
for what a register pair points to when the call begins, or sreg. A name that several files have for their own is \
refused; addresses tell them apart.

A comparison in C, `uint8_t equal(const uint8_t *a, const uint8_t *b)` of 16 bytes each, with what any call may change \
as outputs, the result in r24 among them:

  sunbear audit --elf firmware.elf --entry equal --secret @r24:16 --secret @r22:16 \
--output r0 --output r18:10 --output r30:2 --output sreg

Findings are branches, skips, jumps and returns that depend on a secret, secrets handed to a peripheral or control \
register, stores to a secret address with unknown bounds (heap, label without a size), and secrets left behind. Not \
covered: a secret pointer into one of several objects spreads over the one that this run hits; --strict refuses it.

Exit codes: 0 clean, 1 findings, 2 could not run.")]
pub struct AuditArgs {
    /// Parameter sets [default: all]
    #[arg(long, value_name = "SET")]
    set: Vec<String>,
    /// Operations: keygen, encaps, decaps, decaps-prepared [default: all]
    #[arg(long, value_name = "OP")]
    op: Vec<String>,
    /// Profiles: compact, fast [default: both]
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<String>,
    /// The chip
    #[arg(long, value_name = "MCU", default_value = "atmega1284p")]
    mcu: String,
    /// An AVR program to audit instead of the images
    #[arg(long, value_name = "FILE", requires = "entry", conflicts_with_all = ["set", "op", "profile"])]
    elf: Option<PathBuf>,
    /// The function whose first call is followed: its name, or its flash address in bytes as 0x1234
    #[arg(long, value_name = "FUNCTION", requires = "elf")]
    entry: Option<String>,
    /// What is secret when the call begins (repeatable)
    #[arg(long, value_name = "PLACE", requires = "elf")]
    secret: Vec<String>,
    /// Where secrets may be when it has returned, beside the memory of --secret (repeatable)
    #[arg(long, value_name = "PLACE", requires = "elf")]
    output: Vec<String>,
    /// Cycles that reaching the function, and the call, may take
    #[arg(long, value_name = "CYCLES", requires = "elf", default_value_t = PATIENCE)]
    limit: u64,
    /// Refuse addresses that depend on a secret too
    #[arg(long)]
    strict: bool,
    /// Print every instruction with a secret address, and how it was called, instead of a line a function and kind
    #[arg(long)]
    sites: bool,
    /// Write the whole report as JSON, every site in it (`-`: to standard output, instead of the text)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Audits what the arguments name.
pub fn run(args: &AuditArgs) -> Result<(), Failure> {
    if let (Some(elf), Some(json)) = (&args.elf, &args.json) {
        files::check_paths(&[elf], &[json])?;
    }
    let mcu = Mcu::find(&args.mcu).map_err(|error| failed(&error))?;
    let entries = match (&args.elf, &args.entry) {
        (Some(elf), Some(entry)) => vec![call(args, elf, entry, mcu)?],
        _ => images(args, mcu)?,
    };
    conclude(args, &entries)
}

/// What became of one subject.
#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
enum Entry {
    Clean(Report),
    Findings(Report),
    DoesNotFit { subject: String, reason: String },
    Failed { subject: String, reason: String },
}

impl Entry {
    fn of(report: Report, strict: bool) -> Self {
        if report.is_clean(strict) { Self::Clean(report) } else { Self::Findings(report) }
    }

    fn text(&self, strict: bool, sites: bool) -> String {
        match self {
            Self::Clean(report) | Self::Findings(report) if sites => report.text(strict),
            Self::Clean(report) | Self::Findings(report) => report.summary(strict),
            Self::DoesNotFit { subject, reason } => format!("{subject}: does not fit: {reason}\n"),
            Self::Failed { subject, reason } => format!("{subject}: COULD NOT RUN: {reason}\n"),
        }
    }
}

/// The whole outcome, as JSON.
#[derive(Serialize)]
struct Document<'a> {
    strict: bool,
    findings: usize,
    audits: &'a [Entry],
}

/// Writes the reports and judges them.
fn conclude(args: &AuditArgs, entries: &[Entry]) -> Result<(), Failure> {
    let findings = entries.iter().map(|entry| match entry {
        Entry::Findings(report) => report.objections(args.strict),
        _ => 0,
    });
    let findings = findings.sum();
    let to_stream = args.json.as_deref() == Some(Path::new(files::STREAM));
    if let Some(path) = &args.json {
        let document = Document { strict: args.strict, findings, audits: entries };
        let mut json =
            serde_json::to_vec_pretty(&document).map_err(|error| Failure::about(path, &format!("no JSON: {error}")))?;
        json.push(b'\n');
        files::write(&[files::Output { path, bytes: &json, secret: false }])?;
    }
    // Whatever happens to the text, the file is there.
    if !to_stream {
        let text: String = entries.iter().map(|entry| entry.text(args.strict, args.sites)).collect();
        files::print(&text)?;
    }
    let count = |is: fn(&Entry) -> bool| entries.iter().filter(|entry| is(entry)).count();
    let failed = count(|entry| matches!(entry, Entry::Failed { .. }));
    if failed > 0 {
        return Err(Failure::bad_input(format!("{failed} of {} could not be audited", counted(entries.len()))));
    }
    if entries.iter().all(|entry| matches!(entry, Entry::DoesNotFit { .. })) {
        return Err(Failure::bad_input(format!("nothing was audited: nothing of it fits the {}", args.mcu)));
    }
    if findings > 0 {
        let with = count(|entry| matches!(entry, Entry::Findings(_)));
        let noun = if findings == 1 { "finding" } else { "findings" };
        return Err(Failure::mismatch(format!("{findings} {noun} in {with} of {}", counted(entries.len()))));
    }
    Ok(())
}

fn counted(programs: usize) -> String {
    if programs == 1 { "1 program".to_owned() } else { format!("{programs} programs") }
}

/// One call in a program of the user's.
fn call(args: &AuditArgs, elf: &Path, entry: &str, mcu: &'static Mcu) -> Result<Entry, Failure> {
    // The largest flash as a program, with all the symbols and lines that one may have.
    const MOST: u64 = 64 << 20;
    let size = fs::metadata(elf).map_err(|error| Failure::io(elf, &error))?;
    if !size.is_file() || size.len() > MOST {
        return Err(Failure::about(elf, "is not an ELF of at most 64 MiB"));
    }
    if args.secret.is_empty() {
        return Err(Failure::bad_input("nothing is secret: name a place with --secret".to_owned()));
    }
    let bytes = fs::read(elf).map_err(|error| Failure::io(elf, &error))?;
    let places = |texts: &[String]| texts.iter().map(|text| text.parse::<Place>()).collect::<Result<_, _>>();
    let call = Call {
        secrets: places(&args.secret).map_err(|error| failed(&error))?,
        outputs: places(&args.output).map_err(|error| failed(&error))?,
        limit: args.limit,
        ..Call::new(entry)
    };
    let report = audit::entry(&bytes, mcu, &call).map_err(|error| match error {
        Error::Elf { reason, .. } => Failure::about(elf, &format!("is not a usable AVR ELF: {reason}")),
        error => failed(&error),
    })?;
    Ok(Entry::of(report, args.strict))
}

/// The measuring images that the filters leave.
fn images(args: &AuditArgs, mcu: &'static Mcu) -> Result<Vec<Entry>, Failure> {
    let subjects = subjects(args, mcu)?;
    let toolchain = Toolchain::find().map_err(|error| failed(&error))?;
    let progress = progress(subjects.len() as u64);
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Entry>>> = subjects.iter().map(|_| Mutex::new(None)).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from).min(subjects.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((subject, done)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    subjects.get(at).zip(done.get(at))
                } {
                    let entry = match audit::image(subject, &toolchain) {
                        Ok(Outcome::Audited(report)) => Entry::of(report, args.strict),
                        Ok(Outcome::DoesNotFit(reason)) => Entry::DoesNotFit { subject: subject.to_string(), reason },
                        Err(error) => Entry::Failed { subject: subject.to_string(), reason: error.to_string() },
                    };
                    progress.inc(1);
                    if let Ok(mut done) = done.lock() {
                        *done = Some(entry);
                    }
                }
            });
        }
    });
    progress.finish_and_clear();
    let lost = || Failure::bad_input("an audit did not come to its end".to_owned());
    done.into_iter().map(|entry| entry.into_inner().ok().flatten().ok_or_else(lost)).collect()
}

fn subjects(args: &AuditArgs, mcu: &'static Mcu) -> Result<Vec<Subject<'static>>, Failure> {
    let sets: Vec<&'static dyn Set> = if args.set.is_empty() {
        all().collect()
    } else {
        args.set.iter().map(|name| set_named(name)).collect::<Result<_, _>>()?
    };
    let operations = chosen("operation", &args.op, &Operation::ALL.map(|operation| (operation.as_str(), operation)))?;
    let profiles = chosen("profile", &args.profile, &ProfileName::ALL.map(|profile| (profile.as_str(), profile)))?;
    let mut subjects = Vec::new();
    for set in sets {
        for &profile in &profiles {
            for &operation in &operations {
                if !operation.is_of(set) {
                    continue;
                }
                let (set, profile) = (set.name(), profile.as_str());
                subjects.push(Subject { set, profile, operation, mcu, timer: false });
            }
        }
    }
    if subjects.is_empty() {
        return Err(Failure::bad_input("none of these sets has such an operation".to_owned()));
    }
    Ok(subjects)
}

/// The things of these names, or all.
fn chosen<T: Copy>(what: &str, names: &[String], known: &[(&str, T)]) -> Result<Vec<T>, Failure> {
    if names.is_empty() {
        return Ok(known.iter().map(|(_, thing)| *thing).collect());
    }
    let find = |name: &String| {
        known.iter().find(|(known, _)| known == name).map(|(_, thing)| *thing).ok_or_else(|| {
            let known: Vec<_> = known.iter().map(|(name, _)| *name).collect();
            Failure::bad_input(format!("unknown {what} {}; known: {}", quoted(name), known.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// A bar on standard error; none if that is not a terminal.
fn progress(subjects: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("audit {wide_bar} {pos}/{len}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(subjects).with_style(style)
}

fn failed(error: &Error) -> Failure {
    Failure::bad_input(error.to_string())
}
