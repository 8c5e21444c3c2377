//! One panel: the plane of one operation.

use std::borrow::ToOwned;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use svg::Node;
use svg::node::element::Element;

use super::front::front;
use super::geometry::{Rect, Segment, Spot, distance};
use super::ink::{self, Ink, Shape};
use super::place::{Placed, Request, Scene, improve, place};
use super::scale::{Log, float};
use super::{Anchor, text};
use crate::lab::grouped;
use crate::sim::measure::Operation;

/// The size of labels.
const LABEL: f64 = 11.0;
/// Of the axes' numbers.
const TICK: f64 = 10.5;
/// No label is wider.
const WIDEST: f64 = 250.0;
/// So many labels are tried for in a panel.
const MOST: usize = 120;
/// The radius of a circle; a diamond's corner is a bit farther out.
const RADIUS: f64 = 4.5;
const CORNER: f64 = 5.5;
/// Markers closer than this count as being at one place, and each next one there gets so much larger.
const SAME: f64 = 4.0;
const LARGER: f64 = 3.0;

/// What a label pays for lying on the front, or on a chip's line, in pixels of distance.
const FRONT_COVERED: f64 = 100.0;
const LIMIT_COVERED: f64 = 12.0;

/// RAM of common chips.
pub(super) const CHIPS: [(u32, &str); 3] = [(2048, "ATmega328P"), (8192, "ATmega2560"), (16384, "ATmega1284P")];

/// A point of ours, ready to draw.
pub(super) struct Mark {
    pub(super) label: String,
    pub(super) group: usize,
    pub(super) compact: bool,
    pub(super) cycles: u64,
    pub(super) ram: u32,
}

/// A panel's contents.
pub(super) struct Panel<'a> {
    pub(super) operation: Operation,
    pub(super) marks: Vec<Mark>,
    pub(super) anchors: Vec<&'a Anchor>,
}

/// Where panels are, and what their axes span.
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) cycles: (f64, f64),
    pub(super) bytes: (f64, f64),
}

/// A marker with its label, before the label has a place.
struct Item {
    text: String,
    hint: String,
    at: Spot,
    radius: f64,
    shape: Shape,
    ink: Ink,
    /// Only an outline.
    ring: bool,
    must: bool,
    label_ink: Ink,
}

