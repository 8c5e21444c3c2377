//! Inversion modulo 2^16 and x^n - 1, as NTRUEncrypt's key generation needs it: division steps on bits, and products
//! modulo 2^8 for lifting.

use sunbear::sim::call::Arg;

use crate::bench::every_chip;

/// Degrees of the parameter sets.
const SETS: [usize; 3] = [443, 587, 743];

/// The division steps as Bernstein and Yang write them, modulo 2, with v multiplied by x in every step. Returns delta
/// and v.
fn divsteps(g: &[u8]) -> (i16, Vec<u8>) {
    let n = g.len();
    let mut f = vec![0; n + 1];
    (f[0], f[n]) = (1, 1);
    let mut g = [g, &[0]].concat();
    let (mut v, mut r) = (vec![0; 3 * n], vec![0; 3 * n]);
    r[0] = 1;
    let mut delta = 1;
    for _ in 0..2 * n - 1 {
        v.rotate_right(1);
        if delta > 0 && g[0] == 1 {
            delta = -delta;
            (f, g, v, r) = (g, f, r, v);
        }
        delta += 1;
        if g[0] == 1 {
            g.iter_mut().zip(&f).for_each(|(g, f)| *g ^= f);
            r.iter_mut().zip(&v).for_each(|(r, v)| *r ^= v);
        }
        g.rotate_left(1);
    }
    (delta, v)
}

/// Cycles of a part of a step.
fn part(bytes: u64) -> u64 {
    let (blocks, rest) = (bytes / 8, bytes % 8);
    9 + if rest > 0 { 12 * rest } else { 2 } + if blocks > 0 { 75 * blocks } else { 2 }
}

/// Cycles of all division steps.
fn divsteps_cycles(n: u64) -> u64 {
    let mut cycles = 64;
    let (top, low) = (2 * n / 8, n / 8);
    let mut step = 0;
    // Two parts: from the top down to where w and r begin after the step, and f and g.
    loop {
        let bottom = (2 * n - 1 - step) / 8;
        if bottom == low {
            break;
        }
        cycles += 33 + part(top - bottom + 1) + 4 + part(low + 1) + 6;
        step += 1;
        if (2 * n - 1 - step) / 8 < bottom {
            cycles += 5;
        }
    }
    cycles -= 1;
    cycles += 2;
    while step < 2 * n - 1 {
        let part_top = top.min((3 * n - step) / 8);
        cycles += 33 + part(part_top + 1) + 7;
        step += 1;
        if part_top > (3 * n - step) / 8 {
            cycles += 3;
        }
    }
    cycles -= 3;
    cycles + 3 + 7 * (low + 2) - 1 + 28 + 4
}

#[test]
fn bit_divsteps() {
    every_chip("bit_divsteps", |bench, operands| {
        let mut invertible = 0;
        for n in (17..=51).step_by(2).chain([127, 129, 131, 133, 999, 1001]).chain(SETS) {
            for round in 0..if n < 100 { 24 } else { 4 } {
                let bytes = operands.bytes(n);
                let mut g: Vec<u8> = match round % 4 {
                    0 => bytes.iter().map(|byte| byte & 1).collect(),
                    // A few ones, of either number.
                    1 => {
                        let mut g = vec![0; n];
                        (0..operands.below(5)).for_each(|_| g[operands.below(n)] ^= 1);
                        g
                    }
                    _ => (0..n).map(|_| operands.byte() & 1).collect(),
                };
                // What has an even number of ones is divided by x - 1, as the modulus is.
                if round % 4 > 1 && g.iter().fold(0, |sum, bit| sum ^ bit) == 0 {
                    g[0] ^= 1;
                }
                let size = 2 * n / 8 + 1 + operands.below(4).min(255 - (2 * n / 8 + 1));
                let mut rows = vec![0; 2 * size];
                rows[0] = 1;
                rows[n / 8] |= 1 << (n % 8);
                for (i, bit) in g.iter().enumerate() {
                    rows[size + i / 8] |= bit << (i % 8);
                }
                rows[size + 2 * n / 8] |= 1 << (2 * n % 8);
                let (delta, v) = divsteps(&g);
                let mut args =
                    [Arg::InOut(&mut rows), Arg::U16(n.try_into().unwrap()), Arg::U8(size.try_into().unwrap())];
                let outcome = bench.call(divsteps_cycles(n as u64), &mut args);
                assert_eq!(outcome.u16().cast_signed(), delta, "{n} {g:?}");
                if delta == 0 {
                    let found: Vec<u8> = (0..=n + 1).map(|i| rows[i / 8] >> (i % 8) & 1).collect();
                    assert_eq!(found[..2], [1, 0]);
                    assert_eq!(found[2..], v[..n], "{n} {g:?}");
                    invertible += 1;
                }
            }
        }
        assert!(invertible > 50, "{invertible}");
    });
}

