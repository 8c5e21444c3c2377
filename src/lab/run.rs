//! Builds and runs the images of a [`super::matrix::Selection`] on all cores.
//!
//! A job that fails is a row that says so; the others go on. Cargo keeps what was built; here one image at a time is
//! built for a chip, because all builds for a chip share their intermediate files.

use std::borrow::ToOwned;
use std::collections::HashMap;
use std::format;
use std::path::Path;
use std::process::Command;
use std::string::{String, ToString};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::vec;
use std::vec::Vec;

use core::convert::Infallible;

use rand_core::{Rng, TryCryptoRng, TryRng};

use super::matrix::{Job, Kernel};
use super::record::{Record, Shares, Status, Variable};
use crate::kat::drbg::Drbg;
use crate::seeded::{SEED_SIZE, SLOT_SIZE, SeededRng};
use crate::sets::{ProfileName, Set};
use crate::shared_secret::SharedSecret;
use crate::sim::mcu::{self, Mcu};
use crate::sim::measure::{Measurement, Operation, Program, Subject, is_callers, sources, why_not};
use crate::sim::toolchain::Toolchain;
use crate::sim::trace::{Function, Hot, Trace, trace};
use crate::sim::{Error, Result};

/// Bytes of the buffer that the image of the generator draws into.
const DRAWN: usize = 128;

/// What runs images.
pub struct Lab {
    toolchain: Toolchain,
    commit: String,
    /// One for each chip: whoever holds it may build for the chip.
    builds: Vec<Mutex<()>>,
    /// Cycles of so many random bytes, by chip.
    random: Mutex<HashMap<(&'static str, usize), u64>>,
    traced: bool,
}

/// What came of a job.
pub struct Outcome {
    /// Its rows.
    pub records: Vec<Record>,
    /// Where the cycles of its operation went, if it ran and that was asked for.
    pub attribution: Option<Attribution>,
}

/// Where an operation's cycles went.
pub struct Attribution {
    /// All of them.
    pub cycles: u64,
    /// By function.
    pub functions: Vec<Function>,
    /// By instruction: the dearest ones. In assembly they are known as symbol and offset.
    pub hottest: Vec<Hot>,
    /// By call stack: collapsed, a line each.
    pub stacks: String,
}

/// Instructions that an attribution names.
const HOTTEST: usize = 20;

impl From<&Trace> for Attribution {
    fn from(trace: &Trace) -> Self {
        Self {
            cycles: trace.cycles(),
            functions: trace.functions(),
            hottest: trace.hottest(HOTTEST),
            stacks: trace.collapsed(),
        }
    }
}

impl Lab {
    /// A laboratory; `traced` if its outcomes are to say where the cycles went.
    ///
    /// # Errors
    /// [`Error::NoToolchain`] and [`Error::Io`], each saying where to get what is missing.
    pub fn new(traced: bool) -> Result<Self> {
        let toolchain = Toolchain::find()?;
        let sources = sources()?;
        Ok(Self {
            toolchain,
            commit: commit(&sources),
            builds: mcu::ALL.iter().map(|_| Mutex::new(())).collect(),
            random: Mutex::new(HashMap::new()),
            traced,
        })
    }

    /// The compilers, in a few words.
    #[must_use]
    pub fn compiler(&self) -> String {
        let rustc: Vec<_> = self.toolchain.version.split(' ').take(2).collect();
        format!("{}, avr-gcc {}", rustc.join(" "), self.toolchain.avr_gcc.version)
    }

