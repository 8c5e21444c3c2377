//! The streamed product: one operand in memory, the other read once, front to back, a few bytes at a time.
//!
//! Schoolbook by rows. The operand in memory is multiplied by 2^(8·ROW) modulo N after every row (it *turns*), so
//! each row is added at bit 0 and nothing but the sum and the turning operand is ever stored: about 800 bytes in all,
//! for roughly three times the work of [`super::dense`].

use zeroize::Zeroize;

use super::golden::Sum;
use crate::backend::{ELEMENT, Element, Golden, MULTIPLICAND, Multiplicand, Native};

/// The operand in memory.
pub(crate) struct Turning(Multiplicand);

impl Turning {
    /// Zero.
    pub(crate) const ZERO: Self = Self([0; MULTIPLICAND]);

    /// The place to put a loose element before [`Turning::multiply`], or to use as 390 spare bytes.
    pub(crate) fn element(&mut self) -> &mut Element {
        self.0.first_chunk_mut::<ELEMENT>().expect("a multiplicand is longer than an element")
    }

    /// `sum += (this element)·(the streamed element)·(φ − 1) mod N`, loosely. `next` fills one row of the streamed
    /// element at each call, [`ELEMENT`] bytes in all. The element here is used up.
    ///
    /// # Errors
    /// Those of `next`; then the sum has no meaning.
    pub(crate) fn multiply<E>(
        &mut self,
        sum: &mut Sum,
        mut next: impl FnMut(&mut [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.0[ELEMENT] = 0;
        Native::clarify(&mut self.0);
        let mut row = <Native as Golden>::Row::default();
        for _ in 0..ELEMENT / Native::ROW {
            next(row.as_mut())?;
            Native::row(sum.accumulator(), &mut self.0, &row);
        }
        Native::fold(sum.accumulator());
        Ok(())
    }
}

impl Zeroize for Turning {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
