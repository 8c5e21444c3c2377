//! Builds the programs of `corpus/` with avr-gcc.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex};

use sunbear::sim::audit::{self, Call, Finding, Kind, Report};
use sunbear::sim::mcu::Mcu;
use sunbear::sim::toolchain::AvrGcc;

/// What a call may change: its secrets are nobody's business where leaks of another kind are looked for.
pub const CLOBBERED: [&str; 4] = ["r0", "r18:10", "r30:2", "sreg"];

type Built = HashMap<(String, &'static str), PathBuf>;

static GCC: LazyLock<AvrGcc> = LazyLock::new(|| AvrGcc::find().expect("avr-gcc"));
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());
static BUILT: LazyLock<Mutex<Built>> = LazyLock::new(Mutex::default);

pub fn mcu(name: &str) -> &'static Mcu {
    Mcu::find(name).expect("a known chip")
}

/// The ELF of a file of the corpus, or of several with `+` between them.
pub fn elf(file: &str, mcu: &'static Mcu) -> PathBuf {
    let mut built = BUILT.lock().unwrap();
    let path = built.entry((file.to_owned(), mcu.name)).or_insert_with(|| {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/audit/corpus");
        let sources = file.split('+').map(|file| corpus.join(file));
        let elf = FOLDER.path().join(format!("{}-{file}.elf", mcu.name));
        let mut gcc = Command::new(&GCC.gcc);
        gcc.arg(format!("-mmcu={}", mcu.name)).args(["-std=gnu99", "-Os", "-gdwarf-2", "-o"]).arg(&elf).args(sources);
        let output = gcc.output().unwrap();
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        elf
    });
    path.clone()
}

/// Audits one call of a program of the corpus.
pub fn audit(file: &str, mcu: &'static Mcu, entry: &str, secrets: &[&str], outputs: &[&str]) -> Report {
    let places = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
    let call = Call { secrets: places(secrets), outputs: places(outputs), limit: 1_000_000, ..Call::new(entry) };
    let bytes = std::fs::read(elf(file, mcu)).unwrap();
    audit::entry(&bytes, mcu, &call).unwrap_or_else(|error| panic!("{file}, {entry} on {}: {error}", mcu.name))
}

/// All kinds of a report with their functions, secret addresses among them, in order and without repetition.
pub fn kinds(report: &Report) -> Vec<(Kind, String)> {
    let all = report.findings.iter().chain(&report.addresses);
    let function = |finding: &Finding| finding.at.as_ref().map(|at| at.function.clone()).unwrap_or_default();
    let mut kinds: Vec<_> = all.map(|finding| (finding.kind, function(finding))).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}
