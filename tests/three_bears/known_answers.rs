//! The vectors of the reference implementation.

use sunbear::three_bears::{Reusable, Strategy};

use crate::vectors::{self, Record};
use crate::{Set, decapsulate, decapsulate_prepared, each, encapsulate, encapsulation_key, prepare};

/// The records of a set.
fn records<S: Set>(file: &str) -> Vec<Record> {
    vectors::read(file).into_iter().filter(|record| record.section == S::NAME).collect()
}

fn known<S: Set, P: Strategy>() {
    let records = records::<S>("three-bears/known_answers.txt");
    assert_eq!(records.len(), 3);
    for record in records {
        let dk = record.array("dk");
        let ek = encapsulation_key::<S, P>(&dk);
        assert_eq!(ek, record.bytes("ek"));
        let (ct, secret) = encapsulate::<S, P>(&ek, &record.array("encapsulation_seed"));
        assert_eq!(ct, record.bytes("ct"));
        assert_eq!(secret, record.array("secret"));
        assert_eq!(decapsulate::<S, P>(&dk, &ct), secret);
    }
}
each!(known for all sets);

/// A received ciphertext that encapsulation did not make, and the secret of the key of count 0.
struct Edge {
    change: String,
    ct: Vec<u8>,
    accepted: bool,
    secret: [u8; 32],
}

/// The key of count 0 with its secret, and the edges.
fn edge_cases<S: Set>() -> ([u8; 40], [u8; 32], Vec<Edge>) {
    let known = &records::<S>("three-bears/known_answers.txt")[0];
    let edge = |record: &Record| {
        let mut ct = known.bytes("ct");
        if record.find("fill").is_some() {
            ct.fill(record.bytes("fill")[0]);
        } else {
            let (at, bytes) = (record.number("at"), record.bytes("bytes"));
            ct[at..at + bytes.len()].copy_from_slice(&bytes);
        }
        let accepted = record.number("accepted") == 1;
        Edge { change: record.text("change").into(), ct, accepted, secret: record.array("secret") }
    };
    let edges: Vec<Edge> = records::<S>("three-bears/decapsulation_edges.txt").iter().map(edge).collect();
    assert_eq!(edges.len(), 11);
    (known.array("dk"), known.array("secret"), edges)
}

fn edges<S: Set, P: Strategy>() {
    let (dk, accepted, edges) = edge_cases::<S>();
    for edge in edges {
        let secret = decapsulate::<S, P>(&dk, &edge.ct);
        assert_eq!(secret, edge.secret, "{}", edge.change);
        assert_eq!(secret == accepted, edge.accepted, "{}", edge.change);
    }
}
each!(edges for all sets);

fn prepared_edges<S: Set + Reusable, P: Strategy>() {
    let known = &records::<S>("three-bears/known_answers.txt")[0];
    let (dk, _, edges) = edge_cases::<S>();
    let prepared = prepare::<S, P>(&dk);
    assert_eq!(prepared[..40], dk);
    assert_eq!(prepared[80..], known.bytes("ek"));
    for edge in edges {
        assert_eq!(decapsulate_prepared::<S, P>(&prepared, &edge.ct), edge.secret, "{}", edge.change);
    }
}
each!(prepared_edges for reusable sets);

/// The rejection key of a prepared key is the vectors' one.
fn rejection_key<S: Set + Reusable, P: Strategy>() {
    let records = records::<S>("three-bears/xof.txt");
    let prepared = prepare::<S, P>(&records[0].array("dk"));
    assert_eq!(prepared[40..80], records[0].bytes("rejection_key"));
}
each!(rejection_key for reusable sets);
