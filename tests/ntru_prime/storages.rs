//! Media that fail: an operation must report so, panic never and leave the secret alone. Media that count: an operation
//! writes each byte of its output once and asks for nothing outside.

use sunbear::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeySeed, KeygenWorkspace, Ntrulpr653, ParameterSet,
    PreparedDecapsulationKey, PreparedEncapsulationKey, Sntrup653, Strategy, Workspace,
};
use sunbear::{Compact, Fast};

use crate::any_call::fails_at_any_call;
use crate::failing::Failing;
use crate::{Counter, encapsulate, generate};

fn every_medium<S: ParameterSet, P: Strategy>() {
    let seed = KeySeed::<S>::from_bytes(&[1; 32]);
    let (mut ek, mut dk) = generate::<S, P>(&[1; 32]);
    let (mut ct, _) = encapsulate::<S, P>(&ek, 5);

    let workspace = &mut KeygenWorkspace::<S, P>::new();
    let once = |medium: &Failing<&mut [u8]>| assert!(medium.writes.iter().all(|count| *count == 1));
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut ek[..]);
        let result = seed.write_keys(&mut medium, &mut dk[..], workspace);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut dk[..]);
        let result = seed.write_keys(&mut ek[..], &mut medium, workspace);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    let (ek, dk) = generate::<S, P>(&[1; 32]);

    let workspace = &mut Workspace::<S, P>::new();
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &ek[..]);
        let key = EncapsulationKey::<S, _>::new(&medium).expect("the right length");
        (key.encapsulate_derand(&mut Counter(5), &mut ct[..], secret, workspace), medium.calls.get())
    });
    let key = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
    fails_at_any_call(|k, secret| {
        let mut medium = Failing::at(k, &mut ct[..]);
        let result = key.encapsulate_derand(&mut Counter(5), &mut medium, secret, workspace);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let medium = Failing::at(k, &ek[..]);
        let key = EncapsulationKey::<S, _>::new(&medium).expect("the right length");
        (PreparedEncapsulationKey::new().prepare(&key), medium.calls.get())
    });
    let (ct, _) = encapsulate::<S, P>(&ek, 5);

    let workspace = &mut DecapsulationWorkspace::<S, P>::new();
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &dk[..]);
        let key = DecapsulationKey::<S, _>::new(&medium).expect("the right length");
        (key.decapsulate(&ct[..], secret, workspace), medium.calls.get())
    });
    let key = DecapsulationKey::<S, _>::new(&dk[..]).expect("the right length");
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &ct[..]);
        (key.decapsulate(&medium, secret, workspace), medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let medium = Failing::at(k, &dk[..]);
        let key = DecapsulationKey::<S, _>::new(&medium).expect("the right length");
        (PreparedDecapsulationKey::new().prepare(&key), medium.calls.get())
    });
}

#[test]
fn streamlined_in_compact() {
    every_medium::<Sntrup653, Compact>();
}

#[test]
fn streamlined_in_fast() {
    every_medium::<Sntrup653, Fast>();
}

#[test]
fn lprime_in_compact() {
    every_medium::<Ntrulpr653, Compact>();
}

#[test]
fn lprime_in_fast() {
    every_medium::<Ntrulpr653, Fast>();
}
