//! The generated figures of README are ones that this source really reaches: none is better than what is measured.
#![cfg(all(feature = "cli", feature = "sim"))]

use sunbear::lab::document;
use sunbear::lab::matrix::Selection;
use sunbear::lab::record::Record;
use sunbear::lab::run::Lab;
use sunbear::sets::{all, find};
use sunbear::sim::mcu::Mcu;
use sunbear::sim::measure::Operation;

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

/// The rows of the schemes' tables of costs.
fn costs() -> Vec<Vec<String>> {
    ["costs ThreeBears", "costs NTRUPrime", "costs NTRUEncrypt"].iter().flat_map(|name| table(README, name)).collect()
}

const CHIPS: [&str; 3] = ["chips ThreeBears", "chips NTRUPrime", "chips NTRUEncrypt"];

/// What a table of chips says of an operation.
#[derive(Debug)]
struct Fit {
    set: String,
    op: &'static str,
    profile: String,
    mcu: &'static Mcu,
    fits: bool,
}

/// All that the tables of chips say.
fn fits() -> Vec<Fit> {
    let mut all = vec![];
    for name in CHIPS {
        let part = part(README, name);
        let head: Vec<_> = part.lines().next().unwrap().split('|').map(str::trim).collect();
        for row in table(README, name) {
            let set = find(&row[0]).unwrap();
            for (head, cell) in head[2..].iter().zip(&row[1..]) {
                let (mcu, profile) = (head.split(',').next().unwrap(), head.rsplit(' ').next().unwrap());
                let letters: Vec<_> = cell.split(' ').collect();
                let mut known = 0;
                for operation in Operation::of(set) {
                    let letter = match operation {
                        Operation::DecapsPrepared => "p",
                        Operation::Encrypt => "E",
                        Operation::Decrypt => "D",
                        operation => &operation.as_str()[..1],
                    };
                    let fits = letters.contains(&letter);
                    known += usize::from(fits);
                    let (set, op, profile) = (row[0].clone(), operation.as_str(), profile.to_owned());
                    all.push(Fit { set, op, profile, mcu: Mcu::find(mcu).unwrap(), fits });
                }
                assert!(known == letters.len() || cell == "–", "{name}: {row:?}");
            }
        }
    }
    all
}

/// All rows, or a sample: those of the sets that README speaks of most, on the chip of its tables.
fn measured() -> Vec<Record> {
    let mut selection = Selection::everything();
    if !full() {
        selection.sets = ["BabyBear", "sntrup653", "ees443ep1"].map(|name| find(name).unwrap()).to_vec();
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
    for set in all() {
        for operation in Operation::of(set) {
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

    for fit in fits() {
        let key = (fit.set.as_str(), fit.op, fit.profile.as_str(), fit.mcu.name);
        if let Some(record) = records.iter().find(|record| record.key() == key) {
            assert_eq!(fit.fits, record.fits, "{key:?}");
        }
    }
    if full() {
        let renewed = document::renew(README, &records).unwrap().text;
        for name in CHIPS {
            assert_eq!(table(README, name), table(&renewed, name));
        }
    }
}

/// Without measuring: what a table of chips says against the RAM that the table of costs says. A few bytes more on a chip
/// with long return addresses are nobody's lie.
#[test]
fn what_fits_agrees_with_the_costs() {
    const MORE: u64 = 64;
    let costs = costs();
    let mut compared = 0;
    for fit in fits() {
        let is = |row: &&Vec<String>| row[..3] == [fit.set.as_str(), fit.profile.as_str(), fit.op];
        let Some(row) = costs.iter().find(is) else {
            assert!(!fit.fits || fit.mcu.name != document::MCU, "{fit:?} has no costs");
            continue;
        };
        let (whole, flash, mcu) = (number(&row[6]), number(&row[7]), fit.mcu);
        let fits = |more| whole + more <= mcu.ram_size.into() && flash + more <= mcu.flash_size.into();
        assert!(if fit.fits { fits(0) } else { !fits(MORE) }, "{fit:?}, {whole} bytes of RAM and {flash} of flash");
        compared += 1;
    }
    assert!(compared > 400, "only {compared} cells were compared");
}

#[test]
fn the_pictures_show_the_figures_of_the_tables() {
    let pictures = document::pictures(README).unwrap();
    // One a scheme: all sets in one would crowd it.
    for scheme in ["ThreeBears", "NTRUPrime", "NTRUEncrypt"] {
        let marker = README.lines().find(|line| line.starts_with("<!-- plane ") && line.contains(scheme)).unwrap();
        let file = marker.split_whitespace().nth(2).unwrap();
        assert!(pictures.iter().any(|picture| picture.to_str() == Some(file)), "{marker}");
        let svg = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        // NTRU Prime's decapsulations are too many for one panel.
        let all = !svg.contains("prepared keys are left out");
        assert!(all || scheme == "NTRUPrime");
        for row in table(README, &format!("costs {scheme}")) {
            if !all && row[2] == "decaps-prepared" || ["encrypt", "decrypt"].contains(&row[2].as_str()) {
                continue;
            }
            assert!(svg.contains(&format!("{} {}", row[0], row[1])), "{row:?} is not in {file}");
            assert!(svg.contains(&row[3]), "{row:?} is not in {file}");
        }
    }
    let costs = ["costs ThreeBears", "costs NTRUPrime", "costs NTRUEncrypt"];
    let planes = ["plane examples/costs.svg", "plane examples/ntru_prime.svg", "plane examples/ntru_encrypt.svg"];
    for name in costs.into_iter().chain(planes).chain(CHIPS).chain(["kernels"]) {
        let part = part(README, name);
        let last = part.lines().last().unwrap();
        assert!(last.starts_with("Measured with rustc ") && last.contains(", at commit "), "{name}: {last}");
        assert!(!last.contains("-dirty"), "{name} was measured on sources that no commit has");
    }
}
