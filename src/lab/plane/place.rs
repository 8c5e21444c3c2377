//! Finds room for labels.
//!
//! Hard rules, never broken: a label lies inside its area, and overlaps no marker, no other label and nothing else that
//! is declared solid. A label for which no such place exists within reach is left out; one that `must` be
//! there may lie anywhere in the area. What remains is a matter of price: labels close to their marker, lines that
//! cross nothing, no label that could be read as another marker's. Labels take the cheapest place one after the
//! other, and then again while any finds a cheaper one; of a few orders the cheapest outcome is taken, and then single
//! labels that lie badly push others away if that helps. No chance is involved: equal input gives equal output.

use std::vec;
use std::vec::Vec;

use super::geometry::{Rect, Segment, Spot, distance};
use super::scale;
use super::text::tenth;

/// A label to be placed.
#[derive(Clone, Debug)]
pub(super) struct Request {
    /// Its marker.
    pub(super) at: Spot,
    /// The marker's radius.
    pub(super) radius: f64,
    /// The label's width and height.
    pub(super) size: (f64, f64),
    /// Whether it may go as far as it takes.
    pub(super) must: bool,
}

/// Where a label went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) rect: Rect,
    /// The line to its marker, where it is not right beside it.
    pub(super) leader: Option<Segment>,
}

/// What is on the page already.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// Labels stay inside.
    pub(super) area: Rect,
    /// Middles and radii of all markers, labelled or not.
    pub(super) markers: Vec<(Spot, f64)>,
    /// Lines that labels had better not cover, and the price of doing so.
    pub(super) lines: Vec<(Segment, f64)>,
}

/// Between a marker and its label.
const GAP: f64 = 3.0;
/// Farther than this and a line is drawn.
const BESIDE: f64 = 5.0;
/// Between two labels.
const APART: f64 = 1.5;
/// Rings of places around a marker, and the step from one to the next.
const RINGS: usize = 17;
const STEP: f64 = 9.0;
/// How often all labels are looked at again.
const ROUNDS: usize = 12;

/// Up to so many labels are worth a second thought, if they cost more than `BAD`, in so many other places.
const FEW: usize = 30;
const BAD: f64 = 14.0;
const CHOICES: usize = 10;

/// Prices in pixels of distance.
const MISSING: f64 = 100_000.0;
const LEADER: f64 = 5.0;
const LABEL_CROSSED: f64 = 400.0;
const MARKER_CROSSED: f64 = 90.0;
const LEADERS_CROSS: f64 = 120.0;
/// Of what covering the same line costs.
const LINE_CROSSED: f64 = 0.05;
const AMBIGUOUS: f64 = 30.0;

/// Sixteen directions, clockwise from the right: 1, cos 22.5°, cos 45°, sin 22.5°, 0.
const DIRECTIONS: [Spot; 16] = {
    const C: f64 = 0.923_879_5;
    const D: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const S: f64 = 0.382_683_4;
    [
        (1.0, 0.0),
        (C, S),
        (D, D),
        (S, C),
        (0.0, 1.0),
        (-S, C),
        (-D, D),
        (-C, S),
        (-1.0, 0.0),
        (-C, -S),
        (-D, -D),
        (-S, -C),
        (0.0, -1.0),
        (S, -C),
        (D, -D),
        (C, -S),
    ]
};

/// A place for each label, or none. Where not all have room, those that come first in `requests` have the better claim.
pub(super) fn place(scene: &Scene, requests: &[Request]) -> Vec<Option<Placed>> {
    let given: Vec<usize> = (0..requests.len()).collect();
    let sorted = |key: fn(&Request) -> f64| {
        let mut order = given.clone();
        order.sort_by(|&a, &b| key(&requests[a]).total_cmp(&key(&requests[b])));
        order
    };
    let orders = [
        sorted(|request| request.at.0),
        sorted(|request| -request.at.0),
        sorted(|request| request.at.1),
        sorted(|request| -request.at.1),
    ];
    let none = vec![None; requests.len()];
    let mut best = settle(scene, requests, &given, none.clone());
    let mut least = scene.total(requests, &best);
    for order in orders {
        let placed = settle(scene, requests, &order, none.clone());
        let price = scene.total(requests, &placed);
        if price < least {
            (best, least) = (placed, price);
        }
    }
    best
}

