//! The scheme's parts of the backend against the vectors, and over all inputs where there are few enough.
//! Its ring arithmetic is tested with the ring, its permutation with the sponge.

mod ntru_prime;

use std::vec::Vec;

use super::Portable;
use crate::backend::{Bytes, Element, ThreeBears};
use crate::vectors;

const CODE_BITS: usize = 274;

/// The digits −2..=2 that the vectors give for every byte.
fn psi_tables() -> Vec<(u8, Vec<i32>)> {
    let tables: Vec<_> = vectors::read("three-bears/psi.txt")
        .iter()
        .map(|record| (record.number("v") as u8, record.numbers("digits")))
        .collect();
    assert_eq!(tables.len(), 6);
    tables
}

/// Digits of radix 2^10 with a carry, packed into bytes one bit at a time.
fn pack(digits: impl Iterator<Item = i32>, carry: i8) -> (Vec<u8>, i8) {
    let (mut carry, mut bits) = (i32::from(carry), Vec::new());
    for digit in digits {
        let sum = digit + carry;
        bits.extend((0..10).map(|k| (sum.rem_euclid(1024) >> k & 1) as u8));
        carry = sum.div_euclid(1024);
    }
    let bytes = bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit)).collect();
    (bytes, carry as i8)
}

#[test]
fn noise_of_every_byte() {
    for (v, psi) in psi_tables() {
        assert_eq!(psi.len(), 256);
        for byte in 0..=255u8 {
            for position in 0..4 {
                for carry in [-1, 0] {
                    // 100 is a byte of digit 0 in all the tables: neighbours that borrow nothing.
                    let mut bytes = [100; 4];
                    bytes[position] = byte;
                    check_noise(v, &psi, &bytes, carry);
                }
            }
        }
        let all: Vec<u8> = (0..=255).collect();
        let reversed: Vec<u8> = (0..=255).rev().collect();
        for bytes in [&all[..], &reversed, &[0; 136], &[255; 136], &[100; 136], &[]] {
            check_noise(v, &psi, bytes, 0);
            check_noise(v, &psi, bytes, -1);
        }
    }
}

fn check_noise(v: u8, psi: &[i32], bytes: &[u8], carry: i8) {
    let mut out = [0xa5].repeat(bytes.len() / 4 * 5);
    let carry_out = Portable::noise_block(&mut out, bytes, v, carry);
    let expected = pack(bytes.iter().map(|byte| psi[usize::from(*byte)]), carry);
    assert_eq!((out, carry_out), expected, "v = {v}, bytes {bytes:?}, carry {carry}");
}

#[test]
fn noise_of_the_vectors() {
    let mut sets = 0;
    for record in vectors::read("three-bears/xof.txt").iter().filter(|record| record.find("noise_bytes").is_some()) {
        let bytes = record.bytes("noise_bytes");
        // Byte 10 of the parameter block is v − 1.
        let v = record.bytes("parameters")[10] + 1;
        let mut out = [0; 390];
        let carry = Portable::noise_block(&mut out, &bytes, v, 0);
        assert_eq!((out.to_vec(), carry), pack(record.numbers("noise_digits").into_iter(), 0), "{}", record.section);
        sets += 1;
    }
    assert_eq!(sets, 6);
}

fn flipped(mut code: [u8; 35], errors: &[usize]) -> [u8; 35] {
    for error in errors {
        code[error / 8] ^= 1 << (error % 8);
    }
    code
}

fn message(code: &[u8; 35]) -> &[u8] {
    &code[..32]
}

/// The messages of the vectors, with their check bits.
fn codewords() -> Vec<[u8; 35]> {
    let join = |record: &vectors::Record| {
        let mut code = [0; 35];
        code[..32].copy_from_slice(&record.array::<32>("message"));
        code[32..].copy_from_slice(&record.array::<3>("check"));
        code
    };
    vectors::read("three-bears/fec.txt").iter().map(join).collect()
}

#[test]
fn code_of_the_vectors() {
    let records = vectors::read("three-bears/fec.txt");
    assert_eq!(records.len(), 19);
    for (record, word) in records.iter().zip(codewords()) {
        assert_eq!(Portable::fec_syndrome(&word), 0);
        let check = Portable::fec_syndrome(&record.bytes("message")).to_le_bytes();
        assert_eq!((&check[..3], check[3]), (&record.bytes("check")[..], 0));

        let errors: Vec<usize> = record.numbers("errors").iter().map(|e| *e as usize).collect();
        let mut code = record.array("received");
        assert_eq!(code, flipped(word, &errors));
        Portable::fec_correct(&mut code);
        assert_eq!(message(&code), record.bytes("corrected"));
    }
}

#[test]
fn correction_step_by_step() {
    let records = vectors::read("three-bears/fec_steps.txt");
    assert_eq!(records.len(), 8);
    for record in records {
        let code = record.array("received");
        let syndrome = u32::from_str_radix(record.text("syndrome"), 16).expect("hexadecimal");
        assert_eq!(Portable::fec_syndrome(&code), syndrome);

        // Exactly the message bits that the two locators α^i point to are flipped.
        let mut expected = code;
        for locator in record.numbers("locators") {
            if let Some(bit) = (0..256).find(|i| alpha_power(*i) == locator) {
                expected = flipped(expected, &[bit]);
            }
        }
        let mut corrected = code;
        Portable::fec_correct(&mut corrected);
        assert_eq!(corrected, expected);
        assert_eq!(message(&corrected), record.bytes("corrected"));
    }
}

