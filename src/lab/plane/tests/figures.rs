//! The parts behind the picture: widths of text, ticks, and the file of others' figures.

use std::collections::BTreeSet;
use std::string::{String, ToString};
use std::vec::Vec;

use super::super::scale::{Log, range};
use super::super::{anchors, text};
use super::Operation;
use crate::lab::grouped;

/// Helvetica's advance widths from space to tilde, from the metrics file of the 14 standard PostScript fonts.
#[rustfmt::skip]
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[test]
fn widths_are_upper_bounds_of_helvetica() {
    for (c, real) in (' '..='~').zip(HELVETICA) {
        let bound = text::width(&c.to_string(), 1000.0);
        assert!((f64::from(real)..=1.7 * f64::from(real) + 130.0).contains(&bound), "{c:?}: {bound} for {real}");
    }
    assert!((text::width("ab", 10.0) - text::width("a", 10.0) - text::width("b", 10.0)).abs() < 1e-9);
}

#[test]
fn text_is_cut_and_broken_within_the_room() {
    let words = "the quick brown fox jumps over the lazy dog and an-extraordinarily-long-word-without-a-space";
    for room in [40.0, 90.0, 200.0, 2000.0] {
        let lines = text::wrap(words, 11.0, room);
        assert!(lines.iter().all(|line| text::width(line, 11.0) <= room), "{lines:?}");
        assert!(text::width(&text::clip(words, 11.0, room), 11.0) <= room);
    }
    assert_eq!(text::wrap(words, 11.0, 2000.0).join(" "), words);
    assert_eq!(text::clip(words, 11.0, 2000.0), words);
}

#[test]
fn ticks_are_round_and_named() {
    let names = |ticks: Vec<super::super::scale::Tick>| ticks.into_iter().map(|tick| tick.name).collect::<Vec<_>>();
    let axis = |low, high| Log::new((low, high), (0.0, 100.0));
    assert_eq!(names(axis(900e3, 21e6).cycles()), ["1 M", "2 M", "5 M", "10 M", "20 M"]);
    assert_eq!(names(axis(150e3, 600e3).cycles()), ["200 k", "500 k"]);
    assert_eq!(names(axis(1000.0, 20_000.0).bytes()), ["1 kB", "2 kB", "4 kB", "8 kB", "16 kB"]);
    assert_eq!(names(axis(200.0, 600.0).bytes()), ["256 B", "512 B"]);
    for (low, high) in [(1.0, 1.8e19), (0.5, 4.3e9), (1e6, 1.2e7)] {
        assert!((2..=10).contains(&axis(low, high).cycles().len()));
        assert!((2..=10).contains(&axis(low, high).bytes().len()));
    }
}

#[test]
fn a_range_holds_its_values_and_is_never_too_short() {
    for values in [std::vec![5.0], std::vec![1.0, 1e9], std::vec![700.0, 900.0], std::vec![]] {
        let (low, high) = range(values.iter().copied(), 12.0);
        assert!(values.iter().all(|value| (low..=high).contains(value)), "{values:?}: {low} to {high}");
        assert!(low > 0.0 && high / low > 11.99);
    }
}

#[test]
fn numbers_have_commas() {
    let pairs = [(1, "1"), (999, "999"), (1000, "1,000"), (4_831_394, "4,831,394"), (100_000, "100,000")];
    assert_eq!(pairs.map(|(number, _)| grouped(number)), pairs.map(|(_, text)| text.to_string()));
}

#[test]
fn every_figure_of_others_is_read_and_has_a_source() {
    let read = anchors::parse(anchors::FILE).expect("the file is well formed");
    assert_eq!(read, anchors());
    let records = anchors::FILE.lines().filter(|line| line.starts_with("operation = ")).count();
    assert_eq!(read.len(), records);
    for anchor in &read {
        assert!(anchor.source.contains("20") && anchor.source.len() > 60, "{}", anchor.source);
        let names = |other: &&super::Anchor| other.label == anchor.label && other.operation == anchor.operation;
        assert_eq!(read.iter().filter(names).count(), 1, "{}", anchor.label);
    }
    let operations: BTreeSet<String> = read.iter().map(|anchor| anchor.operation.to_string()).collect();
    // Nobody has published a key generation.
    assert_eq!(operations.into_iter().collect::<Vec<_>>(), ["decaps", "encaps"]);
    // As the abstracts of AVRNTRU's second version and of the Curve25519 paper have it.
    let find = |cycles| read.iter().find(|anchor| anchor.cycles == cycles).map(|anchor| (anchor.operation, anchor.ram));
    assert_eq!(find(1_051_871), Some((Operation::Decaps, None)));
    assert_eq!(find(13_900_397), Some((Operation::Decaps, None)));
}

#[test]
fn a_bad_line_is_named_by_its_number() {
    let good = "[x]\noperation = encaps\ncycles = 5\nsource = s\nfigures = f\n";
    assert_eq!(anchors::parse(good).map(|read| read.len()), Ok(1));
    let bad = |from: &str, to: &str| anchors::parse(&good.replace(from, to)).map(|read| read.len());
    assert_eq!(bad("encaps", "encapsulate"), Err(2));
    assert_eq!(bad("cycles = 5", "cycles = 0"), Err(3));
    assert_eq!(bad("cycles = 5", "cycles = many"), Err(3));
    assert_eq!(bad("source = s", "sauce = s"), Err(4));
    assert_eq!(bad("source = s", "cycles = 6"), Err(4));
    assert_eq!(bad("source = s", "source"), Err(4));
    assert_eq!(bad("figures = f\n", ""), Err(5), "a record without a field ends at the blank line");
    assert_eq!(bad("[x]\n", ""), Err(5), "a record without a section");
}
