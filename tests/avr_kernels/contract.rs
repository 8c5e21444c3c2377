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

pub const CONTRACTS: [Contract; 88] = [
    contract(
        "abs_difference",
        "n_lo,n_hi = 24,24: 345 25,24: 359 25,25: 360 49,48: 689 49,49: 690 98,97: 1368 195,195: 2708",
        3,
        (1, 0),
    ),
    contract("accept_indices", "34 + 144*count", 7, (1, 0)),
    contract("accept_octets", "14 + 23*n", 1, (1, 0)),
    contract("add_trits", "5 + 16*n", 0, (1, 0)),
    contract("aes256_key", "2896", 18, (1, 0)),
    contract("aes256_stream", "781 + 2580*ceil(n/16) + 7*(n mod 16) + 557*w", 62, (1, 1)),
    contract("beyond", "6 + 11*n", 0, (1, 0)),
    contract("bit_divsteps", "n = 443: 756707, 587: 1301465, 743: 2057301", 15, (1, 0)),
    contract(
        "bit_product",
        "162 + n*(77 + 118*(m div 8) + 20*(m mod 8) + (4 if m mod 8 = 0)) + 131*m, m = n + 1",
        15,
        (1, 0),
    ),
    contract("centred_trits", "5 + 37*n", 0, (1, 0)),
    contract("check_terms", "5 + 15*count + 13*count*(count - 1)/2", 0, (1, 0)),
    contract("cut_fields", "2236 + 11*result", 2, (1, 0)),
    contract("decode_trits", "50 + 117*n", 0, (1, 0)),
    contract(
        "difference",
        "12 + 28*(n div 4) + (9*(n mod 4) - 2 if n mod 4 > 0) + (2 if n < 4); 1 more on ATmega2560",
        0,
        (1, 0),
    ),
    contract("divpair_plan", "1461 + 50*ones, ones those of q - 2 in binary: 1711 for 4621, 1861 for 4591", 18, (1, 1)),
    contract("divpair_result", "1024 + 50*ones + 70*n, ones those of q - 2 in binary", 20, (1, 1)),
    contract("divpair_row", "143 + 64*(n mod 8) + 484*(n div 8) + (2 if n mod 8 = 0) + (2 if n < 8)", 18, (1, 0)),
    contract("encode_trits", "56 + 120*n", 0, (1, 0)),
    contract("enforce_weight", "37 + 49*ceil(n/4) + (6*(n mod 4) - 1 if n mod 4 > 0) - 4*(weight div 4)", 2, (1, 0)),
    contract("fec_correct", "5193", 6, (15, 1)),
    contract("fec_syndrome", "9 + 37*len", 0, (1, 0)),
    contract("flash_read", "14 + 9*n below 64 kB, 17 + 9*n beyond, 10 for n = 0", 0, (1, 0)),
    contract("golden_accumulate", "power 0: 3402, 1: 3587, 2: 4865", 12, (1, 0)),
    contract("golden_add", "2887", 0, (1, 0)),
    contract("golden_add_unit", "2059", 0, (1, 0)),
    contract("golden_clarify", "2901", 0, (1, 0)),
    contract("golden_fold", "4240", 0, (1, 0)),
    contract("golden_row", "25166", 20, (5, 1)),
    contract("hide", "59 + 314*n", 8, (1, 0)),
    contract("is_zero", "8", 0, (1, 0)),
    contract("karatsuba_join", "n = 48: 983, 49: 1020, 97: 1893, 98: 1913, 195: 3693", 14, (1, 0)),
    contract("keccak_f1600", "79812", 59, (1, 0)),
    contract("least", "8", 0, (1, 0)),
    contract("lift_trits", "7 + 27*n", 0, (1, 0)),
    contract("message_length", "4", 0, (1, 0)),
    contract("mul_leaf", "n = 24: 2969, n = 25: 3450", 44, (1, 0)),
    contract("nibble_decode", "3624", 2, (1, 0)),
    contract("nibble_encode", "2938", 2, (1, 0)),
    contract("noise_block", "13 + 55*groups for v <= 64; 15 + 80*groups for v > 64", 0, (1, 0)),
    contract("octet_trits", "5 + 16*n + 4*ceil(n/5)", 0, (1, 0)),
    contract(
        "octets_accumulate",
        "19 + minus + 59*(n div 8) + 10*(n mod 8) + (2 if n < 8) + (2 if n mod 8 = 0)",
        0,
        (1, 0),
    ),
    contract(
        "octets_difference",
        "30 + 59*(m div 8) + 10*(m mod 8) + (2 if m < 8) + (2 if m mod 8 = 0) + 3*(n_low - m), m = n_high",
        2,
        (1, 0),
    ),
    contract(
        "octets_join",
        "101 + 192*(c div 8) + 37*(c mod 8) + (2 if c mod 8 = 0) + 53*odd, c = h - 2*odd",
        18,
        (1, 0),
    ),
    contract(
        "octets_leaf",
        "n = 23: 2373, 24: 2454, 27: 3454, 28: 3551, 36: 5227, 37: 6332, 46: 8702, 47: 8870",
        22,
        (1, 0),
    ),
    contract("octets_scatter", "8 + 6*n + 14*(plus + minus) + (2 if plus = 0) + (2 if minus = 0)", 0, (1, 0)),
    contract("overwrite", "7 + 7*n", 0, (1, 0)),
    contract("pack_11", "7 + 144*(n div 8) + (29, 47, 64, 81, 95, 116, 135 for n mod 8 = 1 .. 7)", 0, (1, 0)),
    contract(
        "pack_planes",
        "with m = n mod 8: 27 + 48*(n div 8) + (2 if n < 8) + (31 + 5*m if m > 0) + (17 if m > 4)",
        2,
        (1, 0),
    ),
    contract("pack_quarters", "5 + 63*ceil(n/4) - 5*(4*ceil(n/4) - n)", 0, (1, 0)),
    contract("pack_tripled", "29 + 64*(n div 4) + (4 + 19*(n mod 4) if n mod 4 > 0) + (2 if n < 4)", 2, (1, 0)),
    contract("pack_trits", "5 + 22*n", 0, (1, 0)),
    contract("planes_add", "25 + 89*n", 4, (1, 0)),
    contract("planes_exists", "4", 0, (1, 0)),
    contract(
        "planes_inverse",
        "p,slack = 653,48: 3360838 761,48: 4414458 857,48: 5471514 953,48: 6633186 1013,48: 7420842 1277,48: 11379170 653,653: 4288762",
        24,
        (1, 1),
    ),
    contract(
        "planes_of",
        "with m = n mod 8, x = size - ceil(n/8): 35 + 46*(n div 8) + (2 if n < 8) + (48 + 5*m if m > 0)",
        2,
        (1, 0),
    ),
    contract(
        "planes_product",
        "n = 21: 325864, 24: 410374, 27: 504082, 30: 605488, 32: 681790, 40: 1020790",
        20,
        (17, 1),
    ),
    contract("radix_pair", "35 + 35*pairs for b = 0, 37 + 37*pairs for b = 1, 34 + 39*pairs for b = 2", 3, (1, 0)),
    contract("radix_split", "71 for b = 0, 83 for b = 1, 81 for b = 2", 0, (1, 0)),
    contract("radix_unpair", "92 + 61*pairs for b = 0, 96 + 72*pairs for b = 1, 95 + 74*pairs for b = 2", 12, (1, 0)),
    contract("reduce_terms", "4 + 20*count", 0, (1, 0)),
    contract("remainder", "551", 0, (1, 0)),
    contract("residues", "80 + 76*n; 82 for n = 0", 12, (1, 0)),
    contract("reveal", "75 + 277*n", 13, (1, 0)),
    contract(
        "rotations",
        "115 + 16*t + passes*(100 + 80*t + 36*(mode = 1) + 69*(mode = 2)) + zeros*(2 + 2*passes), t = plus + minus, \
         zeros how many of plus and minus are 0; 1 more on ATmega2560",
        85,
        (1, 0),
    ),
    contract("round_thirds", "22 + 30*n - (1 if n > 0)", 2, (1, 0)),
    contract("select", "19 + 12*n for n > 0; 21 for n = 0; 1 more on ATmega2560", 2, (1, 0)),
    contract("sha256_block", "19007", 54, (129, 1)),
    contract("sha256_init", "263", 0, (1, 0)),
    contract("sha512_block", "47667", 86, (161, 1)),
    contract("sha512_init", "519", 0, (1, 0)),
    contract(
        "short_heap",
        "n = 653: 393254, 761: 452033, 857: 504281, 953: 556529, 1013: 589184, 1277: 833782",
        18,
        (1, 0),
    ),
    contract("short_radix", "18346 + 178*n + 26*ceil(n/4) + 16*ceil(n/256)", 10, (15, 1)),
    contract("small_words", "34 + 121*(n div 4) + (20 + 26*(n mod 4) if n mod 4 > 0)", 4, (1, 0)),
    contract("subtract_trits", "5 + 14*n", 0, (1, 0)),
    contract("ternary_blocks", "191 + 7*blocks*(k + 1) + 253*(n - 1)/4; 1 more on ATmega2560", 15, (1, 0)),
    contract("ternary_first", "77", 0, (1, 0)),
    contract("ternary_neighbours", "34*n + 38; 1 more on ATmega2560", 4, (1, 0)),
    contract("ternary_slide", "36*quads + 9; 1 more on ATmega2560", 0, (1, 0)),
    contract(
        "ternary_strip",
        "175 + passes*(851 + blocks*(54 + d + 78*k) + 188*(blocks div 2) + 94*(blocks mod 2)), \
         d = 3, 10, 13, 16, 17 for k = 14, 12, 10, 9, 8; 1 more on ATmega2560",
        34,
        (1, 0),
    ),
    contract(
        "ternary_sums",
        "464 + 44*w + 6*blocks + passes*(825 + 78*w + 3*first + (28 + d)*blocks + 110*(blocks div 2) + 50*(blocks mod 2)) \
         + (2*passes + 2 if first = 0), d = 3, 10, 13, 16, 17 for k = 14, 12, 10, 9, 8; 1 more on ATmega2560",
        28,
        (1, 0),
    ),
    contract("ternary_tables", "103*(n - 1)/2 + 64; 1 more on ATmega2560", 4, (1, 0)),
    contract(
        "ternary_terms",
        "86 + 111*(n - 1)/4 + 19*w + 5*blocks + (2 if first = 0); 1 more on ATmega2560",
        8,
        (1, 0),
    ),
    contract("three_bears_xof_init", "1082", 0, (1, 0)),
    contract("unbalanced", "25 + 11*n", 0, (1, 0)),
    contract("unpack_11", "8 + 139*(n div 8) + (30, 46, 64, 80, 94, 113, 129 for n mod 8 = 1 .. 7)", 0, (1, 0)),
    contract("unpack_digits", "13 + 30*(n div 4) + 10*(n mod 4) + (2 if n < 4)", 0, (1, 0)),
    contract("unpack_trits", "7 + 21*n", 0, (1, 0)),
    contract("wipe_stack", "12 + 5*n; 1 more on ATmega2560", 1384, (1, 0)),
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