/// Gives labels that lie badly one of the places they would have if they were alone, and keeps that if, once the
/// others have moved out of the way, all together lie better.
pub(super) fn improve(scene: &Scene, requests: &[Request], mut best: Vec<Option<Placed>>) -> Vec<Option<Placed>> {
    if requests.len() > FEW {
        return best;
    }
    let order: Vec<usize> = (0..requests.len()).collect();
    let mut least = scene.total(requests, &best);
    for &index in order.iter().chain(&order) {
        let request = &requests[index];
        let mut others = best.clone();
        let bad = others[index].take().is_none_or(|place| scene.price(request, place, &others) > BAD);
        let mut alone: Vec<(f64, Placed)> = Vec::new();
        for rect in near(request).into_iter().filter(|&rect| bad && scene.free(rect, &[])) {
            let candidate = Placed { rect, leader: leader(request, rect) };
            alone.push((scene.price(request, candidate, &[]), candidate));
        }
        alone.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, candidate) in alone.into_iter().take(CHOICES) {
            let room = candidate.rect.grown(APART);
            let mut start: Vec<Option<Placed>> =
                others.iter().map(|place| place.filter(|place| !place.rect.overlaps(room))).collect();
            start[index] = Some(candidate);
            let later: Vec<usize> = order.iter().copied().filter(|&other| other != index).chain([index]).collect();
            let placed = settle(scene, requests, &later, start);
            let price = scene.total(requests, &placed);
            if price < least - 0.5 {
                (best, least) = (placed, price);
                break;
            }
        }
    }
    best
}

/// Labels choose in an order, until none wants another place.
fn settle(
    scene: &Scene,
    requests: &[Request],
    order: &[usize],
    mut placed: Vec<Option<Placed>>,
) -> Vec<Option<Placed>> {
    for _ in 0..ROUNDS {
        let before = placed.clone();
        for &index in order {
            let request = &requests[index];
            let old = placed[index].take();
            placed[index] = scene.cheapest(request, near(request).into_iter().chain(old.map(|old| old.rect)), &placed);
            if placed[index].is_none() && request.must {
                placed[index] = scene.cheapest(request, anywhere(scene.area, request), &placed);
            }
        }
        if placed == before {
            break;
        }
    }
    placed
}

impl Scene {
    /// The price of all.
    fn total(&self, requests: &[Request], placed: &[Option<Placed>]) -> f64 {
        let mut others = placed.to_vec();
        let mut sum = 0.0;
        for (index, request) in requests.iter().enumerate() {
            sum += match others[index].take() {
                Some(candidate) => self.price(request, candidate, &others),
                None => MISSING * float(requests.len() - index) * if request.must { 1000.0 } else { 1.0 },
            };
            others[index] = placed[index];
        }
        sum
    }

