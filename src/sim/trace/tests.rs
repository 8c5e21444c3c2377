//! Small programs whose cycles one can add up with the data sheet at hand, on every chip, and whole operations.

use std::collections::BTreeMap;
use std::path::Path;
use std::string::ToString;

use super::super::Error;
use super::super::call::{Arg, Caller, assemble, program};
use super::super::mcu::{ALL, Mcu};
use super::super::measure::{Operation, Subject};
use super::super::source::tests::bare;
use super::super::toolchain::Toolchain;
use super::*;

const BEGIN: &str = "ldi r16, 1\n out 0x1e, r16\n";
/// One cycle of it lies before the mark.
const END: &str = "\n ldi r16, 2\n out 0x1e, r16\n cli\n sleep\n 9: rjmp 9b\n";

/// Cycles of the instructions that depend on the width of the program counter, by the data sheets.
struct Costs {
    rcall: u64,
    call: u64,
    ret: u64,
}

fn costs(mcu: &Mcu) -> Costs {
    match mcu.pc_bytes {
        2 => Costs { rcall: 3, call: 4, ret: 4 },
        _ => Costs { rcall: 4, call: 5, ret: 5 },
    }
}

/// Traces the program on every chip: `main` between the marks, and functions behind it.
fn each(main: &str, functions: &str, mut check: impl FnMut(&Trace, &Costs, &'static Mcu)) {
    for mcu in &ALL {
        let image = program(mcu, &[BEGIN, main, END, functions].concat());
        let (machine, trace) = Trace::run(Machine::load(mcu, &image).unwrap(), bare()).unwrap();
        let outside = machine.cycles_inside(1, 2, 3, 4).unwrap();
        assert_eq!(trace.cycles(), machine.cycles_between(1, 2).unwrap() - outside);
        assert_exact(&trace);
        check(&trace, &costs(mcu), mcu);
    }
}

/// Every way of cutting the cycles up gives all of them.
fn assert_exact(trace: &Trace) {
    let cycles = trace.cycles();
    assert_eq!(trace.histogram().iter().sum::<u64>(), cycles);
    assert_eq!(trace.functions().iter().map(|function| function.exclusive).sum::<u64>(), cycles);
    assert_eq!(trace.record.inclusive()[0], cycles);
    assert_eq!(trace.shares().sum(), cycles);
    let mut sum = 0;
    for line in trace.collapsed().lines() {
        let (stack, cycles) = line.split_once(' ').unwrap();
        assert!(stack.split(';').all(|level| !level.is_empty()), "{line}");
        sum += cycles.parse::<u64>().unwrap();
    }
    assert_eq!(sum, cycles);
}

/// Calls, exclusive and inclusive cycles of a symbol.
fn of(trace: &Trace, symbol: &str) -> (u64, u64, u64) {
    let functions = trace.functions();
    let function = functions.iter().find(|function| function.symbol == symbol).unwrap();
    (function.calls, function.exclusive, function.inclusive)
}

fn per_call(trace: &Trace, symbol: &str) -> (u64, u64, u64) {
    let call = trace.per_call(|name| name == symbol).unwrap();
    (call.calls, call.cycles_min, call.cycles_max)
}

/// The collapsed stacks as a table.
fn stacks(trace: &Trace) -> BTreeMap<String, u64> {
    let text = trace.collapsed();
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    assert!(lines.is_sorted(), "{text}");
    lines.into_iter().map(|(stack, cycles)| (stack.to_string(), cycles.parse().unwrap())).collect()
}

fn table<const N: usize>(rows: [(&str, u64); N]) -> BTreeMap<String, u64> {
    rows.into_iter().map(|(stack, cycles)| (stack.to_string(), cycles)).collect()
}

#[test]
fn calls_of_every_kind() {
    let main = "rcall f\n call f\n ldi r30, lo8(gs(f))\n ldi r31, hi8(gs(f))\n icall";
    // A loop of two, and a subroutine of its own that is no function.
    let f = ".global f\n f: nop\n rcall 2f\n ldi r24, 2\n 1: dec r24\n brne 1b\n ret\n 2: nop\n ret";
    each(main, f, |trace, Costs { rcall, call, ret }, _| {
        // icall takes as long as rcall.
        let main = rcall + call + 2 + rcall + 1;
        let f = 1 + rcall + 1 + (1 + 2 + 1 + 1) + ret + (1 + ret);
        assert_eq!(of(trace, "main"), (0, main, main + 3 * f));
        assert_eq!(of(trace, "f"), (3, 3 * f, 3 * f));
        assert_eq!(per_call(trace, "f"), (3, f, f));
        assert_eq!(trace.per_call(|name| name == "main"), None);
        assert_eq!(stacks(trace), table([("main", main), ("main;f", 3 * f)]));
        assert_eq!(trace.functions()[0].symbol, "f");
    });
}

#[test]
fn a_recursion_is_counted_once() {
    let f = ".global f\n f: dec r24\n breq 1f\n rcall f\n 1: ret";
    each("ldi r24, 3\n rcall f", f, |trace, Costs { rcall, ret, .. }, _| {
        let (main, outer, inner) = (1 + rcall + 1, 1 + 1 + rcall + ret, 1 + 2 + ret);
        assert_eq!(of(trace, "f"), (3, 2 * outer + inner, 2 * outer + inner));
        assert_eq!(per_call(trace, "f"), (3, inner, 2 * outer + inner));
        let expected = [("main", main), ("main;f", outer), ("main;f;f", outer), ("main;f;f;f", inner)];
        assert_eq!(stacks(trace), table(expected));
    });
}

/// By a jump, and by going on into the next function. The return is the last one's.
#[test]
fn a_tail_call_takes_the_place_of_its_caller() {
    let functions = ".global f\n f: nop\n rjmp h\n .global g\n g: nop\n nop\n .global h\n h: nop\n ret";
    each("rcall f\n rcall g\n rcall h", functions, |trace, Costs { rcall, ret, .. }, _| {
        assert_eq!(of(trace, "f"), (1, 3, 3));
        assert_eq!(of(trace, "g"), (1, 2, 2));
        assert_eq!(of(trace, "h"), (3, 3 * (1 + ret), 3 * (1 + ret)));
        assert_eq!(per_call(trace, "f"), (1, 3, 3));
        assert_eq!(per_call(trace, "h"), (3, 1 + ret, 1 + ret));
        let expected = [("main", 3 * rcall + 1), ("main;f", 3), ("main;g", 2), ("main;h", 3 * (1 + ret))];
        assert_eq!(stacks(trace), table(expected));
    });
}

/// `g` returns past `f`, whose return address it drops; `h` goes to `k` by returning to it.
#[test]
fn return_addresses_dropped_and_made() {
    let functions = ".global f\n f: rcall g\n nop\n .global g\n g: pop r0\n pop r0\n \
        #ifdef EIND\n pop r0\n #endif\n ret\n \
        .global h\n h: ldi r24, lo8(gs(k))\n ldi r25, hi8(gs(k))\n push r24\n push r25\n \
        #ifdef EIND\n push r1\n #endif\n ret\n .global k\n k: nop\n ret";
    each("rcall f\n rcall h\n nop", &functions.replace(" #", "\n#"), |trace, Costs { rcall, ret, .. }, mcu| {
        let stack = 2 * u64::from(mcu.pc_bytes);
        let expected = [
            ("main", 2 * rcall + 1 + 1),
            ("main;f", *rcall),
            ("main;f;g", stack + ret),
            ("main;h", 2 + stack + ret),
            ("main;k", 1 + ret),
        ];
        assert_eq!(stacks(trace), table(expected));
        assert_eq!(per_call(trace, "f"), (1, rcall + stack + ret, rcall + stack + ret));
    });
}

#[test]
fn what_comes_from_outside_is_left_out() {
    let f = ".global f\n f: ldi r16, 3\n out 0x1e, r16\n call g\n ldi r16, 4\n out 0x1e, r16\n nop\n ret\n \
        .global g\n g: nop\n ret";
    each("rcall f", f, |trace, Costs { rcall, ret, .. }, _| {
        let f = 1 + 1 + ret;
        assert_eq!(stacks(trace), table([("main", rcall + 1), ("main;f", f)]));
        assert_eq!(of(trace, "g"), (1, 0, 0));
        assert_eq!(per_call(trace, "f"), (1, f, f));
    });
}

/// The interrupt's cycles go to its handler wherever it strikes, and nothing else is miscounted.
#[test]
fn interrupts_are_no_calls_of_what_they_interrupt() {
    let main = "ldi r18, 1\n out _SFR_IO_ADDR(TCCR0B), r18\n sts TIMSK0, r18\n ldi r19, 250\n sei\n \
        1: rcall f\n dec r19\n brne 1b\n cli";
    let functions = ".global f\n f: ldi r18, 9\n 1: dec r18\n brne 1b\n ret\n \
        .global TIMER0_OVF_vect\n TIMER0_OVF_vect: nop\n reti";
    each(main, functions, |trace, Costs { rcall, ret, .. }, _| {
        let f = 1 + 9 * 3 - 1 + ret;
        let (calls, exclusive, _) = of(trace, "f");
        assert_eq!((calls, exclusive), (250, 250 * f));
        assert_eq!(of(trace, "main").1, 1 + 1 + 2 + 1 + 1 + 250 * (rcall + 1 + 2) - 1 + 1 + 1);
        let functions = trace.functions();
        let handler = functions.iter().find(|function| function.symbol.starts_with("__vector_")).unwrap();
        assert!(handler.calls > 20, "{functions:?}");
        // The interrupt itself takes its cycles before the jump in the table of vectors.
        assert_eq!(handler.exclusive, handler.calls * (1 + ret));
    });
}

#[test]
fn an_operation_without_an_end_is_an_error() {
    let image = program(&ALL[0], &[BEGIN, "cli\n sleep"].concat());
    let run = |image| Trace::run(Machine::load(&ALL[0], image).unwrap(), bare());
    assert!(matches!(run(&image), Err(Error::EndedEarly { .. })));
    let image = program(&ALL[0], "cli\n sleep");
    assert!(matches!(run(&image), Err(Error::EndedEarly { .. })));
}

/// A kernel's cycles as the harness that calls kernels counts them, and its kind of work by its name.
#[test]
fn kernels_are_known_by_name() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("asm/avr/keccak_f1600.S");
    let main = "ldi r24, lo8(state)\n ldi r25, hi8(state)\n call sunbear_keccak_f1600\n rcall f";
    let functions = std::format!(
        ".global f\n f: ldi r24, lo8(state)\n ldi r25, hi8(state)\n call sunbear_keccak_f1600\n ret\n \
         .section .bss\n state: .zero 200\n#include \"{}\"",
        source.display()
    );
    each(main, &functions, |trace, Costs { rcall, call, ret }, mcu| {
        let mut caller = Caller::new(mcu, &assemble(mcu, &[&source]).unwrap()).unwrap();
        let kernel = caller.call("sunbear_keccak_f1600", &mut [Arg::InOut(&mut [0; 200])]).unwrap().cycles;
        assert_eq!(per_call(trace, "sunbear_keccak_f1600"), (2, kernel, kernel));
        let (main, f) = (2 + call + rcall + 1, 2 + call + ret);
        let expected = [
            ("main", main),
            ("main;f", f),
            ("main;f;sunbear_keccak_f1600", kernel),
            ("main;sunbear_keccak_f1600", kernel),
        ];
        assert_eq!(stacks(trace), table(expected));
        assert_eq!(trace.shares(), Shares { hashing: 2 * kernel, other: main + f, ..Shares::default() });
        assert_eq!(trace.ring_product(), None);
        let hottest = trace.hottest(3);
        assert!(hottest.iter().all(|hot| hot.at.symbol.starts_with("sunbear_keccak_f1600")), "{hottest:?}");
    });
}

