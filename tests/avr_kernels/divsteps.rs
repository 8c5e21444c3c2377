//! Inversion modulo q by division steps, two at a time.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};

/// The primes, with the degrees that go with them.
const SETS: [(usize, u16); 6] = [(653, 4621), (761, 4591), (857, 5167), (953, 6343), (1013, 7177), (1277, 7879)];
/// No coefficient is larger.
const LARGEST: u16 = 31_200;

fn modulo(x: i64, q: u16) -> i64 {
    x.rem_euclid(i64::from(q))
}

/// By Fermat.
fn inverse(x: i64, q: u16) -> i64 {
    (2..q).fold(1, |power, _| modulo(power * x, q))
}

fn bytes(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// The ones of q - 2, which are the products of an inversion.
fn ones(q: u16) -> u64 {
    (q - 2).count_ones().into()
}

/// The state, places in coefficients.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pair {
    delta: i16,
    f: usize,
    g: usize,
    a: usize,
    both: usize,
    q: u16,
    beta: i64,
    gamma: i64,
}

impl Pair {
    fn bytes(&self) -> Vec<u8> {
        let q = self.q;
        let place = |at: usize| u16::try_from(2 * at).unwrap();
        let negative_inverse = (0..256).find(|i| (i * u32::from(q) + 1) % 256 == 0).unwrap();
        let high = |x: i64| if x == i64::from(q) { 0 } else { modulo(x << 8, q) as u16 };
        bytes(&[
            self.delta.cast_unsigned(),
            place(self.f),
            place(self.g),
            place(self.a),
            place(self.both),
            q,
            negative_inverse as u16,
            modulo(1 << 24, q) as u16,
            self.beta as u16,
            high(self.beta),
            self.gamma as u16,
            high(self.gamma),
        ])
    }

    /// Two division steps: what they do to the places, and the factors.
    fn plan(&mut self, rows: &[u16]) {
        let is_zero = |at: usize| rows[at].is_multiple_of(self.q);
        let (f, g, other) = (self.f, self.g, self.both - self.g);
        let swaps = self.delta > 0 && !is_zero(g);
        let late = self.delta > 0 && is_zero(g) && !is_zero(g + 1);
        (self.a, self.f, self.g, self.delta) = if swaps {
            (f, g, other, 2 - self.delta)
        } else if late {
            (f - 1, g + 1, other, -self.delta)
        } else {
            (g, f, g, self.delta + 2)
        };
        let at = |at: usize| i64::from(rows[at]);
        let unit = inverse(at(self.f), self.q);
        self.beta = modulo(-at(self.a) * unit, self.q);
        self.gamma = modulo(-(at(self.a + 1) + self.beta * at(self.f + 1)) * unit, self.q);
    }

    /// What the coefficient i of the new row is to be modulo q.
    fn update(&self, rows: &[u16], i: usize) -> i64 {
        let at = |at: usize| i64::from(rows[at]);
        let sum = at(self.a + i) + self.beta * at(self.f + i) + self.gamma * at(self.f + i - 1);
        modulo(sum * inverse(256, self.q), self.q)
    }

    /// Where the result is after one more step.
    fn result(&self, rows: &[u16]) -> usize {
        if self.delta > 0 && !rows[self.g].is_multiple_of(self.q) { self.g } else { self.f }
    }
}

/// A coefficient: uniform, a multiple of q, or an end of the range.
fn coefficient(operands: &mut Operands, q: u16) -> u16 {
    match operands.below(6) {
        0 => q * u16::try_from(operands.below((LARGEST / q + 1).into())).unwrap(),
        1 => [0, LARGEST, 255, 256, 0x78ff][operands.below(5)],
        _ => u16::try_from(operands.below(usize::from(LARGEST) + 1)).unwrap(),
    }
}

/// Places in two rows of `n` coefficients: f at its usual place or one higher.
fn places(operands: &mut Operands, n: usize) -> (usize, usize, usize) {
    let (low, high) = (1, n + 1);
    let late = operands.below(2);
    if operands.below(2) == 0 { (low + late, high, low + high) } else { (high + late, low, low + high) }
}

