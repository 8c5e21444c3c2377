//! Nothing stays behind and nothing is printed.

use sunbear::SharedSecret;
use sunbear::ntru_encrypt::{KeySeed, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace};

use crate::failing::Failing;
use crate::zeroed::Memory;
use crate::{Counter, each, encapsulate, generate};

/// Calls at which a medium fails; the last is never reached.
const FAILURES: [usize; 7] = [0, 1, 2, 5, 10, 13, usize::MAX];

fn workspaces<S: ParameterSet, P: Strategy>() {
    let seed = KeySeed::<S>::from_bytes(&[0xa7; 32]);
    let (mut ek, mut dk) = generate::<S, P>(&[0xa7; 32]);
    let (mut ct, _) = encapsulate::<S, P>(&ek, 5);
    let (mut secret, mut message) = (SharedSecret::new(), vec![0; S::MAX_MESSAGE]);

    let mut memory = Memory::<KeygenWorkspace<S, P>>::zeroed();
    for k in FAILURES {
        let result = memory.run(|w| seed.write_keys(&mut Failing::at(k, &mut ek[..]), &mut dk[..], w));
        assert_eq!(result.is_ok(), k == usize::MAX);
    }
    let result = memory.run(|w| PrivateKey::<S, _>::generate(&mut Counter(1), &mut *ek, &mut *dk, w));
    assert_eq!(result, Ok(()));
    let private = PrivateKey::<S, _>::new(&*dk).expect("generated");
    assert_eq!(memory.run(|w| private.check(w)), Ok(()));

    let mut memory = Memory::<Workspace<S, P>>::zeroed();
    let public = PublicKey::<S, _>::new(&*ek).expect("generated");
    for k in FAILURES {
        let medium = &mut Failing::at(k, &mut ct[..]);
        let result = memory.run(|w| public.encrypt(&mut Counter(5), &[0xa7; 40], medium, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
        let medium = &mut Failing::at(k, &mut ct[..]);
        let result = memory.run(|w| public.encapsulate(&mut Counter(5), medium, &mut secret, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
    }
    let too_long = vec![0xa7; S::MAX_MESSAGE + 1];
    assert!(memory.run(|w| public.encrypt(&mut Counter(5), &too_long, &mut ct[..], w)).is_err());

    let (mut ct, _) = encapsulate::<S, P>(&ek, 5);
    let mut memory = Memory::<Workspace<S, P>>::zeroed();
    for k in FAILURES {
        let result = memory.run(|w| private.decrypt(&Failing::at(k, &ct[..]), &mut message, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
        let result = memory.run(|w| private.decapsulate(&Failing::at(k, &ct[..]), &mut secret, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
    }
    ct[7] ^= 1;
    assert!(memory.run(|w| private.decrypt(&*ct, &mut message, w)).is_err());
    assert!(memory.run(|w| private.decapsulate(&*ct, &mut secret, w)).is_err());
}
each!(workspaces);

/// No byte of a secret, decimal or hexadecimal, in what is printed.
fn prints_nothing(value: &impl std::fmt::Debug) {
    for text in [format!("{value:?}"), format!("{value:#?}"), format!("{value:x?}")] {
        for byte in ["167", "a7", "A7"] {
            assert!(!text.contains(byte), "{text}");
        }
        assert!(!text.is_empty() && text.len() < 80);
    }
}

fn debug<S: ParameterSet, P: Strategy>() {
    let (ek, dk) = generate::<S, P>(&[0xa7; 32]);
    prints_nothing(&KeySeed::<S>::from_bytes(&[0xa7; 32]));
    prints_nothing(&PrivateKey::<S, _>::new(&*dk).expect("generated"));
    prints_nothing(&PublicKey::<S, _>::new(&*ek).expect("generated"));
    prints_nothing(&KeygenWorkspace::<S, P>::new());
    prints_nothing(&Workspace::<S, P>::new());
    prints_nothing(&Workspace::<S, P>::new());
}
each!(debug);
