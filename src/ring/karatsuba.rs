//! Karatsuba multiplication: the recursion, once, over every [`Arithmetic`] of the backend.
//!
//! It splits at the half, multiplies the differences of the halves and leaves digits, signs and carries to the
//! arithmetic: packed integers and polynomials run through the same lines.

use crate::backend::Arithmetic;

/// `out = a·b` for operands of equal length n; `out` has 2n digits, both scratches
/// [`crate::backend::recursion_scratch`]`(n, A::LEAF)`.
/// Operands secret, lengths public.
pub(crate) fn multiply<A: Arithmetic>(
    out: &mut [A::Wide],
    a: &[A::Digit],
    b: &[A::Digit],
    digits: &mut [A::Digit],
    wides: &mut [A::Wide],
) {
    let n = a.len();
    if n <= A::LEAF {
        A::leaf(out, a, b);
        return;
    }
    let h = n.div_ceil(2);
    let (a0, a1) = a.split_at(h);
    let (b0, b1) = b.split_at(h);
    let (z0, z2) = out.split_at_mut(2 * h);
    multiply::<A>(z0, a0, b0, digits, wides);
    multiply::<A>(z2, a1, b1, digits, wides);

    let (da, digits) = digits.split_at_mut(h);
    let (db, digits) = digits.split_at_mut(h);
    let (middle, wides) = wides.split_at_mut(2 * h);
    let sign = A::sign_of_product(A::difference(da, a0, a1), A::difference(db, b0, b1));
    multiply::<A>(middle, da, db, digits, wides);
    A::join(out, middle, sign);
}
