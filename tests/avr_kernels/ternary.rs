//! Sparse products modulo x^n - x - 1 over Z/q: the kernels one by one, and the product as a whole.

use sunbear::sim::call::Arg;

use crate::bench::{Bench, Operands, every_chip};

/// (n, q, w) of Streamlined and of LPRime.
const RINGS: [(usize, i64, [usize; 2]); 6] = [
    (653, 4621, [288, 252]),
    (761, 4591, [286, 250]),
    (857, 5167, [322, 281]),
    (953, 6343, [396, 345]),
    (1013, 7177, [448, 392]),
    (1277, 7879, [492, 429]),
];

/// A sparse product's shape.
#[derive(Clone, Copy)]
struct Shape {
    n: usize,
    q: i64,
    w: usize,
    k: usize,
}

impl Shape {
    const fn new(n: usize, q: i64, w: usize) -> Self {
        let k = match 65280 / q {
            14.. => 14,
            12 | 13 => 12,
            10 | 11 => 10,
            k => k as usize,
        };
        Self { n, q, w, k }
    }

    const fn first(self) -> usize {
        self.w % self.k
    }

    const fn blocks(self) -> usize {
        self.w / self.k
    }

    const fn size(self) -> usize {
        2 * self.w + 12 * self.blocks() + 36
    }

    /// Where the terms stand.
    fn places(self) -> impl Iterator<Item = usize> {
        (0..self.w).map(move |i| {
            let gaps = if i < self.first() { 0 } else { 1 + (i - self.first()) / self.k };
            2 * i + 12 * gaps
        })
    }

    /// x mods q.
    fn centred(self, x: i64) -> i16 {
        let half = (self.q - 1) / 2;
        i16::try_from((x + half).rem_euclid(self.q) - half).unwrap()
    }

    /// Centred coefficients of many kinds.
    fn coefficients(self, operands: &mut Operands) -> Vec<i16> {
        let half = i16::try_from((self.q - 1) / 2).unwrap();
        let kind = operands.below(6);
        let range = 2 * usize::from(half.unsigned_abs()) + 1;
        (0..self.n)
            .map(|_| match (kind, operands.below(4)) {
                (0, _) | (1, 0) => half,
                (2, _) | (1, 1) => -half,
                (1, 2) => -1,
                (1, _) => 0,
                _ => i16::try_from(operands.below(range)).unwrap() - half,
            })
            .collect()
    }

    /// Digits of this weight: anywhere, at one end, of one sign.
    fn digits(self, operands: &mut Operands) -> Vec<i8> {
        let mut places: Vec<usize> = (0..self.n).collect();
        let kind = operands.below(6);
        match kind {
            0 => {}
            1 => places.reverse(),
            _ => (1..self.n).for_each(|i| places.swap(i, operands.below(i + 1))),
        }
        let mut digits = vec![0; self.n];
        for place in &places[..self.w] {
            digits[*place] = match (kind, operands.below(2)) {
                (2, _) | (0 | 1 | 4.., 0) => 1,
                _ => -1,
            };
        }
        digits
    }

    /// Small shapes, and the sets that fit into the chip.
    fn all(bench: &Bench) -> Vec<Self> {
        let ram = usize::from(bench.machine().mcu().ram_size);
        let small = RINGS.iter().flat_map(|(_, q, _)| [28, 29, 35, 41].map(|w| Self::new(41, *q, w)));
        let sets = RINGS.iter().flat_map(|(n, q, w)| w.map(|w| Self::new(*n, *q, w)));
        small.chain(sets).filter(|shape| 8 * shape.n + shape.size() + shape.n / 4 + 256 < ram).collect()
    }
}

fn bytes(words: &[i16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<i16> {
    bytes.chunks_exact(2).map(|word| i16::from_le_bytes([word[0], word[1]])).collect()
}

fn pack(digits: &[i8]) -> Vec<u8> {
    let byte = |four: &[i8]| four.iter().rev().fold(0, |byte, digit| byte << 2 | (digit + 1).cast_unsigned());
    digits.chunks(4).map(byte).collect()
}

fn u8(x: usize) -> Arg<'static> {
    Arg::U8(x.try_into().unwrap())
}

fn u16(x: usize) -> Arg<'static> {
    Arg::U16(x.try_into().unwrap())
}