/// Jobs may hand it from one thread to another.
#[test]
fn a_trace_is_no_threads_own() {
    const fn send<T: Send>() {}
    send::<Trace>();
}

fn operation(set: &str, profile: &str, operation: Operation) -> Option<Program> {
    let toolchain = Toolchain::find().ok()?;
    let subject = Subject { set, profile, operation, mcu: Mcu::find("atmega1284p").unwrap(), timer: false };
    Some(subject.build(&toolchain).unwrap())
}

/// How often each piece of work is done follows from the specification.
#[test]
fn whole_operations() {
    for profile in ["fast", "compact"] {
        let Some(program) = operation("BabyBearEphem", profile, Operation::Decaps) else { return };
        let (measurement, trace) = trace(&program).unwrap();
        assert_eq!(measurement, program.measure().unwrap());
        assert_eq!(trace.cycles(), measurement.cycles);
        assert_exact(&trace);
        // Two noise elements of 312 bytes, the matrix seed and the secret, in blocks of 136 bytes.
        let keccak = trace.per_call(|name| name == "sunbear_keccak_f1600").unwrap();
        assert_eq!(keccak.calls, 2 * 3 + 1 + 1);
        assert_eq!(keccak.cycles_min, keccak.cycles_max);
        let product = trace.ring_product().unwrap();
        assert_eq!(product.calls, 2);
        if profile == "fast" {
            // Three halves of 195 bytes a product, each halved three times.
            assert_eq!(trace.per_call(|name| name == "sunbear_mul_leaf").unwrap().calls, 2 * 3 * 27);
        } else {
            assert_eq!(trace.per_call(|name| name == "sunbear_golden_row").unwrap().calls, 2 * 39);
        }
        // The products are nearly all of the ring's share, the permutation nearly all of hashing.
        let shares = trace.shares();
        assert!((2 * product.cycles_min..2 * product.cycles_min * 11 / 10).contains(&shares.ring), "{shares:?}");
        assert!((8 * keccak.cycles_min..8 * keccak.cycles_min * 11 / 10).contains(&shares.hashing), "{shares:?}");
        assert!(shares.sampling > 0 && shares.coding > 0 && shares.other > 0, "{shares:?}");
        let stacks = trace.collapsed();
        assert!(stacks.lines().all(|line| line == "main" || line.starts_with("main;") || line.starts_with("main ")));
        assert!(stacks.contains(";permute<136>;keccak_f1600;sunbear_keccak_f1600 "), "{stacks}");
    }
}

/// Where the product is a function of its own, its inlined parts and its calls tell the same.
#[test]
fn products_by_lines_are_products_by_calls() {
    let Some(program) = operation("BabyBear", "fast", Operation::Encaps) else { return };
    let (_, trace) = trace(&program).unwrap();
    assert_exact(&trace);
    let product = trace.ring_product().unwrap();
    // A row of two products for each of the two elements, and two for the message.
    assert_eq!(product.calls, 2 * 2 + 2);
    assert_eq!(trace.per_call(|name| name.contains("5dense8multiply")), Some(product));
}

#[test]
fn without_debug_information_kernels_are_still_known() {
    let Some(program) = operation("BabyBearEphem", "fast", Operation::Decaps) else { return };
    let machine = Machine::load(program.mcu(), program.image()).unwrap();
    let (_, trace) = Trace::run(machine, bare()).unwrap();
    assert_exact(&trace);
    let keccak = trace.per_call(|name| name == "sunbear_keccak_f1600").unwrap();
    assert_eq!(keccak.calls, 8);
    let shares = trace.shares();
    assert!(shares.hashing >= 8 * keccak.cycles_min && shares.ring > 0 && shares.coding > 0, "{shares:?}");
    assert_eq!(trace.ring_product(), None);
}
