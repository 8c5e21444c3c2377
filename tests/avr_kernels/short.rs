//! Short polynomials of NTRU Prime from random words: the order of the words, against a sort.

use sunbear::sim::call::Arg;

use crate::bench::{Operands, every_chip};

/// The degrees of the rings.
const DEGREES: [usize; 6] = [653, 761, 857, 953, 1013, 1277];

/// Words of many kinds: uniform, few values, equal in some bytes, in order.
fn words(operands: &mut Operands, n: usize) -> Vec<u32> {
    let mask = [u32::MAX, u32::MAX, 0xff00_00ff, 0x00ff_0003, 0x8000_0001, 3, 0][operands.below(7)];
    let base = [0, u32::MAX, 0x8000_0000, operands.word() as u32][operands.below(4)] & !mask;
    let mut words: Vec<u32> = (0..n).map(|_| operands.word() as u32 & mask | base).collect();
    match operands.below(5) {
        0 => words.sort_unstable(),
        1 => {
            words.sort_unstable();
            words.reverse();
        }
        2 => words[operands.below(n)] = u32::MAX,
        3 => words[operands.below(n)] = 0,
        _ => {}
    }
    words
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The low two bits of the words in their order, four a byte.
fn packed(mut words: Vec<u32>) -> Vec<u8> {
    words.sort_unstable();
    words.chunks(4).map(|four| four.iter().rev().fold(0, |byte, word| byte << 2 | (word & 3) as u8)).collect()
}

#[test]
fn short_radix() {
    every_chip("short_radix", |bench, operands| {
        let ram = bench.machine().mcu().ram_size as usize;
        let small = [1, 2, 3, 4, 5, 100, 133, 255, 256, 257, 512];
        for n in small.into_iter().chain(DEGREES).filter(|n| 9 * n + 767 + 200 < ram) {
            for _ in 0..if n > 300 { 6 } else { 12 } {
                let words = words(operands, n);
                let mut out = vec![0; n.div_ceil(4)];
                let (mut memory, mut scratch) = (bytes(&words), vec![0; 4 * n + 767]);
                let cycles = 18346 + 178 * n + 26 * n.div_ceil(4) + 16 * n.div_ceil(256);
                let mut args =
                    [Arg::Out(&mut out), Arg::InOut(&mut memory), Arg::U16(n as u16), Arg::Out(&mut scratch)];
                bench.call(cycles as u64, &mut args);
                assert_eq!(out, packed(words), "{n} words");
            }
        }
    });
}

#[test]
fn short_heap() {
    const CYCLES: [(usize, u64); 14] = [
        (3, 749),
        (5, 1164),
        (7, 2140),
        (9, 2653),
        (127, 65834),
        (255, 144_992),
        (257, 145_995),
        (401, 217_311),
        (653, 393_254),
        (761, 452_033),
        (857, 504_281),
        (953, 556_529),
        (1013, 589_184),
        (1277, 833_782),
    ];
    every_chip("short_heap", |bench, operands| {
        let ram = bench.machine().mcu().ram_size as usize;
        for (n, cycles) in CYCLES.into_iter().filter(|(n, _)| 4 * n + n / 4 + 200 < ram) {
            for _ in 0..if n > 300 { 4 } else { 12 } {
                let words = words(operands, n);
                let (mut out, mut memory) = (vec![0; n.div_ceil(4)], bytes(&words));
                bench.call(cycles, &mut [Arg::Out(&mut out), Arg::InOut(&mut memory), Arg::U16(n as u16)]);
                assert_eq!(memory, vec![0; 4 * n]);
                assert_eq!(out, packed(words), "{n} words");
            }
        }
    });
}