    /// The commit of the sources.
    #[must_use]
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// Runs all jobs; `done` hears of each that ended. Outcomes are in the order of the jobs.
    pub fn run(&self, jobs: &[Job], done: &(dyn Fn(&Job) + Sync)) -> Vec<Outcome> {
        let order = interleaved(jobs);
        let next = AtomicUsize::new(0);
        let outcomes: Vec<Mutex<Option<Outcome>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
        let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    while let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                        *lock(&outcomes[index]) = Some(self.outcome(&jobs[index]));
                        done(&jobs[index]);
                    }
                });
            }
        });
        let nothing = || Outcome { records: vec![], attribution: None };
        let taken = |outcome: Mutex<Option<Outcome>>| outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcomes.into_iter().map(|outcome| taken(outcome).unwrap_or_else(nothing)).collect()
    }

    fn outcome(&self, job: &Job) -> Outcome {
        let mut records = vec![];
        let blank = |op: &str| Record { op: op.to_owned(), ..self.blank(job) };
        let mut operation = blank(job.operation.as_str());
        operation.prepared = job.operation == Operation::DecapsPrepared;
        let mut kernels: Vec<_> = job.kernels.iter().map(|kernel| blank(kernel.as_str())).collect();
        let measured = self.measure(job, &mut operation);
        let trace = match measured {
            Ok(Some((trace, program))) => {
                for (&kernel, record) in job.kernels.iter().zip(&mut kernels) {
                    read_kernel(kernel, &trace, &program, record);
                }
                Some(trace)
            }
            Ok(None) => {
                for record in &mut kernels {
                    record.status = Status::DoesNotFit;
                    record.reason.clone_from(&operation.reason);
                }
                None
            }
            Err(error) => {
                for record in kernels.iter_mut().chain([&mut operation]) {
                    record.status = Status::Failed;
                    record.fits = false;
                    record.reason = Some(error.to_string());
                }
                None
            }
        };
        if job.wanted {
            records.push(operation);
        }
        // A kernel that the set doesn't have is no row.
        records.extend(kernels.into_iter().filter(|record| record.fits || record.status != Status::Measured));
        let traced = trace.as_ref().filter(|_| self.traced && job.wanted);
        Outcome { records, attribution: traced.map(Attribution::from) }
    }

    fn blank(&self, job: &Job) -> Record {
        Record {
            scheme: job.set.scheme().to_owned(),
            set: job.set.name().to_owned(),
            profile: job.profile.to_string(),
            mcu: job.mcu.name.to_owned(),
            compiler: self.compiler(),
            commit: self.commit.clone(),
            ..Record::default()
        }
    }

    /// Measures the operation; `None` if it doesn't fit the chip.
    fn measure(&self, job: &Job, record: &mut Record) -> Result<Option<(Trace, Program)>> {
        let subject = job.subject(job.operation);
        let (program, (measurement, trace)) = match self.build(&subject).and_then(|program| {
            let traced = trace(&program)?;
            Ok((program, traced))
        }) {
            Ok(measured) => measured,
            Err(error) => {
                record.reason = Some(why_not(&subject, error, &self.toolchain)?);
                record.status = Status::DoesNotFit;
                return Ok(None);
            }
        };
        fill(record, &measurement, &program, &trace);
        let bytes = drawn(job.set, job.profile, job.operation);
        record.random_bytes = u32::try_from(bytes).ok();
        record.random_cycles = Some(if bytes == 0 { 0 } else { self.random(job, bytes)? });
        record.flash_all_bytes = match self.build(&job.subject(Operation::Every)) {
            Ok(program) => Some(program.image().sizes().flash()),
            // The chip has no room for all three.
            Err(Error::Build { reason, .. }) if reason.contains("does not fit") => None,
            Err(error) => return Err(error),
        };
        Ok(Some((trace, program)))
    }

    /// Builds an image, or finds it built.
    fn build(&self, subject: &Subject<'_>) -> Result<Program> {
        let _turn = self.turn(subject.mcu);
        subject.build(&self.toolchain)
    }

    fn turn(&self, mcu: &Mcu) -> Option<MutexGuard<'_, ()>> {
        let at = mcu::ALL.iter().position(|known| known == mcu)?;
        self.builds.get(at).map(lock)
    }

    /// Cycles that the generator of `examples/node` takes for so many bytes.
    fn random(&self, job: &Job, bytes: usize) -> Result<u64> {
        let key = (job.mcu.name, bytes);
        let mut known = lock(&self.random);
        if let Some(&cycles) = known.get(&key) {
            return Ok(cycles);
        }
        let too_big = || Error::TooBig { what: "a draw of random bytes".to_owned(), size: bytes, limit: DRAWN };
        let mut expected = [0; DRAWN];
        draw(expected.get_mut(..bytes).ok_or_else(too_big)?);
        // The generator knows no sets and no profiles: one image of a chip serves them all.
        let subject = Subject { set: "BabyBear", profile: "compact", ..job.subject(Operation::Random) };
        let mut program = self.build(&subject)?;
        program.set("input_draw", &(bytes as u16).to_le_bytes())?;
        program.set("input_drawn", &expected)?;
        let cycles = program.measure()?.cycles;
        known.insert(key, cycles);
        Ok(cycles)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panicking thread left is as good as before: every value is written whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Neighbours in this order are for different chips, so that two workers rarely want to build for the same.
fn interleaved(jobs: &[Job]) -> Vec<usize> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut order: Vec<_> = jobs
        .iter()
        .enumerate()
        .map(|(index, job)| {
            let turn = seen.entry(job.mcu.name).or_default();
            *turn += 1;
            (*turn, index)
        })
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(_, index)| index).collect()
}