#[test]
fn row() {
    every_chip("divpair_row", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        let lengths = (1..=26).chain([63, 64, 100]).chain(if small { None } else { Some(654) });
        for n in lengths {
            for round in 0..14 {
                let q = SETS[operands.below(6)].1;
                let from = 2 + operands.below(3);
                let len = n + from + 3;
                let mut rows: Vec<u16> = (0..2 * len).map(|_| coefficient(operands, q)).collect();
                let (f, g, both) = places(operands, len);
                let mut pair = Pair { delta: 1, f, g, a: g, both, q, beta: q.into(), gamma: q.into() };
                if round == 0 {
                    pair.q = 7879;
                    (pair.beta, pair.gamma) = (7878, 7878);
                    rows.fill(LARGEST);
                } else if round > 1 {
                    pair.beta = operands.below(usize::from(q) + 1) as i64;
                    pair.gamma = operands.below(usize::from(q) + 1) as i64;
                }
                // As swaps make it: the row to overwrite a place lower or higher.
                pair.a = pair.g + 1 - operands.below(3);

                let mut expected = rows.clone();
                let state = pair.bytes();
                let mut memory = bytes(&rows);
                let cycles = 143 + 64 * (n as u64 % 8) + 484 * (n as u64 / 8);
                let cycles = cycles + if n % 8 == 0 { 2 } else { 0 } + if n < 8 { 2 } else { 0 };
                let [from16, n16] = [from, n].map(|x| u16::try_from(x).unwrap());
                let mut args = [Arg::InOut(&mut memory), Arg::In(&state), Arg::U16(from16), Arg::U16(n16)];
                bench.call(cycles, &mut args);

                let found = words(&memory);
                for i in from..from + n {
                    let at = pair.g + i - 2;
                    assert_eq!(i64::from(found[at] % pair.q), pair.update(&rows, i), "{i} of {n}, {pair:?}");
                    assert!(found[at] <= LARGEST, "{} of {pair:?}", found[at]);
                    expected[at] = found[at];
                }
                assert_eq!(found, expected);
            }
        }
    });
}

#[test]
fn plan() {
    every_chip("divpair_plan", |bench, operands| {
        for round in 0..700 {
            let q = SETS[round % 6].1;
            let mut rows: Vec<u16> = (0..12).map(|_| coefficient(operands, q)).collect();
            let (f, g, both) = places(operands, 6);
            let delta = [1, -1, 3, -3, 1305, -1305, 127, 129, -127, 257, -257, 2551, -2551][operands.below(13)];
            let mut pair = Pair { delta, f, g, a: 0, both, q, beta: 0, gamma: 0 };
            rows[f - 1] = [0, q][operands.below(2)];
            // f0 is never 0.
            if rows[f].is_multiple_of(q) {
                rows[f] = 1 + u16::try_from(operands.below(usize::from(q) - 1)).unwrap();
            }
            let mut state = pair.bytes();
            let cycles = 1461 + 50 * ones(q) + if bench.extra() > 0 { 42 + 2 * ones(q) } else { 0 };
            bench.call(cycles, &mut [Arg::In(&bytes(&rows)), Arg::InOut(&mut state)]);
            pair.plan(&rows);
            let [beta, gamma] = [8, 10].map(|at| words(&state)[at]);
            for (found, factor) in [(beta, &mut pair.beta), (gamma, &mut pair.gamma)] {
                assert_eq!(i64::from(found % q), *factor);
                assert!(found <= q);
                *factor = found.into();
            }
            assert_eq!(state, pair.bytes(), "{rows:?}");
        }
    });
}

#[test]
fn result() {
    every_chip("divpair_result", |bench, operands| {
        let small = bench.machine().mcu().ram_size < 4096;
        let lengths = (1..20).chain([97]).chain(if small { None } else { Some(653) });
        for n in lengths {
            for round in 0..12 {
                let q = SETS[round % 6].1;
                let mut rows: Vec<u16> = (0..2 * n + 12).map(|_| coefficient(operands, q)).collect();
                let (f, g, both) = places(operands, n + 6);
                let delta = [1, -1, 3, 1277, -1277][operands.below(5)];
                let pair = Pair { delta, f, g, a: 0, both, q, beta: 0, gamma: 0 };
                if rows[f].is_multiple_of(q) {
                    rows[f] = 1;
                }
                let from = operands.below(5);
                let factor = [3, 1, q - 1][operands.below(3)];
                let mut out = vec![0; 2 * n];
                let extra = if bench.extra() > 0 { 30 + 2 * ones(q) + 2 * n as u64 } else { 0 };
                let [from16, n16] = [from, n].map(|x| u16::try_from(x).unwrap());
                let mut args = [
                    Arg::Out(&mut out),
                    Arg::In(&bytes(&rows)),
                    Arg::In(&pair.bytes()),
                    Arg::U16(from16),
                    Arg::U16(n16),
                    Arg::U16(factor),
                ];
                bench.call(1024 + 50 * ones(q) + 70 * n as u64 + extra, &mut args);
                let v = pair.result(&rows);
                let unit = inverse(i64::from(factor) * i64::from(rows[v]), q);
                for (i, found) in words(&out).into_iter().enumerate() {
                    let expected = modulo(unit * i64::from(rows[v + from + n - 1 - i]), q);
                    let half = i64::from(q / 2);
                    let centred = if expected > half { expected - i64::from(q) } else { expected };
                    assert_eq!(i64::from(found.cast_signed()), centred);
                }
            }
        }
    });
}

/// The largest delta that short rows allow from the pair p/4 on; a pair sooner, two more.
const LIMIT: i16 = 11;

/// Lengths of what one pair of steps makes of f, g and of w, r: all that may not be 0 and still matters, and whether
/// that relies on delta. After n steps 2 deg f and 2 deg g are at most 2p - 1 - n + |delta|, and those of w and r
/// n + 1 + |delta|.
fn lengths(p: usize, k: usize, short: bool) -> [(usize, bool); 2] {
    let (low, high) = ((2 * p - 3 - 2 * k).min(p + 1), (2 * k + 3).min(p + 1));
    let slack = (p / 4).saturating_sub(k);
    let lengths = [(low, p - k + slack + 6), (high, k + slack + 9)];
    lengths.map(|(n, limit)| if short && limit <= n { (limit, true) } else { (n, false) })
}

