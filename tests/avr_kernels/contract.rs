//! What the kernels promise: the numbers that the tests measure, held against the head of each source.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sunbear::sim::call::sources;

/// The promises of one kernel.
pub struct Contract {
    /// The symbol without its prefix, which is also the name of the file.
    pub kernel: &'static str,
    /// The cycles as the head of the source says them. A lone number (commas apart) is the whole truth; otherwise
    /// the kernel's test has the same formula in code.
    pub cycles: &'static str,
    /// Stack bytes without the return address.
    pub stack: u16,
    /// What a three-byte program counter adds, in cycles and in stack bytes.
    pub far: (u64, u16),
}

impl Contract {
    pub fn of(kernel: &str) -> &'static Contract {
        CONTRACTS.iter().find(|contract| contract.kernel == kernel).expect("every kernel has a contract")
    }

    /// The cycles, where they are one number.
    pub fn constant(&self) -> u64 {
        self.cycles.parse().expect("the cycles are a lone number")
    }
}

const fn contract(kernel: &'static str, cycles: &'static str, stack: u16, far: (u64, u16)) -> Contract {
    Contract { kernel, cycles, stack, far }
}

pub const CONTRACTS: [Contract; 20] = [
    contract(
        "abs_difference",
        "n_lo,n_hi = 24,24: 345 25,24: 359 25,25: 360 49,48: 689 49,49: 690 98,97: 1368 195,195: 2708",
        3,
        (1, 0),
    ),
    contract(
        "difference",
        "12 + 28*(n div 4) + (9*(n mod 4) - 2 if n mod 4 > 0) + (2 if n < 4); 1 more on ATmega2560",
        0,
        (1, 0),
    ),
    contract("fec_correct", "5193", 6, (15, 1)),
    contract("fec_syndrome", "9 + 37*len", 0, (1, 0)),
    contract("flash_read", "14 + 9*n below 64 kB, 17 + 9*n beyond, 10 for n = 0", 0, (1, 0)),
    contract("golden_accumulate", "power 0: 3402, 1: 3587, 2: 4865", 12, (1, 0)),
    contract("golden_add", "2887", 0, (1, 0)),
    contract("golden_add_unit", "2059", 0, (1, 0)),
    contract("golden_clarify", "2901", 0, (1, 0)),
    contract("golden_fold", "4240", 0, (1, 0)),
    contract("golden_row", "25166", 20, (5, 1)),
    contract("karatsuba_join", "n = 48: 983, 49: 1020, 97: 1893, 98: 1913, 195: 3693", 14, (1, 0)),
    contract("keccak_f1600", "79812", 59, (1, 0)),
    contract("mul_leaf", "n = 24: 2969, n = 25: 3450", 44, (1, 0)),
    contract("nibble_decode", "3624", 2, (1, 0)),
    contract("nibble_encode", "2938", 2, (1, 0)),
    contract("noise_block", "13 + 55*groups for v <= 64; 15 + 80*groups for v > 64", 0, (1, 0)),
    contract("select", "19 + 12*n for n > 0; 21 for n = 0; 1 more on ATmega2560", 2, (1, 0)),
    contract("three_bears_xof_init", "1082", 0, (1, 0)),
    contract("wipe_stack", "12 + 5*n; 1 more on ATmega2560", 544, (1, 0)),
];

/// The folder of the kernels.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("asm/avr")
}

/// The entry `key` at the head of a source: its line and the lines that continue it.
fn entry(source: &str, key: &str) -> String {
    let mut text = String::new();
    let lines = source.lines().map_while(|line| line.strip_prefix(';'));
    for line in lines.skip_while(|line| !line.trim_start().starts_with(key)) {
        let starts_another = line.trim_start().starts_with(|first: char| first.is_ascii_uppercase());
        if line.trim().is_empty() || (!text.is_empty() && starts_another) {
            break;
        }
        text += line;
    }
    let words: Vec<&str> = text.split_whitespace().skip(1).collect();
    words.join(" ")
}

/// The first number in a text.
fn number(text: &str) -> Option<u16> {
    text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?.parse().ok()
}

#[test]
fn the_sources_say_what_is_measured() {
    for contract in &CONTRACTS {
        let source = fs::read_to_string(folder().join(contract.kernel).with_extension("S")).unwrap();
        let (cycles, stack) = (entry(&source, "Cycles"), entry(&source, "Stack"));
        let is_digit = |c: char| c.is_ascii_digit();
        let agrees = if contract.cycles.chars().all(is_digit) {
            let number = cycles.split(|c: char| !is_digit(c) && c != ',').next().unwrap_or_default();
            number.replace(',', "") == contract.cycles
        } else {
            cycles.strip_prefix(contract.cycles).is_some_and(|rest| !rest.starts_with(is_digit))
        };
        assert!(agrees, "{} says {cycles:?}, not {:?}", contract.kernel, contract.cycles);
        assert_eq!(number(&stack), Some(contract.stack), "{}: {stack:?}", contract.kernel);
    }
}

/// One layout for all: a reader finds each promise in its place.
#[test]
fn every_head_has_every_entry_in_order() {
    const ENTRIES: [&str; 9] = ["Computes", "In", "Out", "Memory", "Secret", "Stack", "Cycles", "Flash", "Clobbers"];
    for file in sources(folder()).unwrap() {
        let source = fs::read_to_string(&file).unwrap();
        let name = file.file_stem().and_then(|name| name.to_str()).unwrap();
        assert!(source.starts_with(&format!("; sunbear_{name}:")), "{name} opens with its prototype");
        let head = source.lines().map_while(|line| line.strip_prefix("; "));
        let words = head.filter_map(|line| line.split_whitespace().next().filter(|_| !line.starts_with(' ')));
        let found: Vec<&str> = words.filter(|word| ENTRIES.contains(word)).collect();
        assert_eq!(found, ENTRIES, "{name}");
    }
}

#[test]
fn every_source_has_a_contract() {
    let files = sources(folder()).unwrap();
    let names: BTreeSet<&str> = files.iter().filter_map(|file| file.file_stem()?.to_str()).collect();
    assert_eq!(names, CONTRACTS.iter().map(|contract| contract.kernel).collect());
}
