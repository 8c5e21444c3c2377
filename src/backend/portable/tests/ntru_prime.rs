//! NTRU Prime's contracts against what the specification says, coefficient by coefficient.

use std::vec;
use std::vec::Vec;

use proptest::prelude::*;

use super::super::{Portable, divsteps, planes, sampling};
use crate::backend::{Ciphering, Hiding, Messages, Modulus, Polynomials, RadixCoding, Sampling, Small, Ternary};

/// p, q, w of LPRime, τ0 ..= τ3.
const SETS: [(usize, u16, u16, [u16; 4]); 6] = [
    (653, 4621, 252, [2175, 113, 2031, 290]),
    (761, 4591, 250, [2156, 114, 2007, 287]),
    (857, 5167, 281, [2433, 101, 2265, 324]),
    (953, 6343, 345, [2997, 82, 2798, 400]),
    (1013, 7177, 392, [3367, 73, 3143, 449]),
    (1277, 7879, 429, [3724, 66, 3469, 496]),
];

fn config() -> ProptestConfig {
    ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() }
}

/// x mods m.
fn mods(x: i32, m: i32) -> i32 {
    (x + (m - 1) / 2).rem_euclid(m) - (m - 1) / 2
}

fn pack(digits: &[i8]) -> Vec<u8> {
    digits.chunks(4).map(|four| four.iter().rev().fold(0, |byte, digit| byte << 2 | (digit + 1) as u8)).collect()
}

/// Digits from random words.
fn digits(words: &[u32]) -> Vec<i8> {
    words.iter().map(|word| (word % 3) as i8 - 1).collect()
}

#[test]
fn rounding_of_every_coefficient() {
    for (_, q, ..) in SETS {
        let modulus = Modulus::new(q);
        for c in -modulus.half..=modulus.half {
            let mut out = [c];
            Portable::round(&mut out, modulus);
            let rounded = i32::from(c) - mods(c.into(), 3);
            assert_eq!(3 * i32::from(out[0]) - i32::from(modulus.half), rounded);
            let mut out = [0xff; 2];
            Portable::pack_tripled(&mut out, &[c, 0, 0, 0, c], modulus);
            let digit = (mods(mods(3 * i32::from(c), q.into()), 3) + 1) as u8;
            assert_eq!(out, [0b0101_0100 | digit, digit]);
        }
        for c in i16::MIN..=i16::MAX {
            assert_eq!(i32::from(Portable::centre(c, modulus)), mods(c.into(), q.into()));
        }
    }
}

#[test]
fn messages_of_every_coefficient() {
    for (_, q, w, tau) in SETS {
        let (modulus, hiding) = (Modulus::new(q), Hiding { tau, offset: 4 * w + 1 });
        let [tau0, tau1, tau2, tau3] = tau.map(i32::from);
        let (half, q) = (i32::from(modulus.half), i32::from(q));
        let top = |c: i32| (tau1 * (c + tau0) + 16384).div_euclid(32768);
        let right = |top: i32| mods(tau3 * top - tau2, q);
        for c in -half..=half {
            for message in [0, 0xff, 0b0110_0101_u8] {
                let mut tops = [0; 4];
                Portable::hide(&mut tops, &[c as i16; 8], &[message], hiding, modulus);
                for i in 0..8 {
                    let bit = i32::from(message >> i & 1);
                    let expected = top(mods(c + bit * half, q));
                    assert_eq!(i32::from(tops[i / 2] >> (4 * (i % 2)) & 15), expected);
                }
            }
            for tops in [[0x10, 0x32, 0x54, 0x76], [0x98, 0xba, 0xdc, 0xfe]] {
                let mut message = [0];
                Portable::reveal(&mut message, &[c as i16; 8], &tops, hiding, modulus);
                for i in 0..8 {
                    let top = i32::from(tops[i / 2] >> (4 * (i % 2)) & 15);
                    let bit = mods(right(top) - c + 4 * i32::from(w) + 1, q) < 0;
                    assert_eq!(message[0] >> i & 1 == 1, bit);
                }
            }
        }
    }
}

#[test]
fn weights() {
    for (p, weight) in [(653, 288), (5, 2), (8, 8), (9, 0)] {
        let mut expected = vec![0; p];
        expected[..weight].fill(1);
        for count in [0, 1, weight.saturating_sub(1), weight, weight + 1, p] {
            let mut given: Vec<i8> = (0..p).map(|i| if i < count { 1 - 2 * (i as i8 & 1) } else { 0 }).collect();
            given.reverse();
            let mut packed = pack(&given);
            Portable::enforce_weight(&mut packed, p, weight);
            let count = given.iter().filter(|digit| **digit != 0).count();
            assert_eq!(packed, pack(if count == weight { &given } else { &expected }), "{count} of {weight}");
        }
    }
}