    /// The cheapest of the allowed places.
    fn cheapest(
        &self,
        request: &Request,
        places: impl IntoIterator<Item = Rect>,
        placed: &[Option<Placed>],
    ) -> Option<Placed> {
        let mut best: Option<(f64, Placed)> = None;
        for (rank, rect) in places.into_iter().enumerate() {
            // The distance alone may be too dear already.
            let dear = best.is_some_and(|(least, _)| rect.distance(request.at) >= least);
            if dear || !self.free(rect, placed) {
                continue;
            }
            let candidate = Placed { rect, leader: leader(request, rect) };
            // The first places are the customary ones: right, left, above, below.
            let price = self.price(request, candidate, placed) + 0.8 * float(rank.min(8));
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    fn free(&self, rect: Rect, placed: &[Option<Placed>]) -> bool {
        self.area.contains(rect)
            && self.markers.iter().all(|&(at, radius)| !rect.overlaps(Rect::around(at, radius + 1.0)))
            && placed.iter().flatten().all(|other| !rect.grown(APART).overlaps(other.rect))
    }

    fn price(&self, request: &Request, candidate: Placed, placed: &[Option<Placed>]) -> f64 {
        let Placed { rect, leader } = candidate;
        let away = rect.distance(request.at);
        let mut price = away;
        // A marker at the same place is not in the way.
        for &(at, radius) in self.markers.iter().filter(|marker| distance(marker.0, request.at) > 3.0) {
            if leader.is_some_and(|leader| leader.crosses(Rect::around(at, radius))) {
                price += MARKER_CROSSED;
            }
            if rect.distance(at) - radius < away - request.radius + 3.0 {
                price += if leader.is_some() { AMBIGUOUS / 2.0 } else { AMBIGUOUS };
            }
        }
        if let Some(leader) = leader {
            price += LEADER;
            price += self
                .lines
                .iter()
                .filter(|(line, _)| line.meets(leader))
                .map(|(_, dear)| LINE_CROSSED * dear)
                .sum::<f64>();
        }
        for other in placed.iter().flatten() {
            if leader.is_some_and(|leader| leader.crosses(other.rect.grown(1.0))) {
                price += LABEL_CROSSED;
            }
            if other.leader.is_some_and(|line| line.crosses(rect.grown(1.0))) {
                price += LABEL_CROSSED;
            }
            if let (Some(one), Some(two)) = (leader, other.leader)
                && one.meets(two)
            {
                price += LEADERS_CROSS;
            }
        }
        price + self.lines.iter().filter(|(line, _)| line.crosses(rect)).map(|(_, dear)| dear).sum::<f64>()
    }
}

/// The line from the marker's edge to the label, if the label is not beside it.
fn leader(request: &Request, rect: Rect) -> Option<Segment> {
    let end = rect.nearest(request.at);
    let away = distance(end, request.at);
    if away <= request.radius + GAP + BESIDE {
        return None;
    }
    let share = (request.radius + 1.0) / away;
    let start = (request.at.0 + share * (end.0 - request.at.0), request.at.1 + share * (end.1 - request.at.1));
    Some(Segment((tenth(start.0), tenth(start.1)), end))
}

/// Places around the marker: the eight beside it, then rings.
fn near(request: &Request) -> Vec<Rect> {
    let (width, height) = request.size;
    // At a distance and in a direction; the label is on the far side of that spot.
    let ring = |away: f64, (dx, dy): Spot| {
        let (x, y) = (request.at.0 + away * dx, request.at.1 + away * dy);
        let side = |share: f64| (1.0 - (1.6 * share).clamp(-1.0, 1.0)) / 2.0;
        Rect::new(tenth(x - width * side(dx)), tenth(y - height * side(dy)), width, height)
    };
    let beside = [0, 8, 12, 4, 14, 2, 10, 6].map(|index| ring(request.radius + GAP, DIRECTIONS[index]));
    let mut places = beside.to_vec();
    for step in 1..=RINGS {
        places.extend(DIRECTIONS.map(|direction| ring(request.radius + GAP + STEP * float(step), direction)));
    }
    places
}

/// A grid of places over the whole area.
fn anywhere(area: Rect, request: &Request) -> Vec<Rect> {
    let (width, height) = request.size;
    let steps = |room: f64, step: f64| (room.max(0.0) / step) as usize;
    let mut places = Vec::new();
    for row in 0..=steps(area.height() - height, height / 2.0) {
        for column in 0..=steps(area.width() - width, 12.0) {
            let (left, top) = (area.left + 12.0 * float(column), area.top + height / 2.0 * float(row));
            places.push(Rect::new(tenth(left), tenth(top), width, height));
        }
    }
    places
}

fn float(count: usize) -> f64 {
    scale::float(count as u64)
}
