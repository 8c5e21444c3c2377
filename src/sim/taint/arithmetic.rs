//! What depends on a secret in a sum, a difference, a product: pure functions on values with masks.
//!
//! A [`Tracked`] value stands for all values that agree with it outside its mask. Each function marks what can differ
//! between any two of them. For sums and differences that is exact as long as the operands vary independently: a carry
//! never falls when a summand rises, so the smallest and the largest operands show how far it can vary.
//!
//! What it isn't: aware of registers. Operands that are the same register, and so don't vary independently, are the
//! caller's business (`x - x`, `x + x`).

/// The flags' bits in SREG.
pub(super) mod flag {
    pub const C: u8 = 1;
    pub const Z: u8 = 1 << 1;
    pub const N: u8 = 1 << 2;
    pub const V: u8 = 1 << 3;
    pub const S: u8 = 1 << 4;
    pub const H: u8 = 1 << 5;
    pub const T: u8 = 1 << 6;
    pub const I: u8 = 1 << 7;
}

/// A value of 1, 8 or 16 bits, and which of them are secret.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tracked {
    pub value: u32,
    pub mask: u32,
}

impl Tracked {
    pub(super) const ZERO: Self = Tracked::public(0);

    pub(super) const fn public(value: u32) -> Self {
        Tracked { value, mask: 0 }
    }

    pub(super) const fn new(value: u8, mask: u8) -> Self {
        Tracked { value: value as u32, mask: mask as u32 }
    }

    pub(super) const fn pair(value: u16, mask: u16) -> Self {
        Tracked { value: value as u32, mask: mask as u32 }
    }

    pub(super) const fn bit(self, index: u32) -> Self {
        Tracked { value: self.value >> index & 1, mask: self.mask >> index & 1 }
    }

    const fn least(self) -> u32 {
        self.value & !self.mask
    }

    const fn most(self) -> u32 {
        self.value | self.mask
    }

    /// Whether it is zero depends on the secret bits.
    pub(super) const fn zero_varies(self) -> bool {
        self.mask != 0 && self.least() == 0
    }

    /// Whether it equals another that varies independently depends on the secret bits.
    pub(super) const fn equality_varies(self, other: Self) -> bool {
        self.mask | other.mask != 0 && (self.value ^ other.value) & !(self.mask | other.mask) == 0
    }
}

/// A result, and the secret ones among all flags an instruction of the kind may set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub result: Tracked,
    pub flags: u8,
}

/// N and Z of a result of 8 bits; S is N where V is zero.
pub(super) fn logic(result: Tracked) -> Outcome {
    let sign = if result.mask & 0x80 == 0 { 0 } else { flag::N | flag::S };
    Outcome { result, flags: sign | zero_flag(result) }
}

pub(super) const fn and(x: Tracked, y: Tracked) -> Tracked {
    // A public zero in either is a public zero in the result.
    Tracked { value: x.value & y.value, mask: (x.mask | y.mask) & x.most() & y.most() }
}

pub(super) const fn or(x: Tracked, y: Tracked) -> Tracked {
    // A public one in either is a public one in the result.
    Tracked { value: x.value | y.value, mask: (x.mask | y.mask) & !(x.least() | y.least()) }
}

/// `x + y + carry` in `width` bits.
pub(super) fn add(x: Tracked, y: Tracked, carry: Tracked, width: u32) -> Outcome {
    let least = x.least() + y.least() + carry.least();
    let most = x.most() + y.most() + carry.most();
    let carries = Tracked {
        value: x.value ^ y.value ^ (x.value + y.value + carry.value),
        mask: x.least() ^ y.least() ^ least ^ x.most() ^ y.most() ^ most,
    };
    let mut outcome = sum(x, y, carries, width, false);
    if never_zero(least, most, width) {
        outcome.flags &= !flag::Z;
    }
    outcome
}

/// `x - y - borrow` in `width` bits.
pub(super) fn subtract(x: Tracked, y: Tracked, borrow: Tracked, width: u32) -> Outcome {
    // A borrow never falls when x falls or y rises.
    let least = x.least().wrapping_sub(y.most() + borrow.most());
    let most = x.most().wrapping_sub(y.least() + borrow.least());
    let borrows = Tracked {
        value: x.value ^ y.value ^ x.value.wrapping_sub(y.value + borrow.value),
        mask: x.least() ^ y.most() ^ least ^ x.most() ^ y.least() ^ most,
    };
    let mut outcome = sum(x, y, borrows, width, true);
    if borrow.most() == 0 && !x.equality_varies(y) || never_zero(least, most, width) {
        outcome.flags &= !flag::Z;
    }
    outcome
}

/// The result of a sum or difference whose carries (bit n: into bit n) are known.
fn sum(x: Tracked, y: Tracked, carries: Tracked, width: u32, subtract: bool) -> Outcome {
    let all = (1 << width) - 1;
    let result =
        Tracked { value: (x.value ^ y.value ^ carries.value) & all, mask: (x.mask | y.mask | carries.mask) & all };
    let mut flags = zero_flag(result) | signs(x.bit(width - 1), y.bit(width - 1), carries.bit(width - 1), subtract);
    for (flag, secret) in [(flag::C, carries.bit(width)), (flag::H, carries.bit(4)), (flag::N, result.bit(width - 1))] {
        if secret.mask != 0 {
            flags |= flag;
        }
    }
    Outcome { result, flags }
}

