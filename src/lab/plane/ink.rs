//! The elements of the picture, and their colours on light and dark pages.
//!
//! Every element has its light colour as an attribute, which any viewer understands, and a class, by which a style
//! sheet gives it the dark one where the reader prefers that.

use std::format;
use std::string::String;

use svg::Node;
use svg::node::element::{Element, Style};

use super::geometry::{Rect, Segment, Spot};
use super::text;
use super::text::tenth;

/// A colour's class, on light and on dark ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink(&'static str, &'static str, &'static str);

/// The page.
pub(super) const PAGE: Ink = Ink("page", "#ffffff", "#0d1117");
/// Text and the front.
pub(super) const MAIN: Ink = Ink("main", "#1f2328", "#e6edf3");
/// Quiet text, and the figures of others.
pub(super) const QUIET: Ink = Ink("quiet", "#59636e", "#9ea7b3");
/// Lines to labels.
pub(super) const THIN: Ink = Ink("thin", "#9aa4af", "#6b7480");
/// The grid.
pub(super) const GRID: Ink = Ink("grid", "#e9ecef", "#21262d");
/// The RAM of chips.
pub(super) const LIMIT: Ink = Ink("limit", "#b9770e", "#d9a441");

/// One a group. Apart for all common forms of colour blindness (after Okabe and Ito; darkened for white ground).
pub(super) const GROUPS: [Ink; 6] = [
    Ink("g0", "#0072b2", "#56b4e9"),
    Ink("g1", "#d55e00", "#ff8f4a"),
    Ink("g2", "#00845f", "#2fcf9f"),
    Ink("g3", "#b0508f", "#e79cc8"),
    Ink("g4", "#6b4fd0", "#b3a6ff"),
    Ink("g5", "#8a6d00", "#e8c547"),
];

/// The style sheet: nothing but the dark colours.
pub(super) fn style() -> Style {
    let rule = |Ink(class, _, dark)| format!(".{class}{{fill:{dark}}}.{class}-line{{stroke:{dark}}}");
    let rules: String = [PAGE, MAIN, QUIET, THIN, GRID, LIMIT].into_iter().chain(GROUPS).map(rule).collect();
    Style::new(format!("@media (prefers-color-scheme:dark){{{rules}}}"))
}

/// The outline of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Diamond,
    Triangle,
}

/// An element with attributes.
pub(super) fn element(name: &str, attributes: &[(&str, &str)]) -> Element {
    let mut element = Element::new(name);
    for &(key, value) in attributes {
        element.assign(key, value);
    }
    element
}

/// A length as an attribute.
pub(super) fn number(length: f64) -> String {
    format!("{}", tenth(length))
}

fn fill(element: &mut Element, Ink(class, light, _): Ink) {
    element.assign("class", class);
    element.assign("fill", light);
}

fn stroke(element: &mut Element, Ink(class, light, _): Ink, width: &str) {
    element.assign("class", format!("{class}-line"));
    element.assign("fill", "none");
    element.assign("stroke", light);
    element.assign("stroke-width", width);
}

/// A marker, filled or (`ring`) only its outline.
pub(super) fn marker(shape: Shape, (x, y): Spot, radius: f64, ink: Ink, ring: bool) -> Element {
    let mut marker = if shape == Shape::Circle {
        element("circle", &[("cx", &number(x)), ("cy", &number(y)), ("r", &number(radius))])
    } else {
        let corners: &[Spot] = match shape {
            Shape::Triangle => &[(0.0, -1.0), (0.95, 0.8), (-0.95, 0.8)],
            _ => &[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)],
        };
        outline(corners.iter().map(|(dx, dy)| (x + radius * dx, y + radius * dy)), true)
    };
    if ring {
        stroke(&mut marker, ink, "1.5");
    } else {
        fill(&mut marker, ink);
    }
    marker
}

fn outline(spots: impl Iterator<Item = Spot>, closed: bool) -> Element {
    let mut path = String::new();
    for (x, y) in spots {
        path += if path.is_empty() { "M" } else { " L" };
        path += &[number(x), number(y)].join(" ");
    }
    if closed {
        path.push_str(" Z");
    }
    element("path", &[("d", &path)])
}

/// A line through several spots.
pub(super) fn line(spots: impl IntoIterator<Item = Spot>, ink: Ink, width: &str) -> Element {
    let mut line = outline(spots.into_iter(), false);
    stroke(&mut line, ink, width);
    line
}

/// A line from spot to spot.
pub(super) fn segment(Segment(a, b): Segment, ink: Ink, width: &str) -> Element {
    line([a, b], ink, width)
}

/// A surface within several spots, see-through.
pub(super) fn surface(spots: impl IntoIterator<Item = Spot>, ink: Ink, opacity: &str) -> Element {
    let mut surface = outline(spots.into_iter(), true);
    fill(&mut surface, ink);
    surface.assign("fill-opacity", opacity);
    surface
}

/// A filled box.
pub(super) fn area(rect: Rect, ink: Ink) -> Element {
    let (x, y) = (number(rect.left), number(rect.top));
    let (width, height) = (number(rect.width()), number(rect.height()));
    let mut area = element("rect", &[("x", &x), ("y", &y), ("width", &width), ("height", &height)]);
    fill(&mut area, ink);
    area
}

/// Where a text stands on its spot: `start`, `middle`, `end`.
pub(super) type Align = &'static str;

/// A line of text on its baseline.
pub(super) fn words(text: &str, (x, y): Spot, size: f64, align: Align, ink: Ink) -> Element {
    let mut words =
        element("text", &[("x", &number(x)), ("y", &number(y)), ("font-size", &number(size)), ("text-anchor", align)]);
    fill(&mut words, ink);
    words.append(svg::node::Text::new(text));
    words
}

/// Text in a box that is [`text::LINE`] high, towards the spot it speaks of.
pub(super) fn label(text: &str, rect: Rect, at: Spot, size: f64, ink: Ink) -> Element {
    let (align, x) = if at.0 <= rect.left {
        ("start", rect.left)
    } else if at.0 >= rect.right {
        ("end", rect.right)
    } else {
        ("middle", f64::midpoint(rect.left, rect.right))
    };
    words(text, (x, rect.top + text::ASCENT * size), size, align, ink)
}

/// What is shown when the pointer rests on an element.
pub(super) fn explain(element: &mut Element, text: &str) {
    let mut title = Element::new("title");
    title.append(svg::node::Text::new(text));
    element.append(title);
}
