//! `kat`: known answers, printed, verified against digests and against files.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use sunbear::kat::hex;
use sunbear::sets::{Draws, Set, all};

use super::{Dir, PROFILES, command, fails, ok, run, stderr};

fn emit(set: &str, more: &[&str]) -> String {
    String::from_utf8(ok(command().args(["kat", "--emit", set]).args(more), b"")).unwrap()
}

/// The sets that have `.rsp` files.
fn with_files() -> impl Iterator<Item = &'static dyn Set> {
    all().filter(|set| !set.draws().is_empty())
}

#[test]
fn all_sets_have_the_published_digests() {
    let output = ok(command().arg("kat"), b"");
    let output = String::from_utf8(output).unwrap();
    let expected: Vec<_> = with_files().map(|set| format!("{}: ok, 100 entries (fast)", set.name())).collect();
    assert_eq!(output.lines().collect::<Vec<_>>(), expected);
    // Those that have files drawn in the other way.
    let output = ok(command().args(["kat", "--draws", "oneshot"]), b"");
    let oneshot = all().filter(|set| set.draws().contains(&Draws::OneShot));
    let expected: Vec<_> = oneshot.map(|set| format!("{}: ok, 100 entries (fast)", set.name())).collect();
    assert_eq!(String::from_utf8(output).unwrap().lines().collect::<Vec<_>>(), expected);
    let line = fails(command().args(["kat", "BabyBear", "--draws", "oneshot"]), 2, b"");
    assert!(line.contains("BabyBear has no known answers with --draws oneshot"), "{line}");
    // By name, in the other profile.
    let output = ok(command().args(["kat", "babybearephem", "--profile", "compact"]), b"");
    assert_eq!(String::from_utf8(output).unwrap(), "BabyBearEphem: ok, 100 entries (compact)\n");
}

#[test]
fn files_are_printed_as_by_nist() {
    for set in with_files() {
        let text = emit(set.name(), &["--count", "2"]);
        assert!(text.starts_with(&format!("# {}\n\ncount = 0\nseed = 061550234D158C5E", set.title())));
        let names: Vec<_> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
        let entry = ["count", "seed", "pk", "sk", "ct", "ss", ""];
        assert_eq!(names, [&["#", ""][..], &entry, &entry].concat());
        assert!(text.ends_with("\n\n"));
        assert_eq!(text, emit(set.name(), &["--count", "2", "--profile", "compact"]));
        // The default entropy input is the published one, and another is another.
        let entropy = hex::Lower(&std::array::from_fn::<u8, 48, _>(|i| u8::try_from(i).unwrap())).to_string();
        assert_eq!(text, emit(set.name(), &["--count", "2", "--seed", &entropy]));
        assert_ne!(text, emit(set.name(), &["--count", "2", "--seed", &"0".repeat(96)]));
        assert_eq!(emit(set.name(), &["--count", "0"]), format!("# {}\n\n", set.title()));
        for draws in set.draws() {
            let other = emit(set.name(), &["--count", "2", "--draws", draws.as_str()]);
            assert_eq!(other == text, *draws == Draws::Nist);
        }
    }
    for seed in ["", "0", &"0".repeat(94), &"0".repeat(98), &"g".repeat(96), &"é".repeat(48)] {
        fails(command().args(["kat", "--emit", "BabyBear", "--seed", seed]), 2, b"");
    }
}

