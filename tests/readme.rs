//! The figures of README's table of costs are ones that this source really reaches.
#![cfg(all(feature = "cli", feature = "sim"))]

use sunbear::sim::mcu::Mcu;
use sunbear::sim::measure::{Operation, Subject};
use sunbear::sim::toolchain::Toolchain;

/// The cells of the rows between the marks, without the table's head.
fn rows() -> Vec<Vec<&'static str>> {
    let readme = include_str!("../README.md");
    let (_, rest) = readme.split_once("<!-- costs -->").expect("the table begins");
    let (table, _) = rest.split_once("<!-- /costs -->").expect("the table ends");
    let rows = table.trim().lines().skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn number(cell: &str) -> u64 {
    cell.replace(',', "").parse().expect("a number")
}

/// A figure may be up to a thousandth worse than what is measured, for the sake of other compilers' versions; not better.
fn assert_honest(what: &str, said: u64, measured: u64) {
    assert!(said >= measured, "README says {said} for {what}, measured is {measured}");
    assert!(said <= measured + measured / 1000 + 8, "README says {said} for {what}, measured is only {measured}");
}

#[test]
fn figures_are_not_better_than_measured() {
    let toolchain = Toolchain::find().unwrap();
    let mcu = Mcu::find("atmega1284p").unwrap();
    let full = std::env::var_os("SUNBEAR_FULL").is_some();
    let rows = rows();
    assert_eq!(rows.len(), 6 * 2 * 3 + 3 * 2);
    for row in rows {
        let [set, profile, operation, cycles, _, ram, flash] = row[..] else { panic!("{row:?}") };
        // The sample: the sets that README speaks of most.
        if !full && !set.starts_with("BabyBear") {
            continue;
        }
        let what = format!("{set} {profile} {operation}");
        let operation = Operation::ALL.into_iter().find(|o| o.as_str() == operation).expect("an operation");
        let subject = Subject { set, profile, operation, mcu, timer: false };
        let measured = subject.build(&toolchain).unwrap().measure().unwrap();
        assert_honest(&format!("{what}, cycles"), number(cycles), measured.cycles);
        let ram_measured = u64::from(measured.stack) + u64::from(measured.workspace);
        assert_honest(&format!("{what}, RAM"), number(ram), ram_measured);
        assert_honest(&format!("{what}, flash"), number(flash), u64::from(measured.flash));
    }
}
