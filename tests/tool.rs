//! The host tool as its users meet it: arguments, streams, files and exit codes of the built binary.
#![cfg(feature = "cli")]

#[path = "tool/kat.rs"]
mod kat;
#[path = "tool/kem.rs"]
mod kem;
#[path = "tool/paths.rs"]
mod paths;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use sunbear::sets::{Set, all};
use tempfile::TempDir;

const PROFILES: [&str; 2] = ["compact", "fast"];

fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sunbear"))
}

/// Runs the tool with this on standard input.
fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool starts");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A tool that fails early reads nothing: not this test's failure.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Standard output of a run that must succeed and say nothing on standard error.
fn ok(command: &mut Command, input: &[u8]) -> Vec<u8> {
    let output = run(command, input);
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)), "{command:?}");
    output.stdout
}

/// The one line of a run that must fail with this exit code and print nothing.
fn fails(command: &mut Command, code: i32, input: &[u8]) -> String {
    let output = run(command, input);
    let line = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {line}");
    assert!(output.stdout.is_empty(), "{command:?}");
    assert_eq!(line.lines().count(), 1, "{command:?}: {line}");
    assert!(line.starts_with("sunbear: ") && line.ends_with('\n'), "{line}");
    line
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A directory that the tool is run in.
struct Dir(TempDir);

impl Dir {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn tool(&self, args: &[&str]) -> Command {
        let mut command = command();
        command.current_dir(self.path()).args(args);
        command
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    /// The names in it, sorted.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn keygen(&self, set: &str, profile: &str) {
        ok(&mut self.tool(&["keygen", "--set", set, "--ek", "ek", "--dk", "dk", "--profile", profile]), b"");
    }

    fn encaps(&self, set: &str, profile: &str) {
        let files = ["--ek", "ek", "--ct", "ct", "--ss", "ss"];
        ok(self.tool(&["encaps", "--set", set, "--profile", profile]).args(files), b"");
    }

    /// With the key and ciphertext in the directory; checks the note on standard error.
    fn decaps(&self, set: &dyn Set, profile: &str) -> Vec<u8> {
        let files = ["--dk", "dk", "--ct", "ct", "--ss", "ss2"];
        let output = run(self.tool(&["decaps", "--set", set.name(), "--profile", profile]).args(files), b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout.is_empty());
        let note = stderr(&output);
        if set.is_single_use() {
            assert_eq!(note.lines().count(), 1);
            assert!(note.contains("erase"), "{note}");
        } else {
            assert_eq!(note, "");
        }
        self.read("ss2")
    }
}

#[test]
fn sets_are_listed() {
    let table = String::from_utf8(ok(command().arg("sets"), b"")).unwrap();
    assert_eq!(table.lines().count(), 1 + all().count());
    for (line, set) in table.lines().skip(1).zip(all()) {
        let sizes = set.sizes();
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(words[..2], [set.name(), set.scheme()]);
        let numbers = [sizes.encapsulation_key, sizes.decapsulation_key, sizes.ciphertext, sizes.shared_secret];
        assert_eq!(words[2..6], numbers.map(|size| size.to_string()));
        assert_eq!(words[6], set.claimed_level().map_or("-".to_owned(), |level| level.to_string()));
        assert!(line.ends_with(set.standing()));
    }
}

#[test]
fn help_and_usage() {
    for args in [&["--help"][..], &["kat", "--help"], &["keygen", "-h"], &["encaps", "-h"], &["decaps", "-h"]] {
        let output = run(command().args(args), b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(!output.stdout.is_empty() && output.stderr.is_empty());
    }
    for args in [
        &[][..],
        &["bear"],
        &["keygen", "--set", "BabyBear", "--ek", "ek"],
        &["keygen", "--set", "BabyBear", "--ek", "", "--dk", "dk"],
        &["sets", "BabyBear"],
        &["kat", "--profile", "slow"],
        &["kat", "--count", "3"],
        &["kat", "--set", "BabyBear"],
        &["kat", "--emit", "BabyBear", "--count", "-1"],
        &["kat", "--emit", "BabyBear", "--rsp", "file"],
        &["kat", "--rsp", "file", "BabyBear"],
    ] {
        let dir = Dir::new();
        let output = run(&mut dir.tool(args), b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
        assert!(dir.names().is_empty());
    }
}

#[test]
fn an_unknown_set_names_the_known() {
    let dir = Dir::new();
    dir.write("ek", &[0; 804]);
    for args in [
        &["keygen", "--set", "Bear", "--ek", "e", "--dk", "d"][..],
        &["encaps", "--set", "Bear", "--ek", "ek", "--ct", "c", "--ss", "s"],
        &["decaps", "--set", "Bear", "--dk", "ek", "--ct", "c", "--ss", "s"],
        &["kat", "Bear"],
        &["kat", "BabyBear", "Bear"],
        &["kat", "--emit", "Bear"],
        &["kat", "--rsp", "ek", "--set", "Bear"],
    ] {
        let line = fails(&mut dir.tool(args), 2, b"");
        assert!(line.contains("unknown set `Bear`"), "{line}");
        assert!(all().all(|set| line.contains(set.name())), "{line}");
        assert_eq!(dir.names(), ["ek"]);
    }
    // A name that would break the line does not.
    fails(command().args(["kat", "Baby\nBear"]), 2, b"");
}
