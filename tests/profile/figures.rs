//! The figures, against a simulator without this library around it, and against binutils.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::process::Command;

use simavr_ffi as simavr;

use super::{fails, number, ok, row, rows, text, tool};
use sunbear::sim::mcu::Mcu;
use sunbear::sim::measure::{Operation, Program, Subject};
use sunbear::sim::toolchain::Toolchain;

fn program(set: &str, profile: &str, operation: Operation) -> Program {
    let mcu = Mcu::find("atmega1284p").unwrap();
    Subject { set, profile, operation, mcu, timer: false }.build(&Toolchain::find().unwrap()).unwrap()
}

/// Cycles between marks as plain simavr counts them: from the end of the instruction that writes 1 to GPIOR0 to the
/// start of the one that writes 2, without what lies between the starts of 3 and the ends of 4.
fn cycles_of_plain_simavr(program: &Program) -> u64 {
    const GPIOR0: usize = 0x3e;
    let flash = program.image().flash();
    let name = CString::new("atmega1284p").unwrap();
    let mut marks: Vec<(u8, u64, u64)> = vec![];
    // SAFETY: a core of its own, initialised once, its flash larger than the image; its data reaches beyond GPIOR0.
    unsafe {
        let avr = simavr::avr_make_mcu_by_name(name.as_ptr());
        assert!(!avr.is_null());
        simavr::avr_init(avr);
        (*avr).frequency = 16_000_000;
        std::ptr::copy_nonoverlapping(flash.as_ptr(), (*avr).flash, flash.len());
        let mut last = 0;
        while !marks.iter().any(|mark| mark.0 == 2) {
            let before = (*avr).cycle;
            simavr::avr_run(avr);
            let now = *(*avr).data.add(GPIOR0);
            if now != last {
                marks.push((now, before, (*avr).cycle));
                last = now;
            }
        }
        simavr::avr_terminate(avr);
    }
    let of = |value| *marks.iter().find(|mark| mark.0 == value).unwrap();
    let random = if marks.iter().any(|mark| mark.0 == 3) { of(4).2 - of(3).1 } else { 0 };
    of(2).1 - of(1).2 - random
}

#[test]
fn cycles_are_simavrs_and_sizes_are_binutils() {
    let json = ok(tool().args(["--set", "BabyBearEphem", "--profile", "fast", "--mcu", "atmega1284p", "--json", "-"]));
    let rows = rows(&json);
    for operation in [Operation::Keygen, Operation::Encaps, Operation::Decaps] {
        let row = row(&rows, operation.as_str());
        let program = program("BabyBearEphem", "fast", operation);
        assert_eq!(number(row, "cycles"), cycles_of_plain_simavr(&program), "{operation}");

        let size = Command::new("avr-size").arg(program.path()).output().unwrap();
        let size = text(&size.stdout);
        let sizes: Vec<u64> =
            size.lines().nth(1).unwrap().split_whitespace().take(3).map(|n| n.parse().unwrap()).collect();
        assert_eq!(number(row, "flash_bytes"), sizes[0] + sizes[1]);
        let variables = row["variables"].as_array().unwrap();
        let sum = |callers: bool| -> u64 {
            variables.iter().filter(|v| v["callers"] == callers).map(|v| number(v, "bytes")).sum()
        };
        assert_eq!(sum(true) + sum(false), sizes[1] + sizes[2], "{row}");
        assert_eq!(number(row, "static_bytes"), sum(false));
        assert_eq!(number(row, "work_bytes"), number(row, "stack_bytes") + number(row, "static_bytes"));
        assert!(number(row, "whole_bytes") >= number(row, "work_bytes") + sum(true));
        assert!(number(row, "flash_all_bytes") > number(row, "flash_bytes"));
        let shares = row["shares"].as_object().unwrap();
        let total: u64 = shares.values().map(|share| share.as_u64().unwrap()).sum();
        assert_eq!(total, number(row, "cycles"), "the shares are of all cycles");
        assert_eq!((&row["fits"], &row["status"]), (&true.into(), &"measured".into()));
        assert!(row["compiler"].as_str().unwrap().starts_with("rustc 1."));
        assert!(!row["commit"].as_str().unwrap().is_empty());
    }
    // What the operations draw: ThreeBears' specification, 40 bytes for a key and 32 for an encapsulation. One
    // permutation absorbs and squeezes them, and one more block is not needed.
    let (keccak, keygen, decaps) = (row(&rows, "keccak_f"), row(&rows, "keygen"), row(&rows, "decaps"));
    assert_eq!((number(keygen, "random_bytes"), number(row(&rows, "encaps"), "random_bytes")), (40, 32));
    assert!((1..2).contains(&(number(keygen, "random_cycles") / number(keccak, "cycles"))), "{keygen}");
    assert_eq!((number(decaps, "random_bytes"), number(decaps, "random_cycles")), (0, 0));
    // The kernels' own contracts, in the heads of their files.
    let head = include_str!("../../asm/avr/keccak_f1600.S");
    let promised = head.lines().find_map(|line| line.strip_prefix("; Cycles")).unwrap();
    let promised: String = promised.chars().filter(|c| c.is_ascii_digit() || *c == ' ').collect();
    let promised: u64 = promised.split_whitespace().next().unwrap().parse().unwrap();
    assert_eq!(number(keccak, "cycles"), promised);
    let product = number(row(&rows, "ring_product"), "cycles");
    // Four elements a product row: BabyBear's decapsulation computes two products.
    assert!(product * 2 <= number(decaps, "cycles"), "{product}");
}

