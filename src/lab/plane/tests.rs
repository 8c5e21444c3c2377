//! The produced SVG is read back with an XML parser, and what must hold is checked on the boxes found there.

use std::collections::BTreeSet;
use std::format;
use std::string::ToString;
use std::vec::Vec;

use proptest::prelude::*;

use super::{Anchor, Error, Point, anchors, draw};
use crate::sim::measure::Operation;

mod data;
mod figures;
mod picture;

use picture::Picture;

fn point(label: &str, cycles: u64, ram: u32) -> Point {
    let (label, group) = (label.to_string(), "scheme".to_string());
    Point { label, group, compact: false, operation: Operation::Encaps, cycles, ram }
}

fn anchor(label: &str, cycles: u64, ram: Option<u32>) -> Anchor {
    Anchor { label: label.to_string(), operation: Operation::Encaps, cycles, ram, source: "somebody".to_string() }
}

/// Draws, checks what always holds, and hands the picture on.
fn checked(points: &[Point], anchors: &[Anchor]) -> Picture {
    let svg = draw(points, anchors, "Title", "What is measured, and how").unwrap();
    let picture = Picture::read(&svg);
    picture.check_boxes();
    picture.check_panels();
    picture.check_colours(&svg);
    check_front(points, &picture);
    picture
}

/// The front by its definition, compared with the corners of the line and with the labels.
fn check_front(points: &[Point], picture: &Picture) {
    let panel = |operation| if operation == Operation::DecapsPrepared { Operation::Decaps } else { operation };
    for operation in [Operation::Keygen, Operation::Encaps, Operation::Decaps] {
        let here: Vec<&Point> = points.iter().filter(|point| panel(point.operation) == operation).collect();
        let beats =
            |a: &Point, b: &Point| a.cycles <= b.cycles && a.ram <= b.ram && (a.cycles < b.cycles || a.ram < b.ram);
        let best = here.iter().filter(|point| !here.iter().any(|other| beats(other, point)));
        let mut wanted = BTreeSet::new();
        for point in best {
            let suffix = if point.operation == Operation::DecapsPrepared { " prepared" } else { "" };
            let marker = picture.marker(operation, &format!("{}{suffix}", point.label), point.cycles, point.ram);
            wanted.insert((picture::tenths(marker.0), picture::tenths(marker.1)));
            assert!(picture.labelled(&format!("{}{suffix}", point.label)), "{} is not labelled", point.label);
        }
        assert_eq!(picture.front_corners(operation), wanted, "{operation}");
    }
}

#[test]
fn todays_figures_are_all_labelled() {
    let points = data::points();
    let picture = checked(&points, &anchors());
    assert_eq!(picture.panels(), ["keygen", "encaps", "decaps"]);
    for point in &points {
        let suffix = if point.operation == Operation::DecapsPrepared { " prepared" } else { "" };
        let label = format!("{}{suffix}", point.label);
        let same = points.iter().filter(|other| other.label == point.label && other.operation == point.operation);
        assert_eq!(same.count(), 1);
        assert!(picture.labelled(&label), "{label}");
    }
    for anchor in anchors() {
        assert!(picture.labelled(&anchor.label), "{}", anchor.label);
    }
    assert!(!picture.texts().any(|text| text.contains("without a label")));
    // Each panel has each of its labels once: 12 + 12 + 18 points and the anchors.
    assert_eq!(picture.markers.len(), points.len() + anchors().len());
}

/// Twelve sets in both profiles are a crowd.
#[test]
fn ntru_primes_figures_are_labelled() {
    let points = data::of_readme("NTRUPrime");
    let picture = checked(&points, &anchors());
    assert_eq!(picture.panels(), ["keygen", "encaps", "decaps"]);
    assert!(points.len() > 90);
    assert_eq!(picture.said_missing(), 0);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let once = draw(&data::points(), &anchors(), "Title", "Caption").unwrap();
    for _ in 0..3 {
        assert!(draw(&data::points(), &anchors(), "Title", "Caption").unwrap() == once);
    }
}

