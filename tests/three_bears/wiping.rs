//! Nothing stays behind and nothing is printed.

use sunbear::three_bears::{
    BabyBear, DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, PreparedDecapsulationKey, Reusable,
    SingleUse, Strategy, Workspace,
};
use sunbear::{Error, Fast, SharedSecret};

use crate::failing::Failing;
use crate::zeroed::Memory;
use crate::{each, encapsulate, encapsulation_key, old_secret, prepare};

const DK: [u8; 40] = [0xa7; 40];
const SEED: [u8; 32] = [0xb9; 32];

fn reusable_sets<S: Reusable, P: Strategy>() {
    let dk = DecapsulationKey::<S>::from_bytes(&DK);
    let mut base = Memory::<Workspace<S, P>>::zeroed();
    let mut whole = Memory::<DecapsulationWorkspace<S, P>>::zeroed();
    let mut secret = SharedSecret::new();

    let mut ek = vec![0; S::ENCAPSULATION_KEY_SIZE];
    assert_eq!(base.run(|w| dk.write_encapsulation_key(&mut *ek, w)), Ok(()));
    assert_eq!(whole.run(|w| dk.write_encapsulation_key(&mut *ek, w.base())), Ok(()));
    let mut prepared = vec![0; S::PREPARED_KEY_SIZE];
    assert_eq!(base.run(|w| dk.prepare(&mut *prepared, w)), Ok(()));
    let mut ct = vec![0; S::CIPHERTEXT_SIZE];
    let key = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
    assert_eq!(base.run(|w| key.encapsulate_derand(&SEED, &mut *ct, &mut secret, w)), Ok(()));
    let key = PreparedDecapsulationKey::<S, _>::new(&prepared[..]).expect("the right length");
    for flip in [0, 1] {
        ct[0] ^= flip;
        assert_eq!(base.run(|w| key.decapsulate(&ct[..], &mut secret, w)), Ok(()));
        assert_eq!(whole.run(|w| dk.decapsulate(&ct[..], &mut secret, w)), Ok(()));
    }
}
each!(reusable_sets for reusable sets);

fn single_use_sets<S: SingleUse, P: Strategy>() {
    let mut memory = Memory::<Workspace<S, P>>::zeroed();
    let mut secret = SharedSecret::new();
    let mut ek = vec![0; S::ENCAPSULATION_KEY_SIZE];
    let dk = DecapsulationKey::<S>::from_bytes(&DK);
    assert_eq!(memory.run(|w| dk.write_encapsulation_key(&mut *ek, w)), Ok(()));
    let mut ct = vec![0; S::CIPHERTEXT_SIZE];
    let key = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
    assert_eq!(memory.run(|w| key.encapsulate_derand(&SEED, &mut *ct, &mut secret, w)), Ok(()));
    assert_eq!(memory.run(|w| dk.decapsulate_once(&ct[..], &mut secret, w)), Ok(()));
    let dk = DecapsulationKey::<S>::from_bytes(&DK);
    let failing = Failing::at(1, [0; 4096]);
    assert!(memory.run(|w| dk.decapsulate_once(&failing, &mut secret, w)).is_err());
}
each!(single_use_sets for single-use sets);

/// Runs an operation with media that fail at the calls 0, 1, 2, 5, 10, 20, …, until it succeeds.
fn failed<W>(memory: &mut Memory<W>, mut operation: impl FnMut(usize, &mut W) -> Result<(), Error>) {
    let mut failures = 0;
    for k in [0, 1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 300, 400, 500, 600, usize::MAX] {
        match memory.run(|w| operation(k, w)) {
            Ok(()) => break,
            Err(error) => assert_eq!(error, Error::Storage),
        }
        failures += 1;
    }
    assert!(failures > 0);
}

fn failed_operations<P: Strategy>() {
    let dk = DecapsulationKey::<BabyBear>::from_bytes(&DK);
    let ek: [u8; 804] = encapsulation_key::<BabyBear, P>(&DK).try_into().expect("804 bytes");
    let ct: [u8; 917] = encapsulate::<BabyBear, P>(&ek, &SEED).0.try_into().expect("917 bytes");
    let prepared: [u8; 884] = prepare::<BabyBear, P>(&DK).try_into().expect("884 bytes");
    let mut secret = old_secret();
    let memory = &mut Memory::<Workspace<BabyBear, P>>::zeroed();
    failed(memory, |k, w| dk.write_encapsulation_key(&mut Failing::at(k, ek), w));
    failed(memory, |k, w| dk.prepare(&mut Failing::at(k, prepared), w));
    failed(memory, |k, w| {
        EncapsulationKey::new(Failing::at(k, ek))?.encapsulate_derand(&SEED, &mut [0; 917], &mut secret, w)
    });
    failed(memory, |k, w| {
        EncapsulationKey::new(ek)?.encapsulate_derand(&SEED, &mut Failing::at(k, ct), &mut secret, w)
    });
    failed(memory, |k, w| PreparedDecapsulationKey::new(Failing::at(k, prepared))?.decapsulate(&ct, &mut secret, w));
    failed(memory, |k, w| PreparedDecapsulationKey::new(prepared)?.decapsulate(&Failing::at(k, ct), &mut secret, w));
    let memory = &mut Memory::<DecapsulationWorkspace<BabyBear, P>>::zeroed();
    failed(memory, |k, w| dk.decapsulate(&Failing::at(k, ct), &mut secret, w));
}

#[test]
fn failed_operations_in_compact() {
    failed_operations::<sunbear::Compact>();
}

#[test]
fn failed_operations_in_fast() {
    failed_operations::<Fast>();
}

/// No byte of a secret, decimal or hexadecimal, in what is printed.
fn prints_nothing(value: &impl std::fmt::Debug) {
    for text in [format!("{value:?}"), format!("{value:#?}"), format!("{value:x?}")] {
        for byte in ["167", "a7", "A7"] {
            assert!(!text.contains(byte), "{text}");
        }
        assert!(!text.is_empty() && text.len() < 80);
    }
}

fn debug_of<S: Reusable, P: Strategy>() {
    prints_nothing(&DecapsulationKey::<S>::from_bytes(&DK));
    prints_nothing(&PreparedDecapsulationKey::<S, _>::new(&vec![0xa7; S::PREPARED_KEY_SIZE][..]));
    prints_nothing(&EncapsulationKey::<S, _>::new(&vec![0xa7; S::ENCAPSULATION_KEY_SIZE][..]));
    prints_nothing(&Workspace::<S, P>::new());
    prints_nothing(&DecapsulationWorkspace::<S, P>::new());
}
each!(debug_of for reusable sets);

#[test]
fn debug_of_a_secret() {
    let secret = old_secret();
    let text = format!("{secret:?} {secret:#?} {secret:x?}").to_lowercase();
    for byte in secret.as_bytes() {
        assert!(!text.contains(&format!("{byte:02x}")), "{text}");
    }
    assert!(!text.contains(|c: char| c.is_ascii_digit()), "{text}");
}
