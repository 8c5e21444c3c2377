//! Logarithmic axes and their ticks.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::text::tenth;

/// An axis from a value at one pixel to a value at another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    pub(super) low: f64,
    pub(super) high: f64,
    from: f64,
    to: f64,
}

/// A tick: its value, and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) name: String,
}

/// The ends of an axis: all values with some room around them, and at least `span` from end to end.
pub(super) fn range(values: impl Iterator<Item = f64>, span: f64) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, 1.0_f64), |(low, high), v| (low.min(v), high.max(v)));
    let low = low.min(high);
    // Room for the largest marker, also on the shorter axis.
    let room = (high / low).powf(0.07).max(1.22);
    let (low, high) = (low / room, high * room);
    let wider = (span / (high / low)).max(1.0).sqrt();
    (low / wider, high * wider)
}

impl Log {
    /// The axis on which `low` is at the pixel `from` and `high` at `to`.
    pub(super) fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        Log { low, high, from, to }
    }

    /// The pixel of a value, to a tenth.
    pub(super) fn at(self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        tenth(self.from + share * (self.to - self.from))
    }

    fn holds(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Ticks of cycles: 1, 2, 5, 10 and so on; only powers of ten where that would be many.
    pub(super) fn cycles(self) -> Vec<Tick> {
        let powers = || (0..=19).map(|power| 10_f64.powi(power));
        let fine: Vec<f64> = powers().flat_map(|power| [power, 2.0 * power, 5.0 * power]).collect();
        self.some(fine, powers().collect(), count)
    }

    /// Ticks of RAM: powers of two.
    pub(super) fn bytes(self) -> Vec<Tick> {
        let powers: Vec<f64> = (0..=32).map(|power| 2_f64.powi(power)).collect();
        self.some(powers.clone(), powers, size)
    }

    /// The fine ticks in the range if they are at most ten, or every so many of the coarse ones.
    fn some(self, fine: Vec<f64>, coarse: Vec<f64>, name: fn(f64) -> String) -> Vec<Tick> {
        let within = |ticks: Vec<f64>| ticks.into_iter().filter(|&tick| self.holds(tick)).collect::<Vec<_>>();
        let mut ticks = within(fine);
        if ticks.len() > 10 {
            ticks = within(coarse);
            let every = ticks.len().div_ceil(10);
            ticks = ticks.into_iter().step_by(every).collect();
        }
        ticks.into_iter().map(|value| Tick { value, name: name(value) }).collect()
    }
}

/// A count as a float: close enough for a picture.
#[allow(clippy::cast_precision_loss)]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

/// A count in thousands: 5 M.
fn count(value: f64) -> String {
    scaled(value, 1000.0, &["", " k", " M", " G", " T", " P", " E"])
}

/// A size in units of 1,024 bytes: 2 kB.
fn size(value: f64) -> String {
    scaled(value, 1024.0, &[" B", " kB", " MB", " GB"])
}

fn scaled(mut value: f64, unit: f64, names: &[&str]) -> String {
    let mut rank = 0;
    while value >= unit && rank + 1 < names.len() {
        value /= unit;
        rank += 1;
    }
    format!("{value:.0}{}", names[rank])
}
