//! The whole picture: heading, legend, panels below each other on common axes.

use std::boxed::Box;
use std::string::String;
use std::vec::Vec;

use svg::Node;
use svg::node::element::Element;

use super::geometry::{Rect, Segment, Spot};
use super::ink::{self, Shape};
use super::panel::{CHIPS, Frame, Panel};
use super::{scale, text};

/// Pixels from edge to edge; the height follows from the contents.
const WIDTH: f64 = 960.0;
const MARGIN: f64 = 20.0;
/// The plots' edges: numbers stand to the left, chips to the right.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 862.0;

/// Draws the page.
pub(super) fn page(panels: &[Panel<'_>], groups: &[String], title: &str, caption: &str) -> String {
    let mut body = Element::new("g");
    body.assign("font-family", "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif");
    let mut y = heading(&mut body, title, caption);
    let mut described = std::vec![text::clean(caption)];
    if panels.is_empty() {
        y += 30.0;
        body.append(ink::words("No measurements.", (MARGIN, y), 12.0, "start", ink::MAIN));
        described.push("No measurements.".into());
    } else {
        y = legend(&mut body, y, panels, groups);
    }
    let frame = frame(panels);
    for panel in panels {
        let (drawn, height, _) = panel.draw(y, &frame);
        body.append(drawn);
        y += height + 8.0;
        described.push(panel.describe());
    }
    let height = (y + MARGIN).ceil();

    let (wide, high) = (ink::number(WIDTH), ink::number(height));
    let mut root = ink::element(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("width", &wide),
            ("height", &high),
            ("viewBox", &std::format!("0 0 {wide} {high}")),
            ("role", "img"),
            ("aria-labelledby", "title desc"),
        ],
    );
    for (name, text) in [("title", text::clean(title)), ("desc", described.join(" "))] {
        let mut node = ink::element(name, &[("id", name)]);
        node.append(svg::node::Text::new(text));
        root.append(node);
    }
    root.append(ink::style());
    root.append(ink::area(Rect::new(0.0, 0.0, WIDTH, height), ink::PAGE));
    root.append(body);
    std::format!("{root}\n")
}

/// What the axes span: all points and anchors of all panels.
fn frame(panels: &[Panel<'_>]) -> Frame {
    let marks = || panels.iter().flat_map(|panel| &panel.marks);
    let anchors = || panels.iter().flat_map(|panel| &panel.anchors);
    let cycles = marks().map(|mark| mark.cycles).chain(anchors().map(|anchor| anchor.cycles)).map(scale::float);
    let bytes = marks().map(|mark| mark.ram).chain(anchors().filter_map(|anchor| anchor.ram)).map(f64::from);
    let (low, mut high) = scale::range(bytes, 5.0);
    // A chip just above the points belongs in the picture.
    for (ram, _) in CHIPS {
        let ram = f64::from(ram) * 1.04;
        if (high..high * 1.35).contains(&ram) {
            high = ram;
        }
    }
    Frame { left: LEFT, right: RIGHT, cycles: scale::range(cycles, 12.0), bytes: (low, high) }
}

/// Title and caption; returns where they end.
fn heading(body: &mut Element, title: &str, caption: &str) -> f64 {
    let room = WIDTH - 2.0 * MARGIN;
    let mut y = 12.0;
    for line in text::wrap(&text::clean(title), 17.0, room / text::BOLD) {
        y += 22.0;
        let mut words = ink::words(&line, (MARGIN, y), 17.0, "start", ink::MAIN);
        words.assign("font-weight", "bold");
        body.append(words);
    }
    for line in text::wrap(&text::clean(caption), 12.0, room) {
        y += 18.0;
        body.append(ink::words(&line, (MARGIN, y), 12.0, "start", ink::QUIET));
    }
    y + 6.0
}

/// Draws a sign of the legend.
type Symbol = Box<dyn Fn(Spot) -> Element>;

/// What colours, shapes and lines mean, as far as they occur; returns where it ends.
fn legend(body: &mut Element, top: f64, panels: &[Panel<'_>], groups: &[String]) -> f64 {
    const SIZE: f64 = 11.5;
    let some = |compact: bool| panels.iter().any(|panel| panel.marks.iter().any(|mark| mark.compact == compact));
    let others = |known: bool| panels.iter().any(|p| p.anchors.iter().any(|anchor| anchor.ram.is_some() == known));
    let marker = |shape, ink, ring| move |at: Spot| ink::marker(shape, at, 5.0, ink, ring);

    let mut entries: Vec<(String, Symbol)> = Vec::new();
    for (index, name) in groups.iter().enumerate() {
        let ink = ink::GROUPS[index % ink::GROUPS.len()];
        entries.push((name.clone(), Box::new(move |at| ink::area(Rect::around(at, 5.0), ink))));
    }
    if some(true) {
        entries.push(("compact".into(), Box::new(marker(Shape::Circle, ink::MAIN, false))));
    }
    if some(false) {
        entries.push(("fast".into(), Box::new(marker(Shape::Diamond, ink::MAIN, false))));
    }
    if others(true) {
        entries.push(("others".into(), Box::new(marker(Shape::Circle, ink::QUIET, true))));
    }
    if others(false) {
        entries.push(("others, cycles only".into(), Box::new(marker(Shape::Triangle, ink::QUIET, true))));
    }
    let front = |(x, y): Spot| ink::segment(Segment((x - 7.0, y), (x + 7.0, y)), ink::MAIN, "1.5");
    entries.push(("Pareto front".into(), Box::new(front)));
    let limit = |(x, y): Spot| {
        let mut limit = ink::segment(Segment((x - 7.0, y), (x + 7.0, y)), ink::LIMIT, "1");
        limit.assign("stroke-dasharray", "5 4");
        limit
    };
    entries.push(("all RAM of a chip".into(), Box::new(limit)));

    let (mut x, mut y) = (MARGIN, top + 16.0);
    for (name, symbol) in entries {
        let name = text::clip(&text::clean(&name), SIZE, 300.0);
        let width = text::width(&name, SIZE);
        if x + 20.0 + width > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + 19.0);
        }
        body.append(symbol((x + 7.0, y - 4.0)));
        body.append(ink::words(&name, (x + 19.0, y), SIZE, "start", ink::MAIN));
        x += 19.0 + width + 18.0;
    }
    y + 14.0
}