#[test]
fn a_reader_may_leave_early() {
    let mut child =
        command().args(["kat", "--emit", "PapaBear"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "# PapaBear\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
    // Nobody reads at all, neither results nor errors.
    for args in [&["sets"][..], &["kat", "BabyBear"], &["kat", "--help"], &["kat", "Bear"], &["bear"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let errors = writer.try_clone().unwrap();
        let status = command().args(args).stdin(Stdio::null()).stdout(writer).stderr(errors).status().unwrap();
        let expected = if args.concat().ends_with("ear") && args != ["kat", "BabyBear"] { 2 } else { 0 };
        assert_eq!(status.code(), Some(expected), "{args:?}");
    }
}

#[test]
fn printed_files_verify() {
    for set in with_files() {
        let dir = Dir::new();
        let text = emit(set.name(), &["--count", "3"]);
        dir.write("file.rsp", text.as_bytes());
        for profile in PROFILES {
            let expected = format!("{}: ok, 3 entries ({profile})\n", set.name());
            let output = ok(&mut dir.tool(&["kat", "--rsp", "file.rsp", "--profile", profile]), b"");
            assert_eq!(String::from_utf8(output).unwrap(), expected);
            for variant in [text.replace('\n', "\r\n"), text.to_ascii_lowercase(), text.trim_end().to_owned()] {
                let output = ok(command().args(["kat", "--rsp", "-", "--profile", profile]), variant.as_bytes());
                assert_eq!(String::from_utf8(output).unwrap(), expected);
            }
        }
        // Without its title line, or under another.
        let untitled = text.split_once("\n\n").unwrap().1;
        ok(command().args(["kat", "--rsp", "-", "--set", set.name()]), untitled.as_bytes());
        let retitled = format!("# Bear\n\n{untitled}");
        ok(command().args(["kat", "--rsp", "-", "--set", set.name()]), retitled.as_bytes());
        let line = fails(command().args(["kat", "--rsp", "-"]), 2, untitled.as_bytes());
        assert!(line.contains("-: no title line"), "{line}");
        let line = fails(command().args(["kat", "--rsp", "-"]), 2, retitled.as_bytes());
        assert!(line.contains("-: unknown set `Bear`"), "{line}");
    }
}

#[test]
fn files_drawn_in_the_other_way_verify() {
    let text = emit("sntrup653", &["--count", "2", "--draws", "oneshot"]);
    assert!(text.starts_with("count = 0\n"));
    let args = ["kat", "--rsp", "-", "--set", "sntrup653"];
    let output = ok(command().args(args).args(["--draws", "oneshot"]), text.as_bytes());
    assert_eq!(String::from_utf8(output).unwrap(), "sntrup653: ok, 2 entries (fast)\n");
    let line = fails(command().args(args), 1, text.as_bytes());
    assert!(line.contains("count = 0: pk, sk, ct, ss differ"), "{line}");
}

/// The text with the last digit of this field of entry 1 changed.
fn flipped(text: &str, field: &str) -> String {
    let start = text.find("count = 1\n").unwrap();
    let line = start + text[start..].find(&format!("\n{field} = ")).unwrap() + 1;
    let end = line + text[line..].find('\n').unwrap();
    let digit = if text[..end].ends_with('0') { "1" } else { "0" };
    [&text[..end - 1], digit, &text[end..]].concat()
}

#[test]
fn a_wrong_field_is_named() {
    for set in with_files() {
        let text = emit(set.name(), &["--count", "2"]);
        for (field, differing) in [
            ("seed", "pk, sk, ct, ss differ"),
            ("pk", "pk differs"),
            ("sk", "sk differs"),
            ("ct", "ct differs"),
            ("ss", "ss differs"),
        ] {
            let line = fails(command().args(["kat", "--rsp", "-"]), 1, flipped(&text, field).as_bytes());
            let expected = format!("sunbear: -: {}, count = 1: {differing} from what seed gives; ", set.name());
            assert!(line.starts_with(&expected), "{line}");
            // Whether the entry's other fields agree with each other tells a wrong generator from a wrong scheme.
            // A single-use set has no check, and its error correction hides the digit of `ct`.
            let consistent = matches!(field, "seed" | "pk") || field == "ct" && set.is_single_use();
            assert_eq!(line.contains("with sk gives ss"), consistent, "{line}");
        }
        // The first wrong entry is the one that is named.
        let both = flipped(&text, "ss").replacen("\nss = ", "\nss = 00", 1);
        let position = both.find("\nss = ").unwrap() + 6 + 64;
        let both = [&both[..position], &both[position + 2..]].concat();
        let line = fails(command().args(["kat", "--rsp", "-"]), 1, both.as_bytes());
        assert!(line.contains("count = 0: ss differs"), "{line}");
    }
}

#[test]
fn a_malformed_file_is_refused_with_its_line() {
    let text = emit("BabyBear", &["--count", "2"]);
    let without = |field: &str| -> String {
        let prefix = format!("{field} = ");
        text.split_inclusive('\n').filter(|line| !line.starts_with(&prefix)).collect()
    };
    for (text, expected) in [
        ("# BabyBear\n\n".to_owned(), "line 3: the file ends without an entry"),
        (text.replace("sk = ", "sk ~ "), "line 6: not a line of the form"),
        (text.replace("count = 1", "count = one"), "line 10: count is not a number"),
        (text.replace("ct = ", "ct = 0"), "line 7: ct has 1835 hexadecimal digits instead of 1834"),
        (text.replace("ct = ", "ct = 00"), "line 7: ct has 1836 hexadecimal digits instead of 1834"),
        (text.replace("ss = A2", "ss = X2"), "line 8: ss is not hexadecimal"),
        (text.replace("seed = 06", "seed = "), "line 4: seed has 94 hexadecimal digits instead of 96"),
        (without("count"), "line 3: count is missing"),
        (without("seed"), "line 4: seed is missing"),
        (without("pk"), "line 5: pk is missing"),
        (without("sk"), "line 6: sk is missing"),
        (without("ct"), "line 7: ct is missing"),
        (without("ss"), "line 8: ss is missing"),
        (text[..text.rfind("ss = ").unwrap()].to_owned(), "line 15: ss is missing"),
        (text.replace("# BabyBear", "# MamaBear"), "line 5: pk has 1608 hexadecimal digits instead of 2388"),
    ] {
        let line = fails(command().args(["kat", "--rsp", "-"]), 2, text.as_bytes());
        assert!(line.starts_with(&format!("sunbear: -: {expected}")), "{line}");
    }
    for (bytes, args) in [
        (&b""[..], &[][..]),
        (b"\n\n", &[]),
        (b"#", &[]),
        (b"# \xff\xfe\n", &[]),
        (b"\0\0\0\0", &["--set", "BabyBear"]),
        (b"# BabyBear\n\xff\xff = \xff\n", &[]),
        (b"count", &["--set", "BabyBear"]),
        (b"=", &["--set", "BabyBear"]),
    ] {
        fails(command().args(["kat", "--rsp", "-"]).args(args), 2, bytes);
    }
    let dir = Dir::new();
    for name in ["none", "."] {
        let line = fails(&mut dir.tool(&["kat", "--rsp", name]), 2, b"");
        assert!(line.starts_with(&format!("sunbear: {name}: ")), "{line}");
    }
}

#[test]
fn random_damage_never_panics() {
    let text = emit("BabyBear", &["--count", "1"]).into_bytes();
    // A linear congruential generator is random enough for this.
    let mut state = 1_u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    for _ in 0..60 {
        let mut damaged = text.clone();
        for _ in 0..=next(3) {
            let at = next(damaged.len());
            match next(3) {
                0 => damaged[at] = u8::try_from(next(256)).unwrap(),
                1 => damaged.truncate(at.max(1)),
                _ => damaged.insert(at, b'\n'),
            }
        }
        let output = run(command().args(["kat", "--rsp", "-"]), &damaged);
        let line = stderr(&output);
        assert!(matches!(output.status.code(), Some(0..=2)), "{line}");
        assert!(line.lines().count() <= 1, "{line}");
    }
}

#[test]
fn options_of_another_form_are_refused() {
    for arguments in [
        &["BabyBear", "--count", "5"][..],
        &["BabyBear", "--seed", "00"],
        &["BabyBear", "--set", "MamaBear"],
        &["--rsp", "-", "--count", "1"],
        &["--rsp", "-", "--seed", "00"],
        &["--emit", "BabyBear", "--set", "MamaBear"],
    ] {
        let output = run(command().arg("kat").args(arguments), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let said = fails(command().args(["kat", "--rsp", "/dev/zero"]), 2, b"");
    assert!(said.contains("64 MiB"), "{said}");
}

const VECTORS: &[u8] = include_bytes!("../../vectors/ntru-encrypt/ees587ep1.json");

#[test]
fn files_of_vectors_verify() {
    let dir = Dir::new();
    dir.write("file.json", VECTORS);
    for profile in PROFILES {
        let output = ok(&mut dir.tool(&["kat", "--vectors", "file.json", "--profile", profile]), b"");
        let sections = [("keygen", 3), ("hmac_drbg", 2), ("encrypt", 14), ("reject", 26), ("intermediate", 2)];
        let sections = sections.into_iter().chain([("ring", 8), ("igf", 6), ("mgf_tp1", 6)]);
        let expected = sections.map(|(section, n)| format!("ees587ep1: {section} ok, {n} entries ({profile})\n"));
        let skipped = "ees587ep1: dm0_boundary skipped, 2 entries: their key h = 0 is refused\n".to_owned();
        assert_eq!(String::from_utf8(output).unwrap(), expected.chain([skipped]).collect::<String>());
    }
    // From standard input, with a wrong value, and cut off.
    ok(command().args(["kat", "--vectors", "-"]), VECTORS);
    let text = std::str::from_utf8(VECTORS).unwrap();
    let start = text.find("\"ct\":\"").unwrap() + 6;
    let digit = if text[start..].starts_with('0') { "1" } else { "0" };
    let wrong = [&text[..start], digit, &text[start + 1..]].concat();
    let line = fails(command().args(["kat", "--vectors", "-"]), 1, wrong.as_bytes());
    assert_eq!(line, "sunbear: -: hmac_drbg[0]: ct differs\n");
    fails(command().args(["kat", "--vectors", "-"]), 2, &VECTORS[..VECTORS.len() / 2]);
    let line = fails(command().args(["kat", "--vectors", "-"]), 2, b"{\"set\":\"ees401ep2\"}");
    assert!(line.contains("unknown set \"ees401ep2\"; known: ees443ep1, ees587ep1, ees743ep1"), "{line}");
    fails(command().args(["kat", "--vectors", "none.json"]), 2, b"");
    let line = fails(command().args(["kat", "ees443ep1"]), 2, b"");
    assert!(line.contains("ees443ep1 has no known answers with --draws nist"), "{line}");
}
