//! The measuring images: nothing is found in them, and everything is found that is put into them.

use std::path::Path;
use std::sync::LazyLock;

use sunbear::sets::{ProfileName, Set, all};
use sunbear::sim::audit::{self, Call, Kind, Outcome, Report};
use sunbear::sim::firmware::Build;
use sunbear::sim::measure::{Operation, Program, Subject};
use sunbear::sim::toolchain::Toolchain;

use crate::programs::mcu;

static TOOLCHAIN: LazyLock<Toolchain> = LazyLock::new(|| Toolchain::find().expect("a compiler for AVR"));

fn full() -> bool {
    std::env::var_os("SUNBEAR_FULL").is_some_and(|value| value == "1")
}

/// All operations of all sets in both profiles on the ATmega1284P with `SUNBEAR_FULL=1`, and on the others whatever
/// fits; a spread of them without.
#[test]
fn nothing_is_found_in_the_images() {
    let mut found = String::new();
    let mut audited = 0;
    let sets = all().filter(|set| full() || is_three_bears(*set) || set.name().ends_with("653"));
    for (index, (set, operation)) in sets.flat_map(operations).enumerate() {
        for profile in ProfileName::ALL {
            for chip in ["atmega1284p", "atmega328p", "atmega2560"] {
                let sample =
                    chip == "atmega1284p" && (index + usize::from(profile == ProfileName::Fast)).is_multiple_of(4);
                if !full() && !sample {
                    continue;
                }
                let subject =
                    Subject { set: set.name(), profile: profile.as_str(), operation, mcu: mcu(chip), timer: false };
                match audit::image(&subject, &TOOLCHAIN).unwrap_or_else(|error| panic!("{subject}: {error}")) {
                    // ThreeBears' kernels have no secret addresses either.
                    Outcome::Audited(report) if !report.is_clean(is_three_bears(set)) => found += &report.text(true),
                    Outcome::Audited(_) => audited += 1,
                    Outcome::DoesNotFit(reason) => {
                        assert!(chip != "atmega1284p" || fits_no_chip(set, profile, operation), "{subject}: {reason}");
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{found}");
    assert!(audited > 8, "{audited} images");
}

fn is_three_bears(set: &dyn Set) -> bool {
    set.scheme() == "ThreeBears"
}

/// The largest sets' prepared keys in RAM, beside `Fast`'s tables.
fn fits_no_chip(set: &dyn Set, profile: ProfileName, operation: Operation) -> bool {
    ["sntrup1277", "ntrulpr1277"].contains(&set.name())
        && (profile, operation) == (ProfileName::Fast, Operation::DecapsPrepared)
}

fn operations(set: &'static dyn Set) -> impl Iterator<Item = (&'static dyn Set, Operation)> {
    Operation::of(set).map(move |operation| (set, operation))
}

/// The compiler makes other code at other levels. How much stack there is to wipe is stated for `s`, so what is left
/// there is not looked at: no branch, no skip, no jump, no address may depend on a secret.
#[test]
fn nothing_is_decided_at_other_levels() {
    let mcu = mcu("atmega1284p");
    let mut found = String::new();
    for level in if full() { &["z", "1", "2", "3"][..] } else { &["3"] } {
        for set in all().filter(|set| full() || set.name() == "BabyBear") {
            for (profile, (_, operation)) in
                ProfileName::ALL.into_iter().flat_map(|profile| operations(set).map(move |of| (profile, of)))
            {
                if !full() && operation != Operation::Decaps || fits_no_chip(set, profile, operation) {
                    continue;
                }
                let root = Path::new(env!("CARGO_MANIFEST_DIR"));
                let mut build = Build::new(root.join("benches/firmware"), mcu, root.join("target/measure"))
                    .feature(set.name())
                    .feature(profile.as_str())
                    .feature(operation.as_str());
                build.rustflags.push(format!("-Copt-level={level}"));
                let subject = format!("{} {profile} {operation} at opt-level {level}", set.name());
                let program = Program::read(build.run(&TOOLCHAIN).unwrap(), mcu).unwrap();
                let report = audit::program(&subject, &program).unwrap_or_else(|error| panic!("{subject}: {error}"));
                let clean = report.findings.iter().all(|finding| finding.kind == Kind::LeftBehind);
                if !clean || is_three_bears(set) && !report.addresses.is_empty() {
                    found += &report.text(true);
                }
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}

fn program(operation: Operation) -> Program {
    let (set, profile, mcu) = ("BabyBear", ProfileName::Compact.as_str(), mcu("atmega1284p"));
    Subject { set, profile, operation, mcu, timer: false }.build(&TOOLCHAIN).unwrap()
}

fn audit(program: &Program) -> Report {
    audit::program("test", program).unwrap()
}

/// A ciphertext is computed from secrets. Without the mark, the comparison with what is expected is a branch on one.
#[test]
fn without_its_mark_an_output_is_secret() {
    let program = program(Operation::Encaps);
    let marked = audit(&program);
    assert!(marked.is_clean(true));
    let [used] = &marked.declassified[..] else { panic!("{marked:?}") };
    assert_eq!((used.reason.as_str(), used.bytes), ("written to the output", 917));
    assert_eq!(used.callers.iter().map(|caller| caller.count).sum::<u64>(), used.count);

    let (label, other) = (b"sunbear_declassify_", b"sunbear_declassifx_");
    let mut elf = program.elf().to_vec();
    let at = elf.windows(label.len()).position(|window| window == label).unwrap();
    elf[at..at + label.len()].copy_from_slice(other);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), elf).unwrap();
    let unmarked = audit(&Program::read(file.path(), program.mcu()).unwrap());
    assert!(unmarked.declassified.is_empty());
    assert!(unmarked.findings.iter().any(|finding| matches!(finding.kind, Kind::Branch | Kind::Skip)), "{unmarked:?}");
}

/// `sunbear_wipe_stack` returns at once: the dead stack still holds what it should have wiped.
#[test]
fn without_wiping_secrets_are_left_behind() {
    let mut program = program(Operation::Decaps);
    let report = audit(&program);
    assert!(report.is_clean(true) && report.declassified.is_empty(), "{report:?}");
    assert!(report.outputs.iter().any(|output| output.place == "SECRET" && output.secret_bytes == 32), "{report:?}");

    let wipe = program.image().symbol("sunbear_wipe_stack").unwrap().address;
    program.patch(wipe, &[0x08, 0x95]).unwrap();
    let report = audit(&program);
    assert!(!report.findings.is_empty());
    for finding in &report.findings {
        assert_eq!(finding.kind, Kind::LeftBehind, "{finding}");
        assert!(finding.at.is_some() && !finding.places.is_empty(), "{finding}");
    }
    assert!(report.findings.iter().any(|finding| finding.places.iter().any(|place| place.starts_with("SP-"))));
}

/// The generator of random bytes, from its state: bytes of it come out, and the rest stays in it.
#[test]
fn nothing_is_found_in_the_generator() {
    let program = program(Operation::Random);
    let run = program.image().symbols().iter().find(|symbol| symbol.name.contains("random_bytes3run")).unwrap();
    let places = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect();
    let call =
        Call { secrets: places(&["GENERATOR", "SLOTS"]), outputs: places(&["BYTES"]), ..Call::new(run.name.as_str()) };
    let mut program = program.clone();
    program.set("input_draw", &40_u16.to_le_bytes()).unwrap();
    let report = audit::entry(program.elf(), program.mcu(), &call).unwrap();
    assert!(report.is_clean(true) && report.declassified.is_empty(), "{}", report.text(true));
    assert_eq!(report.outputs[0].secret_bytes, 40, "{report:?}");
}

/// An interrupt's routine pushes secrets and return addresses where secrets were. It may leave the former below the stack
/// pointer, and nothing decides on any.
#[test]
fn interrupts_are_followed() {
    let (set, profile, mcu) = ("BabyBear", ProfileName::Compact.as_str(), mcu("atmega2560"));
    let subject = Subject { set, profile, operation: Operation::Decaps, mcu, timer: true };
    let program = subject.build(&TOOLCHAIN).unwrap();
    let report = audit(&program);
    let undisturbed = Subject { timer: false, ..subject }.build(&TOOLCHAIN).unwrap();
    // A thousand interrupts of some 300 cycles.
    assert!(report.cycles > undisturbed.measure().unwrap().cycles + 300_000);
    let unexpected = report.findings.iter().filter(|finding| {
        let function = finding.at.as_ref().map_or("", |at| at.function.as_str());
        finding.kind != Kind::LeftBehind || !["__vector_17", "TIMER1_COMPA_vect"].contains(&function)
    });
    assert_eq!(unexpected.count(), 0, "{}", report.text(true));
    assert!(report.addresses.is_empty());
}
