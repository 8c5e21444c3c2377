//! Sums and representatives modulo N = 2^3120 − 2^1560 − 1 = φ² − φ − 1, φ = 2^1560.
//!
//! No products: those are [`super::dense`] and [`super::streamed`], which add to the [`Sum`] kept here.

use zeroize::Zeroize;

use crate::backend::{ACCUMULATOR, Accumulator, ELEMENT, Element, Golden, Native};

/// Makes a loose element canonical: the representative below N.
pub(crate) fn canonicalize(element: &mut Element) {
    // e + φ + 1 leaves bit 3120 exactly if e >= N; then that is the answer, else it is taken back.
    let carry = Native::add_unit(element, 1);
    Native::add_unit(element, carry - 1);
}

/// A sum of products under way; between two calls of this crate's multipliers it is below 2^3120.
pub(crate) struct Sum(Accumulator);

impl Sum {
    /// Zero.
    pub(crate) const ZERO: Self = Self([0; ACCUMULATOR]);

    /// The integer as the backend's contracts want it.
    pub(crate) fn accumulator(&mut self) -> &mut Accumulator {
        &mut self.0
    }

    /// Sets the sum to zero.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The element's bytes, loose unless [`Sum::canonicalize`] came last.
    pub(crate) fn element(&mut self) -> &mut Element {
        // The first 390 of 402 bytes always exist.
        self.0.first_chunk_mut::<ELEMENT>().expect("an accumulator is longer than an element")
    }

    /// Adds a loose element.
    pub(crate) fn add(&mut self, element: &Element) {
        Native::add(&mut self.0, element);
        Native::fold(&mut self.0);
    }

    /// Makes it canonical and returns its bytes.
    pub(crate) fn canonicalize(&mut self) -> &Element {
        let element = self.element();
        canonicalize(element);
        element
    }
}

impl Zeroize for Sum {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
