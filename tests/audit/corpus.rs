//! Small programs with one kind of leak each, and the same without.

use std::fmt::Write;
use std::path::Path;

use sunbear::sim::audit::Kind::{self, Branch, Control, Jump, LeftBehind, Load, Mark, Skip, Store, Unbounded};
use sunbear::sim::mcu;

use crate::programs::{CLOBBERED, audit, kinds};

/// A file, one of its functions, and what must be found in which functions.
type Case = (&'static str, &'static str, &'static [(Kind, &'static str)]);

/// What `secret` decides. What is left in registers isn't looked at.
const DECISIONS: [Case; 62] = [
    ("branch.S", "branch_leaks", &[(Branch, "branch_leaks")]),
    ("branch.S", "branch_is_clean", &[]),
    ("branch.S", "t_leaks", &[(Branch, "t_leaks")]),
    ("branch.S", "product_leaks", &[(Branch, "product_leaks")]),
    ("branch.S", "product_is_clean", &[]),
    ("branch.S", "called_leaks", &[(Branch, "branch_leaks")]),
    ("skip.S", "sbrc_leaks", &[(Skip, "sbrc_leaks")]),
    ("skip.S", "sbrs_leaks", &[(Skip, "sbrs_leaks")]),
    ("skip.S", "cpse_leaks", &[(Skip, "cpse_leaks")]),
    ("skip.S", "sbis_leaks", &[(Skip, "sbis_leaks")]),
    ("skip.S", "sbic_leaks", &[(Skip, "sbic_leaks")]),
    ("skip.S", "skip_is_clean", &[]),
    ("jump.S", "jump_leaks", &[(Jump, "jump_leaks")]),
    ("jump.S", "call_leaks", &[(Jump, "call_leaks")]),
    ("jump.S", "return_leaks", &[(Jump, "return_leaks"), (LeftBehind, "return_leaks")]),
    ("jump.S", "jump_is_clean", &[]),
    ("carry.S", "carry_leaks", &[(Branch, "carry_leaks")]),
    ("carry.S", "carry_is_clean", &[]),
    ("carry.S", "chain_leaks", &[(Branch, "chain_leaks")]),
    ("carry.S", "chain_is_clean", &[]),
    ("carry.S", "borrow_leaks", &[(Branch, "borrow_leaks")]),
    ("carry.S", "shift_leaks", &[(Skip, "shift_leaks")]),
    ("loop.S", "loop_leaks", &[(Branch, "loop_leaks")]),
    ("loop.S", "loop_is_clean", &[]),
    ("loop.c", "loop_leaks", &[(Branch, "loop_leaks")]),
    ("loop.c", "loop_is_clean", &[]),
    ("address.S", "load_leaks", &[(Load, "load_leaks")]),
    ("address.S", "flash_leaks", &[(Load, "flash_leaks")]),
    ("address.S", "store_leaks", &[(Store, "store_leaks"), (LeftBehind, "store_leaks")]),
    ("address.S", "spread_leaks", &[(Branch, "spread_leaks"), (Store, "spread_leaks"), (LeftBehind, "spread_leaks")]),
    ("address.S", "address_is_clean", &[]),
    ("address.c", "stack_table_leaks", &[(Branch, "stack_table_leaks"), (Store, "stack_table_leaks")]),
    ("status.S", "status_leaks", &[(Branch, "status_leaks"), (LeftBehind, "status_leaks")]),
    ("status.S", "status_is_clean", &[]),
    ("status.S", "interrupts_leak", &[(Control, "interrupts_leak")]),
    ("mark.S", "value_is_clean", &[]),
    ("mark.S", "value_leaks", &[(Branch, "value_leaks")]),
    ("mark.S", "memory_is_clean", &[]),
    ("mark.S", "memory_leaks", &[(Branch, "memory_leaks")]),
    ("mark.S", "length_leaks", &[(Mark, "send")]),
    ("memcmp.c", "compare_leaks", &[(Branch, "compare_leaks")]),
    ("memcmp.c", "compare_is_clean", &[]),
    ("select.c", "ternary_leaks", &[(Branch, "ternary_leaks")]),
    ("select.c", "mask_is_clean", &[]),
    ("select.c", "sign_is_clean", &[]),
    ("select.c", "shift_leaks", &[(Branch, "shift_leaks")]),
    ("publish.c", "publish_is_clean", &[]),
    ("publish.c", "publish_leaks", &[(Branch, "wait")]),
    ("left.S", "spill_leaks", &[(Branch, "spill_leaks")]),
    ("peripherals.c", "pin_leaks", &[(Control, "pin_leaks")]),
    ("peripherals.c", "toggle_leaks", &[(Control, "toggle_leaks")]),
    ("peripherals.c", "timer_leaks", &[(Control, "timer_leaks")]),
    ("peripherals.c", "interrupt_leaks", &[(Control, "interrupt_leaks")]),
    ("peripherals.c", "line_leaks", &[(Control, "line_leaks")]),
    ("peripherals.c", "clock_leaks", &[(Control, "clock_leaks")]),
    ("peripherals.c", "public_is_clean", &[]),
    ("bounds.S", "unsized_leaks", &[(Store, "unsized_leaks"), (Unbounded, "unsized_leaks")]),
    ("bounds.S", "register_leaks", &[(Store, "register_leaks"), (Unbounded, "register_leaks")]),
    ("bounds.S", "pushed_leaks", &[(Branch, "pushed_leaks"), (Store, "pushed_leaks")]),
    ("bounds.S", "room_leaks", &[(Branch, "room_leaks"), (Store, "room_leaks")]),
    ("heap.c", "heap_is_clean", &[]),
    ("heap.c", "heap_leaks", &[(Store, "heap_leaks"), (Unbounded, "heap_leaks")]),
];