/// α^i in GF(2)[z]/(z^9 + z^4 + 1), α = z.
fn alpha_power(i: usize) -> i32 {
    (0..i).fold(1, |power, _| if power < 256 { 2 * power } else { (2 * power) ^ 0x211 })
}

#[test]
fn all_single_and_double_errors_are_corrected() {
    for word in &codewords()[..4] {
        for first in 0..CODE_BITS {
            // With second = first no bit is wrong; with CODE_BITS only the first.
            for second in first..=CODE_BITS {
                let errors = if second == CODE_BITS { &[first][..] } else { &[first, second] };
                let mut code = flipped(*word, errors);
                Portable::fec_correct(&mut code);
                assert_eq!(message(&code), message(word), "errors {errors:?}");
            }
        }
    }
}

#[test]
fn nibbles_of_the_vectors() {
    let records = vectors::read("three-bears/encapsulation_steps.txt");
    assert_eq!(records.len(), 6);
    for record in records {
        let (code, nibbles): ([u8; 35], [u8; 137]) = (record.array("code"), record.array("nibbles"));
        let mut encoded = [0xa5; 137];
        Portable::nibble_encode(&mut encoded, &record.array("encoder"), &code);
        assert_eq!(encoded, nibbles, "{}", record.section);

        // Against the encoder's own element no bit is wrong, against the decoder's at most two.
        for (element, most) in [("encoder", 0), ("decoder", 2)] {
            let mut decoded = [0xa5; 35];
            Portable::nibble_decode(&mut decoded, &record.array(element), &nibbles);
            let errors: u32 = decoded.iter().zip(&code).map(|(d, c)| (d ^ c).count_ones()).sum();
            assert!(errors <= most, "{}: {errors} errors against the {element}", record.section);
            Portable::fec_correct(&mut decoded);
            assert_eq!(message(&decoded), record.bytes("message"));
        }
    }
}

/// An element whose digits are all `digit`.
fn uniform_digits(digit: i32) -> Element {
    pack([digit].repeat(312).into_iter(), 0).0.try_into().expect("312 digits are 390 bytes")
}

#[test]
fn nibbles_of_every_digit() {
    for digit in 0..1024 {
        let c = uniform_digits(digit);
        let top = digit >> 6;
        for (code_byte, bit) in [(0x00, 0), (0xff, 1)] {
            let mut nibbles = [0; 137];
            Portable::nibble_encode(&mut nibbles, &c, &[code_byte; 35]);
            let nibble = (top + 8 * bit) % 16;
            assert_eq!(nibbles, [(nibble * 17) as u8; 137]);
        }
        for nibble in 0..16 {
            let mut code = [0xa5; 35];
            Portable::nibble_decode(&mut code, &c, &[(nibble * 17) as u8; 137]);
            let bit = (2 * nibble + 8 - (digit >> 5)).rem_euclid(32) >> 4;
            let mut expected = [(bit * 255) as u8; 35];
            expected[34] &= 3;
            assert_eq!(code, expected, "digit {digit}, nibble {nibble}");
        }
    }
}

#[test]
fn each_code_bit_goes_to_its_digit() {
    // Even bits to the low nibbles and the digits from the first on, odd ones to the high and from the last down.
    for position in 0..312 {
        let mut digits = [0].repeat(312);
        digits[position] = 0x200;
        let c: Element = pack(digits.into_iter(), 0).0.try_into().expect("390 bytes");
        let mut nibbles = [0; 137];
        Portable::nibble_encode(&mut nibbles, &c, &[0; 35]);
        let (mut expected, mut expected_code) = ([0; 137], [0; 35]);
        if position < 137 {
            expected[position] = 0x08;
            expected_code = flipped(expected_code, &[2 * position]);
        } else if position > 311 - 137 {
            expected[311 - position] = 0x80;
            expected_code = flipped(expected_code, &[2 * (311 - position) + 1]);
        }
        assert_eq!(nibbles, expected, "digit {position}");
        let mut code = [0; 35];
        // Nibble 0 over a digit of 512 decodes as 1, over 0 as 0.
        Portable::nibble_decode(&mut code, &c, &[0; 137]);
        assert_eq!(code, expected_code, "digit {position}");
    }
    for bit in 0..CODE_BITS {
        let mut nibbles = [0; 137];
        let code = flipped([0; 35], &[bit]);
        Portable::nibble_encode(&mut nibbles, &[0; 390], &code);
        let mut expected = [0; 137];
        expected[bit / 2] = if bit % 2 == 0 { 0x08 } else { 0x80 };
        assert_eq!(nibbles, expected, "bit {bit}");
        let mut decoded = [0; 35];
        Portable::nibble_decode(&mut decoded, &[0; 390], &nibbles);
        assert_eq!(decoded, code, "bit {bit}");
    }
}

#[test]
fn comparison_sees_every_bit() {
    let a = [0x5a; 35];
    assert_eq!(Portable::difference(&a, &a), 0);
    assert_eq!(Portable::difference(&[], &[]), 0);
    for bit in 0..8 * a.len() {
        assert_eq!(Portable::difference(&a, &flipped(a, &[bit])), 1 << (bit % 8));
    }
    // Two differences don't cancel.
    assert_eq!(Portable::difference(&a, &flipped(a, &[0, 8, 17])), 3);
    // Only the common length counts.
    assert_eq!(Portable::difference(&a[..3], &flipped(a, &[24])), 0);
}

#[test]
fn selection_for_every_difference() {
    let (equal, otherwise) = ([0x36; 32], [0xc9; 32]);
    for difference in 0..=255 {
        let mut out = [0; 32];
        Portable::select(&mut out, &equal, &otherwise, difference);
        assert_eq!(out, if difference == 0 { equal } else { otherwise });
    }
}
