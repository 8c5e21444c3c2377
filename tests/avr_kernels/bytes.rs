//! Comparison and selection; reading program memory.

use sunbear::sim::call::Arg;

use crate::bench::every_chip;
use crate::contract::Contract;

#[test]
fn difference() {
    every_chip("difference", |bench, operands| {
        for n in (0..40).chain([64, 255, 256, 400]) {
            for round in 0..6 {
                let a = operands.bytes(n.max(1));
                let mut b = a.clone();
                match round {
                    0 => {}
                    1 => b[n.max(1) - 1] ^= 0x80,
                    2 => b[operands.below(n.max(1))] ^= operands.byte(),
                    _ => b = operands.bytes(n.max(1)),
                }
                let expected = a.iter().zip(&b).take(n).fold(0, |or, (a, b)| or | (a ^ b));
                let (groups, rest) = (n as u64 / 4, n as u64 % 4);
                let cycles = 12 + 28 * groups + if rest > 0 { 9 * rest - 2 } else { 0 } + if n < 4 { 2 } else { 0 };
                let mut args = [Arg::In(&a[..n]), Arg::In(&b[..n]), Arg::U16(u16::try_from(n).unwrap())];
                assert_eq!(bench.call(cycles, &mut args).u8(), expected, "{n} bytes");
            }
        }
    });
}

#[test]
fn select() {
    every_chip("select", |bench, operands| {
        for n in (0..5).chain([32, 64, 255]) {
            for difference in 0..=255_u8 {
                if n != 32 && difference.count_ones() > 1 {
                    continue;
                }
                let (equal, otherwise) = (operands.uniform(n), operands.uniform(n));
                let mut out = vec![0; n];
                let cycles = if n == 0 { 21 } else { 19 + 12 * n as u64 };
                let len = u8::try_from(n).unwrap();
                let mut args =
                    [Arg::Out(&mut out), Arg::In(&equal), Arg::In(&otherwise), Arg::U8(len), Arg::U8(difference)];
                bench.call(cycles, &mut args);
                assert_eq!(out, if difference == 0 { equal.clone() } else { otherwise.clone() });
                // In place of either.
                for own in [1, 2] {
                    let mut out = if own == 1 { equal.clone() } else { otherwise.clone() };
                    let other = if own == 1 { &otherwise } else { &equal };
                    let mut args = [
                        Arg::InOut(&mut out),
                        if own == 1 { Arg::Within(0, 0) } else { Arg::In(other) },
                        if own == 1 { Arg::In(other) } else { Arg::Within(0, 0) },
                        Arg::U8(len),
                        Arg::U8(difference),
                    ];
                    bench.call(cycles, &mut args);
                    assert_eq!(out, if difference == 0 { equal.clone() } else { otherwise.clone() });
                }
            }
        }
    });
}

/// The data address of RAMPZ, which other code expects to be 0.
const RAMPZ: u16 = 0x5b;

#[test]
fn flash_read() {
    every_chip("flash_read", |bench, operands| {
        let size = bench.flash().len();
        for round in 0..400 {
            let n = [0, 1, 2, 255, 256, 390, 1000][operands.below(7)];
            // At the ends of the memory, around 64 kB, anywhere.
            let at = match round % 5 {
                0 => 0,
                1 => size - n,
                2 if size > 0x1_0000 => 0x1_0000 - operands.below(n + 1),
                3 if size > 0x1_0000 => 0x1_0000 - n,
                _ => operands.below(size - n),
            };
            let cycles = match n {
                0 => 10,
                _ if at + n <= 0x1_0000 => 14 + 9 * n as u64,
                _ => 17 + 9 * n as u64,
            };
            let mut out = vec![0; n];
            let address = u32::try_from(at).unwrap() | u32::from(operands.byte()) << 24;
            let mut args = [Arg::Out(&mut out), Arg::U32(address), Arg::U16(u16::try_from(n).unwrap())];
            bench.call(cycles, &mut args);
            assert_eq!(out, bench.flash()[at..at + n], "{n} bytes at 0x{at:x}");
            assert_eq!(bench.machine().read(RAMPZ, 1).unwrap(), [0], "RAMPZ");
        }
    });
}

/// The bit of SREG that `bst` sets.
const T: u8 = 1 << 6;

#[test]
fn wipe_stack() {
    every_chip("wipe_stack", |bench, _| {
        for n in (8..=Contract::of("wipe_stack").stack).step_by(8) {
            let cycles = 12 + 5 * u64::from(n);
            // The first call of each pair is left alone, the second one interrupted.
            for interrupted in [false, true] {
                let outcome = bench.call(cycles, &mut [Arg::U16(n)]);
                assert_eq!(outcome.stack, n);
                for register in [0].into_iter().chain(18..=27).chain([30, 31]) {
                    assert_eq!(bench.machine().register(register), 0, "r{register}");
                }
                assert_eq!(bench.machine().sreg() & T, 0);
                if !interrupted {
                    assert!(bench.below_return_address(n).iter().all(|byte| *byte == 0), "{n} bytes");
                }
            }
        }
    });
}
