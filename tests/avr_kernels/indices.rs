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
