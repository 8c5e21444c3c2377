//! What NTRUEncrypt's sampling accepts, against a list that grows.

use sunbear::sim::call::Arg;

use crate::bench::every_chip;

#[test]
fn accept_octets() {
    every_chip("accept_octets", |bench, operands| {
        for n in [1, 2, 20, 32, 255] {
            for room in [1, 2, 30, 89, 149, 255] {
                for round in 0..6 {
                    let filled = [0, room, room - 1, operands.below(room + 1)][round % 4];
                    let mut octets = operands.bytes(room);
                    let edges = [0, 242, 243, 255];
                    let block: Vec<u8> = match round {
                        4 => vec![242; n],
                        5 => vec![243; n],
                        _ => operands
                            .bytes(n)
                            .iter()
                            .map(|b| if b & 1 == 0 { edges[operands.below(4)] } else { *b })
                            .collect(),
                    };
                    let mut expected = octets[..filled].to_vec();
                    expected.extend(block.iter().filter(|octet| **octet < 243));
                    expected.truncate(room);
                    let end = expected.len();
                    expected.extend(&octets[end..]);
                    let mut count = [filled as u8];
                    let mut args = [
                        Arg::InOut(&mut octets),
                        Arg::U8(room as u8),
                        Arg::InOut(&mut count),
                        Arg::In(&block),
                        Arg::U8(n as u8),
                    ];
                    bench.call(14 + 23 * n as u64, &mut args);
                    assert_eq!((octets, usize::from(count[0])), (expected, end));
                }
            }
        }
    });
}

/// Lists as the scheme fills them, and more candidates than they take.
#[test]
fn accept_indices() {
    every_chip("accept_indices", |bench, operands| {
        let sets = [(443, 7974, 8192, [18, 34, 44]), (587, 1761, 2048, [20, 40, 56]), (743, 8173, 8192, [22, 44, 74])];
        for (n, limit, range, ends) in sets {
            for ends in [ends, [200; 3], [3, 3, 5], [1; 3]] {
                let mut seen = vec![0; n];
                let mut lists = operands.bytes(2 * ends[2]);
                let mut model: Vec<u16> = Vec::new();
                for round in 0..12 {
                    let count = [1_u8, 7, 60, 40][round % 4];
                    let mut one = || match operands.below(8) {
                        0 => operands.below(9),
                        1 => limit - 1 + operands.below(2),
                        2 => n * operands.below(range / n),
                        3 => range - 1,
                        _ => operands.below(range),
                    };
                    let candidates: Vec<usize> = (0..count).map(|_| one()).collect();
                    let filled = model.len() as u16;
                    for v in candidates.iter().filter(|v| **v < limit) {
                        let start = ends.iter().rev().find(|end| **end <= model.len()).copied().unwrap_or(0);
                        let index = (v % n) as u16;
                        if model.len() < ends[2] && !model[start..].contains(&index) {
                            model.push(index);
                        }
                    }
                    let bytes: Vec<u8> = candidates.iter().flat_map(|v| (*v as u16).to_le_bytes()).collect();
                    let tail = lists[2 * model.len()..].to_vec();
                    let fields = [n, limit, ends[0], ends[1], ends[2], usize::from(filled)];
                    let mut state: Vec<u8> = fields.iter().flat_map(|field| (*field as u16).to_le_bytes()).collect();
                    let mut after = state.clone();
                    after[10..].copy_from_slice(&(model.len() as u16).to_le_bytes());
                    let mut args = [
                        Arg::InOut(&mut state),
                        Arg::InOut(&mut lists),
                        Arg::InOut(&mut seen),
                        Arg::In(&bytes),
                        Arg::U8(count),
                    ];
                    bench.call(34 + 144 * u64::from(count), &mut args);
                    assert_eq!(state, after);
                    let expected: Vec<u8> = model.iter().flat_map(|i| i.to_le_bytes()).chain(tail).collect();
                    assert_eq!(lists, expected);
                }
            }
        }
    });
}
