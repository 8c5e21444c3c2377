//! Reads a produced SVG: the boxes of its texts and markers, and its front lines.

use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use roxmltree::{Document, Node};

use super::super::geometry::Rect;
use super::super::text;
use super::Operation;

/// A text and the room it takes.
pub(super) struct Text {
    words: String,
    panel: Option<String>,
    rect: Rect,
}

/// A marker, its name from its title, and its middle.
pub(super) struct Marker {
    pub(super) name: String,
    title: String,
    panel: String,
    rect: Rect,
}

/// What can be seen.
pub(super) struct Picture {
    page: Rect,
    texts: Vec<Text>,
    pub(super) markers: Vec<Marker>,
    fronts: BTreeMap<String, Vec<(f64, f64)>>,
    panels: Vec<String>,
}

/// A length in whole tenths, to be compared.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn tenths(length: f64) -> i64 {
    (length * 10.0).round() as i64
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let value = node.attribute(name).unwrap_or_else(|| panic!("no {name} in {node:?}"));
    value.parse().unwrap_or_else(|_| panic!("{name}={value}"))
}

/// The corners of a path of absolute moves and lines.
fn corners(path: &str) -> Vec<(f64, f64)> {
    let numbers: Vec<f64> = path
        .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().expect("a number"))
        .collect();
    assert!(numbers.iter().all(|number| number.is_finite()) && numbers.len().is_multiple_of(2), "{path}");
    numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

fn bounds(spots: &[(f64, f64)]) -> Rect {
    let fold = |pick: fn(&(f64, f64)) -> f64, start: f64, choose: fn(f64, f64) -> f64| {
        spots.iter().map(pick).fold(start, choose)
    };
    let (left, right) = (fold(|s| s.0, f64::INFINITY, f64::min), fold(|s| s.0, f64::NEG_INFINITY, f64::max));
    let (top, bottom) = (fold(|s| s.1, f64::INFINITY, f64::min), fold(|s| s.1, f64::NEG_INFINITY, f64::max));
    Rect { left, top, right, bottom }
}