/// Whether no number from `least` to `most` (negative ones in two's complement) is zero in its lower `width` bits.
const fn never_zero(least: u32, most: u32, width: u32) -> bool {
    least.cast_signed().wrapping_sub(1) >> width == most.cast_signed() >> width
}

const fn zero_flag(result: Tracked) -> u8 {
    if result.zero_varies() { flag::Z } else { 0 }
}

/// V and S, by trying all highest bits of the operands and all carries into them.
fn signs(x: Tracked, y: Tracked, carry: Tracked, subtract: bool) -> u8 {
    let value = x.value | y.value << 1 | carry.value << 2;
    let mask = x.mask | y.mask << 1 | carry.mask << 2;
    if mask == 0 {
        return 0;
    }
    // Flags that were seen clear, and set.
    let (mut clear, mut set) = (0, 0);
    for trial in (0..8_u32).filter(|trial| (trial ^ value) & !mask == 0) {
        let (x, y, carry) = (trial & 1, trial >> 1 & 1, trial >> 2);
        let addend = if subtract { 1 - x } else { x };
        let out = u32::from(addend + y + carry > 1);
        let overflow = if out == carry { 0 } else { flag::V };
        let sign = if x ^ y ^ out == 0 { 0 } else { flag::S };
        set |= overflow | sign;
        clear |= !(overflow | sign);
    }
    clear & set
}

/// `x + x + carry`, which is a shift: `lsl` and `rol`.
pub(super) fn double(x: Tracked, carry: Tracked) -> Outcome {
    let result = Tracked { value: (x.value << 1 | carry.value) & 0xFF, mask: (x.mask << 1 | carry.mask) & 0xFF };
    let mut flags = zero_flag(result);
    if x.mask & 0x80 != 0 {
        // S = N ^ V = C.
        flags |= flag::C | flag::V | flag::S;
    }
    if x.mask & 0x40 != 0 {
        flags |= flag::N | flag::V;
    }
    if x.mask & 0x08 != 0 {
        flags |= flag::H;
    }
    Outcome { result, flags }
}

/// `x - x - borrow`: all bits and flags are the borrow, but V is clear.
pub(super) fn cancel(borrow: Tracked) -> Outcome {
    let mask = if borrow.mask == 0 { 0 } else { 0xFF };
    let flags = if mask == 0 { 0 } else { flag::C | flag::Z | flag::N | flag::S | flag::H };
    Outcome { result: Tracked { value: if borrow.value == 0 { 0 } else { 0xFF }, mask }, flags }
}

/// A shift to the right that brings in `fill`.
pub(super) fn shift_right(x: Tracked, fill: Tracked) -> Outcome {
    let result = Tracked { value: x.value >> 1 | fill.value << 7, mask: x.mask >> 1 | fill.mask << 7 };
    let mut flags = zero_flag(result);
    if x.mask & 1 != 0 {
        // S = N ^ V = C.
        flags |= flag::C | flag::V | flag::S;
    }
    if fill.mask != 0 {
        flags |= flag::N | flag::V;
    }
    Outcome { result, flags }
}

/// The product of two bytes, signed or not, and its flags C and Z; a `fraction` is shifted left by one.
pub(super) fn multiply(x: Tracked, y: Tracked, signed: (bool, bool), fraction: bool) -> Outcome {
    let (xs, ys) = (range(x, signed.0), range(y, signed.1));
    let corners = [xs[0] * ys[0], xs[0] * ys[1], xs[1] * ys[0], xs[1] * ys[1]];
    let (least, most) = corners.iter().fold((i32::MAX, i32::MIN), |(least, most), &p| (least.min(p), most.max(p)));
    // All products lie between the two: above the highest bit in which these differ, none differs.
    let differing = (least ^ most).cast_unsigned() & 0xFFFF;
    let upto = u32::MAX.checked_shr(differing.leading_zeros()).unwrap_or(0);
    // x'y' - xy = (x' - x) y' + x (y' - y): a multiple of this power of two.
    let zeros = |bits: u32| bits.trailing_zeros().min(16);
    let unchanged = (zeros(x.mask) + zeros(y.most())).min(zeros(y.mask) + zeros(x.most())).min(16);
    let mask = upto & (0xFFFF << unchanged & 0xFFFF);

    let value = (exact(x.value, signed.0) * exact(y.value, signed.1)).cast_unsigned() & 0xFFFF;
    let carry = if mask & 0x8000 == 0 { 0 } else { flag::C };
    // Zero if and only if a factor is; shifting a product loses no other bit than a copy of the sign.
    let never = x.least() != 0 && y.least() != 0;
    let always = x.most() == 0 || y.most() == 0;
    let zero = if never || always || x.mask | y.mask == 0 { 0 } else { flag::Z };
    let shift = u32::from(fraction);
    let result = Tracked { value: value << shift & 0xFFFF, mask: mask << shift & 0xFFFF };
    Outcome { result, flags: carry | zero }
}

/// The smallest and the largest value of a byte.
fn range(x: Tracked, signed: bool) -> [i32; 2] {
    let sign = if signed { x.mask & 0x80 } else { 0 };
    [exact(x.least() | sign, signed), exact(x.most() & !sign, signed)]
}

const fn exact(byte: u32, signed: bool) -> i32 {
    let value = byte.cast_signed();
    if signed && byte & 0x80 != 0 { value - 256 } else { value }
}
