//! What is written: JSON, CSV, the picture, documents; and comparisons with saved runs.

use std::fs;

use super::{fails, number, ok, rows, tool};

const ROW: [&str; 8] = ["--set", "BabyBearEphem", "--profile", "compact", "--op", "decaps", "--mcu", "atmega1284p"];

#[test]
fn all_files_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let table =
        ok(tool().args(ROW).args(["--json", "json", "--csv", "csv", "--svg", "svg"]).current_dir(folder.path()));
    let row = &rows(&fs::read_to_string(path("json")).unwrap())[0];

    let csv = fs::read_to_string(path("csv")).unwrap();
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let head = csv.headers().unwrap().clone();
    let record = csv.records().next().unwrap().unwrap();
    let cell = |name: &str| &record[head.iter().position(|field| field == name).unwrap()];
    for field in [
        "cycles",
        "random_cycles",
        "random_bytes",
        "stack_bytes",
        "static_bytes",
        "work_bytes",
        "whole_bytes",
        "flash_bytes",
        "flash_all_bytes",
    ] {
        assert_eq!(cell(field), number(row, field).to_string(), "{field}");
    }
    for field in ["scheme", "set", "op", "profile", "mcu", "status", "compiler", "commit"] {
        assert_eq!(cell(field), row[field].as_str().unwrap(), "{field}");
    }
    let cycles = number(row, "cycles");
    let grouped = format!("{},{:03},{:03}", cycles / 1_000_000, cycles / 1000 % 1000, cycles % 1000);
    assert!(table.contains(&grouped), "{table}");
    let svg = fs::read_to_string(path("svg")).unwrap();
    assert!(svg.contains("BabyBearEphem compact") && svg.contains(&grouped), "{svg}");
}

#[test]
fn compares_with_a_saved_run() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.json");
    ok(tool().args(ROW).arg("--json").arg(&saved));
    let same = ok(tool().args(ROW).arg("--against").arg(&saved));
    assert!(same.ends_with("nothing changed since the saved run\n"), "{same}");

    // A saved run that took a tenth more, and had a row that nobody asks for now.
    let mut before = rows(&fs::read_to_string(&saved).unwrap());
    let cycles = number(&before[0], "cycles");
    before[0]["cycles"] = (cycles * 11 / 10).into();
    let mut other = before[0].clone();
    other["set"] = "PapaBear".into();
    before.push(other.clone());
    fs::write(&saved, serde_json::to_string(&before).unwrap()).unwrap();
    let changed = ok(tool().args(ROW).arg("--against").arg(&saved));
    assert!(changed.contains("-9.09%") && !changed.contains("PapaBear"), "{changed}");

    before.push(other);
    fs::write(&saved, serde_json::to_string(&before).unwrap()).unwrap();
    let (line, _) = fails(tool().args(ROW).arg("--against").arg(&saved));
    assert!(line.contains("PapaBear") && line.contains("twice"), "{line}");

    for (contents, part) in [("[{}]", "missing field"), ("[", "EOF"), ("\u{0}", "expected value")] {
        fs::write(&saved, contents).unwrap();
        let (line, output) = fails(tool().args(ROW).arg("--against").arg(&saved));
        assert!(line.contains("saved.json: no rows of measurements") && line.contains(part), "{line}");
        assert!(output.stdout.is_empty());
    }
    fails(tool().args(ROW).args(["--against", "/nonexistent/saved.json"]));
}

#[test]
fn a_broken_document_is_told_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("README.md");
    for (contents, part) in [
        ("nothing to see", "no part to renew"),
        ("<!-- costs ThreeBears -->\n", "has no `<!-- /costs -->`"),
        ("<!-- costs Bears -->\n<!-- /costs -->", "no scheme Bears"),
        ("<!-- plane -->\n<!-- /plane -->", "is not of the form"),
    ] {
        fs::write(&path, contents).unwrap();
        let (line, _) = fails(tool().args(ROW).arg("--document").arg(&path));
        assert!(line.contains(part), "{line}");
        assert_eq!(fs::read_to_string(&path).unwrap(), contents);
    }
    // Rows that were not measured leave no hole in a table: it stays as it was.
    let costs = "# Costs\n<!-- costs ThreeBears -->\nold\n<!-- /costs -->\n";
    fs::write(&path, costs).unwrap();
    let (line, _) = fails(tool().args(ROW).arg("--document").arg(&path));
    assert!(line.contains("was not measured"), "{line}");
    assert_eq!(fs::read_to_string(&path).unwrap(), costs);
}

#[test]
fn rows_are_kept_when_something_else_fails() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| fails(tool().args(ROW).args(arguments).current_dir(folder.path()));
    // Standard output that takes nothing.
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        tool().args(ROW).args(["--json", "kept.json"]).current_dir(folder.path()).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(rows(&fs::read_to_string(folder.path().join("kept.json")).unwrap()).len(), 1);
    // A document whose rows were not all measured.
    fs::write(folder.path().join("doc.md"), "<!-- costs ThreeBears -->\n<!-- /costs -->\n").unwrap();
    run(&["--json", "also.json", "--document", "doc.md"]);
    assert_eq!(rows(&fs::read_to_string(folder.path().join("also.json")).unwrap()).len(), 1);
    // What can't be written is told before anything is measured, the pictures of a document too.
    fs::write(folder.path().join("plane.md"), "<!-- plane none/x.svg -->\n<!-- /plane -->\n").unwrap();
    for arguments in
        [&["--json", "late.json", "--csv", "none/x.csv"][..], &["--json", "late.json", "--document", "plane.md"]]
    {
        let (line, output) = run(arguments);
        assert!(line.contains("none/x") && output.stdout.is_empty(), "{line}");
        assert!(!folder.path().join("late.json").exists());
    }
}

#[test]
fn no_file_is_meant_twice() {
    let folder = tempfile::tempdir().unwrap();
    fails(tool().args(ROW).args(["--json", "x", "--csv", "./x"]).current_dir(folder.path()));
    fails(tool().args(ROW).args(["--json", "-", "--csv", "-"]));
    fails(tool().args(ROW).args(["--json", "x/y"]).current_dir(folder.path()));
    fails(tool().args(ROW).args(["--json", "-", "--functions"]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
