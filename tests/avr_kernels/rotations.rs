//! Sparse products modulo x^n - 1 over Z/2^16, as NTRUEncrypt needs them, against products of dense polynomials.

use sunbear::sim::call::Arg;

use crate::bench::{Bench, Operands, every_chip};

/// n, and how many terms of each sign the three lists of a product-form polynomial have.
const SETS: [(usize, [usize; 3]); 3] = [(443, [9, 8, 5]), (587, [10, 10, 8]), (743, [11, 11, 15])];

/// Coefficients a pass.
const BATCH: usize = 12;
/// Terms that a call may have.
const MOST: usize = 30;

/// What becomes of the sums.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Put,
    Add,
    Repeat,
}

/// Terms of both signs.
struct Terms {
    all: Vec<u16>,
    plus: usize,
}

impl Terms {
    /// Random places, or all at one end: a place may be taken more than once.
    fn new(operands: &mut Operands, n: usize, plus: usize, minus: usize) -> Self {
        let kind = operands.below(4);
        let mut place = || match (kind, operands.below(4)) {
            (0, _) | (1, 0) => 0,
            (1, 1) | (2, _) => n - 1,
            _ => operands.below(n),
        };
        Self { all: (0..plus + minus).map(|_| u16::try_from(place()).unwrap()).collect(), plus }
    }

    fn minus(&self) -> usize {
        self.all.len() - self.plus
    }

    /// The polynomial.
    fn dense(&self, n: usize) -> Vec<i64> {
        let mut dense = vec![0; n];
        for (i, term) in self.all.iter().enumerate() {
            dense[usize::from(*term)] += if i < self.plus { 1 } else { -1 };
        }
        dense
    }
}

/// a·b modulo x^n - 1.
fn product(a: &[i64], b: &[i64]) -> Vec<i64> {
    let n = a.len();
    let mut long = vec![0; 2 * n];
    for (i, a) in a.iter().enumerate().filter(|(_, a)| **a != 0) {
        for (j, b) in b.iter().enumerate().filter(|(_, b)| **b != 0) {
            long[i + j] += a * b;
        }
    }
    (0..n).map(|i| long[i] + long[i + n]).collect()
}

/// Modulo 2^16.
fn word(x: i64) -> u16 {
    u16::try_from(x.rem_euclid(1 << 16)).unwrap()
}

fn bytes(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]])).collect()
}

/// `len` coefficients of n that repeat.
fn repeated(coefficients: &[i64], len: usize) -> Vec<u16> {
    coefficients.iter().cycle().take(len).map(|x| word(*x)).collect()
}

/// Calls the kernel, which takes the time that its head says, and returns the cycles.
fn call(bench: &mut Bench, out: &mut [u8], window: &[u16], terms: &Terms, n: usize, passes: usize, mode: Mode) -> u64 {
    let (plus, minus) = (terms.plus, terms.minus());
    let each = match mode {
        Mode::Put => 0,
        Mode::Add => 36,
        Mode::Repeat => 69,
    };
    let zeros = usize::from(plus == 0) + usize::from(minus == 0);
    let cycles = 115 + 16 * terms.all.len() + passes * (100 + 80 * terms.all.len() + each) + zeros * (2 + 2 * passes);
    let (window, listed) = (bytes(window), bytes(&terms.all));
    let mut args = [
        if mode == Mode::Add { Arg::InOut(out) } else { Arg::Out(out) },
        Arg::In(&window),
        Arg::In(&listed),
        Arg::U16(u16::try_from(n).unwrap()),
        Arg::U8(u8::try_from(plus).unwrap()),
        Arg::U8(u8::try_from(minus).unwrap()),
        Arg::U8(u8::try_from(passes).unwrap()),
        Arg::U8(mode as u8),
    ];
    bench.call(cycles as u64, &mut args);
    cycles as u64
}

/// Coefficients of many kinds.
fn coefficients(operands: &mut Operands, n: usize) -> Vec<i64> {
    words(&operands.bytes(2 * n)).into_iter().map(i64::from).collect()
}

/// Whether the buffers of a product of n coefficients fit into the chip.
fn fits(bench: &Bench, n: usize) -> bool {
    4 * (n + BATCH * n.div_ceil(BATCH)) + 2 * MOST + 256 < usize::from(bench.machine().mcu().ram_size)
}

