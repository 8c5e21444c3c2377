//! The arithmetic by itself: all values of the secret bits, against the equations of the instruction set manual.
//!
//! Sums, differences and logic must be marked exactly; products may be marked beyond what varies, but not much.

// The equations stand as in the manual.
#![allow(clippy::nonminimal_bool, clippy::fn_params_excessive_bools)]

use super::super::arithmetic::{Outcome, Tracked, add, and, cancel, double, flag, multiply, or, shift_right, subtract};
use super::*;

/// All values that agree with `x` outside its mask.
fn values(x: Tracked) -> impl Iterator<Item = u32> {
    let mut subset = Some(x.mask);
    std::iter::from_fn(move || {
        let now = subset?;
        subset = if now == 0 { None } else { Some((now - 1) & x.mask) };
        Some(x.value & !x.mask | now)
    })
}

/// What varies: of the results (up to 16 bits) and of the flags.
fn varying(outcomes: impl Iterator<Item = (u32, u8)>) -> (u32, u8) {
    let mut all = outcomes;
    let (result, flags) = all.next().unwrap();
    all.fold((0, 0), |(r, f), (other, others)| (r | result ^ other, f | flags ^ others))
}

/// The manual's equations for a sum of `width` bits: S, V, N, Z, C and H by single bits.
fn manual_add(x: u32, y: u32, carry: u32, width: u32) -> (u32, u8) {
    let r = (x + y + carry) & ((1 << width) - 1);
    let bit = |value: u32, at: u32| value >> at & 1 == 1;
    let top = width - 1;
    let (x7, y7, r7) = (bit(x, top), bit(y, top), bit(r, top));
    let (x3, y3, r3) = (bit(x, 3), bit(y, 3), bit(r, 3));
    let v = x7 && y7 && !r7 || !x7 && !y7 && r7;
    let c = x7 && y7 || y7 && !r7 || !r7 && x7;
    let h = x3 && y3 || y3 && !r3 || !r3 && x3;
    (r, flags(h, v, r7, r == 0, c))
}

fn manual_subtract(x: u32, y: u32, borrow: u32, width: u32) -> (u32, u8) {
    let r = x.wrapping_sub(y + borrow) & ((1 << width) - 1);
    let bit = |value: u32, at: u32| value >> at & 1 == 1;
    let top = width - 1;
    let (x7, y7, r7) = (bit(x, top), bit(y, top), bit(r, top));
    let (x3, y3, r3) = (bit(x, 3), bit(y, 3), bit(r, 3));
    let v = x7 && !y7 && !r7 || !x7 && y7 && r7;
    let c = !x7 && y7 || y7 && r7 || r7 && !x7;
    let h = !x3 && y3 || y3 && r3 || r3 && !x3;
    (r, flags(h, v, r7, r == 0, c))
}

fn flags(h: bool, v: bool, n: bool, z: bool, c: bool) -> u8 {
    let pairs = [(h, flag::H), (v, flag::V), (n, flag::N), (n != v, flag::S), (z, flag::Z), (c, flag::C)];
    pairs.into_iter().filter(|&(set, _)| set).map(|(_, flag)| flag).sum()
}

/// A byte with at most `most` secret bits.
fn byte(noise: &mut Noise, most: u32) -> Tracked {
    let mut secret = mask(noise, 14);
    while secret.count_ones() > most {
        secret &= noise.byte();
    }
    Tracked::new(value(noise), secret)
}

fn bit(noise: &mut Noise) -> Tracked {
    Tracked::new(noise.byte() & 1, noise.byte() & 1)
}

/// Z of a sum may be marked without need: it is judged by the result's bits one by one.
fn hold(context: &str, outcome: Outcome, exact: (u32, u8), operands: [Tracked; 3]) {
    assert_eq!(outcome.result.mask, exact.0, "{context} {operands:x?}");
    assert_eq!(outcome.flags & !flag::Z, exact.1 & !flag::Z, "{context} {operands:x?}");
    assert_eq!(exact.1 & !outcome.flags, 0, "{context} {operands:x?}");
}