fn fill(record: &mut Record, measurement: &Measurement, program: &Program, trace: &Trace) {
    record.fits = true;
    record.cycles = Some(measurement.cycles);
    record.stack_bytes = Some(measurement.stack.into());
    record.static_bytes = Some(measurement.statics);
    record.work_bytes = Some(measurement.work());
    record.whole_bytes = Some(measurement.ram);
    record.flash_bytes = Some(measurement.flash);
    record.variables = program
        .variables()
        .map(|symbol| Variable { name: symbol.name.clone(), bytes: symbol.size, callers: is_callers(symbol) })
        .collect();
    record.shares = Some(shares(trace));
}

fn shares(trace: &Trace) -> Shares {
    let shares = trace.shares();
    Shares {
        hashing: shares.hashing,
        ring_products: shares.ring,
        sampling: shares.sampling,
        coding: shares.coding,
        other: shares.other,
    }
}

/// The longest call. A kernel that the operation doesn't use leaves the row as it is, and it is dropped.
fn read_kernel(kernel: Kernel, trace: &Trace, program: &Program, record: &mut Record) {
    let call = match kernel.symbol() {
        Some(symbol) => trace.per_call(|name| name == symbol),
        None => trace.ring_product(),
    };
    let Some(call) = call else { return };
    record.fits = true;
    record.cycles = Some(call.cycles_max);
    record.random_cycles = Some(0);
    record.static_bytes = Some(0);
    let code = kernel.symbol().and_then(|name| program.image().symbol(name).ok());
    record.flash_bytes = code.map(|symbol| symbol.size);
}

/// Random bytes that the operation draws.
fn drawn(set: &dyn Set, profile: ProfileName, operation: Operation) -> usize {
    let sizes = set.sizes();
    let (mut ek, mut dk) = (vec![0; sizes.encapsulation_key], vec![0; sizes.decapsulation_key]);
    let mut rng = Counting { rng: Drbg::new(&[0; 48]), bytes: 0 };
    let generated = set.generate(profile, &mut rng, &mut ek, &mut dk).is_ok();
    match operation {
        Operation::Keygen if generated => rng.bytes,
        Operation::Encaps if generated => {
            rng.bytes = 0;
            let mut ct = vec![0; sizes.ciphertext];
            let _ = set.encapsulate(profile, &ek, &mut rng, &mut ct, &mut SharedSecret::new());
            rng.bytes
        }
        // An encapsulation draws what it encrypts as well.
        Operation::Encrypt => drawn(set, profile, Operation::Encaps).saturating_sub(SharedSecret::SIZE),
        _ => 0,
    }
}

/// Counts what is drawn.
struct Counting {
    rng: Drbg,
    bytes: usize,
}

impl TryRng for Counting {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> core::result::Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> core::result::Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> core::result::Result<(), Infallible> {
        self.bytes += out.len();
        self.rng.try_fill_bytes(out)
    }
}

impl TryCryptoRng for Counting {}

/// What the image's generator must draw: it is provisioned with the same seed.
fn draw(out: &mut [u8]) {
    let (mut slots, mut place) = ([0xff; 2 * SLOT_SIZE], None);
    if SeededRng::provision(&mut slots, &[7; SEED_SIZE]).is_ok()
        && let Ok(generator) = SeededRng::start(&mut place, &mut slots)
    {
        generator.fill_bytes(out);
    }
}

/// The row of an image that somebody brings, and where its cycles went if that is asked for.
#[must_use]
pub fn image(path: &Path, mcu: &'static Mcu, traced: bool) -> Outcome {
    let mut record = Record {
        set: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        op: "elf".to_owned(),
        profile: "-".to_owned(),
        mcu: mcu.name.to_owned(),
        ..Record::default()
    };
    let measured = Program::read(path, mcu).and_then(|program| Ok((trace(&program)?, program)));
    let trace = match measured {
        Ok(((measurement, trace), program)) => {
            fill(&mut record, &measurement, &program, &trace);
            Some(trace)
        }
        Err(error) => {
            record.status = Status::Failed;
            record.reason = Some(error.to_string());
            None
        }
    };
    Outcome { records: vec![record], attribution: trace.as_ref().filter(|_| traced).map(Attribution::from) }
}

/// The commit that is checked out there, with `-dirty` behind it where anything that goes into an image differs from
/// it; `unknown` without git.
fn commit(sources: &Path) -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(sources).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else { return "unknown".to_owned() };
    let paths = ["status", "--porcelain", "--", "Cargo.toml", "build.rs", "src", "asm", "benches/firmware", "vectors"];
    match git(&paths) {
        Some(changes) if changes.is_empty() => commit,
        _ => format!("{commit}-dirty"),
    }
}
