//! Boxes and lines on the page, in pixels, y downwards.

/// A place on the page.
pub(super) type Spot = (f64, f64);

/// An upright box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Rect {
    /// A box by its upper left corner and size.
    pub(super) fn new(left: f64, top: f64, width: f64, height: f64) -> Self {
        Rect { left, top, right: left + width, bottom: top + height }
    }

    /// The square around a marker.
    pub(super) fn around((x, y): Spot, radius: f64) -> Self {
        Rect::new(x - radius, y - radius, 2.0 * radius, 2.0 * radius)
    }

    /// The box with `by` more on every side.
    pub(super) fn grown(self, by: f64) -> Self {
        Rect { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub(super) fn width(self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn overlaps(self, other: Rect) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub(super) fn contains(self, other: Rect) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    /// The box's spot closest to another.
    pub(super) fn nearest(self, (x, y): Spot) -> Spot {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }

    /// How far a spot is outside.
    pub(super) fn distance(self, spot: Spot) -> f64 {
        distance(self.nearest(spot), spot)
    }
}

/// A straight line between two spots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment(pub(super) Spot, pub(super) Spot);

impl Segment {
    /// Whether any of the line lies in the box (Liang and Barsky's clipping).
    pub(super) fn crosses(self, rect: Rect) -> bool {
        let Segment((ax, ay), (bx, by)) = self;
        let (dx, dy) = (bx - ax, by - ay);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (step, room) in [(-dx, ax - rect.left), (dx, rect.right - ax), (-dy, ay - rect.top), (dy, rect.bottom - ay)]
        {
            if step == 0.0 {
                if room <= 0.0 {
                    return false;
                }
            } else if step < 0.0 {
                enter = enter.max(room / step);
            } else {
                leave = leave.min(room / step);
            }
        }
        enter < leave
    }

    /// Whether two lines cross in their insides.
    pub(super) fn meets(self, other: Segment) -> bool {
        let side = |line: Segment, (x, y): Spot| {
            let Segment((ax, ay), (bx, by)) = line;
            (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        };
        side(self, other.0) * side(self, other.1) < 0.0 && side(other, self.0) * side(other, self.1) < 0.0
    }
}

/// The distance of two spots.
pub(super) fn distance((ax, ay): Spot, (bx, by): Spot) -> f64 {
    ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).sqrt()
}
