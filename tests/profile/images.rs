//! Images that somebody brings, good and bad.

use std::fs;

use super::{assemble, fails, number, ok, rows, tool};

/// By the data sheet: 3 times `nop` and `ldi` are 4 cycles, the loop 3 a turn but the last, which takes 2.
const GOOD: &str = "ldi r24, 1\n out 0x1e, r24\n nop\n nop\n nop\n ldi r25, 10\n1: dec r25\n brne 1b\n ldi r24, 2\n \
                    out 0x1e, r24\n ldi r24, 1\n out 0x2a, r24\n cli\n sleep\n";
const GOOD_CYCLES: u64 = 4 + (9 * 3 + 2) + 1;
/// Pushes for ever.
const OVERRUN: &str = "ldi r24, 1\n out 0x1e, r24\n1: push r24\n rjmp 1b\n";
/// Waits for nothing, with interrupts off.
const HANGING: &str = "cli\n ldi r24, 1\n out 0x1e, r24\n1: rjmp 1b\n";
/// Ends without the second mark.
const SHORT: &str = "ldi r24, 1\n out 0x1e, r24\n out 0x2a, r24\n cli\n sleep\n";
/// Says that its answer is wrong.
const WRONG: &str = "ldi r24, 1\n out 0x1e, r24\n ldi r24, 2\n out 0x1e, r24\n out 0x2a, r24\n cli\n sleep\n";

#[test]
fn a_good_image_is_measured_to_the_cycle() {
    let folder = tempfile::tempdir().unwrap();
    let good = assemble(folder.path(), "good.elf", GOOD);
    let rows = rows(&ok(tool().arg("--elf").arg(&good).args(["--json", "-"])));
    assert_eq!(rows.len(), 1);
    assert_eq!((number(&rows[0], "cycles"), number(&rows[0], "stack_bytes")), (GOOD_CYCLES, 0));
    assert_eq!(rows[0]["set"], "good.elf");
}

#[test]
fn rows_that_ended_are_kept_when_others_fail() {
    let folder = tempfile::tempdir().unwrap();
    let good = assemble(folder.path(), "good.elf", GOOD);
    for (name, source, reason) in [
        ("overrun.elf", OVERRUN, "stack overflow"),
        ("hanging.elf", HANGING, "endless loop"),
        ("short.elf", SHORT, "mark 2"),
        ("wrong.elf", WRONG, "not the known one"),
    ] {
        let bad = assemble(folder.path(), name, source);
        let json = folder.path().join("rows.json");
        let mut command = tool();
        command.arg("--elf").arg(&bad).arg("--elf").arg(&good).arg("--json").arg(&json);
        let (line, output) = fails(&mut command);
        assert!(line.contains("1 of 2 rows failed") && line.contains(name) && line.contains(reason), "{line}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("FAILED"), "{output:?}");
        let rows = rows(&fs::read_to_string(&json).unwrap());
        assert_eq!((rows.len(), &rows[0]["status"], &rows[0]["fits"]), (2, &"failed".into(), &false.into()));
        assert!(rows[0]["reason"].as_str().unwrap().contains(reason));
        assert_eq!(number(&rows[1], "cycles"), GOOD_CYCLES);
    }
}

#[test]
fn what_is_no_image_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.elf");
    fs::write(&path, "no ELF").unwrap();
    let (line, _) = fails(tool().arg("--elf").arg(&path));
    assert!(line.contains("not a usable AVR ELF"), "{line}");
    fails(tool().args(["--elf", "/nonexistent/file.elf"]));
    // A host's program.
    let (line, _) = fails(tool().args(["--elf", env!("CARGO_BIN_EXE_sunbear")]));
    assert!(line.contains("usable AVR ELF"), "{line}");
}