#[test]
fn small_words() {
    let bounds = [0, 1, 0x1555_5555, 0x1555_5556, 0x2aaa_aaaa, 0x2aaa_aaab, 0x3fff_ffff];
    for word in bounds.into_iter().flat_map(|word| [word, word | 0x4000_0000, word | 0xc000_0000]) {
        let mut packed = [0xff; 2];
        Portable::pack_small(&mut packed, &[word, 0, 0, 0, word]);
        assert_eq!(packed.map(u64::from), [(u64::from(word & 0x3fff_ffff) * 3) >> 30; 2]);
    }
}

#[test]
fn residues_of_words() {
    for (_, q, ..) in SETS {
        let modulus = Modulus::new(q);
        for word in [0, 1, u32::from(q) - 1, u32::from(q), 0xff_ffff, 0x100_0000, 0xffff_fffe, u32::MAX] {
            let mut out = [0];
            Portable::residues(&mut out, &[word], modulus);
            assert_eq!(i64::from(out[0]), i64::from(word) % i64::from(q) - i64::from(modulus.half));
        }
    }
}

/// FIPS 197's example (appendix C.3) is no counter block; SP 800-38A's are encrypted by the same cipher, so here the
/// counter and its order are what counts: pieces are the whole.
#[test]
fn the_cipher_counts() {
    let mut key = [0; 32];
    Portable::aes256_key(&mut key, &[7; 32]);
    let mut whole = [0; 1000];
    Portable::aes256_stream(&key, 0, &mut whole);
    for (i, block) in whole.chunks(16).enumerate() {
        let mut out = vec![0; block.len()];
        Portable::aes256_stream(&key, i as u32, &mut out);
        assert_eq!(out, block);
    }
    // The first block is the encryption of zeros: AES-256 of zeros under the zero key (NIST's AESAVS, KeySbox 0).
    let mut first = [0; 16];
    Portable::aes256_stream(&[0; 32], 0, &mut first);
    assert_eq!(first, [0xdc, 0x95, 0xc0, 0x78, 0xa2, 0x40, 0x89, 0x89, 0xad, 0x48, 0xa2, 0x14, 0x92, 0x84, 0x20, 0x87]);
}

#[test]
fn steps_by_hand() {
    // delta = 1, g0 not 0: exchange.
    for (delta, g0, swap, next) in [(1, 5, -1, 0), (1, -5, -1, 0), (1, 0, 0, 2), (0, 5, 0, 1), (-3, 5, 0, -2)] {
        let mut d = delta;
        assert_eq!((divsteps::divstep_swap(&mut d, g0), d), (swap, next));
    }
}