impl Picture {
    pub(super) fn read(svg: &str) -> Picture {
        let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
        let root = document.root_element();
        let page = Rect::new(0.0, 0.0, number(root, "width"), number(root, "height"));
        let mut picture =
            Picture { page, texts: Vec::new(), markers: Vec::new(), fronts: BTreeMap::new(), panels: Vec::new() };
        for node in root.descendants().filter(Node::is_element) {
            let panel = node.ancestors().find_map(|above| {
                let front = above.children().find_map(|child| child.attribute("id")?.strip_prefix("front-"));
                front.map(ToString::to_string)
            });
            if node.tag_name().name() == "text" {
                picture.texts.push(text_box(node, panel));
            } else if let Some(title) = node.children().find(|child| child.tag_name().name() == "title")
                && node != root
            {
                let title = title.text().expect("a title has text").trim().to_string();
                let name = title.rsplit_once(": ").expect("a name").0.to_string();
                // Sources have colons too: the name ends where the cycles begin.
                let name = name.split(": ").next().unwrap_or_default().to_string();
                let rect = match node.attribute("d") {
                    Some(path) => bounds(&corners(path)),
                    None => Rect::around((number(node, "cx"), number(node, "cy")), number(node, "r")),
                };
                picture.markers.push(Marker { name, title, panel: panel.clone().expect("a panel"), rect });
            }
            if let Some(operation) = node.attribute("id").and_then(|id| id.strip_prefix("front-")) {
                let line = corners(node.attribute("d").expect("a path"));
                picture.fronts.insert(operation.to_string(), line);
                picture.panels.push(operation.to_string());
            }
        }
        picture
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| text.words.as_str())
    }

    pub(super) fn labelled(&self, name: &str) -> bool {
        self.texts().any(|text| text == name)
    }

    /// The operations, from the top.
    pub(super) fn panels(&self) -> &[String] {
        &self.panels
    }

    /// The sum of what the panels' heads say is not labelled.
    pub(super) fn said_missing(&self) -> usize {
        let notes = self.texts().filter_map(|text| text.strip_suffix(" without a label"));
        notes.map(|note| note.split(' ').next().and_then(|count| count.parse::<usize>().ok()).expect("a count")).sum()
    }

    /// The middle of a point's marker, found by its exact figures.
    pub(super) fn marker(&self, operation: Operation, label: &str, cycles: u64, ram: u32) -> (f64, f64) {
        let plain = |text: &str| text.replace(',', "");
        let wanted = format!("{}: {cycles} cycles {ram} bytes", plain(label));
        let found =
            self.markers.iter().find(|marker| marker.panel == operation.to_string() && plain(&marker.title) == wanted);
        let rect = found.unwrap_or_else(|| panic!("no marker {wanted}")).rect;
        (f64::midpoint(rect.left, rect.right), f64::midpoint(rect.top, rect.bottom))
    }

    /// The corners of a panel's front line at which it stops falling, in tenths of pixels.
    pub(super) fn front_corners(&self, operation: Operation) -> BTreeSet<(i64, i64)> {
        let line = self.fronts.get(&operation.to_string()).map(Vec::as_slice).unwrap_or_default();
        for pair in line.windows(2) {
            let (right, down) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            assert!(right >= 0.0 && down >= 0.0 && (right == 0.0 || down == 0.0), "not a falling staircase: {line:?}");
        }
        // Down to a corner, right to the next point's cycles, down to a corner...
        line.iter().skip(1).step_by(2).map(|&(x, y)| (tenths(x), tenths(y))).collect()
    }

    /// No text lies on another, on a marker or off the page, and no marker off the page.
    pub(super) fn check_boxes(&self) {
        for (index, one) in self.texts.iter().enumerate() {
            assert!(self.page.contains(one.rect), "off the page: {} {:?} {:?}", one.words, one.rect, self.page);
            for other in &self.texts[..index] {
                assert!(!one.rect.overlaps(other.rect), "{:?} lies on {:?}", one.words, other.words);
            }
            for marker in &self.markers {
                assert!(!one.rect.overlaps(marker.rect), "{:?} lies on the marker of {}", one.words, marker.title);
            }
        }
        for marker in &self.markers {
            assert!(self.page.contains(marker.rect), "off the page: {}", marker.title);
        }
    }

    /// Markers and their labels are inside the axes: right of the numbers of bytes, left of the front's end, between
    /// the front's beginning and the numbers of cycles.
    pub(super) fn check_panels(&self) {
        for (panel, front) in &self.fronts {
            let here = || self.texts.iter().filter(|text| text.panel.as_ref() == Some(panel));
            let edge = |name: &str| here().find(|text| text.words == name).expect("an axis has a name").rect;
            let (first, last) = (front[0], front[front.len() - 1]);
            let frame = Rect { left: edge("RAM").right, top: first.1, right: last.0, bottom: edge("cycles").top };
            for marker in self.markers.iter().filter(|marker| marker.panel == *panel) {
                assert!(frame.contains(marker.rect), "outside: {}", marker.title);
                for label in here().filter(|text| text.words == marker.name) {
                    assert!(frame.contains(label.rect), "outside: {}", label.words);
                }
            }
        }
    }

    /// Whatever has a colour has it as an attribute, and one for dark pages by its class.
    #[allow(clippy::unused_self)]
    pub(super) fn check_colours(&self, svg: &str) {
        let document = Document::parse(svg).expect("it was read before");
        let style = document.descendants().find(|node| node.tag_name().name() == "style").expect("a style sheet");
        let style = style.text().expect("rules");
        assert!(style.contains("@media (prefers-color-scheme:dark)"), "{style}");
        for node in document.descendants() {
            let painted = |name| node.attribute(name).is_some_and(|paint: &str| paint.starts_with('#'));
            let drawn = ["text", "circle", "path", "rect"].contains(&node.tag_name().name());
            assert_eq!(drawn, painted("fill") || painted("stroke"), "{node:?}");
            if drawn {
                let class = node.attribute("class").expect("a class");
                let property = if painted("stroke") { "stroke" } else { "fill" };
                assert!(style.contains(&format!(".{class}{{{property}:#")), "no dark colour for {class}");
            }
        }
    }
}

/// The box of a text: as high as the font, as wide as the widest common font makes it.
fn text_box(node: Node<'_, '_>, panel: Option<String>) -> Text {
    let (x, y, size) = (number(node, "x"), number(node, "y"), number(node, "font-size"));
    let content = node.text().unwrap_or_default().trim().to_string();
    let bold = if node.attribute("font-weight") == Some("bold") { text::BOLD } else { 1.0 };
    let width = text::width(&content, size) * bold;
    let left = match node.attribute("text-anchor") {
        Some("start") => x,
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        other => panic!("text-anchor {other:?}"),
    };
    // A hair is given for the rounding to tenths.
    let rect = Rect::new(left, y - text::ASCENT * size, width, text::LINE * size).grown(-0.06);
    Text { words: content, panel, rect }
}