/// Two rows of f, g and, higher up, of w = x v, r, which move down two places with every pair of steps. Nothing if
/// delta is beyond the limit of short rows. The inverse is that of 3a, or of a modulo 3.
fn model_of_inversion(p: usize, q: u16, a: &[i64], short: bool) -> Option<Vec<i64>> {
    let len = 2 * p + 8;
    let mut rows = vec![0_u16; 2 * len];
    (rows[1], rows[p], rows[1 + p]) = (1, q - 1, q - 1);
    for (i, a) in a.iter().rev().enumerate() {
        rows[len + 1 + i] = (a + i64::from(q)) as u16;
    }
    let mut top = 2 * p + 3;
    rows[len + 1 + top] = 1;
    let mut pair = Pair { delta: 1, f: 1, g: len + 1, a: 0, both: len + 2, q, beta: 0, gamma: 0 };
    let shrink = inverse(256, q);
    let mut beyond = 0;
    for k in 0..p - 1 {
        pair.plan(&rows);
        let [(low, low_is_short), (high, high_is_short)] = lengths(p, k, short);
        for row in rows.chunks_exact_mut(len) {
            row[top - 2..top].fill(0);
        }
        for (from, n) in [(2, low), (top, high)] {
            for i in from..from + n {
                let at = |at: usize| i64::from(rows[at]);
                let sum = at(pair.a + i) + pair.beta * at(pair.f + i) + pair.gamma * at(pair.f + i - 1);
                rows[pair.g + i - 2] = modulo(sum * shrink, q) as u16;
            }
        }
        top -= 2;
        let limit = LIMIT + 2 * (p / 4).saturating_sub(k) as i16;
        beyond |= (limit - pair.delta) | (limit + pair.delta);
        // Above a row that is short for delta's sake an older one may be left, which is read as zeros.
        for row in rows.chunks_exact_mut(len) {
            if low_is_short {
                row[low + 1..low + 4].fill(0);
            }
            if high_is_short {
                row[top + high + 1..top + high + 4].fill(0);
            }
        }
    }
    assert_eq!(top, 5);
    let v = pair.result(&rows);
    let unit = inverse(if q == 3 { 1 } else { 3 } * i64::from(rows[v]), q);
    let result = (0..p).map(|i| modulo(unit * i64::from(rows[v + top + p - 1 - i]), q)).collect();
    (!short || beyond >= 0).then_some(result)
}

/// The kernels' contracts do make inverses.
#[test]
fn the_model_inverts() {
    let mut operands = Operands::new(5);
    for (p, q) in [(7, 4621), (61, 7879), (653, 4621)] {
        for sparse in [false, true] {
            let digit = |operands: &mut Operands| operands.below(3) as i64 - 1;
            let mut a: Vec<i64> = (0..p).map(|_| if sparse { 0 } else { digit(&mut operands) }).collect();
            (a[0], a[3]) = if sparse { (0, -1) } else { (1, 0) };
            let inverse = model_of_inversion(p, q, &a, false).unwrap();
            let short = model_of_inversion(p, q, &a, true);
            assert!(short.is_none_or(|short| !(sparse && p > 50) && short == inverse));
            let mut product = vec![0; 2 * p];
            for (i, x) in a.iter().enumerate() {
                for (sum, y) in product[i..].iter_mut().zip(&inverse) {
                    *sum += x * y;
                }
            }
            for i in (p..2 * p).rev() {
                let c = product[i];
                product[i - p] += c;
                product[i - p + 1] += c;
            }
            let mut tripled = product[..p].iter().map(|c| modulo(3 * c, q));
            assert_eq!(tripled.next(), Some(1), "{p}");
            assert!(tripled.all(|c| c == 0), "{p}");
        }
    }
}

/// With a small q there are many zeros, and delta goes far.
#[test]
fn short_rows_suffice() {
    let mut operands = Operands::new(6);
    let (mut within, mut beyond) = (0, 0);
    for p in [41, 61, 97] {
        for _ in 0..300 {
            let q = [3, 5, 7][operands.below(3)];
            let mut a: Vec<i64> = (0..p).map(|_| operands.below(3) as i64 - 1).collect();
            // A late first swap, so that delta is about the limit at the pair p/4.
            let zeros = p / 4 + operands.below(p / 4);
            a[p - zeros..].fill(0);
            a[p - zeros - 1] = 1;
            let full = model_of_inversion(p, q, &a, false);
            match model_of_inversion(p, q, &a, true) {
                None => beyond += 1,
                short => {
                    assert_eq!(short, full, "{q} {a:?}");
                    within += 1;
                }
            }
        }
    }
    assert!(within > 100 && beyond > 100, "{within} within, {beyond} beyond");
}
