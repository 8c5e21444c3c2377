//! R/3 = (Z/3)[x]/(x^p − x − 1) on bit planes.

use crate::backend::{Native, PlanesMut, TernaryPlanes, planes_scratch};

/// Words of a plane of p + 1 bits.
pub(crate) const fn words(p: usize) -> usize {
    (p + 32) / 32
}

/// Words of memory that [`multiply`] takes beside its operands.
pub(crate) const fn product_words(p: usize) -> usize {
    6 * words(p) + planes_scratch(words(p))
}

/// The next two planes of n words each; what is left stays in `memory`.
#[allow(clippy::mut_mut, reason = "it cuts from the slice that its caller holds")]
pub(crate) fn take<'a>(memory: &mut &'a mut [u32], n: usize) -> PlanesMut<'a> {
    let (planes, rest) = core::mem::take(memory).split_at_mut(2 * n);
    *memory = rest;
    planes.split_at_mut(n).into()
}

/// `a = a·b`; `memory` is [`product_words`] of p.
pub(crate) fn multiply(p: usize, a: &mut PlanesMut<'_>, b: &PlanesMut<'_>, mut memory: &mut [u32]) {
    let n = words(p);
    let mut product = take(&mut memory, 2 * n);
    let mut high = take(&mut memory, n);
    Native::planes_product(reborrow(&mut product), [a[0], a[1]], [b[0], b[1]], memory);
    for ((low, high), product) in a.iter_mut().zip(high.iter_mut()).zip(&product) {
        low.copy_from_slice(&product[..n]);
        low[n - 1] &= (1 << (p % 32)) - 1;
        for (i, high) in high.iter_mut().enumerate() {
            let (word, next) = (product[p / 32 + i], product.get(p / 32 + i + 1).copied().unwrap_or(0));
            *high = word >> (p % 32) | next << (32 - p % 32);
        }
    }
    // x^(p + i) = x^i + x^(i + 1).
    Native::planes_add(reborrow(a), [high[0], high[1]]);
    for plane in &mut high {
        for i in (0..n).rev() {
            plane[i] = plane[i] << 1 | if i > 0 { plane[i - 1] >> 31 } else { 0 };
        }
    }
    Native::planes_add(reborrow(a), [high[0], high[1]]);
}

/// The planes for a while.
pub(crate) fn reborrow<'a>(planes: &'a mut PlanesMut<'_>) -> PlanesMut<'a> {
    let [plus, minus] = planes;
    [plus, minus]
}