/// Both tables, from their definition.
fn tables(shape: Shape, f: &[i16]) -> Vec<i16> {
    let n = shape.n;
    let f = |i: usize| i64::from(f[i]);
    let sums = (0..n - 1).map(|i| f(i) + f(i + 1)).chain([f(0) + f(n - 1)]);
    let first: Vec<i64> = sums.chain((1..n).map(f)).map(|x| x.rem_euclid(shape.q)).collect();
    let second = first.iter().map(|x| shape.q - x);
    first.iter().copied().chain(second).map(|x| x.try_into().unwrap()).collect()
}

/// The buffer that holds f as `ternary_tables` expects it.
fn buffer(f: &[i16], operands: &mut Operands) -> Vec<u8> {
    let n = f.len();
    let mut buffer = operands.uniform(8 * n - 4);
    buffer[2 * (n - 1)..2 * (2 * n - 1)].copy_from_slice(&bytes(f));
    buffer
}

fn call_tables(bench: &mut Bench, shape: Shape, buffer: &mut [u8]) {
    let cycles = 103 * (shape.n as u64 - 1) / 2 + 64;
    bench.call(cycles, &mut [Arg::InOut(buffer), u16(shape.n), u16(shape.q as usize)]);
}

#[test]
fn ternary_tables() {
    every_chip("ternary_tables", |bench, operands| {
        for shape in Shape::all(bench) {
            for _ in 0..4 {
                let f = shape.coefficients(operands);
                let mut buffer = buffer(&f, operands);
                call_tables(bench, shape, &mut buffer);
                assert_eq!(words(&buffer), tables(shape, &f));
            }
        }
    });
}

fn call_terms(bench: &mut Bench, shape: Shape, digits: &[i8]) -> Vec<u8> {
    let Shape { n, w, k, .. } = shape;
    let (first, blocks) = (shape.first(), shape.blocks());
    let mut terms = vec![0; shape.size()];
    let cycles = 86 + 111 * (n - 1) / 4 + 19 * w + 5 * blocks + if first == 0 { 2 } else { 0 };
    let packed = pack(digits);
    let mut args = [Arg::Out(&mut terms), Arg::In(&packed), u16(n), u16(w), u8(first), u8(blocks), u8(k)];
    bench.call(cycles as u64, &mut args);
    terms
}

#[test]
fn ternary_terms() {
    every_chip("ternary_terms", |bench, operands| {
        for shape in Shape::all(bench) {
            let n = shape.n;
            for round in 0..8 {
                let mut digits = shape.digits(operands);
                if round >= 6 {
                    // Another weight, and bits that no packing makes.
                    let share = operands.below(64);
                    digits.fill_with(|| if operands.below(64) < share { [-1, 1, 2][operands.below(3)] } else { 0 });
                }
                let terms = call_terms(bench, shape, &digits);
                let expected = digits.iter().enumerate().filter_map(|(j, digit)| match digit {
                    1 => Some(2 * (n - 1 - j)),
                    -1 => Some(2 * (n - 1 - j) + 4 * n - 2),
                    _ => None,
                });
                let expected: Vec<usize> = expected.take(shape.w).collect();
                let found: Vec<usize> =
                    shape.places().map(|at| usize::from(u16::from_le_bytes([terms[at], terms[at + 1]]))).collect();
                let (found, open) = found.split_at(expected.len());
                assert_eq!(found, expected);
                assert!(open.iter().all(|place| place % 2 == 0 && place / 2 + n <= 4 * n - 2));
                assert!(open.is_empty() || round >= 6);
            }
        }
    });
}

fn call_sums(bench: &mut Bench, shape: Shape, tables: &mut [u8], terms: &mut [u8]) {
    let Shape { n, q, w, k } = shape;
    let (first, blocks, passes) = (shape.first(), shape.blocks(), n / 12);
    let d = match k {
        14 => 3,
        12 => 10,
        10 => 13,
        9 => 16,
        _ => 17,
    };
    let pass = 825 + 78 * w + 3 * first + (28 + d) * blocks + 110 * (blocks / 2) + 50 * (blocks % 2);
    let cycles = 464 + 44 * w + 6 * blocks + passes * pass + if first == 0 { 2 * passes + 2 } else { 0 };
    let c = usize::try_from((1 << 24) / q).unwrap();
    bench.call(
        cycles as u64,
        &mut [Arg::InOut(tables), Arg::InOut(terms), u8(passes), u8(first), u8(blocks), u8(k), u16(q as usize), u16(c)],
    );
}

