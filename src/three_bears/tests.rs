//! What ThreeBears samples and hashes, against the vectors.

use super::noise::NoiseSeed;
use super::operand::{MatrixElement, Operand, Stored};
use super::params::{BabyBear, BabyBearEphem, MamaBear, MamaBearEphem, PapaBear, PapaBearEphem, ParameterSet};
use super::xof::{self, Purpose, Xof};
use super::{decaps, keygen};
use crate::backend::{Native, ThreeBears};
use crate::error::Error;
use crate::ring::golden::canonicalize;
use crate::vectors::{self, Record};

/// The record of a set.
fn record<S: ParameterSet>(file: &str) -> Record {
    vectors::read(file).into_iter().find(|record| record.section == S::NAME).expect("a record of every set")
}

macro_rules! for_every_set {
    ($($test:ident = $check:ident;)*) => {$(
        #[test]
        fn $test() {
            $check::<BabyBear>();
            $check::<MamaBear>();
            $check::<PapaBear>();
            $check::<BabyBearEphem>();
            $check::<MamaBearEphem>();
            $check::<PapaBearEphem>();
        }
    )*};
}

for_every_set! {
    parameters = check_parameters;
    matrix = check_matrix;
    noise = check_noise;
    derived_from_the_key = check_key;
}

fn check_parameters<S: ParameterSet>() {
    let xof_record = record::<S>("three-bears/xof.txt");
    let parameters: [u8; 16] = xof_record.array("parameters");
    assert_eq!([S::D, S::V - 1, 4, 18, S::CCA, 0], parameters[9..15]);
    assert_eq!(usize::from(S::V), record::<S>("three-bears/psi.txt").number("v"));

    // The block itself: a message that begins with it hashes as the block given by hand.
    let (mut by_begin, mut by_hand) = (Xof::ZERO, Xof::ZERO);
    xof::begin::<S>(&mut by_begin, Purpose::Uniform);
    by_hand.start(Native::xof_init);
    by_hand.absorb(&parameters);
    let [a, b] = [&mut by_begin, &mut by_hand].map(|xof| {
        xof::end(xof);
        let mut out = [0; 32];
        xof.squeeze(&mut out);
        out
    });
    assert_eq!(a, b);

    let known = record::<S>("three-bears/known_answers.txt");
    assert_eq!(S::ENCAPSULATION_KEY_SIZE, known.bytes("ek").len());
    assert_eq!(S::CIPHERTEXT_SIZE, known.bytes("ct").len());
    assert_eq!(S::PREPARED_KEY_SIZE, 80 + S::ENCAPSULATION_KEY_SIZE);
    assert_eq!(size_of::<S::Elements>(), 390 * usize::from(S::D));
}

fn check_matrix<S: ParameterSet>() {
    let record = record::<S>("three-bears/xof.txt");
    let seed = record.array("matrix_seed");
    let mut xof = Xof::ZERO;
    for (row, column, name) in [(0, 0, "matrix_00"), (1, 0, "matrix_10"), (0, 1, "matrix_01")] {
        let expected = record.bytes(name);
        // In pieces of any size, and twice from the start.
        let mut element = MatrixElement::<S>::new(&seed, row, column);
        for piece in [1, 2, 100, 390] {
            let mut out = expected.clone();
            out.fill(0);
            element.start(&mut xof);
            for piece in out.chunks_mut(piece) {
                element.next(piece, &mut xof).expect("a matrix element can't fail");
            }
            assert_eq!(out, expected, "{name} of {}", S::NAME);
        }
    }
}

fn check_noise<S: ParameterSet>() {
    let record = record::<S>("three-bears/xof.txt");
    let mut xof = Xof::ZERO;
    let mut element = [0xa5; 390];
    NoiseSeed::of_key(&record.array("dk")).sample::<S>(0, &mut element, &mut xof);
    canonicalize(&mut element);
    assert_eq!(element, record.array("noise"), "{}", S::NAME);
}

fn check_key<S: ParameterSet>() {
    let record = record::<S>("three-bears/xof.txt");
    let key = record.array("dk");
    let mut xof = Xof::ZERO;
    let mut seed = [0; 24];
    keygen::matrix_seed::<S>(&key, &mut seed, &mut xof);
    assert_eq!(seed, record.array("key_seed"), "{}", S::NAME);
    let mut rejection_key = [0; 40];
    decaps::rejection_key::<S>(&key, &mut rejection_key, &mut xof);
    assert_eq!(rejection_key, record.array("rejection_key"), "{}", S::NAME);
}

#[test]
fn stored_elements_are_read_in_order() {
    let bytes: [u8; 100] = core::array::from_fn(|i| i as u8);
    let mut xof = Xof::ZERO;
    let mut stored = Stored::new(&bytes, 10);
    stored.start(&mut xof);
    let mut out = [0; 45];
    assert_eq!(stored.next(&mut out, &mut xof), Ok(()));
    assert_eq!(out, bytes[10..55]);
    assert_eq!(stored.next(&mut out, &mut xof), Ok(()));
    assert_eq!(out, bytes[55..]);
    assert_eq!(stored.next(&mut out[..1], &mut xof), Err(Error::Storage));
}
