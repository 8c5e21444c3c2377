//! What silicon lets pass in silence stops a run here, with address and symbol.
//!
//! The faults are real instructions put into a built image in place of the permutation's first ones.

use std::fs;
use std::process::{Command, Output};

use sunbear::sets::ProfileName::Compact;
use sunbear::sim::Error;
use sunbear::sim::measure::{Operation, Program};

use crate::{build, mcu, set, subject};

const VICTIM: &str = "sunbear_keccak_f1600";

/// The image with these instructions where the permutation begins.
fn spoiled(instructions: &[u16]) -> Program {
    let mut program = build(&subject(set("BabyBear"), Compact, Operation::Encaps, mcu("atmega1284p")));
    let at = program.image().symbol(VICTIM).unwrap().address;
    let bytes: Vec<u8> = instructions.iter().flat_map(|word| word.to_le_bytes()).collect();
    program.patch(at, &bytes).unwrap();
    program
}

fn fault(instructions: &[u16]) -> (Error, String) {
    let error = spoiled(instructions).measure().unwrap_err();
    let text = error.to_string();
    assert!(text.contains(VICTIM) && text.contains("0x") && !text.contains('\n'), "{text}");
    (error, text)
}

#[test]
fn a_stack_that_runs_into_the_variables() {
    // rcall to itself
    let (error, text) = fault(&[0xDFFF]);
    let end = build(&subject(set("BabyBear"), Compact, Operation::Encaps, mcu("atmega1284p"))).image().data_end();
    assert!(matches!(error, Error::StackOverflow { sp, limit, .. } if limit == end && sp < limit), "{text}");
    // in r28, SPL; in r29, SPH; subi r29, 0x40: a frame of 16 kB at once; out SPH, r29; out SPL, r28; push r0
    let (error, text) = fault(&[0xB7CD, 0xB7DE, 0x54D0, 0xBFDE, 0xBFCD, 0x920F]);
    assert!(matches!(error, Error::StackOverflow { .. } | Error::StackUnderflow { .. }), "{text}");
}

#[test]
fn an_access_outside_ram() {
    // sts 0x9000, r1
    let (error, text) = fault(&[0x9210, 0x9000]);
    assert!(matches!(error, Error::Forbidden { address: 0x9000, .. }), "{text}");
    // ldi r30, 0; ldi r31, 0x41; st Z, r1: the first byte behind RAM
    let (error, text) = fault(&[0xE0E0, 0xE4F1, 0x8210]);
    assert!(matches!(error, Error::Forbidden { address: 0x4100, .. }), "{text}");
    // ldi r30, 5; ldi r31, 0; st Z, r1: a register
    let (error, text) = fault(&[0xE0E5, 0xE0F0, 0x8210]);
    assert!(matches!(error, Error::Forbidden { address: 5, .. }), "{text}");
}

#[test]
fn a_program_that_never_ends() {
    // rjmp to itself
    let (error, text) = fault(&[0xCFFF]);
    assert!(matches!(error, Error::Stuck { .. }), "{text}");
    // nop; rjmp to the nop
    let (error, text) = fault(&[0x0000, 0xCFFE]);
    assert!(matches!(error, Error::Timeout { .. }), "{text}");
}

#[test]
fn a_program_that_leaves_its_code() {
    // ldi r30, 0; ldi r31, 0xf0; ijmp
    let (error, text) = fault(&[0xE0E0, 0xEFF0, 0x9409]);
    assert!(matches!(error, Error::WildJump { target: 0x1_E000, .. }), "{text}");
    // ldi r30, 0; ldi r31, 0; ijmp: the reset vector
    let (error, text) = fault(&[0xE0E0, 0xE0F0, 0x9409]);
    assert!(matches!(error, Error::Restarted { .. }), "{text}");
}

fn tool(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sunbear")).arg("firmware").args(arguments).output().unwrap()
}

/// Nothing on standard output, one line on standard error.
fn fails(arguments: &[&str], code: i32) -> String {
    let output = tool(arguments);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{arguments:?}: {line}");
    line
}

#[test]
fn the_tool_builds_and_runs() {
    let image = ["--set", "BabyBearEphem", "--op", "encaps", "--profile", "compact", "--mcu", "atmega328p"];
    let output = tool(&image);
    let path = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty() && path.lines().count() == 1, "{path}");
    let program = Program::read(path.trim_end(), mcu("atmega328p")).unwrap();
    let took = program.measure().unwrap();

    let output = tool(&[&image[..], &["--run"]].concat());
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && report.contains(&format!(" {} ", took.cycles)), "{report}");
}

/// A run of an ELF that a fault was put into ends with one line and exit code 2, one with a wrong answer with 1.
#[test]
fn the_tool_says_what_went_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let elf = folder.path().join("spoiled.elf");
    let run = ["--elf", elf.to_str().unwrap(), "--mcu", "atmega1284p"];
    for (instructions, what) in [
        (&[0xDFFF][..], "stack overflow"),
        (&[0x9210, 0x9000], "forbidden write of 0x9000"),
        (&[0xCFFF], "endless loop"),
    ] {
        fs::write(&elf, spoiled(instructions).elf()).unwrap();
        let line = fails(&run, 2);
        assert!(line.contains(what) && line.contains(VICTIM) && line.lines().count() == 1, "{line}");
    }
    // ret: a permutation that does nothing
    fs::write(&elf, spoiled(&[0x9508]).elf()).unwrap();
    assert!(fails(&run, 1).contains("answer"));
    fs::write(&elf, "no ELF").unwrap();
    assert_eq!(fails(&run, 2).lines().count(), 1);
}

#[test]
fn the_tool_refuses_what_there_is_not() {
    let arguments = |set, op, mcu| ["--set", set, "--op", op, "--profile", "fast", "--mcu", mcu];
    for wrong in [
        arguments("GrizzlyBear", "encaps", "atmega1284p"),
        arguments("BabyBear", "sign", "atmega1284p"),
        arguments("BabyBear", "encaps", "z80"),
        arguments("BabyBearEphem", "decaps-prepared", "atmega1284p"),
    ] {
        fails(&wrong, 2);
    }
    // The variables alone are more than the chip's RAM.
    let line = fails(&arguments("PapaBear", "decaps", "atmega328p"), 2);
    assert!(line.contains("fit") && line.lines().count() == 1, "{line}");
}
