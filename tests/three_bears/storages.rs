//! Media that fail: at each call of an operation in turn it must report so, panic never and leave the secret alone.
//! Media that count: an operation writes each byte of its output once and asks for nothing outside.

use sunbear::storage::WriteAt;
use sunbear::three_bears::{
    BabyBear, BabyBearEphem, DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, PreparedDecapsulationKey,
    Reusable, Strategy, Workspace,
};
use sunbear::{Compact, Error, Fast, SharedSecret};

use crate::failing::Failing;
use crate::{Set, each, encapsulate, encapsulation_key, old_secret, prepare};

const DK: [u8; 40] = [0x21; 40];
const SEED: [u8; 32] = [0x43; 32];

/// Runs `operation` with a medium that fails at call k, for every k that it makes; at least `least` of them.
/// `operation` gets k and returns its result and the calls made.
fn fails_at_every_call(
    least: usize,
    mut operation: impl FnMut(usize, &mut SharedSecret) -> (Result<(), Error>, usize),
) {
    let mut secret = SharedSecret::new();
    let (result, calls) = operation(usize::MAX, &mut secret);
    assert_eq!(result, Ok(()));
    assert!(calls >= least, "only {calls} calls");
    for k in 0..calls {
        let mut secret = old_secret();
        let before = *secret.as_bytes();
        let (result, calls) = operation(k, &mut secret);
        assert_eq!(result, Err(Error::Storage), "call {k}");
        assert_eq!(calls, k + 1, "nothing is asked after a failure");
        assert_eq!(*secret.as_bytes(), before, "call {k}");
    }
}

fn key_generation<P: Strategy>() {
    let (dk, workspace) = (DecapsulationKey::<BabyBear>::from_bytes(&DK), &mut Workspace::<_, P>::new());
    fails_at_every_call(3, |k, _| {
        let mut ek = Failing::at(k, [0; 804]);
        (dk.write_encapsulation_key(&mut ek, workspace), ek.calls.get())
    });
    fails_at_every_call(5, |k, _| {
        let mut prepared = Failing::at(k, [0; 884]);
        (dk.prepare(&mut prepared, workspace), prepared.calls.get())
    });
    fails_at_every_call(1, |k, _| {
        let storage = Failing::at(k, DK);
        (DecapsulationKey::<BabyBear>::read(&storage).map(|_| ()), storage.calls.get())
    });
}

fn encapsulation<P: Strategy>() {
    let ek = encapsulation_key::<BabyBear, P>(&DK);
    let workspace = &mut Workspace::<BabyBear, P>::new();
    fails_at_every_call(3, |k, secret| {
        let ek = Failing::at(k, array::<804>(&ek));
        let key = EncapsulationKey::new(&ek).expect("the right length");
        (key.encapsulate_derand(&SEED, &mut [0; 917], secret, workspace), ek.calls.get())
    });
    fails_at_every_call(3, |k, secret| {
        let mut ct = Failing::at(k, [0; 917]);
        let key = EncapsulationKey::new(&ek[..]).expect("the right length");
        (key.encapsulate_derand(&SEED, &mut ct, secret, workspace), ct.calls.get())
    });
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("N bytes")
}

fn decapsulation<P: Strategy>() {
    let (ct, _) = encapsulate::<BabyBear, P>(&encapsulation_key::<BabyBear, P>(&DK), &SEED);
    let dk = DecapsulationKey::<BabyBear>::from_bytes(&DK);
    let workspace = &mut DecapsulationWorkspace::<_, P>::new();
    fails_at_every_call(9, |k, secret| {
        let ct = Failing::at(k, array::<917>(&ct));
        (dk.decapsulate(&ct, secret, workspace), ct.calls.get())
    });
}

