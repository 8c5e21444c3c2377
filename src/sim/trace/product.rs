//! The cost of one product of two ring elements, wherever the compiler put it.
//!
//! A product that is a function of its own is counted by its calls. One that is inlined leaves no call to count: its
//! instructions are known by the inlined function in their lines, and how often it ran by a kernel that it calls a fixed
//! number of times. Only ring arithmetic counts: a
//! product that fetches its operand on the way is not charged for that.

use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::super::source::Frame;
use super::record::ROOT;
use super::rules::{Category, PRODUCTS, Product, in_module};
use super::shares::Judge;
use super::{PerCall, Trace};

/// The code of a product in one place.
struct Place {
    product: &'static Product,
    cycles: u64,
    /// How often it was called, if it is a function.
    calls: Option<u64>,
    /// Calls of the kernel that tells how many products there were.
    kernels: u64,
}

impl Trace {
    /// What one ring product takes, over all places in the code that make one; `None` if none was made. Where a
    /// place's products differ, which those of constant time don't, the bounds are those of their mean.
    #[must_use]
    pub fn ring_product(&self) -> Option<PerCall> {
        let places = self.places();
        let per_place = places.iter().filter_map(|place| {
            let calls = place.calls.unwrap_or(place.kernels / place.product.times);
            let cycles = place.cycles.checked_div(calls)?;
            Some(PerCall { calls, cycles_min: cycles, cycles_max: place.cycles.div_ceil(calls) })
        });
        per_place.reduce(PerCall::with)
    }

    fn places(&self) -> Vec<Place> {
        let record = &self.record;
        let judge = Judge::new(record, &self.lines);
        let mut places: Vec<Place> = Vec::new();
        let mut known: BTreeMap<(usize, String), usize> = BTreeMap::new();
        // The place that each node was called from.
        let mut around: Vec<Option<usize>> = Vec::with_capacity(record.nodes.len());
        let mut locate = |places: &mut Vec<Place>, around: Option<usize>, node: usize, pc: u32| {
            around.or_else(|| {
                let (product, outside) = find(&self.lines.frames(pc))?;
                Some(*known.entry((node, outside.clone())).or_insert_with(|| {
                    let calls = outside.is_empty().then(|| record.nodes[node].calls);
                    places.push(Place { product, cycles: 0, calls, kernels: 0 });
                    places.len() - 1
                }))
            })
        };
        for (at, node) in record.nodes.iter().enumerate() {
            let outer = match at {
                0 => None,
                _ => locate(&mut places, around[node.parent], node.parent, node.site),
            };
            around.push(outer);
            for (pc, cycles) in record.own_by_pc(node) {
                if let Some(place) = locate(&mut places, outer, at, pc)
                    && judge.category(at, pc) == Category::Ring
                {
                    places[place].cycles += cycles;
                }
            }
            if let Some(place) = outer
                && node.function != ROOT
                && record.functions[node.function].symbol == places[place].product.kernel
            {
                places[place].kernels += node.calls;
            }
        }
        places
    }
}

/// The product among an instruction's functions, and what it was inlined into, which tells one place from another.
fn find(frames: &[Frame]) -> Option<(&'static Product, String)> {
    frames.iter().enumerate().rev().find_map(|(at, frame)| {
        let name = frame.function.as_deref()?.split('<').next()?;
        let file = frame.file.as_deref()?;
        let is = |product: &&Product| product.function == name && in_module(file, product.module);
        let product = PRODUCTS.iter().find(is)?;
        let outside = frames[at + 1..].iter().map(|frame| format!("{:?}:{:?};", frame.file, frame.line));
        Some((product, outside.collect()))
    })
}
