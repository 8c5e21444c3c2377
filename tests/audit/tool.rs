//! `sunbear audit` as its users meet it: arguments, exit codes, text and JSON.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::programs::{elf, mcu};

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sunbear"));
    command.arg("audit").args(args).output().expect("the tool starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Arguments for one call of a program of the corpus, with what a call may change as outputs.
fn on<'a>(elf: &'a str, entry: &'a str) -> Vec<&'a str> {
    let mut args = vec!["--elf", elf, "--entry", entry, "--secret", "secret"];
    for output in crate::programs::CLOBBERED {
        args.extend(["--output", output]);
    }
    args
}

fn corpus(file: &str) -> String {
    elf(file, mcu("atmega1284p")).to_str().unwrap().to_owned()
}

/// A run that must end with 2, print nothing, and say in one line why.
fn refused(args: &[&str], parts: &[&str]) {
    let output = run(args);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {line}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(line.starts_with("sunbear: ") && line.lines().count() == 1, "{args:?}: {line}");
    for part in parts {
        assert!(line.contains(part), "{args:?}: {line} has no {part}");
    }
}

#[test]
fn exit_codes_say_clean_or_not() {
    let branch = corpus("branch.S");
    let clean = run(&on(&branch, "branch_is_clean"));
    assert_eq!(clean.status.code(), Some(0));
    assert!(clean.stderr.is_empty());
    assert!(text(&clean.stdout).starts_with("branch_is_clean: clean ("));

    let leaks = run(&on(&branch, "called_leaks"));
    assert_eq!(leaks.status.code(), Some(1));
    assert_eq!(text(&leaks.stderr), "sunbear: 1 finding in 1 of 1 program\n");
    let report = text(&leaks.stdout);
    let expected = ["called_leaks: 1 FINDING", "branch on a secret, once", "branch_leaks+0x6", "called at", "main+0x"];
    assert!(expected.iter().all(|part| report.contains(part)), "{report}");

    // A secret address counts if strictness is asked for.
    let address = corpus("address.S");
    let lenient = run(&on(&address, "load_leaks"));
    assert_eq!(lenient.status.code(), Some(0));
    assert!(text(&lenient.stdout).contains("safe on a chip without a cache"));
    let strict = run(&[&on(&address, "load_leaks")[..], &["--strict"]].concat());
    assert_eq!(strict.status.code(), Some(1));
    assert!(text(&strict.stdout).contains("load from a secret address"));
}

/// A line a function and kind; with `--sites` every instruction.
#[test]
fn secret_addresses_are_grouped() {
    let address = corpus("address.S");
    let grouped = text(&run(&on(&address, "load_leaks")).stdout);
    let sites = text(&run(&[&on(&address, "load_leaks")[..], &["--sites"]].concat()).stdout);
    let line = "        load_leaks: load from a secret address, 1 instruction, once\n";
    assert!(grouped.ends_with(line) && grouped.lines().count() == 3, "{grouped}");
    assert!(sites.contains("    load from a secret address, once\n        at 0x"), "{sites}");
    assert!(
        sites.contains("load_leaks+0x") && sites.contains("called at") && !sites.contains("instruction,"),
        "{sites}"
    );

    // What is no address is told one by one, grouped or not.
    let branch = corpus("branch.S");
    let grouped = run(&on(&branch, "called_leaks")).stdout;
    assert_eq!(grouped, run(&[&on(&branch, "called_leaks")[..], &["--sites"]].concat()).stdout);
    // The file holds every site, whatever the text does.
    let json = |more: &[&str]| run(&[&on(&address, "load_leaks")[..], &["--json", "-"], more].concat()).stdout;
    assert_eq!(json(&[]), json(&["--sites"]));
    assert!(text(&json(&[])).contains("\"offset\""));
}

#[test]
fn json_says_the_same() {
    let branch = corpus("branch.S");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("report.json");
    let arguments = [&on(&branch, "called_leaks")[..], &["--json", file.to_str().unwrap()]].concat();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stdout.is_empty());
    let written = fs::read(&file).unwrap();

    let arguments = [&on(&branch, "called_leaks")[..], &["--json", "-"]].concat();
    let streamed = run(&arguments);
    assert_eq!(streamed.status.code(), Some(1));
    assert_eq!(streamed.stdout, written);

    let json: serde_json::Value = serde_json::from_slice(&written).unwrap();
    assert_eq!((json["findings"].as_u64(), json["strict"].as_bool()), (Some(1), Some(false)));
    let audit = &json["audits"][0];
    assert_eq!((audit["outcome"].as_str(), audit["subject"].as_str()), (Some("findings"), Some("called_leaks")));
    assert_eq!(audit["secrets"], serde_json::json!(["secret"]));
    let finding = &audit["findings"][0];
    assert_eq!((finding["kind"].as_str(), finding["count"].as_u64()), (Some("branch"), Some(1)));
    assert_eq!((finding["at"]["function"].as_str(), finding["at"]["offset"].as_u64()), (Some("branch_leaks"), Some(6)));
    let calls: Vec<_> = finding["calls"].as_array().unwrap().iter().map(|call| call["function"].as_str()).collect();
    assert_eq!(calls, [Some("called_leaks"), Some("called_leaks"), Some("main")]);
}

