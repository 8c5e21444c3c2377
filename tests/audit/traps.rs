//! Idioms of Rust that are free of branches in the source and not on the chip: `traps/`, built at `opt-level` 3.

use std::path::Path;

use sunbear::sim::audit::{self, Call, Finding, Kind};
use sunbear::sim::firmware::Build;
use sunbear::sim::toolchain::Toolchain;

use crate::programs::{CLOBBERED, mcu};

#[test]
fn the_compilers_branches_are_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mcu = mcu("atmega1284p");
    let build = Build::new(root.join("tests/audit/traps"), mcu, root.join("target/traps"));
    let elf = std::fs::read(build.run(&Toolchain::find().unwrap()).unwrap()).unwrap();
    let place = |text: &str| text.parse().unwrap();
    let names = [
        "mask_select_leaks",
        "reduction_leaks",
        "nonzero_leaks",
        "ct_eq_leaks",
        "min_leaks",
        "conditional_select_is_clean",
        "difference_is_clean",
        "product_is_clean",
    ];
    for name in names {
        let call = Call {
            secrets: ["SECRET", "SECRET_WORD"].map(place).to_vec(),
            outputs: CLOBBERED.map(place).into_iter().chain([place("RESULT")]).collect(),
            limit: 1_000_000,
            ..Call::new(name)
        };
        let report = audit::entry(&elf, mcu, &call).unwrap();
        let text = report.text(true);
        // Copies of the secret that stay on the stack are another matter.
        let decisions = report.findings.iter().filter(|finding| finding.kind != Kind::LeftBehind);
        let at = |finding: &Finding| (finding.kind, finding.at.as_ref().map(|at| at.function.clone()));
        let found: Vec<_> = decisions.map(at).collect();
        let expected = if name.ends_with("_leaks") { vec![(Kind::Branch, Some(name.to_owned()))] } else { vec![] };
        assert_eq!(found, expected, "{text}");
        assert!(report.addresses.is_empty(), "{text}");
    }
}
