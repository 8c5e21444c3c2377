//! The table that tells kinds of work apart: by the source's modules, and by the names of kernels.
//!
//! A new scheme adds its lines here and nowhere else. What is not named belongs to whoever called it.

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Hashes, permutations, expansion of seeds.
    Hashing,
    /// Ring arithmetic: products above all.
    Ring,
    /// Making noise of uniform bytes; the hashing below it is hashing.
    Sampling,
    /// Encoding and decoding, error correction, reading operands from where they lie.
    Coding,
    /// All else: control, comparison, copying, wiping.
    Other,
}

/// What a line of the table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    In(Category),
    /// As the code it was called from, or inlined into.
    Caller,
}

use Category::{Coding, Hashing, Other, Ring, Sampling};
use Rule::{Caller, In};

/// Modules by their path without `.rs`, kernels by the beginning of their name. The longest match counts.
pub(super) const RULES: &[(&str, Rule)] = &[
    ("src", In(Other)),
    ("src/backend", Caller),
    ("src/hash", In(Hashing)),
    ("src/ntru_encrypt/keys", In(Coding)),
    ("src/ntru_encrypt/message", In(Coding)),
    ("src/ntru_encrypt/polynomial", In(Coding)),
    ("src/ntru_encrypt/stream", In(Sampling)),
    ("src/ntru_prime/codec", In(Coding)),
    ("src/ntru_prime/digest", In(Hashing)),
    ("src/ntru_prime/sampling", In(Sampling)),
    ("src/ntru_prime/source", In(Coding)),
    ("src/ring", In(Ring)),
    ("src/storage", Caller),
    ("src/three_bears/noise", In(Sampling)),
    ("src/three_bears/operand", In(Coding)),
    ("src/three_bears/xof", In(Hashing)),
    ("sunbear_abs_difference", In(Ring)),
    ("sunbear_accept_", In(Sampling)),
    ("sunbear_add_trits", In(Coding)),
    ("sunbear_aes", In(Hashing)),
    ("sunbear_beyond", In(Coding)),
    ("sunbear_bit_", In(Ring)),
    ("sunbear_centred_trits", In(Coding)),
    ("sunbear_check_terms", In(Coding)),
    ("sunbear_cut_fields", In(Sampling)),
    ("sunbear_declassify_", Caller),
    ("sunbear_decode_trits", In(Coding)),
    ("sunbear_difference", Caller),
    ("sunbear_divpair_", In(Ring)),
    ("sunbear_encode_trits", In(Coding)),
    ("sunbear_enforce_weight", In(Ring)),
    ("sunbear_fec_", In(Coding)),
    ("sunbear_flash_read", Caller),
    ("sunbear_golden_", In(Ring)),
    ("sunbear_hide", In(Coding)),
    ("sunbear_is_zero", Caller),
    ("sunbear_karatsuba_", In(Ring)),
    ("sunbear_keccak_", In(Hashing)),
    ("sunbear_least", In(Coding)),
    ("sunbear_lift_trits", In(Coding)),
    ("sunbear_message_length", Caller),
    ("sunbear_mul_", In(Ring)),
    ("sunbear_nibble_", In(Coding)),
    ("sunbear_noise_", In(Sampling)),
    ("sunbear_octet_trits", In(Coding)),
    ("sunbear_octets_", In(Ring)),
    ("sunbear_overwrite", In(Coding)),
    ("sunbear_pack_11", In(Coding)),
    ("sunbear_pack_planes", In(Coding)),
    ("sunbear_pack_quarters", In(Coding)),
    ("sunbear_pack_tripled", In(Coding)),
    ("sunbear_pack_trits", In(Coding)),
    ("sunbear_planes_", In(Ring)),
    ("sunbear_planes_of", In(Coding)),
    ("sunbear_radix_", In(Coding)),
    ("sunbear_reduce_terms", In(Coding)),
    ("sunbear_remainder", In(Coding)),
    ("sunbear_residues", In(Coding)),
    ("sunbear_reveal", In(Coding)),
    ("sunbear_rotations", In(Ring)),
    ("sunbear_round_", In(Coding)),
    ("sunbear_select", Caller),
    ("sunbear_sha256_", In(Hashing)),
    ("sunbear_sha512_", In(Hashing)),
    ("sunbear_short_", In(Sampling)),
    ("sunbear_small_", In(Sampling)),
    ("sunbear_subtract_trits", In(Coding)),
    ("sunbear_ternary_", In(Ring)),
    ("sunbear_three_bears_xof_", In(Hashing)),
    ("sunbear_unbalanced", In(Coding)),
    ("sunbear_unpack_", In(Coding)),
    ("sunbear_wipe_", Caller),
];