impl Panel<'_> {
    /// Draws the panel below `top`; also its height and how many labels were left out.
    pub(super) fn draw(&self, top: f64, frame: &Frame) -> (Element, f64, usize) {
        let top = top + 30.0;
        let x = Log::new(frame.cycles, (frame.left, frame.right));
        let wanted = self.marks.len() + self.anchors.len();
        let mut height = 290.0 + 6.0 * f64::from(wanted.min(MOST).saturating_sub(14) as u16);
        let mut tries = 0;
        loop {
            let plot = Rect::new(frame.left, top, frame.right - frame.left, height.round());
            let y = Log::new(frame.bytes, (plot.bottom, plot.top));
            let steps = self.steps(x, y, plot);
            let items = self.items(x, y);
            let scene = Scene {
                area: plot.grown(-2.0),
                markers: items.iter().map(|item| (item.at, item.radius)).collect(),
                lines: steps
                    .windows(2)
                    .map(|pair| (Segment(pair[0], pair[1]), FRONT_COVERED))
                    .chain(limits(plot, y).into_iter().map(|(limit, _)| (limit, LIMIT_COVERED)))
                    .collect(),
            };
            let requests = requests(&items);
            let placed = place(&scene, &requests);
            let missing = items.len() - placed.iter().flatten().count();
            let front_missing = items.iter().zip(&placed).any(|(item, place)| item.must && place.is_none());
            tries += 1;
            // A little more height often is all it takes; only the front is worth more than that.
            if missing == 0 || tries > if front_missing { 8 } else { 2 } {
                let placed = improve(&scene, &requests, placed);
                let mut group = Element::new("g");
                self.backdrop(&mut group, plot, y, &steps);
                write(&mut group, &items, &placed);
                let bottom = self.lane(&mut group, x, plot);
                ticks(&mut group, x, plot, bottom);
                self.head(&mut group, plot, missing);
                return (group, bottom + 25.0 - top + 30.0, missing);
            }
            height *= 1.2;
        }
    }

    /// The front as words.
    pub(super) fn describe(&self) -> String {
        let costs: Vec<(u64, u32)> = self.marks.iter().map(|mark| (mark.cycles, mark.ram)).collect();
        let on = front(&costs);
        let mut best: Vec<&Mark> = self.marks.iter().zip(&on).filter(|&(_, &on)| on).map(|(mark, _)| mark).collect();
        best.sort_by_key(|mark| (mark.cycles, mark.ram));
        let best: Vec<String> = best.into_iter().map(hint).collect();
        format!("{}: {} implementations; on the front {}.", self.operation, self.marks.len(), best.join("; "))
    }

    /// The front as a line: down to each of its points, right to the next one's cycles.
    fn steps(&self, x: Log, y: Log, plot: Rect) -> Vec<Spot> {
        let costs: Vec<(u64, u32)> = self.marks.iter().map(|mark| (mark.cycles, mark.ram)).collect();
        let mut best: Vec<(u64, u32)> =
            costs.iter().zip(front(&costs)).filter(|&(_, on)| on).map(|(&cost, _)| cost).collect();
        best.sort_unstable();
        best.dedup();
        let mut steps = Vec::new();
        let mut height = plot.top;
        for (cycles, ram) in best {
            let (right, down) = (x.at(float(cycles)), y.at(f64::from(ram)));
            steps.extend([(right, height), (right, down)]);
            height = down;
        }
        steps.push((plot.right, height));
        steps
    }

    /// All markers in the plot. The order is that of the claim to a label: the front, others' figures, the rest.
    fn items(&self, x: Log, y: Log) -> Vec<Item> {
        let costs: Vec<(u64, u32)> = self.marks.iter().map(|mark| (mark.cycles, mark.ram)).collect();
        let on = front(&costs);
        let ours = |wanted: bool| {
            self.marks.iter().zip(on.clone()).filter(move |&(_, on)| on == wanted).map(move |(mark, on)| Item {
                text: text::clip(&mark.label, LABEL, WIDEST),
                hint: hint(mark),
                at: (x.at(float(mark.cycles)), y.at(f64::from(mark.ram))),
                radius: if mark.compact { RADIUS } else { CORNER },
                shape: if mark.compact { Shape::Circle } else { Shape::Diamond },
                ink: ink::GROUPS[mark.group % ink::GROUPS.len()],
                ring: false,
                must: on,
                label_ink: ink::MAIN,
            })
        };
        let theirs = self.anchors.iter().filter_map(|anchor| {
            let ram = anchor.ram?;
            Some(theirs(anchor, (x.at(float(anchor.cycles)), y.at(f64::from(ram))), Shape::Circle))
        });
        let mut items: Vec<Item> = ours(true).chain(theirs).chain(ours(false)).collect();
        for index in 0..items.len() {
            let (before, rest) = items.split_at_mut(index);
            let same = before.iter().filter(|other| distance(other.at, rest[0].at) < SAME).count();
            if same > 0 {
                rest[0].radius += LARGER * f64::from(same.min(4) as u8);
                rest[0].ring = true;
            }
        }
        items
    }

    /// Everything under the markers: grid, chips, front.
    fn backdrop(&self, group: &mut Element, plot: Rect, y: Log, steps: &[Spot]) {
        let corner = [(plot.right, plot.top)];
        group.append(ink::surface(steps.iter().copied().chain(corner), ink::MAIN, "0.035"));
        for tick in y.bytes() {
            let at = y.at(tick.value);
            group.append(ink::segment(Segment((plot.left, at), (plot.right, at)), ink::GRID, "1"));
            group.append(ink::words(&tick.name, (plot.left - 8.0, at + 3.5), TICK, "end", ink::QUIET));
        }
        group.append(ink::segment(Segment((plot.left, plot.top), (plot.left, plot.bottom)), ink::THIN, "1"));
        let mut free = f64::INFINITY;
        for (limit, chip) in limits(plot, y) {
            let at = limit.0.1;
            let mut limit = ink::segment(limit, ink::LIMIT, "1");
            limit.assign("stroke-dasharray", "5 4");
            group.append(limit);
            if at + 8.0 < free {
                group.append(ink::words(chip, (plot.right + 7.0, at + 3.5), TICK, "start", ink::LIMIT));
                free = at - 8.0;
            }
        }
        let mut front = ink::line(steps.iter().copied(), ink::MAIN, "1.5");
        front.assign("id", format!("front-{}", self.operation));
        front.assign("stroke-opacity", "0.55");
        group.append(front);
    }

    /// Below the plot: figures of others whose RAM is not known. Returns where it ends.
    fn lane(&self, group: &mut Element, x: Log, plot: Rect) -> f64 {
        let items: Vec<Item> = (self.anchors.iter().filter(|anchor| anchor.ram.is_none()))
            .map(|anchor| theirs(anchor, (x.at(float(anchor.cycles)), plot.bottom + 13.0), Shape::Triangle))
            .collect();
        let edge = |at: f64| ink::segment(Segment((plot.left, at), (plot.right, at)), ink::THIN, "1");
        group.append(edge(plot.bottom));
        if items.is_empty() {
            return plot.bottom;
        }
        let mut height = 35.0;
        let (lane, placed) = loop {
            let lane = Rect::new(plot.left, plot.bottom, plot.width(), height);
            let markers = items.iter().map(|item| (item.at, item.radius)).collect();
            let placed = place(&Scene { area: lane.grown(-2.0), markers, lines: Vec::new() }, &requests(&items));
            // Each row more has room for three labels: this ends.
            if placed.iter().all(Option::is_some) || height > 40.0 + 16.0 * f64::from(MOST.min(items.len()) as u16) {
                break (lane, placed);
            }
            height += 15.0;
        };
        group.append(edge(lane.bottom));
        group.append(ink::words("RAM not", (plot.left - 8.0, lane.top + 18.0), 10.0, "end", ink::QUIET));
        group.append(ink::words("published", (plot.left - 8.0, lane.top + 31.0), 10.0, "end", ink::QUIET));
        write(group, &items, &placed);
        lane.bottom
    }

    /// The panel's name and the names of the axes.
    fn head(&self, group: &mut Element, plot: Rect, missing: usize) {
        let name = self.operation.to_string();
        let mut head = ink::words(&name, (plot.left, plot.top - 12.0), 14.0, "start", ink::MAIN);
        head.assign("font-weight", "bold");
        group.append(head);
        group.append(ink::words("RAM", (plot.left - 8.0, plot.top - 12.0), TICK, "end", ink::QUIET));
        if missing > 0 {
            let note = format!("{missing} of {} without a label", self.marks.len() + self.anchors.len());
            group.append(ink::words(&note, (plot.right, plot.top - 12.0), TICK, "end", ink::QUIET));
        }
    }
}

