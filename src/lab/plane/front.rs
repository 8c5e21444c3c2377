//! The Pareto front: what nothing else beats.

use std::vec::Vec;

/// For each cost (cycles, bytes), whether it is on the front: no other is as good in both and better in one. Equal
/// costs are on it together.
pub(super) fn front(costs: &[(u64, u32)]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by_key(|&index| costs[index]);
    let mut on = std::vec![false; costs.len()];
    let mut best: Option<(u64, u32)> = None;
    for index in order {
        let cost = costs[index];
        // In this order only an earlier one can be as fast.
        if best.is_none_or(|kept| cost.1 < kept.1 || cost == kept) {
            on[index] = true;
            best = Some(cost);
        }
    }
    on
}