/// What makes a product of two ring elements, whether compiled as a function or inlined.
pub(super) struct Product {
    /// The module, as in [`RULES`].
    pub(super) module: &'static str,
    /// The function, without generic arguments.
    pub(super) function: &'static str,
    /// A kernel that it calls, and how often each time: so products are counted where no call is left to count.
    pub(super) kernel: &'static str,
    pub(super) times: u64,
}

/// The products of all schemes.
pub(super) const PRODUCTS: &[Product] = &[
    Product { module: "src/ring/dense", function: "multiply", kernel: "sunbear_golden_accumulate", times: 3 },
    Product { module: "src/ring/streamed", function: "multiply", kernel: "sunbear_golden_clarify", times: 1 },
    Product { module: "src/ring/sparse", function: "product", kernel: "sunbear_ternary_first", times: 1 },
    Product { module: "src/ring/product_form", function: "product", kernel: "sunbear_rotations", times: 3 },
    Product { module: "src/ntru_prime/compact", function: "product", kernel: "sunbear_ternary_neighbours", times: 1 },
];

/// Whether a file is the module's or lies below it.
pub(super) fn in_module(file: &str, module: &str) -> bool {
    file.strip_prefix(module).is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
}

/// The rule for a source file; none for what is not this package's.
pub(super) fn of_file(file: &str) -> Option<Rule> {
    longest(|key| key.starts_with("src") && in_module(file, key))
}

/// The rule for a symbol; none for what is no kernel.
pub(super) fn of_symbol(symbol: &str) -> Option<Rule> {
    longest(|key| !key.starts_with("src") && symbol.starts_with(key))
}

fn longest(matches: impl Fn(&str) -> bool) -> Option<Rule> {
    RULES.iter().filter(|(key, _)| matches(key)).max_by_key(|(key, _)| key.len()).map(|(_, rule)| *rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::fs;
    use std::path::Path;
    use std::vec::Vec;

    #[test]
    fn every_kernel_has_a_line() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("asm/avr");
        let mut kernels = 0;
        for source in crate::sim::call::sources(&folder).unwrap() {
            for line in fs::read_to_string(&source).unwrap().lines() {
                let mut words = line.split_whitespace();
                if let (Some(".global" | ".globl"), Some(name)) = (words.next(), words.next()) {
                    assert!(of_symbol(name).is_some(), "{name} of {} is in no category", source.display());
                    kernels += 1;
                }
            }
        }
        assert!(kernels >= 20, "only {kernels} kernels found");
    }

    #[test]
    fn every_line_is_used() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text: Vec<_> = crate::sim::call::sources(root.join("asm/avr")).unwrap();
        for (key, _) in RULES {
            let used = if key.starts_with("src") {
                root.join(key).is_dir() || root.join(key).with_extension("rs").is_file()
            } else {
                text.iter().any(|source| fs::read_to_string(source).unwrap().contains(&std::format!(".global {key}")))
            };
            assert!(used, "{key}");
        }
        for product in PRODUCTS {
            let source = fs::read_to_string(root.join(product.module).with_extension("rs")).unwrap();
            assert!(source.contains(&std::format!("fn {}", product.function)), "{}", product.module);
            assert_eq!(of_symbol(product.kernel), Some(In(Ring)));
        }
    }

    #[test]
    fn the_longest_match_counts() {
        assert_eq!(of_file("src/hash/sponge.rs"), Some(In(Hashing)));
        assert_eq!(of_file("src/hash.rs"), Some(In(Hashing)));
        assert_eq!(of_file("src/hashes.rs"), Some(In(Other)));
        assert_eq!(of_file("src/three_bears/noise.rs"), Some(In(Sampling)));
        assert_eq!(of_file("src/three_bears/keygen.rs"), Some(In(Other)));
        assert_eq!(of_file("src/backend/avr.rs"), Some(Caller));
        assert_eq!(of_file("core/slice/mod.rs"), None);
        assert_eq!(of_symbol("sunbear_keccak_f1600"), Some(In(Hashing)));
        assert_eq!(of_symbol("sunbear_unheard_of"), None);
        assert_eq!(of_symbol("memcpy"), None);
    }
}