#[test]
fn ternary_sums() {
    every_chip("ternary_sums", |bench, operands| {
        for shape in Shape::all(bench) {
            let Shape { n, q, .. } = shape;
            for kind in 0..if n > 41 { 2 } else { 5 } {
                // Any tables and any places: the largest coefficients, zeros and ones, all.
                let mut tables = vec![0_i16; 4 * n - 2];
                let range = usize::try_from(q + 1).unwrap();
                tables.fill_with(|| match kind {
                    0 => q.try_into().unwrap(),
                    1 | 2 => operands.below(range).try_into().unwrap(),
                    3 => operands.below(2).try_into().unwrap(),
                    _ => [0, 1, q - 1, q][operands.below(4)].try_into().unwrap(),
                });
                let places: Vec<usize> =
                    (0..shape.w).map(|_| operands.below(n) + (2 * n - 1) * operands.below(2)).collect();
                let mut terms = operands.uniform(shape.size());
                for (at, place) in shape.places().zip(&places) {
                    terms[at..at + 2].copy_from_slice(&u16::try_from(2 * place).unwrap().to_le_bytes());
                }
                let before = terms.clone();
                let mut buffer = bytes(&tables);
                call_sums(bench, shape, &mut buffer, &mut terms);
                let sum = |i: usize| places.iter().map(|place| i64::from(tables[place + i])).sum();
                let expected: Vec<i16> = (0..n).map(|i| shape.centred(sum(i))).chain(tables[n..].to_vec()).collect();
                assert_eq!(words(&buffer), expected);
                assert!(shape.places().all(|at| terms[at..at + 2] == before[at..at + 2]));
            }
        }
    });
}

#[test]
fn ternary_first() {
    every_chip("ternary_first", |bench, operands| {
        for (n, q, w) in RINGS {
            let shape = Shape::new(n, q, w[0]);
            if 4 * n + 256 > usize::from(bench.machine().mcu().ram_size) {
                continue;
            }
            for _ in 0..300 {
                let mut table = vec![0; 2 * n - 1];
                let [first, sum, f] = [0; 3].map(|_| shape.coefficients(operands)[operands.below(n)]);
                let digit = operands.below(3) as i64 - 1;
                table[0] = first;
                table[n - 1] = sum;
                table[2 * n - 2] = i64::from(f).rem_euclid(q).try_into().unwrap();
                let mut buffer = bytes(&table);
                table[0] = shape.centred(i64::from(first) - i64::from(sum) + digit * i64::from(f));
                let last = usize::from(operands.byte()) & 0xFC | usize::try_from(digit + 1).unwrap();
                bench.call_constant(&mut [Arg::InOut(&mut buffer), u16(n), u16(q as usize), u8(last)]);
                assert_eq!(words(&buffer), table);
            }
            // Together with the models of the other kernels, it is the product.
            let (f, g) = (shape.coefficients(operands), shape.digits(operands));
            let mut table = tables(shape, &f);
            table.truncate(2 * n - 1);
            let sum =
                |i: usize| g.iter().enumerate().map(|(j, g)| i64::from(*g) * i64::from(table[n - 1 - j + i])).sum();
            let sums: Vec<i16> = (0..n).map(|i| shape.centred(sum(i))).collect();
            table[..n].copy_from_slice(&sums);
            let mut buffer = bytes(&table);
            let last = (g[n - 1] + 1).cast_unsigned().into();
            bench.call_constant(&mut [Arg::InOut(&mut buffer), u16(n), u16(q as usize), u8(last)]);
            assert_eq!(words(&buffer)[..n], product(shape, &f, &g));
        }
    });
}

/// f*g mod (x^n - x - 1, q) by the schoolbook.
fn product(shape: Shape, f: &[i16], g: &[i8]) -> Vec<i16> {
    let n = shape.n;
    let mut wide = vec![0; 2 * n];
    for (i, f) in f.iter().enumerate() {
        for (wide, g) in wide[i..].iter_mut().zip(g) {
            *wide += i64::from(*f) * i64::from(*g);
        }
    }
    for i in (n..2 * n - 1).rev() {
        wide[i - n] += wide[i];
        wide[i - n + 1] += wide[i];
    }
    wide[..n].iter().map(|x| shape.centred(*x)).collect()
}

