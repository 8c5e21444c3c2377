//! Lines of a real image against binutils' reading of the same file, and files that have none.

use std::collections::BTreeMap;
use std::process::Command;
use std::vec;

use super::super::mcu::Mcu;
use super::super::measure::{Operation, Subject};
use super::super::toolchain::{AvrGcc, Toolchain};
use super::*;

/// The least that is an ELF: a head without sections.
pub(in crate::sim) fn bare() -> Lines {
    let mut elf = vec![0; 52];
    elf[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
    // An executable for AVR; the size of this head.
    elf[16..20].copy_from_slice(&[2, 0, 83, 0]);
    elf[20] = 1;
    elf[40] = 52;
    Lines::new(&elf).unwrap()
}

#[test]
fn without_debug_information_nothing_is_found() {
    let lines = bare();
    assert_eq!(lines.find(0), None);
    assert!(lines.frames(0x200).is_empty());
}

#[test]
fn rubbish_is_an_error() {
    assert!(matches!(Lines::new(b""), Err(Error::Elf { .. })));
    assert!(matches!(Lines::new(&[0x7F; 4096]), Err(Error::Elf { .. })));
}

#[test]
fn shortens_paths() {
    assert_eq!(shorten(concat!(env!("CARGO_MANIFEST_DIR"), "/src/ring/dense.rs")), "src/ring/dense.rs");
    assert_eq!(shorten("/usr/lib/rustlib/src/rust/library/core/src/slice/mod.rs"), "core/slice/mod.rs");
    assert_eq!(shorten("/rustc/0123abcd/library/core/src/num/mod.rs"), "core/num/mod.rs");
    assert_eq!(
        shorten("/x/library/compiler-builtins/compiler-builtins/src/mem/impls.rs"),
        "compiler_builtins/mem/impls.rs"
    );
    assert_eq!(
        shorten("/h/.cargo/registry/src/index.crates.io-19/zeroize-1.8.1/src/lib.rs"),
        "zeroize-1.8.1/src/lib.rs"
    );
    assert_eq!(shorten("/elsewhere/src/main.rs"), "/elsewhere/src/main.rs");
}

#[test]
fn demangles_symbols() {
    assert_eq!(demangle("_RNvNtCseYUuzMdC88m_17compiler_builtins3mem6memcpy"), "compiler_builtins::mem::memcpy");
    assert_eq!(demangle("sunbear_select"), "sunbear_select");
}

/// Every address of compiled code, with all its inlined functions. Left out are instructions without a line of their
/// own, where binutils names the object instead; and `compiler_builtins` and libgcc, where it takes lines of functions
/// that weren't linked, which all begin at 0 (LLVM's reader doesn't).
#[test]
fn agrees_with_binutils() {
    let (Ok(toolchain), Ok(gcc)) = (Toolchain::find(), AvrGcc::find()) else { return };
    let mcu = Mcu::find("atmega1284p").unwrap();
    let operation = Operation::Decaps;
    let subject = Subject { set: "BabyBearEphem", profile: "fast", operation, mcu, timer: false };
    let program = subject.build(&toolchain).unwrap();
    let lines = Lines::new(program.elf()).unwrap();

    let end = program.image().sizes().text;
    let addresses: Vec<String> = (0..end).step_by(2).map(|pc| format!("0x{pc:x}")).collect();
    let mut addr2line = Command::new(gcc.gcc.with_file_name("avr-addr2line"));
    let output = addr2line.arg("-iae").arg(program.path()).args(&addresses).output().unwrap();
    assert!(output.status.success());
    let mut theirs: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut pc = 0;
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        if let Some(address) = line.strip_prefix("0x") {
            pc = u32::from_str_radix(address, 16).unwrap();
        } else {
            let place = line.split(" (discriminator").next().unwrap();
            theirs.entry(pc).or_default().push(shorten(place));
        }
    }

    let (mut compared, mut inlined) = (0, 0);
    for (pc, theirs) in theirs {
        let frames = lines.frames(pc);
        if frames.is_empty() {
            let symbol = program.image().symbolize(pc);
            assert!(!symbol.starts_with("_R"), "{symbol} has no lines");
            continue;
        }
        let compiled = frames.last().and_then(|frame| frame.file.as_deref()).unwrap_or_default();
        if compiled.starts_with("compiler_builtins/") {
            continue;
        }
        if theirs.iter().any(|place| place.ends_with(":?") || place.ends_with(":0")) {
            let known = frames.iter().all(|frame| frame.line.is_some());
            assert!(!known, "0x{pc:x}: {frames:?}");
            continue;
        }
        let ours = frames.iter().map(|frame| Some(format!("{}:{}", frame.file.as_deref()?, frame.line?)));
        assert_eq!(ours.collect::<Option<Vec<_>>>(), Some(theirs), "0x{pc:x}");
        compared += 1;
        inlined += usize::from(frames.len() > 1);
    }
    assert!(compared > 500 && inlined > 250, "{compared} lines, {inlined} in inlined functions");
}