/// The lines of the chips whose RAM is within the axis, from the bottom.
fn limits(plot: Rect, y: Log) -> Vec<(Segment, &'static str)> {
    let line = |(bytes, chip)| {
        let at = y.at(f64::from(bytes));
        (Segment((plot.left, at), (plot.right, at)), chip)
    };
    CHIPS.into_iter().map(line).filter(|(limit, _)| (plot.top..=plot.bottom).contains(&limit.0.1)).collect()
}

/// A hollow marker.
fn theirs(anchor: &Anchor, at: Spot, shape: Shape) -> Item {
    let ram = anchor.ram.map_or_else(|| "RAM not published".to_owned(), |ram| format!("{} bytes", grouped(ram.into())));
    Item {
        text: text::clip(&text::clean(&anchor.label), LABEL, WIDEST),
        hint: text::clean(&format!("{}: {} cycles, {ram}. {}", anchor.label, grouped(anchor.cycles), anchor.source)),
        at,
        radius: RADIUS,
        shape,
        ink: ink::QUIET,
        ring: true,
        must: false,
        label_ink: ink::QUIET,
    }
}

/// A point's label and figures.
fn hint(mark: &Mark) -> String {
    format!("{}: {} cycles, {} bytes", mark.label, grouped(mark.cycles), grouped(mark.ram.into()))
}

/// Requests for the labels of the first [`MOST`] items.
fn requests(items: &[Item]) -> Vec<Request> {
    let request = |item: &Item| Request {
        at: item.at,
        radius: item.radius,
        size: (text::width(&item.text, LABEL), text::LINE * LABEL),
        must: item.must,
    };
    items.iter().take(MOST).map(request).collect()
}

/// Leaders, markers and labels, in this order. Of markers at one place the larger ones come first.
fn write(group: &mut Element, items: &[Item], placed: &[Option<Placed>]) {
    for leader in placed.iter().flatten().filter_map(|place| place.leader) {
        group.append(ink::segment(leader, ink::THIN, "0.8"));
    }
    for item in items.iter().rev() {
        let mut marker = ink::marker(item.shape, item.at, item.radius, item.ink, item.ring);
        ink::explain(&mut marker, &item.hint);
        group.append(marker);
    }
    for (item, place) in items.iter().zip(placed) {
        if let Some(place) = place {
            group.append(ink::label(&item.text, place.rect, item.at, LABEL, item.label_ink));
        }
    }
}

/// The ticks of cycles, below the lane.
fn ticks(group: &mut Element, x: Log, plot: Rect, bottom: f64) {
    for tick in x.cycles() {
        let at = x.at(tick.value);
        // Under all the rest.
        group.get_children_mut().insert(0, ink::segment(Segment((at, plot.top), (at, bottom)), ink::GRID, "1").into());
        group.append(ink::words(&tick.name, (at, bottom + 18.0), TICK, "middle", ink::QUIET));
    }
    group.append(ink::words("cycles", (plot.right + 30.0, bottom + 18.0), TICK, "start", ink::QUIET));
}