#[test]
fn what_does_not_fit_is_a_row() {
    let json = ok(tool().args(["--set", "BabyBear", "--op", "encaps", "--mcu", "atmega328p", "--json", "-"]));
    let rows = rows(&json);
    let fits: BTreeMap<_, _> = rows.iter().map(|row| (row["profile"].as_str().unwrap(), row)).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(fits["compact"]["fits"], true);
    let fast = fits["fast"];
    assert_eq!((&fast["fits"], &fast["status"], &fast["cycles"]), (&false.into(), &"does_not_fit".into(), &().into()));
    assert!(fast["reason"].as_str().unwrap().contains("2048"), "{fast}");
}

#[test]
fn stacks_add_up_to_the_cycles() {
    let folder = tempfile::tempdir().unwrap();
    let (stacks, json) = (folder.path().join("stacks"), folder.path().join("json"));
    let arguments = ["--set", "BabyBearEphem", "--profile", "fast", "--op", "decaps", "--mcu", "atmega1284p"];
    let table = ok(tool().args(arguments).arg("--functions").arg("--stacks").arg(&stacks).arg("--json").arg(&json));
    assert!(table.contains("sunbear_keccak_f1600") && table.contains("EXCLUSIVE"), "{table}");
    let hottest = table.split_once("INSTRUCTION").unwrap().1;
    assert!(hottest.lines().any(|line| line.contains("sunbear_") && line.contains("+0x")), "{hottest}");
    let cycles = number(&rows(&std::fs::read_to_string(json).unwrap())[0], "cycles");
    let stacks = std::fs::read_to_string(stacks).unwrap();
    let mut sum = 0;
    for line in stacks.lines() {
        let (stack, count) = line.rsplit_once(' ').unwrap();
        assert!(stack.starts_with("BabyBearEphem,fast,decaps,atmega1284p;") && !stack.contains(' '), "{line}");
        sum += count.parse::<u64>().unwrap();
    }
    assert_eq!(sum, cycles);
}

#[test]
fn unknown_names_are_errors() {
    for (arguments, part) in [
        (&["--set", "PolarBear"][..], "unknown set `PolarBear`; known: BabyBear"),
        (&["--mcu", "attiny85"], "unknown chip `attiny85`; known: atmega328p"),
        (&["--op", "sign"], "unknown operation `sign`; known: keygen"),
        (&["--profile", "best"], "unknown profile `best`; known: compact, fast"),
        (&["--set", "BabyBearEphem", "--op", "decaps-prepared"], "no such row"),
    ] {
        let (line, output) = fails(tool().args(arguments));
        assert!(line.contains(part), "{line}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn missing_tools_are_named() {
    let nothing = tempfile::tempdir().unwrap();
    let (line, output) = fails(tool().args(["--set", "BabyBear"]).env("PATH", nothing.path()));
    assert!(line.contains("avr-gcc is not on PATH") && line.contains("apt-get install"), "{line}");
    assert!(output.stdout.is_empty());
}
