//! Planes as they are in practice: the costs of ThreeBears in README as of version 0.1, and those of any scheme there now.
//! Input, not expectation.

use std::format;
use std::string::ToString;
use std::vec::Vec;

use super::super::Point;
use super::Operation::{self, Decaps, DecapsPrepared, Encaps, Keygen};

#[rustfmt::skip]
const COSTS: [(&str, &str, Operation, u64, u32); 42] = [
    ("BabyBear", "compact", Keygen, 6_607_609, 1_262),
    ("BabyBear", "compact", Encaps, 9_381_431, 1_294),
    ("BabyBear", "compact", Decaps, 15_800_256, 1_741),
    ("BabyBear", "compact", DecapsPrepared, 12_610_037, 1_452),
    ("BabyBear", "fast", Keygen, 3_742_966, 3_653),
    ("BabyBear", "fast", Encaps, 4_831_394, 3_693),
    ("BabyBear", "fast", Decaps, 8_389_344, 4_924),
    ("BabyBear", "fast", DecapsPrepared, 6_881_083, 3_885),
    ("MamaBear", "compact", Keygen, 14_332_680, 1_262),
    ("MamaBear", "compact", Encaps, 18_354_623, 1_294),
    ("MamaBear", "compact", Decaps, 27_784_341, 1_741),
    ("MamaBear", "compact", DecapsPrepared, 23_094_446, 1_452),
    ("MamaBear", "fast", Keygen, 7_505_631, 4_043),
    ("MamaBear", "fast", Encaps, 9_003_156, 4_083),
    ("MamaBear", "fast", Decaps, 14_147_336, 5_704),
    ("MamaBear", "fast", DecapsPrepared, 11_974_807, 4_275),
    ("PapaBear", "compact", Keygen, 25_059_966, 1_262),
    ("PapaBear", "compact", Encaps, 30_337_338, 1_294),
    ("PapaBear", "compact", Decaps, 42_709_812, 1_741),
    ("PapaBear", "compact", DecapsPrepared, 36_512_631, 1_452),
    ("PapaBear", "fast", Keygen, 12_578_730, 4_433),
    ("PapaBear", "fast", Encaps, 14_487_680, 4_473),
    ("PapaBear", "fast", Decaps, 21_146_067, 6_484),
    ("PapaBear", "fast", DecapsPrepared, 18_305_456, 4_665),
    ("BabyBearEphem", "compact", Keygen, 6_607_609, 1_262),
    ("BabyBearEphem", "compact", Encaps, 9_465_678, 1_294),
    ("BabyBearEphem", "compact", Decaps, 2_695_213, 1_237),
    ("BabyBearEphem", "fast", Keygen, 3_742_966, 3_653),
    ("BabyBearEphem", "fast", Encaps, 4_915_653, 3_693),
    ("BabyBearEphem", "fast", Decaps, 1_530_751, 3_628),
    ("MamaBearEphem", "compact", Keygen, 14_356_152, 1_262),
    ("MamaBearEphem", "compact", Encaps, 18_470_141, 1_294),
    ("MamaBearEphem", "compact", Decaps, 3_945_660, 1_237),
    ("MamaBearEphem", "fast", Keygen, 7_517_367, 4_043),
    ("MamaBearEphem", "fast", Encaps, 9_101_089, 4_083),
    ("MamaBearEphem", "fast", Decaps, 2_194_093, 4_018),
    ("PapaBearEphem", "compact", Keygen, 25_099_086, 1_262),
    ("PapaBearEphem", "compact", Encaps, 30_470_425, 1_294),
    ("PapaBearEphem", "compact", Decaps, 5_196_112, 1_237),
    ("PapaBearEphem", "fast", Keygen, 12_594_378, 4_433),
    ("PapaBearEphem", "fast", Encaps, 14_589_504, 4_473),
    ("PapaBearEphem", "fast", Decaps, 2_857_547, 4_408),
];

pub(super) fn points() -> Vec<Point> {
    let point = |(set, profile, operation, cycles, ram): (&str, &str, Operation, u64, u32)| Point {
        label: format!("{set} {profile}"),
        group: "ThreeBears".to_string(),
        compact: profile == "compact",
        operation,
        cycles,
        ram,
    };
    COSTS.into_iter().map(point).collect()
}

/// What README's table of costs says of a scheme.
pub(super) fn of_readme(scheme: &str) -> Vec<Point> {
    let readme = include_str!("../../../../README.md");
    let (_, rest) = readme.split_once(&format!("<!-- costs {scheme} -->")).unwrap();
    let (table, _) = rest.split_once("<!-- /costs -->").unwrap();
    let rows = table.lines().filter(|line| line.starts_with('|')).skip(2);
    let point = |row: &str| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let number = |cell: &str| cell.replace(',', "").parse::<u64>().unwrap();
        Point {
            label: format!("{} {}", cells[0], cells[1]),
            group: scheme.to_string(),
            compact: cells[1] == "compact",
            operation: Operation::ALL.into_iter().find(|operation| operation.as_str() == cells[2]).unwrap(),
            cycles: number(cells[3]),
            ram: u32::try_from(number(cells[5])).unwrap(),
        }
    };
    rows.map(point).collect()
}