#[test]
fn sums_and_differences_are_exact() {
    let mut noise = Noise::new(4);
    for _ in 0..6_000 {
        let (x, y, c) = (byte(&mut noise, 5), byte(&mut noise, 5), bit(&mut noise));
        let all = || values(x).flat_map(|x| values(y).flat_map(move |y| values(c).map(move |c| (x, y, c))));
        let operands = [x, y, c];
        hold("add", add(x, y, c, 8), varying(all().map(|(x, y, c)| manual_add(x, y, c, 8))), operands);
        hold("sub", subtract(x, y, c, 8), varying(all().map(|(x, y, c)| manual_subtract(x, y, c, 8))), operands);
        hold("double", double(x, c), varying(all().map(|(x, _, c)| manual_add(x, x, c, 8))), operands);
        hold("cancel", cancel(c), varying(all().map(|(x, _, c)| manual_subtract(x, x, c, 8))), operands);
        assert_eq!(and(x, y).mask, varying(all().map(|(x, y, _)| (x & y, 0))).0);
        assert_eq!(or(x, y).mask, varying(all().map(|(x, y, _)| (x | y, 0))).0);
        let shifted = |x: u32, c: u32| {
            let (r, n) = (x >> 1 | c << 7, c == 1);
            (r, flags(false, n != (x & 1 == 1), n, r == 0, x & 1 == 1))
        };
        hold("ror", shift_right(x, c), varying(all().map(|(x, _, c)| shifted(x, c))), operands);
    }
}

/// Z of differences is exact without a borrow: `cp` and `cpi` are what compares.
#[test]
fn equality_is_exact() {
    let mut noise = Noise::new(5);
    for _ in 0..6_000 {
        let (x, y) = (byte(&mut noise, 4), byte(&mut noise, 4));
        let all = values(x).flat_map(|x| values(y).map(move |y| manual_subtract(x, y, 0, 8)));
        let exact = varying(all).1 & flag::Z;
        assert_eq!(subtract(x, y, Tracked::ZERO, 8).flags & flag::Z, exact, "{x:x?} {y:x?}");
        assert_eq!(x.equality_varies(y), exact != 0);
    }
}

#[test]
fn pairs_are_exact() {
    let mut noise = Noise::new(6);
    for _ in 0..3_000 {
        let (low, high) = (byte(&mut noise, 4), byte(&mut noise, 4));
        let x = Tracked { value: low.value | high.value << 8, mask: low.mask | high.mask << 8 };
        let y = Tracked::public(u32::from(noise.byte() & 63));
        let operands = [x, y, Tracked::ZERO];
        let exact = |equation: fn(u32, u32, u32, u32) -> (u32, u8)| {
            let (result, flags) = varying(values(x).map(|x| equation(x, y.value, 0, 16)));
            // `adiw` and `sbiw` leave H alone.
            (result, flags & !flag::H)
        };
        let unhalved = |outcome: Outcome| Outcome { flags: outcome.flags & !flag::H, ..outcome };
        hold("adiw", unhalved(add(x, y, Tracked::ZERO, 16)), exact(manual_add), operands);
        hold("sbiw", unhalved(subtract(x, y, Tracked::ZERO, 16)), exact(manual_subtract), operands);
    }
}

#[test]
fn products_are_covered() {
    let mut noise = Noise::new(7);
    let (mut marked, mut needed) = (0, 0);
    for round in 0..12_000 {
        let (x, y) = (byte(&mut noise, 6), byte(&mut noise, 6));
        let (signed, fraction) = ((round & 1 != 0, round & 2 != 0), round & 4 != 0);
        let exact = |byte: u32, signed: bool| {
            if signed { i32::from((byte as u8).cast_signed()) } else { byte as i32 }
        };
        let all = values(x).flat_map(|x| values(y).map(move |y| (x, y))).map(|(x, y)| {
            let product = (exact(x, signed.0) * exact(y, signed.1)) as u32;
            let r = if fraction { product << 1 } else { product } & 0xFFFF;
            (r, flags(false, false, false, r == 0, product & 0x8000 != 0))
        });
        let (result, flags) = varying(all);
        let ours = multiply(x, y, signed, fraction);
        assert_eq!(result & !ours.result.mask, 0, "{x:x?} {y:x?} {signed:?}");
        assert_eq!(flags & !ours.flags & (flag::C | flag::Z), 0, "{x:x?} {y:x?} {signed:?} {fraction}");
        marked += ours.result.mask.count_ones();
        needed += result.count_ones();
    }
    assert!(marked * 10 < needed * 11, "{marked} bits marked where {needed} vary");
}