#[test]
fn rotations() {
    every_chip("rotations", |bench, operands| {
        let lengths = [1, 11, 12, 13, 25, 101, 128, 443, 587, 743];
        let counts = [
            (15, 15),
            (15, 14),
            (MOST, 0),
            (0, MOST),
            (1, MOST - 1),
            (9, 9),
            (8, 8),
            (5, 5),
            (2, 1),
            (1, 2),
            (1, 1),
            (0, 1),
            (4, 0),
            (0, 0),
        ];
        let lengths: Vec<usize> = lengths.into_iter().filter(|n| fits(bench, *n)).collect();
        for n in lengths {
            for (plus, minus) in counts {
                for mode in [Mode::Put, Mode::Add, Mode::Repeat] {
                    let terms = Terms::new(operands, n, plus, minus);
                    let a = coefficients(operands, n);
                    let passes = n.div_ceil(BATCH);
                    let len = BATCH * passes + if mode == Mode::Repeat { n } else { 0 };
                    let mut out = operands.bytes(2 * len);
                    let before = if mode == Mode::Add { words(&out) } else { vec![0; len] };
                    let sums = repeated(&product(&a, &terms.dense(n)), len);
                    let expected: Vec<u16> = before.iter().zip(sums).map(|(x, y)| x.wrapping_add(y)).collect();
                    call(bench, &mut out, &repeated(&a, n + BATCH * passes), &terms, n, passes, mode);
                    assert_eq!(words(&out), expected, "n = {n}, {plus} + {minus} terms");
                }
            }
        }
    });
}

/// All sums wrap, up and down; and passes that end before n.
#[test]
fn rotations_at_the_edges() {
    every_chip("rotations", |bench, _| {
        let n = 40;
        for value in [0, 1, 0x7fff, 0x8000, 0xffff] {
            for (plus, minus) in [(MOST, 0), (0, MOST), (15, 15), (MOST - 1, 1), (1, MOST - 1)] {
                for passes in [1, 3] {
                    let all = (0..plus + minus).map(|j| if j % 2 == 0 { 0 } else { 39 }).collect();
                    let terms = Terms { all, plus };
                    let window = vec![word(value); n + BATCH * passes];
                    let mut out = vec![0xff; 2 * BATCH * passes];
                    call(bench, &mut out, &window, &terms, n, passes, Mode::Add);
                    let sum = value * (plus as i64 - minus as i64) - 1;
                    assert_eq!(words(&out), vec![word(sum); BATCH * passes]);
                }
            }
        }
    });
}

/// (h·r1)·r2 + h·r3 in three calls, the first of which makes the window of the second.
#[test]
fn product_form() {
    every_chip("rotations", |bench, operands| {
        // The sets do not fit the smallest chip; whatever the chip, the kernel's stack is seen.
        let small = (48, [MOST / 2, 2, 3], None);
        let totals = [146_274, 240_606, 393_679];
        let sets = SETS.iter().zip(totals).map(|((n, counts), total)| (*n, *counts, Some(total)));
        let fitting: Vec<_> = sets.chain([small]).filter(|(n, ..)| fits(bench, *n)).collect();
        for (n, counts, total) in fitting {
            for _ in 0..3 {
                let [r1, r2, r3] = counts.map(|count| Terms::new(operands, n, count, count));
                let h = coefficients(operands, n);
                let passes = n.div_ceil(BATCH);
                let window = repeated(&h, n + BATCH * passes);

                let mut second = vec![0; 2 * window.len()];
                let mut out = vec![0; 2 * BATCH * passes];
                let mut cycles = call(bench, &mut second, &window, &r1, n, passes, Mode::Repeat);
                cycles += call(bench, &mut out, &words(&second), &r2, n, passes, Mode::Put);
                cycles += call(bench, &mut out, &window, &r3, n, passes, Mode::Add);

                // As one polynomial: r1·r2 + r3 first.
                let r = product(&r1.dense(n), &r2.dense(n));
                let r: Vec<i64> = r.iter().zip(r3.dense(n)).map(|(a, b)| a + b).collect();
                let expected = repeated(&product(&h, &r), n);
                assert_eq!(words(&out)[..n], expected);
                assert_eq!(total.unwrap_or(cycles), cycles, "n = {n}");
            }
        }
    });
}

/// More terms than a call may have, an odd number: g of key generation. One sign after the other, the later calls add.
#[test]
fn many_terms() {
    every_chip("rotations", |bench, operands| {
        let lists = [(48, 31, 30), (443, 149, 148), (587, 197, 196), (743, 248, 247)];
        let fitting: Vec<_> = lists.into_iter().filter(|(n, ..)| fits(bench, *n)).collect();
        for (n, plus, minus) in fitting {
            let all = Terms::new(operands, n, plus, minus);
            let a = coefficients(operands, n);
            let passes = n.div_ceil(BATCH);
            let window = repeated(&a, n + BATCH * passes);
            let mut out = vec![0; 2 * BATCH * passes];
            let mut mode = Mode::Put;
            let (up, down) = all.all.split_at(plus);
            let slices = up.chunks(MOST).map(|slice| (slice, slice.len()));
            for (slice, plus) in slices.chain(down.chunks(MOST).map(|slice| (slice, 0))) {
                call(bench, &mut out, &window, &Terms { all: slice.to_vec(), plus }, n, passes, mode);
                mode = Mode::Add;
            }
            assert_eq!(words(&out)[..n], repeated(&product(&a, &all.dense(n)), n));
        }
    });
}
