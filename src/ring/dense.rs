//! The dense product: two elements in memory, one golden-ratio Karatsuba step over three half-size products.
//!
//! With a = a0 + a1·φ, b = b0 + b1·φ, z0 = a0·b0, z2 = a1·b1 and m = (a0 − a1)·(b0 − b1),
//! a·b = z0 + (z0 + z2 − m)·φ + z2·φ², and since φ^(−1) = φ − 1 and φ² = φ + 1,
//!
//! a·b·(φ − 1) = φ·z0 + φ²·z2 − m (mod N).

use zeroize::Zeroize;

use super::golden::Sum;
use super::karatsuba;
use crate::backend::{Arithmetic, Buffer, Element, Golden, HALF, HalfArithmetic, Native};

/// The memory of one product.
pub(crate) struct Scratch<A: HalfArithmetic = Native> {
    halves: [A::Half; 4],
    differences: [A::Difference; 2],
    product: A::Product,
    digits: A::DigitScratch,
    wides: A::WideScratch,
}

impl<A: HalfArithmetic> Scratch<A> {
    /// All zeros.
    pub(crate) const ZERO: Self = Self {
        halves: [A::Half::ZERO; 4],
        differences: [A::Difference::ZERO; 2],
        product: A::Product::ZERO,
        digits: A::DigitScratch::ZERO,
        wides: A::WideScratch::ZERO,
    };
}

impl<A: HalfArithmetic> Zeroize for Scratch<A> {
    fn zeroize(&mut self) {
        self.halves.zeroize();
        self.differences.zeroize();
        self.product.zeroize();
        self.digits.zeroize();
        self.wides.zeroize();
    }
}

fn halves(element: &Element) -> (&[u8; HALF], &[u8; HALF]) {
    let [low, high] = element.as_chunks().0 else { unreachable!("an element is two halves") };
    (low, high)
}

/// `sum += a·b·(φ − 1) mod N`, loosely; `a` and `b` are loose elements.
#[allow(clippy::unit_arg)] // signed digits have no sign of their own
pub(crate) fn multiply(sum: &mut Sum, a: &Element, b: &Element, scratch: &mut Scratch<Native>) {
    let Scratch { halves: [room_a0, room_a1, room_b0, room_b1], differences: [da, db], product, digits, wides } =
        scratch;
    let ((a0, a1), (b0, b1)) = (halves(a), halves(b));
    let (a0, a1) = (Native::digits(room_a0, a0), Native::digits(room_a1, a1));
    let (b0, b1) = (Native::digits(room_b0, b0), Native::digits(room_b1, b1));
    let mut half_product = |x: &[_], y: &[_], power, sign| {
        karatsuba::multiply::<Native>(product.as_mut(), x, y, digits.as_mut(), wides.as_mut());
        Native::accumulate(sum.accumulator(), product.as_ref(), power, sign);
    };
    half_product(a1, b1, 2, Native::POSITIVE);
    half_product(a0, b0, 1, Native::POSITIVE);
    let signs = (Native::difference(da.as_mut(), a0, a1), Native::difference(db.as_mut(), b0, b1));
    half_product(da.as_ref(), db.as_ref(), 0, Native::sign_of_product(signs.0, signs.1));
    Native::fold(sum.accumulator());
}
