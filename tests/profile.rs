//! `sunbear profile` as its users meet it: figures, files, comparisons and bad input.
#![cfg(all(feature = "cli", feature = "sim"))]

#[path = "profile/figures.rs"]
mod figures;
#[path = "profile/files.rs"]
mod files;
#[path = "profile/images.rs"]
mod images;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn tool() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sunbear"));
    command.arg("profile");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Standard output of a run that must succeed and say nothing on standard error.
fn ok(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!((text(&output.stderr).as_str(), output.status.code()), ("", Some(0)), "{command:?}");
    text(&output.stdout)
}

/// The one line of a run that must end with exit code 2, and its whole output.
fn fails(command: &mut Command) -> (String, Output) {
    let output = command.output().unwrap();
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{command:?}: {line}");
    assert_eq!(line.lines().count(), 1, "{command:?}: {line}");
    assert!(line.starts_with("sunbear: "), "{line}");
    (line, output)
}

/// The rows of a JSON text.
fn rows(json: &str) -> Vec<Value> {
    let Value::Array(rows) = serde_json::from_str(json).unwrap() else { panic!("not an array: {json}") };
    rows
}

fn row<'a>(rows: &'a [Value], op: &str) -> &'a Value {
    rows.iter().find(|row| row["op"] == op).unwrap_or_else(|| panic!("no row of {op}"))
}

fn number(row: &Value, field: &str) -> u64 {
    row[field].as_u64().unwrap_or_else(|| panic!("{field} of {row} is no number"))
}

/// An ELF of this assembly for the ATmega1284P, in a folder of its own.
fn assemble(folder: &Path, name: &str, source: &str) -> std::path::PathBuf {
    let (text, elf) = (folder.join(name).with_extension("S"), folder.join(name));
    std::fs::write(&text, format!("#include <avr/io.h>\n.global main\n.type main, @function\nmain:\n{source}\n"))
        .unwrap();
    let done = Command::new("avr-gcc").args(["-mmcu=atmega1284p", "-o"]).arg(&elf).arg(&text).output().unwrap();
    assert!(done.status.success(), "{}", self::text(&done.stderr));
    elf
}