#[test]
fn quotients_of_every_radix() {
    for m in 1..16384_u16 {
        let m32 = u32::from(m);
        let top = (1 << 30) - 1;
        for v in [0, 1, m32 - 1, m32, m32 + 1, top / m32 * m32, top / m32 * m32 - 1, top] {
            let radix = Portable::radix(m, 16383, 2);
            let expected = [(v % m32) as u16, (v / m32 % 16383) as u16];
            let mut digits = [(v >> 16) as u16, 0];
            Portable::unpair(&mut digits, 0, 1, &(v as u16).to_le_bytes(), &radix);
            assert_eq!(digits, expected, "{v} by {m}");
            assert_eq!(Portable::split((v >> 16) as u16, v as u16, &radix), expected);
            assert_eq!(u32::from(Portable::remainder(v as u16, m)), (v & 0xffff) % m32);
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn sorting(mut words in prop::collection::vec(any::<u32>(), 0..1300), mask in prop::sample::select(&[!0, 3, 0xf000_0003_u32][..])) {
        for word in &mut words {
            *word &= mask;
        }
        let mut expected = words.clone();
        expected.sort_unstable();
        let mut sorted = words.clone();
        sampling::sort(&mut sorted);
        prop_assert_eq!(&sorted, &expected);
        let low: Vec<i8> = expected.iter().map(|word| (word & 3) as i8 - 1).collect();
        let mut packed = vec![0xff; words.len().div_ceil(4)];
        Portable::pack_sorted(&mut packed, &mut words, &mut []);
        prop_assert_eq!(packed, pack(&low));
    }

    #[test]
    fn forms_of_digits(words in prop::collection::vec(any::<u32>(), 1..400)) {
        let expected = digits(&words);
        let packed = pack(&expected);
        for (i, digit) in expected.iter().enumerate() {
            prop_assert_eq!((packed[i / 4] >> (2 * (i % 4)) & 3) as i8 - 1, *digit);
        }
        let mut other = vec![0xff; packed.len()];
        let mut unpacked = vec![9; expected.len()];
        Portable::unpack(&mut unpacked, &packed);
        prop_assert_eq!(&unpacked, &expected);

        let n = expected.len().div_ceil(32) + 1;
        let [mut plus, mut minus] = [(); 2].map(|()| vec![!0; n]);
        Portable::planes_of([&mut plus, &mut minus], &packed, expected.len());
        for (i, digit) in (0..32 * n).map(|i| (i, expected.get(i).copied().unwrap_or(0))) {
            prop_assert_eq!(plus[i / 32] >> (i % 32) & 1 == 1, digit == 1);
            prop_assert_eq!(minus[i / 32] >> (i % 32) & 1 == 1, digit == -1);
        }
        Portable::pack_planes(&mut other, [&plus, &minus], expected.len());
        prop_assert_eq!(other, packed);
    }

    /// One step of both kinds against the definition, up to the unit.
    #[test]
    fn steps(
        set in 0..6_usize,
        values in prop::collection::vec((-14000..14000_i16, -14000..14000_i16), 2..40),
        f0 in any::<i16>(),
        g0 in any::<i16>(),
        swap: bool,
    ) {
        let modulus = Modulus::new(SETS[set].1);
        let q = i32::from(modulus.q);
        let (f0, g0) = (Portable::centre(f0, modulus), Portable::centre(g0, modulus));
        let mask = -i16::from(swap);
        let (f, g): (Vec<i16>, Vec<i16>) = values.into_iter().unzip();
        let n = f.len();
        let t = |r: i16, y: i16| mods(i32::from(f0) * i32::from(r) - i32::from(g0) * i32::from(y), q);
        // Montgomery's factor.
        let scaled = |c: i16| mods(i32::from(c).rem_euclid(q) * 65536 % q, q);

        let (mut f1, mut g1) = (f.clone(), g.clone());
        divsteps::divide(&mut f1, &mut g1, f0, g0, mask, modulus);
        prop_assert_eq!(&f1, if swap { &g } else { &f });
        let expected: Vec<i32> = (1..n).map(|i| t(g[i], f[i])).chain([0]).collect();
        prop_assert_eq!(g1.iter().map(|c| scaled(*c)).collect::<Vec<_>>(), expected);
        prop_assert!(g1.iter().all(|c| c.abs() <= 14000));

        let (mut v, mut r) = (f.clone(), g.clone());
        divsteps::multiply(&mut v, &mut r, f0, g0, mask, modulus);
        let y: Vec<i16> = f[1..].iter().copied().chain([0]).collect();
        prop_assert_eq!(&v, if swap { &g } else { &y });
        let expected: Vec<i32> = g.iter().zip(&y).map(|(r, y)| t(*r, *y)).collect();
        prop_assert_eq!(r.iter().map(|c| scaled(*c)).collect::<Vec<_>>(), expected);
        prop_assert!(r.iter().all(|c| c.abs() <= 14000));
    }

    #[test]
    fn steps_on_planes(words in prop::collection::vec(any::<u32>(), 64 * 2), swap: bool) {
        let (a, b) = (digits(&words[..64]), digits(&words[64..]));
        let on_planes = |digits: &[i8]| {
            let (mut plus, mut minus) = ([0; 2], [0; 2]);
            Portable::planes_of([&mut plus, &mut minus], &pack(digits), digits.len());
            [plus, minus]
        };
        let of = |planes: &[[u32; 2]; 2]| -> Vec<i32> {
            (0..64).map(|i| (planes[0][i / 32] >> (i % 32) & 1) as i32 - (planes[1][i / 32] >> (i % 32) & 1) as i32).collect()
        };
        let factor = -i32::from(a[0]) * i32::from(b[0]);
        let t = |x: i8, y: i8| mods(i32::from(x) + factor * i32::from(y), 3);
        let wide = |digits: &[i8]| digits.iter().map(|digit| i32::from(*digit)).collect::<Vec<_>>();
        let mask = if swap { !0 } else { 0 };

        let (mut f, mut g) = (on_planes(&a), on_planes(&b));
        let c = planes::factor([&f[0], &f[1]], [&g[0], &g[1]]);
        {
            let ([fp, fm], [gp, gm]) = (&mut f, &mut g);
            planes::divide([fp, fm], [gp, gm], c, mask);
        }
        prop_assert_eq!(of(&f), wide(if swap { &b } else { &a }));
        prop_assert_eq!(of(&g), (1..64).map(|i| t(b[i], a[i])).chain([0]).collect::<Vec<_>>());

        let (mut v, mut r) = (on_planes(&a), on_planes(&b));
        {
            let ([vp, vm], [rp, rm]) = (&mut v, &mut r);
            planes::multiply([vp, vm], [rp, rm], c, mask);
        }
        let y: Vec<i8> = a[1..].iter().copied().chain([0]).collect();
        prop_assert_eq!(of(&v), wide(if swap { &b } else { &y }));
        prop_assert_eq!(of(&r), b.iter().zip(&y).map(|(r, y)| t(*r, *y)).collect::<Vec<_>>());
    }
}
