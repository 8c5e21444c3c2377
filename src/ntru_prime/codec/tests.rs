//! Both codecs against the specification's recursion, and each other.

use std::vec;
use std::vec::Vec;

use proptest::prelude::*;

use super::stream::{Reader, Writer};
use super::{encoded_size, whole};
use crate::error::Error;

const SETS: [(usize, u16); 6] = [(653, 4621), (761, 4591), (857, 5167), (953, 6343), (1013, 7177), (1277, 7879)];

/// "Encode", as it is written.
fn encode(numbers: &[u64], radices: &[u64]) -> Vec<u8> {
    let (mut numbers, mut radices, mut out) = (numbers.to_vec(), radices.to_vec(), Vec::new());
    let mut give = |r: &mut u64, m: &mut u64, limit: u64| {
        while *m >= limit {
            out.push((*r % 256) as u8);
            *r /= 256;
            *m = m.div_ceil(256);
        }
    };
    while numbers.len() > 1 {
        let (mut next, mut next_radices) = (Vec::new(), Vec::new());
        for (r, m) in numbers.chunks(2).zip(radices.chunks(2)) {
            let (mut number, mut radix) = (r[0], m[0]);
            if r.len() == 2 {
                number += m[0] * r[1];
                radix *= m[1];
                give(&mut number, &mut radix, 16384);
            }
            next.push(number);
            next_radices.push(radix);
        }
        (numbers, radices) = (next, next_radices);
    }
    give(&mut numbers[0], &mut radices[0], 2);
    out
}

/// "Decode", as it is written: recursively.
fn decode(bytes: &[u8], radices: &[u64]) -> Vec<u64> {
    fn take(bytes: &mut &[u8], m: &mut u64, limit: u64) -> (u64, u64) {
        let (mut value, mut scale) = (0, 1);
        while *m >= limit {
            value += u64::from(bytes[0]) * scale;
            *bytes = &bytes[1..];
            scale *= 256;
            *m = m.div_ceil(256);
        }
        (value, scale)
    }
    fn level(mut bytes: &[u8], radices: &[u64]) -> Vec<u64> {
        if let [m] = radices {
            return vec![take(&mut bytes, &mut m.clone(), 2).0 % m];
        }
        let (mut next, mut bottoms) = (Vec::new(), Vec::new());
        for m in radices.chunks(2) {
            let mut radix = m.iter().product();
            if m.len() == 2 {
                bottoms.push(take(&mut bytes, &mut radix, 16384));
            }
            next.push(radix);
        }
        let mut out = Vec::new();
        for (i, (m, number)) in radices.chunks(2).zip(level(bytes, &next)).enumerate() {
            if m.len() == 2 {
                let v = bottoms[i].0 + bottoms[i].1 * number;
                out.extend([v % m[0], v / m[0] % m[1]]);
            } else {
                out.push(number);
            }
        }
        out
    }
    level(bytes, radices)
}

fn check_encoding(numbers: &[u16], m: u16) {
    let size = encoded_size(numbers.len(), m);
    let wide: Vec<u64> = numbers.iter().map(|n| u64::from(*n)).collect();
    let expected = encode(&wide, &vec![u64::from(m); numbers.len()]);
    assert_eq!(expected.len(), size);

    let mut out = Vec::new();
    let mut work = numbers.to_vec();
    let in_order = |offset, bytes: &[u8]| {
        assert_eq!(offset, out.len(), "bytes come in order");
        out.extend_from_slice(bytes);
        Ok::<_, Error>(())
    };
    whole::encode(&mut work, m, in_order).unwrap();
    assert_eq!(out, expected);

    let mut out = vec![None; size];
    let mut writer = Writer::new(numbers.len(), m);
    for number in numbers {
        let write = |offset: usize, bytes: &[u8]| {
            for (cell, byte) in out[offset..].iter_mut().zip(bytes) {
                assert_eq!(cell.replace(*byte), None, "every byte is written once");
            }
            Ok::<_, Error>(())
        };
        writer.put(*number, write).unwrap();
    }
    assert_eq!(out.into_iter().collect::<Option<Vec<u8>>>().unwrap(), expected);
    check_decoding(&expected, numbers.len(), m, Some(numbers));
}

fn check_decoding(bytes: &[u8], len: usize, m: u16, numbers: Option<&[u16]>) {
    let expected: Vec<u16> = decode(bytes, &vec![u64::from(m); len]).into_iter().map(|n| n as u16).collect();
    if let Some(numbers) = numbers {
        assert_eq!(numbers, expected);
    }
    let padded = [&[0x5a; 3][..], bytes].concat();
    let mut out = vec![0; len];
    whole::decode(&mut out, m, &padded[..], 3).unwrap();
    assert_eq!(out, expected);
    let mut reader = Reader::new(len, m, &padded[..], 3);
    let read: Vec<u16> = (0..len).map(|_| reader.read().unwrap()).collect();
    assert_eq!(read, expected);
}

/// Radices and lengths of the sets: those of R/q, and those of the rounded coefficients.
fn shapes() -> impl Iterator<Item = (usize, u16)> {
    SETS.into_iter().flat_map(|(p, q)| [(p, q), (p, q.div_ceil(3))])
}

#[test]
fn extremes() {
    for (len, m) in shapes() {
        check_encoding(&vec![0; len], m);
        check_encoding(&vec![m - 1; len], m);
        for byte in [0, 0xff, 0x80] {
            check_decoding(&vec![byte; encoded_size(len, m)], len, m, None);
        }
    }
}

#[test]
fn sizes() {
    let sizes: Vec<_> = SETS.map(|(p, q)| [encoded_size(p, q), encoded_size(p, q.div_ceil(3))]).into();
    assert_eq!(sizes, [[994, 865], [1158, 1007], [1322, 1152], [1505, 1317], [1623, 1423], [2067, 1815]]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_numbers_and_bytes(shape in 0..12_usize, random in prop::collection::vec(any::<u32>(), 2100)) {
        let (len, m) = shapes().nth(shape).unwrap();
        let numbers: Vec<u16> = random[..len].iter().map(|n| (n % u32::from(m)) as u16).collect();
        check_encoding(&numbers, m);
        let bytes: Vec<u8> = random[..encoded_size(len, m)].iter().map(|n| *n as u8).collect();
        check_decoding(&bytes, len, m, None);
    }

    #[test]
    fn any_shape(len in 1..300_usize, m in 2..16384_u16, random in prop::collection::vec(any::<u32>(), 600)) {
        let numbers: Vec<u16> = random[..len].iter().map(|n| (n % u32::from(m)) as u16).collect();
        check_encoding(&numbers, m);
        let bytes: Vec<u8> = random[..encoded_size(len, m)].iter().map(|n| *n as u8).collect();
        check_decoding(&bytes, len, m, None);
    }
}