#[test]
fn bad_arguments_are_refused() {
    let branch = corpus("branch.S");
    let elf = branch.as_str();
    let with = |more: &[&str]| {
        let args = [&["--elf", elf, "--entry", "branch_leaks"], more].concat();
        args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>()
    };
    let cases: [(&[&str], &[&str]); 15] = [
        (&[], &["nothing is secret", "--secret"]),
        (&["--secret", "nowhere"], &["no symbol", "nowhere"]),
        (&["--secret", "0x100"], &["0x100", "no length"]),
        (&["--secret", "0x100:0"], &["0x100:0", "positive"]),
        (&["--secret", "0x100:x"], &["0x100:x"]),
        (&["--secret", "256:-1"], &["256:-1"]),
        (&["--secret", "0x40ff:2"], &["0x40ff:2", "not in the chip's data memory"]),
        (&["--secret", "flash:0x20000:1"], &["flash", "131072"]),
        (&["--secret", "eeprom:4095:2"], &["EEPROM", "4096"]),
        (&["--secret", "main:0"], &["main:0"]),
        (&["--secret", "__data_start"], &["__data_start", "size"]),
        (&["--secret", ":2"], &["no place"]),
        (&["--secret", "@r31:1"], &["@r31:1", "pair"]),
        (&["--secret", "secret", "--output", "nowhere"], &["no symbol", "nowhere"]),
        (&["--secret", "secret", "--mcu", "attiny85"], &["attiny85", "atmega2560"]),
    ];
    for (more, parts) in cases {
        let args = with(more);
        refused(&args.iter().map(String::as_str).collect::<Vec<_>>(), parts);
    }
    for (entry, parts) in [("nobody", ["no symbol", "nobody"]), ("secret", ["secret", "isn't in flash"])] {
        refused(&["--elf", elf, "--entry", entry, "--secret", "secret"], &parts);
    }
    refused(&["--elf", "/nonexistent.elf", "--entry", "main", "--secret", "x"], &["/nonexistent.elf"]);
    refused(&["--elf", "/dev/zero", "--entry", "main", "--secret", "x"], &["/dev/zero"]);
    refused(&["--elf", "/", "--entry", "main", "--secret", "x"], &["/"]);
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    refused(&["--elf", readme.to_str().unwrap(), "--entry", "main", "--secret", "x"], &["README.md", "AVR ELF"]);
    let own = std::env::current_exe().unwrap();
    let host = own.to_str().unwrap();
    assert_eq!(run(&["--elf", host, "--entry", "main", "--secret", "x"]).status.code(), Some(2));
    refused(&["--elf", elf, "--entry", "main", "--secret", "secret", "--json", elf], &["an input and an output"]);

    refused(&["--set", "KoalaBear"], &["KoalaBear", "BabyBear"]);
    refused(&["--op", "sign"], &["sign", "decaps-prepared"]);
    refused(&["--profile", "slow"], &["slow", "compact"]);
    refused(&["--mcu", "attiny85"], &["attiny85", "atmega2560"]);
    refused(&["--set", "BabyBearEphem", "--op", "decaps-prepared"], &["none of these sets has such an operation"]);
    refused(&["--set", "BabyBear", "--op", "encrypt"], &["none of these sets has such an operation"]);
    // Clap's own lines.
    for args in [&["--entry", "main"][..], &["--elf", elf], &["--elf", elf, "--entry", "main", "--set", "BabyBear"]] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
}