fn is_c(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "c")
}

/// What is otherwise than expected, on any chip.
fn check((file, entry, expected): &Case, secrets: &[&str], outputs: &[&str]) -> String {
    let mut wrong = String::new();
    for mcu in &mcu::ALL {
        let report = audit(file, mcu, entry, secrets, outputs);
        let mut expected: Vec<_> = expected.iter().map(|(kind, name)| (*kind, (*name).to_owned())).collect();
        expected.sort();
        let mut found = kinds(&report);
        if is_c(file) {
            // Whether it branches or skips is the compiler's choice.
            found.iter_mut().filter(|(kind, _)| *kind == Skip).for_each(|(kind, _)| *kind = Branch);
            found.dedup();
        }
        if found != expected {
            let _ = writeln!(wrong, "{file} on {}: {expected:?} expected, but {}", mcu.name, report.text(true));
        }
    }
    wrong
}

#[test]
fn what_a_secret_decides_is_found() {
    let mut wrong = String::new();
    for case in &DECISIONS {
        let mut outputs = CLOBBERED.to_vec();
        match case.0 {
            "publish.c" => outputs.push("ciphertext"),
            file if is_c(file) => outputs.push("result"),
            _ => {}
        }
        let word: &[&str] = if case.0 == "select.c" { &["secret", "secret_word"] } else { &["secret"] };
        wrong += &check(case, word, &outputs);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What is left behind is named, with the function that left it.
#[test]
fn what_is_left_behind_is_found() {
    for mcu in &mcu::ALL {
        let pushed = format!("SP-{}", mcu.pc_bytes);
        let cases: [(&str, &[&str]); 6] = [
            ("register_leaks", &["r18"]),
            ("register_is_clean", &[]),
            ("flags_leak", &["SREG"]),
            ("stack_leaks", &[&pushed]),
            ("stack_is_clean", &[]),
            ("io_leaks", &["I/O 0x4b"]),
        ];
        for (entry, places) in cases {
            let report = audit("left.S", mcu, entry, &["secret"], &[]);
            let found: Vec<_> = report.findings.iter().flat_map(|finding| &finding.places).collect();
            assert_eq!(found, places, "{}", report.text(true));
            let expected = if places.is_empty() { vec![] } else { vec![(LeftBehind, entry.to_owned())] };
            assert_eq!(kinds(&report), expected, "{}", report.text(true));
        }

        let outputs = [&CLOBBERED[..], &["result"]].concat();
        let left = audit("left.c", mcu, "buffer_is_left", &["secret"], &outputs);
        assert_eq!(kinds(&left), [(LeftBehind, "buffer_is_left".to_owned())]);
        assert_eq!(left.findings.iter().map(|finding| finding.count).sum::<u64>(), 16, "{}", left.text(true));
        let wiped = audit("left.c", mcu, "buffer_is_wiped", &["secret"], &outputs);
        assert!(wiped.is_clean(true), "{}", wiped.text(true));
        let variable = audit("left.c", mcu, "variable_is_left", &["secret_word"], &CLOBBERED);
        assert_eq!(kinds(&variable), [(LeftBehind, "variable_is_left".to_owned())]);
        let places: Vec<_> = variable.findings.iter().flat_map(|finding| &finding.places).collect();
        assert_eq!(places, ["result+0 to result+1"]);
    }
}

/// Registers that secrets come in are not theirs to stay in, unless they are outputs.
#[test]
fn registers_of_secrets_are_left_behind() {
    for mcu in &mcu::ALL {
        let left = |outputs: &[&str]| {
            let report = audit("left.S", mcu, "register_leaks", &["r24:2", "sreg"], outputs);
            assert!(report.findings.iter().all(|finding| (finding.kind, &finding.at) == (LeftBehind, &None)));
            report.findings.into_iter().flat_map(|finding| finding.places).collect::<Vec<_>>()
        };
        assert_eq!(left(&[]), ["r24 to r25", "SREG"]);
        assert_eq!(left(&["r24"]), ["r25", "SREG"]);
        assert!(left(&["r24:2", "sreg"]).is_empty());
    }
}

/// A finding says how often: the loop's branch comes by once more than it counts.
#[test]
fn occurrences_are_counted() {
    for mcu in &mcu::ALL {
        let report = audit("loop.S", mcu, "loop_leaks", &["secret"], &CLOBBERED);
        let counts: Vec<_> = report.findings.iter().map(|finding| (finding.kind, finding.count)).collect();
        assert_eq!(counts, [(Branch, 0x0a + 1)], "{}", report.text(true));
    }
}

/// Flash and EEPROM hold secrets too, and a read from EEPROM leaves its byte in the data register, 0x40.
#[test]
fn secrets_come_from_every_memory() {
    let outputs = [&CLOBBERED[..], &["result", "0x40:1"]].concat();
    let secrets = ["flash_secret", "eeprom_secret"];
    let cases: [Case; 4] = [
        ("storage.c", "flash_leaks", &[(Branch, "flash_leaks")]),
        ("storage.c", "flash_is_clean", &[]),
        ("storage.c", "eeprom_leaks", &[(Branch, "eeprom_leaks")]),
        ("storage.c", "eeprom_is_clean", &[]),
    ];
    let wrong: String = cases.iter().map(|case| check(case, &secrets, &outputs)).collect();
    assert!(wrong.is_empty(), "{wrong}");
    for mcu in &mcu::ALL {
        let report = audit("storage.c", mcu, "eeprom_is_left", &["secret"], &outputs);
        let places: Vec<_> = report.findings.iter().flat_map(|finding| &finding.places).collect();
        assert_eq!(places, ["EEPROM 0x20"], "{}", report.text(true));
        assert_eq!(kinds(&report).len(), 1);
    }
}

/// The compiler's own helper does what the source doesn't say.
#[test]
fn division_is_found_in_the_helper() {
    let outputs = [&CLOBBERED[..], &["result"]].concat();
    for mcu in &mcu::ALL {
        for (entry, helper) in [("division_leaks", "__udivmodhi4"), ("remainder_leaks", "__udivmodqi4")] {
            let report = audit("division.c", mcu, entry, &["secret", "secret_word"], &outputs);
            assert!(!report.is_clean(false), "{}", report.text(true));
            for finding in &report.findings {
                let at = finding.at.as_ref().unwrap();
                assert!((finding.kind, at.function.starts_with(helper)) == (Branch, true), "{}", report.text(true));
                // Which call of the helper it was, the trace tells, and the ELF its line.
                assert_eq!(finding.calls[0].function, entry);
                assert_eq!(finding.calls[1].function, "main");
                assert!(finding.calls[0].source.as_ref().unwrap().contains("division.c:"), "{finding}");
            }
        }
        for entry in ["reciprocal_is_clean", "public_is_clean"] {
            let report = audit("division.c", mcu, entry, &["secret", "secret_word"], &outputs);
            assert!(report.is_clean(true), "{}", report.text(true));
        }
    }
}

/// What a pointer argument points to, and an argument itself.
#[test]
fn arguments_are_secret() {
    let outputs = CLOBBERED;
    for mcu in &mcu::ALL {
        let of = |secrets: &[&str]| kinds(&audit("publish.c", mcu, "pointer_leaks", secrets, &outputs));
        let branches = |found: &[(Kind, String)]| found.iter().any(|(kind, _)| matches!(kind, Branch | Skip));
        assert!(branches(&of(&["@r24:16"])));
        assert!(!branches(&of(&["@r24:2"])), "the third byte decides");
        let index = of(&["r22:1"]);
        assert!(index.contains(&(Load, "pointer_leaks".to_owned())) && branches(&index), "{index:?}");
    }
}

/// Every use of a mark is listed: its reason, how often, how much, and from where.
#[test]
fn marks_are_listed() {
    for mcu in &mcu::ALL {
        let outputs = [&CLOBBERED[..], &["ciphertext"]].concat();
        let report = audit("publish.c", mcu, "publish_is_clean", &["secret"], &outputs);
        let [used] = &report.declassified[..] else { panic!("{}", report.text(true)) };
        assert_eq!((used.reason.as_str(), used.count, used.bytes), ("the ciphertext is sent", 1, 16));
        assert_eq!(used.callers[0].at.function, "publish_is_clean");

        let report = audit("mark.S", mcu, "value_is_clean", &["secret"], &CLOBBERED);
        let [used] = &report.declassified[..] else { panic!("{}", report.text(true)) };
        assert_eq!((used.reason.as_str(), used.count, used.bytes), ("anyone sees the retry", 1, 1));
    }
}
