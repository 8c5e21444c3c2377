//! The operations on the simulated chip: the images of `benches/firmware`, built, run, measured and attacked.
//!
//! By default a spread of sets, profiles, operations and chips; all of them with `SUNBEAR_FULL=1`.
#![cfg(all(feature = "sim", feature = "cli"))]

#[path = "chip/answers.rs"]
mod answers;
#[path = "chip/guard.rs"]
mod guard;
#[path = "chip/interrupts.rs"]
mod interrupts;
#[path = "chip/material.rs"]
mod material;
#[path = "chip/time.rs"]
mod time;
#[path = "chip/wiping.rs"]
mod wiping;

use std::sync::LazyLock;

use sunbear::sets::{ProfileName, Set, all, find};
use sunbear::sim::mcu::Mcu;
use sunbear::sim::measure::{Operation, Program, Subject};
use sunbear::sim::toolchain::Toolchain;

static TOOLCHAIN: LazyLock<Toolchain> = LazyLock::new(|| Toolchain::find().expect("a compiler for AVR"));

/// Whether everything is to be run.
fn full() -> bool {
    std::env::var_os("SUNBEAR_FULL").is_some_and(|value| value == "1")
}

fn mcu(name: &str) -> &'static Mcu {
    Mcu::find(name).expect("a known chip")
}

fn set(name: &str) -> &'static dyn Set {
    find(name).expect("a known set")
}

fn subject(set: &'static dyn Set, profile: ProfileName, operation: Operation, mcu: &'static Mcu) -> Subject<'static> {
    Subject { set: set.name(), profile: profile.as_str(), operation, mcu, timer: false }
}

fn build(subject: &Subject<'_>) -> Program {
    subject.build(&TOOLCHAIN).unwrap_or_else(|error| panic!("{subject}: {error}"))
}

/// Every set in both profiles, or a sample.
fn everything() -> impl Iterator<Item = (&'static dyn Set, ProfileName)> {
    let sample = ["sntrup653", "ntrulpr653", "ees443ep1"];
    let sets = all().filter(move |set| full() || is_three_bears(*set) || sample.contains(&set.name()));
    sets.flat_map(|set| ProfileName::ALL.map(|profile| (set, profile)))
}

fn is_three_bears(set: &dyn Set) -> bool {
    set.scheme() == "ThreeBears"
}
