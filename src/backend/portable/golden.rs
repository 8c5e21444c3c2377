//! Arithmetic modulo N = 2^3120 − 2^1560 − 1 without products, in words of 40 bits: 78 words are an element, 39 a half.

use super::Portable;
use crate::backend::{Accumulator, ELEMENT, Element, Golden, HALF, Multiplicand};

const WORD: usize = 5;
const WORDS: usize = ELEMENT / WORD;
const PHI: usize = HALF / WORD;
const MASK: u64 = (1 << (8 * WORD)) - 1;

fn load(bytes: &[u8], i: usize) -> u64 {
    let mut word = [0; 8];
    word[..WORD].copy_from_slice(&bytes[WORD * i..WORD * (i + 1)]);
    u64::from_le_bytes(word)
}

fn store(bytes: &mut [u8], i: usize, word: u64) {
    bytes[WORD * i..WORD * (i + 1)].copy_from_slice(&word.to_le_bytes()[..WORD]);
}

/// Adds a value at byte 390.
fn add_to_top(sum: &mut Accumulator, value: u64) {
    let mut carry = value;
    for byte in &mut sum[ELEMENT..] {
        let low = u64::from(*byte) + (carry & 0xff);
        *byte = low.to_le_bytes()[0];
        carry = (carry >> 8) + (low >> 8);
    }
}

impl Golden for Portable {
    const ROW: usize = 2;
    type Row = [u8; 2];

    fn row(sum: &mut Accumulator, turning: &mut Multiplicand, chunk: &[u8; 2]) {
        let factor = u64::from(u16::from_le_bytes(*chunk));
        let excess = u64::from(turning[ELEMENT]);
        // What the shift by 16 bits moves beyond bit 3120 comes back at bit 0 and at φ.
        let highest = load(turning, WORDS - 1);
        let beyond = (highest >> 24) | (excess << 16);

        let (mut carry, mut shifted) = (0, 0);
        for i in 0..WORDS {
            let word = load(turning, i);
            let product = load(sum, i) + word * factor + carry;
            store(sum, i, product & MASK);
            carry = product >> (8 * WORD);

            let folded = if i == 0 || i == PHI { beyond } else { 0 };
            let turned = ((word << 16) & MASK) + shifted + folded;
            store(turning, i, turned & MASK);
            shifted = (word >> 24) + (turned >> (8 * WORD));
        }
        add_to_top(sum, carry + excess * factor);
        turning[ELEMENT] = (shifted - (highest >> 24)).to_le_bytes()[0];
    }

    fn clarify(turning: &mut Multiplicand) {
        // (y0 + y1·φ)·(φ − 1) = (y1 − y0) + y0·φ
        let mut borrow = 0;
        for i in 0..PHI {
            let (low, high) = (load(turning, i), load(turning, i + PHI));
            let difference = high.cast_signed() - low.cast_signed() + borrow;
            store(turning, i, difference.cast_unsigned() & MASK);
            store(turning, i + PHI, low);
            borrow = difference >> (8 * WORD);
        }
        for i in PHI..WORDS {
            let difference = load(turning, i).cast_signed() + borrow;
            store(turning, i, difference.cast_unsigned() & MASK);
            borrow = difference >> (8 * WORD);
        }
    }

    fn fold(sum: &mut Accumulator) {
        let (low, top) = sum.split_at_mut(ELEMENT);
        // Twelve bytes are three words, the last of them short.
        let mut words = [0; 3 * WORD];
        words[..12].copy_from_slice(top);
        let words = [load(&words, 0), load(&words, 1), load(&words, 2)];
        let mut carry = 0;
        for i in 0..WORDS {
            let from_one_or_phi = if i < PHI { i } else { i - PHI };
            let word = load(low, i) + words.get(from_one_or_phi).unwrap_or(&0) + carry;
            store(low, i, word & MASK);
            carry = word >> (8 * WORD);
        }
        top.fill(0);
        // What is left after a carry is below 2^1657: this one can't carry again.
        add_at_one_and_phi(low, carry.cast_signed());
    }

    fn add(sum: &mut Accumulator, element: &Element) {
        let mut carry = 0;
        for i in 0..WORDS {
            let word = load(sum, i) + load(element, i) + carry;
            store(sum, i, word & MASK);
            carry = word >> (8 * WORD);
        }
        add_to_top(sum, carry);
    }

    fn add_unit(element: &mut Element, k: i8) -> i8 {
        add_at_one_and_phi(element, i64::from(k)).to_le_bytes()[0].cast_signed()
    }
}

/// Adds a small signed value at bit 0 and at φ; returns the carry out of bit 3120.
fn add_at_one_and_phi(element: &mut [u8], k: i64) -> i64 {
    let mut carry = 0;
    for i in 0..WORDS {
        if i == 0 || i == PHI {
            carry += k;
        }
        let sum = load(element, i).cast_signed() + carry;
        store(element, i, sum.cast_unsigned() & MASK);
        carry = sum >> (8 * WORD);
    }
    carry
}