#[test]
fn axes_are_logarithmic() {
    let points = [point("a", 1_000_000, 1000), point("b", 10_000_000, 2000), point("c", 100_000_000, 4000)];
    let picture = checked(&points, &[]);
    let at = |p: &Point| picture.marker(Operation::Encaps, &p.label, p.cycles, p.ram);
    let [a, b, c] = [at(&points[0]), at(&points[1]), at(&points[2])];
    assert!(a.0 < b.0 && a.1 > b.1, "cycles grow to the right, RAM grows upwards");
    assert!((c.0 - b.0 - (b.0 - a.0)).abs() < 0.25 && (c.1 - b.1 - (b.1 - a.1)).abs() < 0.25);
    for tick in ["1 M", "10 M", "100 M", "1 kB", "2 kB", "4 kB", "ATmega328P"] {
        assert!(picture.texts().any(|text| text == tick), "{tick}");
    }
}

#[test]
fn prepared_decapsulation_is_in_the_decaps_panel() {
    let mut prepared = point("x fast", 100, 100);
    prepared.operation = Operation::DecapsPrepared;
    let picture = checked(&[prepared], &[]);
    assert_eq!(picture.panels(), ["decaps"]);
    assert!(picture.labelled("x fast prepared"));
}

#[test]
fn anchors_without_points_open_no_panel() {
    let mut elsewhere = anchor("elsewhere", 5, None);
    elsewhere.operation = Operation::Keygen;
    let picture = checked(&[point("x", 100, 100)], &[elsewhere, anchor("here", 200, None)]);
    assert_eq!(picture.panels(), ["encaps"]);
    assert!(picture.labelled("here") && !picture.labelled("elsewhere"));
}

#[test]
fn bad_input_is_refused_by_name() {
    let zero = |label: &str| Err(Error::Zero { label: label.to_string() });
    assert_eq!(draw(&[point("p", 0, 1)], &[], "", ""), zero("p"));
    assert_eq!(draw(&[point("p", 1, 0)], &[], "", ""), zero("p"));
    assert_eq!(draw(&[point("p", 1, 1)], &[anchor("a", 0, None)], "", ""), zero("a"));
    assert_eq!(draw(&[point("p", 1, 1)], &[anchor("a", 1, Some(0))], "", ""), zero("a"));
    assert_eq!(draw(&[point(" \n", 1, 1)], &[], "", ""), Err(Error::Unnamed));
}

#[test]
fn nothing_measured_is_said() {
    let picture = checked(&[], &anchors());
    assert!(picture.texts().any(|text| text == "No measurements."));
    assert!(picture.markers.is_empty());
}

#[test]
fn extremes_are_drawn() {
    checked(&[point("one", 1, 1)], &[]);
    checked(&[point("all", u64::MAX, u32::MAX)], &[anchor("more", u64::MAX, None)]);
    checked(&[point("one", 1, 1), point("all", u64::MAX, u32::MAX)], &[anchor("mid", 1 << 32, Some(1 << 16))]);
    let crowd: Vec<Point> = (0..50).map(|index| point(&format!("twin {index}"), 1000, 1000)).collect();
    checked(&crowd, &[]);
}

#[test]
fn texts_are_escaped_cleaned_and_cut() {
    let long = "wide ".repeat(60);
    let label = "a<b & \"c\"\u{0}\u{1b}\n'd'";
    let svg = draw(&[point(label, 10, 10), point(&long, 20, 20)], &[], &long, &long.repeat(5)).unwrap();
    let picture = Picture::read(&svg);
    picture.check_boxes();
    assert!(picture.labelled("a<b & \"c\"\u{fffd}\u{fffd} 'd'"));
    assert!(picture.texts().any(|text| text.starts_with("wide wide") && text.ends_with('…')));
}