/// Two files have a `KEY` and a `work` each: only addresses tell which.
#[test]
fn names_of_several_are_refused() {
    fn on<'a>(elf: &'a str, entry: &'a str, secret: &'a str) -> [&'a str; 6] {
        ["--elf", elf, "--entry", entry, "--secret", secret]
    }
    let elf = corpus("names.c+names_other.c");
    refused(&on(&elf, "work", "0x100:8"), &["2 symbols are called work", "write its address"]);
    refused(&on(&elf, "main", "KEY"), &["2 symbols are called KEY", "write ADDR:LEN"]);
    refused(&on(&elf, "main", "KEY:8"), &["2 symbols are called KEY", "write ADDR:LEN"]);
    refused(&[&on(&elf, "other", "0x100:8")[..], &["--output", "KEY"]].concat(), &["2 symbols are called KEY"]);
    refused(&on(&elf, "0x3", "0x100:8"), &["0x3", "no instruction"]);

    let bytes = fs::read(&elf).unwrap();
    let image = sunbear::sim::image::Image::parse(&bytes).unwrap();
    let of = |name: &str| {
        let symbols = image.symbols().iter().filter(|symbol| symbol.name == name);
        symbols.map(|symbol| (symbol.address, symbol.size)).collect::<Vec<_>>()
    };
    let mut codes = Vec::new();
    for (function, _) in of("work") {
        for (key, len) in of("KEY") {
            let (entry, secret) = (format!("0x{function:x}"), format!("0x{key:x}:{len}"));
            let outputs = crate::programs::CLOBBERED.iter().flat_map(|output| ["--output", output]);
            let output = run(&on(&elf, &entry, &secret).into_iter().chain(outputs).collect::<Vec<_>>());
            assert!(text(&output.stdout).starts_with("work: "), "{}", text(&output.stderr));
            codes.push(output.status.code());
        }
    }
    // One of the four branches on the secret.
    codes.sort_unstable();
    assert_eq!(codes, [Some(0), Some(0), Some(0), Some(1)]);
}

/// A text that can't be printed is no reason to lose the file.
#[test]
fn json_is_written_before_the_text() {
    let branch = corpus("branch.S");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("report.json");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sunbear"));
    command.arg("audit").args(on(&branch, "called_leaks")).arg("--json").arg(&file).stdout(full);
    assert_eq!(command.output().unwrap().status.code(), Some(2));
    assert!(fs::read(&file).unwrap().starts_with(b"{"));
}

/// The example of `--help` is a command that works.
#[test]
fn the_example_of_the_help_works() {
    let help = text(&run(&["--help"]).stdout);
    let words: Vec<&str> = help.split_whitespace().collect();
    let start = words.iter().position(|word| *word == "firmware.elf").unwrap();
    let example: Vec<&str> = words[start - 1..].iter().copied().take(20).collect();
    let end = example.iter().rposition(|word| *word == "sreg").unwrap();
    let memcmp = corpus("memcmp.c");
    let args: Vec<&str> = example[..=end]
        .iter()
        .map(|word| match *word {
            "firmware.elf" => memcmp.as_str(),
            "equal" => "equal_is_clean",
            word => word,
        })
        .collect();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}{}", text(&output.stdout), text(&output.stderr));
}

/// Programs that never reach the function, or never come back.
#[test]
fn programs_that_do_not_behave_are_refused() {
    let cases: [(&str, &str, &[&str], &[&str]); 6] = [
        ("ends.S", "never_called", &[], &["ended", "never_called"]),
        ("ends.S", "never_returns", &[], &["ended", "never_returns returned"]),
        ("waits.S", "waits", &["--limit", "100000"], &["no end after 100000 cycles", "waits"]),
        ("waits.S", "after_the_wait", &["--limit", "100000"], &["no end after 100000 cycles"]),
        ("heap.c", "freed_leaks", &[], &["below the stack pointer", "freed_leaks"]),
        ("wild.S", "jumps_away", &[], &["jump out of the program to 0x07ffe", "jumps_away"]),
    ];
    for (file, entry, more, parts) in cases {
        let elf = corpus(file);
        refused(&[&["--elf", elf.as_str(), "--entry", entry, "--secret", "secret"], more].concat(), parts);
    }
}

/// One operation of one set, by the filters.
#[test]
fn filters_choose_images() {
    let one = ["--set", "BabyBearEphem", "--op", "decaps", "--profile", "compact", "--strict"];
    let output = run(&one);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let report = text(&output.stdout);
    assert!(report.starts_with("BabyBearEphem compact decaps on atmega1284p: clean (") && report.lines().count() == 1);

    let large = ["--set", "BabyBear", "--op", "decaps", "--profile", "fast", "--mcu", "ATmega328P"];
    let output = run(&large);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("BabyBear fast decaps on atmega328p: does not fit"));
    assert!(text(&output.stderr).contains("nothing was audited"));
}