/// Blocks of one sign: enough for any division of the terms among the signs.
const fn sign_blocks(shape: Shape) -> usize {
    shape.w.div_ceil(shape.k) + 1
}

/// Small shapes, and the rings with their weights and with any weight, as far as they fit into the chip.
fn strip_shapes(bench: &Bench) -> Vec<Shape> {
    let ram = usize::from(bench.machine().mcu().ram_size);
    let small = RINGS.iter().flat_map(|(_, q, _)| [5, 28, 29, 41].map(|w| Shape::new(41, *q, w)));
    let sets = RINGS.iter().flat_map(|(n, q, w)| [w[0], w[1], *n].map(|w| Shape::new(*n, *q, w)));
    let size = |shape: &Shape| 2 * shape.n + sign_blocks(*shape) * (2 * shape.k + 13) + shape.n / 4 + 600;
    small.chain(sets).filter(|shape| size(shape) < ram).collect()
}

fn call_blocks(bench: &mut Bench, shape: Shape, zeros: usize, digits: &[i8]) -> Vec<u8> {
    let Shape { n, w, k, .. } = shape;
    let blocks = sign_blocks(shape);
    let mut terms = vec![0; 38 + blocks * (2 * k + 13)];
    let cycles = 191 + 7 * blocks * (k + 1) + 253 * (n - 1) / 4;
    let packed = pack(digits);
    let mut args = [Arg::Out(&mut terms), Arg::In(&packed), u16(n), u16(w), u16(zeros), u8(blocks), u8(k)];
    bench.call(cycles as u64, &mut args);
    terms
}

/// What blocks hold: places with their signs, 0 for zeros; and the number of blocks of -1.
fn read_blocks(shape: Shape, terms: &[u8], zeros: usize) -> (Vec<(usize, i8)>, usize) {
    let stride = 2 * shape.k + 13;
    let blocks = terms[1..].chunks_exact(stride).take(sign_blocks(shape));
    let turns: Vec<usize> = blocks.clone().zip(0..).filter_map(|(block, b)| (block[0] != 0).then_some(b)).collect();
    let &[negative] = &turns[..] else { panic!("one block turns: {turns:?}") };
    assert_eq!(terms[1 + negative * stride], 0xFF);
    let places = blocks.zip(0..).flat_map(|(block, b)| {
        block[13..].chunks_exact(2).map(move |place| {
            let place = usize::from(u16::from_le_bytes([place[0], place[1]]));
            let sign = if b < negative { -1 } else { 1 };
            (place, if place == zeros { 0 } else { sign })
        })
    });
    (places.collect(), negative)
}

#[test]
fn ternary_blocks() {
    every_chip("ternary_blocks", |bench, operands| {
        for shape in strip_shapes(bench) {
            let Shape { n, w, k, .. } = shape;
            for round in 0..16 {
                let mut digits = shape.digits(operands);
                if round >= 6 {
                    // Blocks that are just full; another weight; bits that no packing makes.
                    let negative = k * operands.below(1 + w / k) + operands.below(2);
                    for (count, digit) in digits.iter_mut().filter(|digit| **digit != 0).enumerate() {
                        *digit = if count < negative { -1 } else { 1 };
                    }
                }
                if round >= 12 {
                    let share = operands.below(64);
                    digits.fill_with(|| if operands.below(64) < share { [-1, 1, 2][operands.below(3)] } else { 0 });
                }
                let zeros = 2 * n + 2 * operands.below(100);
                let terms = call_blocks(bench, shape, zeros, &digits);
                let (mut found, negative) = read_blocks(shape, &terms, zeros);
                found.retain(|(_, sign)| *sign != 0);
                found.sort_unstable();
                let digits = digits.iter().zip(0..).filter(|(digit, _)| matches!(digit, -1 | 1)).take(w);
                let mut expected: Vec<(usize, i8)> = digits.map(|(digit, j)| (2 * (n - 1 - j), *digit)).collect();
                expected.sort_unstable();
                assert_eq!(found, expected);
                let minus = expected.iter().filter(|(_, sign)| *sign < 0).count();
                assert_eq!(negative, minus.div_ceil(k));
                assert_eq!(usize::from(terms[0].wrapping_neg()), if negative == 0 { 1 } else { negative });
            }
        }
    });
}

