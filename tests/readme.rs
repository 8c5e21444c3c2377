//! The generated figures of README are ones that this source really reaches: none is better than what is measured.
#![cfg(all(feature = "cli", feature = "sim"))]

use sunbear::lab::document;
use sunbear::lab::matrix::{Selection, operations};
use sunbear::lab::record::Record;
use sunbear::lab::run::Lab;
use sunbear::sets::{all, find};

const README: &str = include_str!("../README.md");

fn full() -> bool {
    std::env::var_os("SUNBEAR_FULL").is_some()
}

/// What stands between the markers of a generated part.
fn part(text: &str, name: &str) -> String {
    let (_, rest) = text.split_once(&format!("<!-- {name}")).unwrap_or_else(|| panic!("{name} begins"));
    let (_, rest) = rest.split_once("-->").expect("a marker ends");
    let closing = name.split(' ').next().unwrap();
    let (part, _) = rest.split_once(&format!("<!-- /{closing} -->")).unwrap_or_else(|| panic!("{name} ends"));
    part.trim().to_owned()
}

/// The cells of a part's table, without its head.
fn table(text: &str, name: &str) -> Vec<Vec<String>> {
    let part = part(text, name);
    let rows = part.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn number(cell: &str) -> u64 {
    cell.replace(',', "").parse().unwrap_or_else(|_| panic!("{cell} is no number"))
}

/// A figure may be up to a thousandth worse than what is measured, for the sake of other compilers' versions; not better.
fn assert_honest(what: &str, said: &str, measured: Option<u64>) {
    let (said, measured) = (number(said), measured.unwrap_or_else(|| panic!("{what} was not measured")));
    assert!(said >= measured, "README says {said} for {what}, measured is {measured}");
    assert!(said <= measured + measured / 1000 + 8, "README says {said} for {what}, measured is only {measured}");
}

/// The rows of both schemes' tables of costs.
fn costs() -> Vec<Vec<String>> {
    ["costs ThreeBears", "costs NTRUPrime"].iter().flat_map(|name| table(README, name)).collect()
}

/// All rows, or a sample: those of the sets that README speaks of most, on the chip of its tables.
fn measured() -> Vec<Record> {
    let mut selection = Selection::everything();
    if !full() {
        selection.sets = ["BabyBear", "sntrup653"].map(|name| find(name).unwrap()).to_vec();
        selection.mcus.retain(|mcu| mcu.name == document::MCU);
    }
    let lab = Lab::new(false).unwrap();
    lab.run(&selection.jobs(), &|_| ()).into_iter().flat_map(|outcome| outcome.records).collect()
}

#[test]
fn figures_are_not_better_than_measured() {
    let records = measured();
    let measured = |set: &str, op: &str, profile: &str| {
        records.iter().find(|record| record.key() == (set, op, profile, document::MCU))
    };

    let costs = costs();
    let mut compared = 0;
    for set in all().filter(|set| set.has_firmware()) {
        for operation in operations(set) {
            let rows = costs.iter().filter(|row| row[0] == set.name() && row[2] == operation.as_str());
            // What doesn't fit the chip has no row.
            assert!((1..=2).contains(&rows.count()), "{} {operation}", set.name());
        }
    }
    for row in &costs {
        let [set, profile, op, cycles, ms, work, whole, flash, every, ..] = &row[..] else { panic!("{row:?}") };
        let Some(record) = measured(set, op, profile) else { continue };
        let bytes = |value: Option<u32>| value.map(u64::from);
        let what = |figure: &str| format!("{set} {profile} {op}, {figure}");
        assert_honest(&what("cycles"), cycles, record.cycles);
        assert_eq!(number(ms), (number(cycles) + 8000) / 16_000, "{set} {profile} {op}");
        let shares = record.shares.unwrap().percent().map(|percent| format!("{percent:.0} %"));
        assert_eq!(row[9..], shares, "{set} {profile} {op}");
        assert_honest(&what("work"), work, bytes(record.work_bytes));
        assert_honest(&what("whole"), whole, bytes(record.whole_bytes));
        assert_honest(&what("flash"), flash, bytes(record.flash_bytes));
        assert_honest(&what("all three"), every, bytes(record.flash_all_bytes));
        compared += 1;
    }
    assert!(compared >= 16, "only {compared} rows were compared");

    let kernels = table(README, "kernels");
    assert!(!kernels.is_empty());
    for row in &kernels {
        let [kernel, profile, cycles, sets] = &row[..] else { panic!("{row:?}") };
        for set in sets.split(", ") {
            if let Some(record) = measured(set, kernel, profile) {
                assert_honest(&format!("{kernel} {profile} of {set}"), cycles, record.cycles);
            }
        }
    }

    if full() {
        let renewed = document::renew(README, &records).unwrap().text;
        assert_eq!(table(README, "chips ThreeBears"), table(&renewed, "chips ThreeBears"));
    }
}

#[test]
fn the_picture_shows_the_figures_of_the_table() {
    let marker = README.lines().find(|line| line.starts_with("<!-- plane ")).expect("a picture");
    let file = marker.trim_start_matches("<!-- plane ").trim_end_matches("-->").trim();
    let svg = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    // ThreeBears' picture: all sets of both schemes would crowd it.
    for row in table(README, "costs ThreeBears") {
        assert!(svg.contains(&row[3]), "{row:?} is not in {file}");
    }
    for name in ["costs ThreeBears", "costs NTRUPrime", "kernels", "chips ThreeBears", "chips NTRUPrime", "plane"] {
        let part = part(README, name);
        let last = part.lines().last().unwrap();
        assert!(last.starts_with("Measured with rustc ") && last.contains(", at commit "), "{name}: {last}");
        assert!(!last.contains("-dirty"), "{name} was measured on sources that no commit has");
    }
}
