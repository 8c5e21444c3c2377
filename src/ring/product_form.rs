//! A polynomial of (Z/2^16)[x]/(x^n − 1) times a product-form one, v1·v2 + v3, whose three factors are lists of terms.

#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub(crate) mod dense;
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub(crate) use dense as fastest;
#[cfg(any(test, all(target_arch = "avr", not(sunbear_backend = "portable"))))]
pub(crate) mod kept;
#[cfg(all(target_arch = "avr", not(sunbear_backend = "portable")))]
pub(crate) use kept as fastest;

use super::memory::{halves, take};
use crate::backend::{Native, Rotations, Ternary};

/// The factors' lists: half of a list's terms plus, half minus. The terms are below n, none is twice in a list, and they are
/// secret; how many they are is public.
#[derive(Clone, Copy)]
pub(crate) struct Lists<'a>([&'a [u16]; 3]);

impl<'a> Lists<'a> {
    /// Lists that lie one after another, and end there: 0 < first ≤ second ≤ third.
    #[allow(clippy::inline_always, reason = "ends that are no constants would lie in RAM on AVR")]
    #[inline(always)]
    pub(crate) fn new(terms: &'a [u16], [first, second, third]: [u16; 3]) -> Self {
        let (a, rest) = terms.split_at(first.into());
        let (b, rest) = rest.split_at((second - first).into());
        Self([a, b, &rest[..usize::from(third - second)]])
    }

    fn list(&self, i: usize) -> &'a [u16] {
        self.0[i]
    }
}

/// Coefficients that the backend makes at once.
const BATCH: usize = 12;
/// Coefficients of a strip: so many of a product are made from a window that is longer by as many than a factor.
const STRIP: usize = 8 * BATCH;

/// Coefficients of a product, with the room that the last batch takes.
const fn room(n: usize) -> usize {
    n.next_multiple_of(BATCH)
}

/// Coefficients of a window for strips, of which the backend moves four at a time.
const fn window(n: usize) -> usize {
    n.next_multiple_of(4) + STRIP
}

/// Words of memory of a product.
pub(crate) const fn words(n: usize) -> usize {
    halves(room(n)) + halves(window(n))
}

/// a·(v1·v2 + v3) for the a that `read` writes, twice. It comes at the beginning of the memory, of which there are
/// [`words`].
///
/// # Errors
/// Those of `read`.
// How many strips there are depends on n, so that whoever counts products counts calls.
#[inline(never)]
pub(crate) fn product<'a, E>(
    n: usize,
    lists: Lists<'_>,
    mut memory: &'a mut [u32],
    mut read: impl FnMut(&mut [u16]) -> Result<(), E>,
) -> Result<&'a mut [u16], E> {
    let out: &'a mut [u16] = take(&mut memory, room(n));
    let factor: &mut [u16] = take(&mut memory, window(n));
    read(&mut factor[..n])?;
    strips(out, factor, lists.list(0), n, false);
    factor[..n].copy_from_slice(&out[..n]);
    strips(out, factor, lists.list(1), n, false);
    read(&mut factor[..n])?;
    strips(out, factor, lists.list(2), n, true);
    Ok(&mut out[..n])
}

/// A product with the factor at the beginning of `window`, strip by strip. The factor is lost.
fn strips(out: &mut [u16], window: &mut [u16], terms: &[u16], n: usize, add: bool) {
    for (i, strip) in out.chunks_mut(STRIP).enumerate() {
        if i > 0 {
            Native::slide(bytemuck::cast_slice_mut(window), STRIP);
        }
        window.copy_within(..STRIP, n);
        Native::rotations(strip, window, terms, n, add);
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    /// a·v, term by term.
    fn plain(a: &[u16], terms: &[u16]) -> Vec<u16> {
        let (n, half) = (a.len(), terms.len().div_ceil(2));
        let mut out = vec![0_u16; n];
        for (k, term) in terms.iter().enumerate() {
            for (i, a) in a.iter().enumerate() {
                let out = &mut out[(i + usize::from(*term)) % n];
                *out = if k < half { out.wrapping_add(*a) } else { out.wrapping_sub(*a) };
            }
        }
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn all_engines_agree_with_the_definition(
            a in prop::collection::vec(prop_oneof![any::<u16>(), Just(0xffff)], 743),
            // No term twice in a list, and the first and the last in some.
            lists in prop::array::uniform3(prop::sample::subsequence((0..443_u16).collect::<Vec<_>>(), 30).prop_shuffle()),
            n in prop::sample::select(&[443_usize, 587, 743][..]),
        ) {
            let [mut first, mut second, third] = lists;
            (first[0], second[29]) = (n as u16 - 1, n as u16 - 2);
            let terms = [&first[..22], &second[8..], &third].concat();
            let (a, lists) = (&a[..n], Lists::new(&terms, [22, 44, 74]));
            let product = plain(&plain(a, lists.list(0)), lists.list(1));
            let expected: Vec<_> =
                product.iter().zip(plain(a, lists.list(2))).map(|(x, y)| x.wrapping_add(y)).collect();
            let read = |factor: &mut [u16]| {
                factor.copy_from_slice(a);
                Ok::<_, ()>(())
            };
            let mut memory = vec![0x5a5a_5a5a; words(n)];
            prop_assert_eq!(super::product(n, lists, &mut memory, read).unwrap(), &expected);
            let mut memory = vec![0x5a5a_5a5a; kept::words(n)];
            prop_assert_eq!(kept::product(n, lists, &mut memory, read).unwrap(), &expected);
            let mut memory = vec![0x5a5a_5a5a; dense::words(n)];
            prop_assert_eq!(dense::product(n, lists, &mut memory, read).unwrap(), &expected);
        }
    }
}
