//! Sampling, error correction and coding of `ThreeBears` in words without branches.

use super::Portable;
use crate::backend::{Element, KeccakState, ThreeBears};

/// cSHAKE256's state after bytepad(encode("") || encode("ThreeBears"), 136); the tests check it against another
/// library.
const XOF_STATE: KeccakState = include!("three_bears_xof_state.in");

/// Generator of the Melas code, (z^9 + z^4 + 1)·(z^9 + z^5 + 1).
const GENERATOR: u32 = 0x46231;
/// GF(2^9) = GF(2)\[z]/(z^9 + z^4 + 1); α = z has order 511.
const FIELD: u32 = 0x211;
/// α^280: the received word has 280 bits.
const ALPHA_LENGTH: u32 = alpha_power(280);
/// α^(−17−280): reversing 18 bits multiplies the value at α^(−1) by α^17.
const ALPHA_REVERSED: u32 = alpha_power(2 * 511 - 17 - 280);

const fn alpha_power(k: u32) -> u32 {
    let (mut power, mut i) = (1, 0);
    while i < k {
        power <<= 1;
        power ^= (power >> 9) * FIELD;
        i += 1;
    }
    power
}

/// Divides by z modulo `modulus`, `steps` times.
fn divide_by_z(value: u32, steps: u32, modulus: u32) -> u32 {
    (0..steps).fold(value, |r, _| (r ^ (0u32.wrapping_sub(r & 1) & modulus)) >> 1)
}

/// The remainder of an 18-bit polynomial modulo the field's, that is its value at α.
fn value_at_alpha(polynomial: u32) -> u32 {
    (9..18).rev().fold(polynomial, |r, i| r ^ (0u32.wrapping_sub((r >> i) & 1) & (FIELD << (i - 9))))
}

fn multiply(a: u32, b: u32) -> u32 {
    value_at_alpha((0..9).fold(0, |sum, i| sum ^ (0u32.wrapping_sub((b >> i) & 1) & (a << i))))
}

/// `c^510`: the inverse, and 0 for 0.
fn invert(c: u32) -> u32 {
    let t = (0..7).fold(c, |t, _| multiply(multiply(t, t), c));
    multiply(t, t)
}

/// `u + u^4 + u^16 + u^64 + u^256`: solves z² + z = u where that has a solution.
fn half_trace(u: u32) -> u32 {
    let (mut power, mut sum) = (u, u);
    for _ in 0..4 {
        power = multiply(power, power);
        power = multiply(power, power);
        sum ^= power;
    }
    sum
}

/// Flips the message bit that a locator α^i, i < 256, points to; other values flip nothing.
fn flip(message: &mut [u8], locator: u32) {
    let mut e = locator;
    for byte in message {
        // All ones exactly if e is 0 or a power of two; as a byte, 0 and 256 flip nothing.
        let mask = (e & e.wrapping_sub(1)).wrapping_sub(1) >> 16;
        *byte ^= (e & mask).to_le_bytes()[0];
        e = divide_by_z(e, 8, FIELD);
    }
}

/// Digit i of an element: 10 bits.
fn digit(c: &Element, i: usize) -> u32 {
    let bit = 10 * i;
    let pair = u16::from_le_bytes([c[bit / 8], c[bit / 8 + 1]]);
    u32::from(pair >> (bit % 8)) & 0x3ff
}

impl ThreeBears for Portable {
    fn xof_init(state: &mut KeccakState) {
        *state = XOF_STATE;
    }

    fn noise_block(out: &mut [u8], bytes: &[u8], v: u8, carry: i8) -> i8 {
        // The digits of some groups first, which a compiler can do side by side, then their carries.
        const GROUPS: usize = 8;
        let (first, second) = (i16::from(v.min(64)), i16::from(v.saturating_sub(64)));
        let psi = |byte: u8| {
            let b = i16::from(byte);
            let once = ((b + first) >> 8) + ((b - first) >> 8);
            let b = (b << 2) & 0xff;
            once + ((b + second) >> 8) + ((b - second) >> 8)
        };
        let mut carry = i64::from(carry);
        for (out, bytes) in out.chunks_mut(5 * GROUPS).zip(bytes.chunks(4 * GROUPS)) {
            let mut digits = [0; 4 * GROUPS];
            for (digit, byte) in digits.iter_mut().zip(bytes) {
                *digit = psi(*byte);
            }
            for (five, four) in out.as_chunks_mut::<5>().0.iter_mut().zip(digits.as_chunks::<4>().0) {
                let [a, b, c, d] = four.map(i64::from);
                let sum = carry + a + (b << 10) + (c << 20) + (d << 30);
                five.copy_from_slice(&sum.to_le_bytes()[..5]);
                carry = sum >> 40;
            }
        }
        carry.to_le_bytes()[0].cast_signed()
    }

    fn fec_syndrome(bytes: &[u8]) -> u32 {
        bytes.iter().fold(0, |r, byte| divide_by_z(r ^ u32::from(*byte), 8, GENERATOR))
    }

    fn fec_correct(code: &mut [u8; 35]) {
        let syndrome = Self::fec_syndrome(code);
        let reversed = syndrome.reverse_bits() >> (32 - 18);
        let sum = multiply(value_at_alpha(syndrome), ALPHA_LENGTH);
        let inverse_sum = multiply(value_at_alpha(reversed), ALPHA_REVERSED);
        let locator = multiply(sum, half_trace(invert(multiply(sum, inverse_sum))));
        let (message, _) = code.split_at_mut(32);
        flip(message, locator);
        flip(message, locator ^ sum);
    }

    fn nibble_encode(nibbles: &mut [u8; 137], c: &Element, code: &[u8; 35]) {
        for (k, byte) in nibbles.iter_mut().enumerate() {
            let bits = u32::from(code[k / 4] >> (2 * (k % 4)));
            let low = ((digit(c, k) >> 6) + ((bits << 3) & 8)) & 15;
            let high = ((digit(c, 311 - k) >> 6) + ((bits << 2) & 8)) & 15;
            *byte = (low | (high << 4)).to_le_bytes()[0];
        }
    }

    fn nibble_decode(code: &mut [u8; 35], c: &Element, nibbles: &[u8; 137]) {
        let bit = |nibble: u32, digit: u32| ((2 * nibble + 8).wrapping_sub(digit >> 5) >> 4) & 1;
        code.fill(0);
        for (k, byte) in nibbles.iter().enumerate() {
            let byte = u32::from(*byte);
            let low = bit(byte & 15, digit(c, k));
            let high = bit(byte >> 4, digit(c, 311 - k));
            code[k / 4] |= ((low | (high << 1)) << (2 * (k % 4))).to_le_bytes()[0];
        }
    }
}