#[test]
fn the_picture_speaks() {
    let svg = draw(&[point("x fast", 1_234_567, 890)], &[], "A title", "A caption.").unwrap();
    let tree = roxmltree::Document::parse(&svg).unwrap();
    let root = tree.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let text = |id| tree.descendants().find(|node| node.attribute("id") == Some(id)).and_then(|node| node.text());
    assert_eq!(text("title").map(str::trim), Some("A title"));
    let desc = text("desc").unwrap();
    assert!(desc.contains("A caption.") && desc.contains("x fast: 1,234,567 cycles, 890 bytes"), "{desc}");
}

/// Costs anywhere, or in a few clusters, or along a falling line, where most are on the front.
fn points() -> impl Strategy<Value = Vec<Point>> {
    let cost = prop_oneof![
        (13.0..18.0_f64, 5.0..10.0_f64),
        (0..3_u8, 0.0..0.05, 0.0..0.05).prop_map(|(k, a, b)| (14.0 + f64::from(k) + a, 7.0 + b)),
        (0.0..4.0).prop_map(|t| (13.0 + t, 10.0 - t)),
    ];
    let set = ("[A-Z][a-z]{3,9}(Ephem)?", 0..4_usize, any::<bool>(), 0..4_usize, cost);
    prop::collection::vec(set, 1..80).prop_map(|sets| {
        let sets = sets.into_iter().enumerate();
        sets.map(|(index, (name, group, compact, operation, (cycles, ram)))| Point {
            label: format!("{name}{index} {}", if compact { "compact" } else { "fast" }),
            group: ["ThreeBears", "NTRU Prime", "NTRUEncrypt", "Other"][group].to_string(),
            compact,
            operation: Operation::ALL[operation],
            cycles: f64::exp(cycles) as u64,
            ram: f64::exp(ram) as u32,
        })
        .collect()
    })
}

fn others() -> impl Strategy<Value = Vec<Anchor>> {
    let one = ("[A-Z][a-z]{3,12} of [a-z]{3,9}", 0..4_usize, 13.0..18.0, prop::option::of(6.0..9.0));
    prop::collection::vec(one, 0..24).prop_map(|all| {
        let all = all.into_iter().enumerate();
        all.map(|(index, (name, operation, cycles, ram))| Anchor {
            label: format!("{name} {index}"),
            operation: Operation::ALL[operation],
            cycles: f64::exp(cycles) as u64,
            ram: ram.map(|ram: f64| ram.exp() as u32),
            source: "somebody".to_string(),
        })
        .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Boxes, colours and fronts of random planes; what has no label is counted in the panel's head.
    #[test]
    fn random_planes_are_sound(points in points(), anchors in others()) {
        let picture = checked(&points, &anchors);
        let labels = picture.markers.iter().filter(|marker| picture.labelled(&marker.name)).count();
        prop_assert_eq!(picture.markers.len() - labels, picture.said_missing());
        let few = picture.markers.len() <= 24;
        prop_assert!(!few || picture.said_missing() == 0, "few points are all labelled");
    }

    /// The front by its definition, on costs so few that many are equal.
    #[test]
    fn the_front_is_what_nothing_beats(costs in prop::collection::vec((1..8_u64, 1..8_u32), 0..30)) {
        let on = super::front::front(&costs);
        prop_assert_eq!(on.len(), costs.len());
        for (cost, on) in costs.iter().zip(on) {
            let beaten = costs.iter().any(|other| other != cost && other.0 <= cost.0 && other.1 <= cost.1);
            prop_assert_eq!(on, !beaten, "{:?}", cost);
        }
    }

    /// No label and no text makes a picture that is not XML.
    #[test]
    fn any_text_is_drawn(label in "\\PC{1,40}|.{1,20}", title in ".{0,60}", cycles in 1_u64.., ram in 1_u32..) {
        match draw(&[point(&label, cycles, ram)], &[anchor(&label, cycles, None)], &title, &label) {
            Ok(svg) => Picture::read(&svg).check_boxes(),
            Err(error) => prop_assert_eq!(error, Error::Unnamed),
        }
    }
}
