//! Media that fail: an operation must report so, panic never and leave the secret alone. Media that count: an operation
//! writes each byte of its output once and asks for nothing outside.

use sunbear::ntru_encrypt::{KeySeed, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace};

use crate::any_call::fails_at_any_call;
use crate::failing::Failing;
use crate::{Counter, each, encapsulate, generate};

fn every_medium<S: ParameterSet, P: Strategy>() {
    let seed = KeySeed::<S>::from_bytes(&[1; 32]);
    let (mut ek, mut dk) = generate::<S, P>(&[1; 32]);
    let (mut ct, _) = encapsulate::<S, P>(&ek, 5);

    let keygen = &mut KeygenWorkspace::<S, P>::new();
    let once = |medium: &Failing<&mut [u8]>| assert!(medium.writes.iter().all(|count| *count == 1));
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut ek[..]);
        let result = seed.write_keys(&mut medium, &mut dk[..], keygen);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut dk[..]);
        let result = seed.write_keys(&mut ek[..], &mut medium, keygen);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    let (ek, dk) = generate::<S, P>(&[1; 32]);

    // Reading a key looks at all of it, so media fail there too.
    let workspace = &mut Workspace::<S, P>::new();
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &ek[..]);
        let result = PublicKey::<S, _>::new(&medium)
            .and_then(|key| key.encapsulate(&mut Counter(5), &mut ct[..], secret, workspace));
        (result, medium.calls.get())
    });
    let key = PublicKey::<S, _>::new(&ek[..]).expect("generated");
    fails_at_any_call(|k, secret| {
        let mut medium = Failing::at(k, &mut ct[..]);
        let result = key.encapsulate(&mut Counter(5), &mut medium, secret, workspace);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let mut medium = Failing::at(k, &mut ct[..]);
        let result = key.encrypt(&mut Counter(5), b"medium", &mut medium, workspace);
        result.is_ok().then(|| once(&medium));
        (result, medium.calls.get())
    });
    let (ct, _) = encapsulate::<S, P>(&ek, 5);

    let workspace = &mut Workspace::<S, P>::new();
    let mut message = vec![0xa5; S::MAX_MESSAGE];
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &dk[..]);
        let result = PrivateKey::<S, _>::new(&medium).and_then(|key| key.decapsulate(&ct[..], secret, workspace));
        (result, medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        let medium = Failing::at(k, &dk[..]);
        (PrivateKey::<S, _>::new(&medium).and_then(|key| key.check(keygen)), medium.calls.get())
    });
    let key = PrivateKey::<S, _>::new(&dk[..]).expect("generated");
    fails_at_any_call(|k, secret| {
        let medium = Failing::at(k, &ct[..]);
        (key.decapsulate(&medium, secret, workspace), medium.calls.get())
    });
    fails_at_any_call(|k, _| {
        message.fill(0xa5);
        let medium = Failing::at(k, &ct[..]);
        let result = key.decrypt(&medium, &mut message, workspace).map(|length| assert_eq!(length, 32));
        assert!(result.is_ok() || message.iter().all(|byte| *byte == 0xa5), "call {k}");
        (result, medium.calls.get())
    });
}
each!(every_medium);