/// Cycles of a product of n coefficients.
fn leaf_cycles(n: u64) -> u64 {
    let mut cycles = 45 + 19 * n.div_ceil(8);
    let mut left = n;
    loop {
        let (w, least) = if left >= 9 { (12, 9) } else { (4, 1) };
        let some = left.min(w);
        let turns = n.div_ceil(w);
        let enter = match w * turns - n {
            skipped if skipped == w - 1 => 3 * w - 2,
            skipped => 3 * skipped + 3,
        };
        let ends = if some < w { 3 } else { 0 };
        // The coefficients of a, and what is kept meanwhile; the sums' zeros; turns of b; the sums that are left.
        cycles += if w == 12 { 3 } else { 4 };
        cycles += 2 * least + (w - least) + 4 * (some - least) + ends + 10;
        cycles += w / 2 + 1 + 1 + 5 * turns - 1 + enter;
        cycles += n * (3 * w + 7) + 4 * turns - 1;
        cycles += 4 + 2 * least + 4 * (some - least) + ends;
        cycles += if w == 12 { 3 } else { 1 } + 8;
        if left <= w {
            return cycles + if left == w { 2 } else { 3 } + 40;
        }
        cycles += 10;
        left -= w;
    }
}

/// The product of two polynomials modulo 2^8.
fn product(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut product = vec![0_u8; a.len() + b.len()];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            product[i + j] = product[i + j].wrapping_add(a.wrapping_mul(*b));
        }
    }
    product
}

#[test]
fn octets_leaf() {
    every_chip("octets_leaf", |bench, operands| {
        for n in (4..=64).chain([93, 94, 111, 126, 127]) {
            for round in 0..6 {
                let (a, b) =
                    if round == 0 { (vec![255; n], vec![255; n]) } else { (operands.bytes(n), operands.bytes(n)) };
                let mut out = vec![0; 2 * n];
                let mut args = [Arg::Out(&mut out), Arg::In(&a), Arg::In(&b), Arg::U8(n.try_into().unwrap())];
                bench.call(leaf_cycles(n as u64), &mut args);
                assert_eq!(out, product(&a, &b), "{n}");
            }
        }
    });
}

/// Cycles of n bytes of 7 cycles each, eight a turn.
fn linear(n: u64) -> u64 {
    let (blocks, rest) = (n / 8, n % 8);
    1 + if rest > 0 { 10 * rest } else { 2 } + if blocks > 0 { 59 * blocks } else { 2 }
}

#[test]
fn octets_difference() {
    every_chip("octets_difference", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        for n in (1..40).chain([111, 222, 256, 294]).chain(if small { None } else { Some(372) }) {
            for round in 0..6 {
                let more = round % 2;
                let (low, high) = (operands.bytes(n + more), operands.bytes(n));
                let mut out = vec![0; n + more];
                let [n_low, n_high] = [n + more, n].map(|n| u16::try_from(n).unwrap());
                let mut args = [Arg::Out(&mut out), Arg::In(&low), Arg::In(&high), Arg::U16(n_low), Arg::U16(n_high)];
                bench.call(18 + linear(n as u64) + if more == 1 { 6 } else { 3 } + 8, &mut args);
                let high = high.iter().chain(&[0]);
                let expected: Vec<u8> = low.iter().zip(high).map(|(low, high)| low.wrapping_sub(*high)).collect();
                assert_eq!(out, expected, "{n}");
            }
        }
    });
}

#[test]
fn octets_accumulate() {
    every_chip("octets_accumulate", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        for n in (0..40).chain([221, 222, 256, 443]).chain(if small { None } else { Some(743) }) {
            for round in 0..6 {
                let minus = round % 2;
                let (mut sum, a) = (operands.bytes(n.max(1)), operands.bytes(n.max(1)));
                let (sum, a) = (&mut sum[..n], &a[..n]);
                let change =
                    |(sum, a): (&u8, &u8)| if minus == 1 { sum.wrapping_sub(*a) } else { sum.wrapping_add(*a) };
                let expected: Vec<u8> = sum.iter().zip(a).map(change).collect();
                let mut args =
                    [Arg::InOut(sum), Arg::In(a), Arg::U16(n.try_into().unwrap()), Arg::U8(minus.try_into().unwrap())];
                bench.call(13 + minus as u64 + linear(n as u64) + 4 + 1, &mut args);
                assert_eq!(sum, expected, "{n}");
            }
        }
    });
}