#[test]
fn ternary_strip() {
    every_chip("ternary_strip", |bench, operands| {
        for shape in strip_shapes(bench) {
            let Shape { n, q, w, k } = shape;
            let (blocks, stride) = (sign_blocks(shape), 2 * k + 13);
            for kind in 0..if n > 41 { 3 } else { 12 } {
                // Any table, any places, any division among the signs; at times all of one sign.
                let passes = 1 + operands.below(2);
                let (rows, zeros) = (n - 1 + 12 * passes, 2 * (n - 1 + 12 * passes));
                let mut table = shape.coefficients(operands);
                table.resize_with(rows, || shape.coefficients(operands)[0]);
                table.resize(rows + 12 * passes, 0);
                let minus = if kind < 2 { kind * w } else { operands.below(w + 1) };
                let (before, mut terms) = (minus.div_ceil(k), operands.uniform(38 + blocks * stride));
                terms[0] = if before == 0 { 0xFF } else { 0_u8.wrapping_sub(before.try_into().unwrap()) };
                let mut places = Vec::new();
                for b in 0..blocks {
                    terms[1 + b * stride] = if b == before { 0xFF } else { 0 };
                    for i in 0..k {
                        // The first terms of the first blocks, the last ones of the last blocks.
                        let (sign, free) =
                            if b < before { (-1, b * k + i >= minus) } else { (1, (blocks - b) * k - i > w - minus) };
                        let place = if free { zeros / 2 } else { operands.below(n) };
                        let at = 1 + b * stride + 13 + 2 * i;
                        terms[at..at + 2].copy_from_slice(&u16::try_from(2 * place).unwrap().to_le_bytes());
                        places.push((place, sign));
                    }
                }
                let sum = |i: usize| places.iter().map(|(place, sign)| i64::from(table[place + i]) * sign).sum();
                let expected: Vec<i16> = (0..12 * passes).map(|i| shape.centred(sum(i))).collect();
                let mut out = vec![0; 24 * passes];
                let d = match k {
                    14 => 3,
                    12 => 10,
                    10 => 13,
                    9 => 16,
                    _ => 17,
                };
                let pass = 851 + blocks * (54 + d + 78 * k) + 188 * (blocks / 2) + 94 * (blocks % 2);
                let table = bytes(&table);
                bench.call(
                    (175 + passes * pass) as u64,
                    &mut [
                        Arg::Out(&mut out),
                        Arg::In(&table),
                        Arg::InOut(&mut terms),
                        u8(passes),
                        u8(blocks),
                        u8(k),
                        u16(q as usize),
                        u16(usize::try_from((1 << 24) / q).unwrap()),
                    ],
                );
                assert_eq!(words(&out), expected, "n = {n}, w = {w}, {minus} of -1");
            }
        }
    });
}

#[test]
fn ternary_neighbours() {
    every_chip("ternary_neighbours", |bench, operands| {
        for (n, q, _) in RINGS {
            for n in [2, 3, 41, n] {
                if 2 * n + 256 > usize::from(bench.machine().mcu().ram_size) {
                    continue;
                }
                for _ in 0..4 {
                    let shape = Shape::new(n, q, 0);
                    let f = shape.coefficients(operands);
                    let mut table = bytes(&f);
                    bench.call(34 * n as u64 + 38, &mut [Arg::InOut(&mut table), u16(n), u16(q as usize)]);
                    let before = f.iter().cycle().skip(n - 1);
                    let sums =
                        f.iter().zip(before).map(|(f, before)| shape.centred(i64::from(*f) + i64::from(*before)));
                    assert_eq!(words(&table), sums.collect::<Vec<i16>>());
                }
            }
        }
    });
}

#[test]
fn ternary_slide() {
    every_chip("ternary_slide", |bench, operands| {
        for quads in [1, 2, 163] {
            for step in [1, 12, 96, 255] {
                let before = operands.uniform(8 * quads + 2 * step);
                let mut table = before.clone();
                bench.call(36 * quads as u64 + 9, &mut [Arg::InOut(&mut table), u16(quads), u8(step)]);
                assert_eq!(table[..8 * quads], before[2 * step..]);
                assert_eq!(table[8 * quads..], before[8 * quads..]);
            }
        }
    });
}