fn prepared_decapsulation<P: Strategy>() {
    let (ct, _) = encapsulate::<BabyBear, P>(&encapsulation_key::<BabyBear, P>(&DK), &SEED);
    let prepared = prepare::<BabyBear, P>(&DK);
    let workspace = &mut Workspace::<BabyBear, P>::new();
    fails_at_every_call(9, |k, secret| {
        let ct = Failing::at(k, array::<917>(&ct));
        let key = PreparedDecapsulationKey::new(&prepared[..]).expect("the right length");
        (key.decapsulate(&ct, secret, workspace), ct.calls.get())
    });
    fails_at_every_call(5, |k, secret| {
        let prepared = Failing::at(k, array::<884>(&prepared));
        let key = PreparedDecapsulationKey::new(&prepared).expect("the right length");
        (key.decapsulate(&ct[..], secret, workspace), prepared.calls.get())
    });
}

fn single_decapsulation<P: Strategy>() {
    let (ct, _) = encapsulate::<BabyBearEphem, P>(&encapsulation_key::<BabyBearEphem, P>(&DK), &SEED);
    fails_at_every_call(3, |k, secret| {
        let ct = Failing::at(k, array::<917>(&ct));
        (BabyBearEphem::decapsulate_from::<P>(&DK, &ct, secret), ct.calls.get())
    });
}

macro_rules! in_both_profiles {
    ($($test:ident),*) => {$(
        mod $test {
            #[test]
            fn compact() {
                super::$test::<super::Compact>();
            }

            #[test]
            fn fast() {
                super::$test::<super::Fast>();
            }
        }
    )*};
}
in_both_profiles!(key_generation, encapsulation, decapsulation, prepared_decapsulation, single_decapsulation);

/// A medium that counts the writes of each byte.
struct Counting(Vec<usize>);

impl WriteAt for Counting {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.0[offset..offset + bytes.len()].iter_mut().for_each(|count| *count += 1);
        Ok(())
    }
}

/// What `operation` writes to `size` bytes is each of them, once.
fn writes_once(size: usize, operation: impl FnOnce(&mut Counting) -> Result<(), Error>) {
    let mut output = Counting(vec![0; size]);
    assert_eq!(operation(&mut output), Ok(()));
    assert_eq!(output.0, vec![1; size]);
}

fn written_once<S: Set, P: Strategy>() {
    let workspace = &mut Workspace::<S, P>::new();
    let dk = DecapsulationKey::<S>::from_bytes(&DK);
    writes_once(S::ENCAPSULATION_KEY_SIZE, |out| dk.write_encapsulation_key(out, workspace));
    let ek = vec![0x77; S::ENCAPSULATION_KEY_SIZE];
    let ek = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
    writes_once(S::CIPHERTEXT_SIZE, |out| ek.encapsulate_derand(&SEED, out, &mut SharedSecret::new(), workspace));
}
each!(written_once for all sets);

fn prepared_written_once<S: Reusable, P: Strategy>() {
    let (dk, workspace) = (DecapsulationKey::<S>::from_bytes(&DK), &mut Workspace::<S, P>::new());
    writes_once(S::PREPARED_KEY_SIZE, |out| dk.prepare(out, workspace));
}
each!(prepared_written_once for reusable sets);

/// Media by value, by reference and as parts of a greater one give the same.
#[test]
fn kinds_of_storage() {
    let ek: [u8; 804] = array(&encapsulation_key::<BabyBear, Fast>(&DK));
    let (expected, _) = encapsulate::<BabyBear, Fast>(&ek, &SEED);
    let mut workspace = Workspace::<BabyBear, Fast>::new();
    let mut secret = SharedSecret::new();
    let mut ct = [0; 917];
    EncapsulationKey::new(ek)
        .and_then(|ek| ek.encapsulate_derand(&SEED, &mut &mut ct, &mut secret, &mut workspace))
        .expect("encapsulates");
    assert_eq!(ct[..], expected);
    let mut greater = [0; 1000];
    EncapsulationKey::new(Failing::never(ek))
        .and_then(|ek| ek.encapsulate_derand(&SEED, &mut greater[50..967], &mut secret, &mut workspace))
        .expect("encapsulates");
    assert_eq!(greater[50..967], expected);
    assert_eq!([&greater[..50], &greater[967..]].concat(), [0; 83]);
}