#[test]
fn octets_join() {
    every_chip("octets_join", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        for h in
            (2..40).chain([56, 111, 112]).chain(if small { None } else { Some([186, 254, 255]) }.into_iter().flatten())
        {
            for round in 0..6 {
                let odd = round % 2;
                let (mut out, middle) = (operands.bytes(4 * h - 2 * odd), operands.bytes(2 * h));
                let mut expected = out.clone();
                for i in 0..2 * h {
                    let z2 = out.get(2 * h + i).unwrap_or(&0);
                    let sum = out[i].wrapping_add(*z2).wrapping_sub(middle[i]);
                    expected[h + i] = expected[h + i].wrapping_add(sum);
                }
                let count = h as u64 - 2 * odd as u64;
                let (blocks, rest) = (count / 8, count % 8);
                let singles = if rest > 0 { 37 * rest } else { 2 };
                let cycles = 101 + 192 * blocks + singles + 53 * odd as u64;
                let mut args =
                    [Arg::InOut(&mut out), Arg::In(&middle), Arg::U8(h.try_into().unwrap()), Arg::U8(odd as u8)];
                bench.call(cycles, &mut args);
                assert_eq!(out, expected, "{h} {odd}");
            }
        }
    });
}

/// The product of two polynomials modulo 2, eight coefficients a byte.
fn bit_product_of(a: &[u8], b: &[u8]) -> Vec<u8> {
    let bit = |bytes: &[u8], i: usize| bytes[i / 8] >> (i % 8) & 1;
    let mut product = vec![0; a.len() + b.len()];
    for i in (0..8 * a.len()).filter(|i| bit(a, *i) == 1) {
        for j in (0..8 * b.len()).filter(|j| bit(b, *j) == 1) {
            product[(i + j) / 8] ^= 1 << ((i + j) % 8);
        }
    }
    product
}

#[test]
fn bit_product() {
    every_chip("bit_product", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        for n in (7..40).chain([56, 63]).chain(if small { None } else { Some([76, 96, 126]) }.into_iter().flatten()) {
            for round in 0..6 {
                let (a, b) =
                    if round == 0 { (vec![255; n], vec![255; n]) } else { (operands.bytes(n), operands.bytes(n)) };
                let (mut out, mut table) = (vec![0; 2 * n], vec![0; 16 * (n + 1)]);
                let (bytes, m) = (n as u64, n as u64 + 1);
                let multiple = 59 * (m / 8) + if m % 8 > 0 { 10 * (m % 8) } else { 2 };
                let cycles = 162 + bytes * (2 * multiple + 77) + 131 * m;
                let mut args = [
                    Arg::Out(&mut out),
                    Arg::In(&a),
                    Arg::In(&b),
                    Arg::Out(&mut table),
                    Arg::U8(n.try_into().unwrap()),
                ];
                bench.call(cycles, &mut args);
                assert_eq!(out, bit_product_of(&a, &b), "{n}");
            }
        }
    });
}

#[test]
fn octets_scatter() {
    every_chip("octets_scatter", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        let counts = [(0, 0), (0, 3), (3, 0), (1, 1), (149, 148), (248, 247), (255, 255)];
        for (plus, minus) in counts.into_iter().filter(|(plus, _)| !small || *plus < 200) {
            for n in [1, 2, 255, 256, 443, if small { 257 } else { 743 }] {
                for round in 0..3 {
                    // A place may be taken more than once.
                    let places = [1, n, n][round];
                    let terms: Vec<usize> =
                        (0..plus + minus).map(|_| if round == 1 { n - 1 } else { operands.below(places) }).collect();
                    let mut expected = vec![0_u8; n];
                    for (i, term) in terms.iter().enumerate() {
                        expected[*term] = expected[*term].wrapping_add(if i < plus { 1 } else { 255 });
                    }
                    let listed: Vec<u8> =
                        terms.iter().flat_map(|term| u16::try_from(*term).unwrap().to_le_bytes()).collect();
                    let mut out = vec![0; n];
                    let zeros = u64::from(plus == 0) + u64::from(minus == 0);
                    let cycles = 8 + 6 * n as u64 + 14 * (plus + minus) as u64 + 2 * zeros;
                    let mut args = [
                        Arg::Out(&mut out),
                        Arg::In(&listed),
                        Arg::U16(n.try_into().unwrap()),
                        Arg::U8(plus.try_into().unwrap()),
                        Arg::U8(minus.try_into().unwrap()),
                    ];
                    bench.call(cycles, &mut args);
                    assert_eq!(out, expected, "{n} {plus} {minus}");
                }
            }
        }
    });
}
