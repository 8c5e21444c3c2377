//! The RAM/speed plane as a picture: one panel an operation, cycles to the right, RAM upwards, both logarithmic.
//!
//! [`draw`] makes an SVG from points that somebody else measured. Every implementation is one point, its colour the
//! group, its shape the profile; the Pareto front of each panel is drawn, figures of others are hollow ([`anchors()`]),
//! and those without a figure for RAM stand in a lane below the plot. The picture has its colours for light and dark
//! pages in it, a title and a description for those who cannot see it, and the exact figures of every marker as its
//! title. The same input always gives the same bytes.
//!
//! **Labels** overlap neither each other nor a marker and stay in their panel, in any common font: the widths are upper
//! bounds. Where a panel is crowded it grows a little. A label wider than 250 pixels is cut with an ellipsis. A label
//! that finds no free place within 160 pixels of its point is left out and the panel's head says how many are; those of
//! the front come first and may go anywhere, then come the figures of others, then the rest in the order given. More
//! than 120 labels a panel are not tried for. Markers within 4 pixels of each other are drawn as rings around the
//! first. From the seventh group on the colours repeat.
//!
//! It doesn't measure, and knows nothing of files.

use std::fmt;
use std::format;
use std::string::String;
use std::vec::Vec;

use crate::sim::measure::Operation;

mod anchors;
mod front;
mod geometry;
mod ink;
mod page;
mod panel;
mod place;
mod scale;
mod text;

#[cfg(test)]
mod tests;

/// What one implementation spends on one operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// What it is called: `BabyBear fast`. A point of [`Operation::DecapsPrepared`] gets `prepared` appended.
    pub label: String,
    /// What it belongs to, a scheme or a family of sets; it decides the colour.
    pub group: String,
    /// Whether it is of the compact profile; it decides the shape.
    pub compact: bool,
    /// The operation. Both kinds of decapsulation share a panel.
    pub operation: Operation,
    /// Cycles, not 0.
    pub cycles: u64,
    /// Bytes of RAM, not 0.
    pub ram: u32,
}

/// A figure of somebody else's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// What it is called.
    pub label: String,
    /// The operation it is to be compared with.
    pub operation: Operation,
    /// Cycles, not 0.
    pub cycles: u64,
    /// Bytes of RAM, where they are known; not 0.
    pub ram: Option<u32>,
    /// Who says so, where, and what exactly.
    pub source: String,
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A cost of 0 has no place on a logarithmic axis.
    Zero {
        /// The point's or anchor's label.
        label: String,
    },
    /// A point or an anchor without a label.
    Unnamed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Zero { label } => write!(f, "{label:?} has 0 cycles or bytes, which no measurement gives"),
            Error::Unnamed => f.write_str("a point without a label"),
        }
    }
}

impl std::error::Error for Error {}

/// The figures of `vectors/published/avr.txt`.
#[must_use]
pub fn anchors() -> Vec<Anchor> {
    // A test parses the file: there is no error to report.
    anchors::parse(anchors::FILE).unwrap_or_default()
}

/// Draws the plane: a panel for each operation that has points. Without points the picture says so. Anchors of
/// operations without points are not drawn.
///
/// # Errors
/// [`Error`], when a point or an anchor cannot be drawn.
pub fn draw(points: &[Point], anchors: &[Anchor], title: &str, caption: &str) -> Result<String, Error> {
    let ours = points.iter().map(|point| (&point.label, point.cycles, Some(point.ram)));
    let theirs = anchors.iter().map(|anchor| (&anchor.label, anchor.cycles, anchor.ram));
    for (label, cycles, ram) in ours.chain(theirs) {
        if text::clean(label).is_empty() {
            return Err(Error::Unnamed);
        }
        if cycles == 0 || ram == Some(0) {
            return Err(Error::Zero { label: label.clone() });
        }
    }

    let mut groups: Vec<String> = Vec::new();
    for point in points {
        if !groups.contains(&point.group) {
            groups.push(point.group.clone());
        }
    }
    let mut panels: Vec<panel::Panel<'_>> = Vec::new();
    for operation in Operation::ALL.into_iter().filter(|&operation| shown_as(operation) == operation) {
        let mut marks = Vec::new();
        for point in points.iter().filter(|point| shown_as(point.operation) == operation) {
            let group = groups.iter().position(|group| *group == point.group).unwrap_or_default();
            let suffix = if point.operation == operation { "" } else { " prepared" };
            let label = text::clean(&format!("{}{suffix}", point.label));
            marks.push(panel::Mark { label, group, compact: point.compact, cycles: point.cycles, ram: point.ram });
        }
        if !marks.is_empty() {
            let anchors = anchors.iter().filter(|anchor| shown_as(anchor.operation) == operation).collect();
            panels.push(panel::Panel { operation, marks, anchors });
        }
    }
    Ok(page::page(&panels, &groups, title, caption))
}

/// The operation whose panel an operation is shown in.
fn shown_as(operation: Operation) -> Operation {
    if operation == Operation::DecapsPrepared { Operation::Decaps } else { operation }
}
