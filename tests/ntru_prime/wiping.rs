//! Nothing stays behind and nothing is printed.

use sunbear::SharedSecret;
use sunbear::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeySeed, KeygenWorkspace, ParameterSet,
    PreparedDecapsulationKey, PreparedEncapsulationKey, Strategy, Workspace,
};

use crate::failing::Failing;
use crate::zeroed::Memory;
use crate::{Counter, each, encapsulate, generate};

/// Calls at which a medium fails; the last is never reached.
const FAILURES: [usize; 7] = [0, 1, 2, 5, 10, 14, usize::MAX];

fn workspaces<S: ParameterSet, P: Strategy>() {
    let seed = KeySeed::<S>::from_bytes(&[0xa7; 32]);
    let (mut ek, mut dk) = generate::<S, P>(&[0xa7; 32]);
    let (mut ct, _) = encapsulate::<S, P>(&ek, 5);
    let mut secret = SharedSecret::new();

    let mut memory = Memory::<KeygenWorkspace<S, P>>::zeroed();
    for k in FAILURES {
        let result = memory.run(|w| seed.write_keys(&mut Failing::at(k, &mut ek[..]), &mut dk[..], w));
        assert_eq!(result.is_ok(), k == usize::MAX);
    }
    let result = memory.run(|w| DecapsulationKey::<S, _>::generate_derand(&mut Counter(1), &mut *ek, &mut *dk, w));
    assert_eq!(result, Ok(()));

    let mut memory = Memory::<Workspace<S, P>>::zeroed();
    let mut prepared = PreparedEncapsulationKey::<S>::new();
    for k in FAILURES {
        let key = EncapsulationKey::<S, _>::new(Failing::at(k, &ek[..])).expect("the right length");
        let result = memory.run(|w| key.encapsulate_derand(&mut Counter(5), &mut ct[..], &mut secret, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
        let key = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
        prepared.prepare(&key).expect("prepares");
        let medium = &mut Failing::at(k, &mut ct[..]);
        let result = memory.run(|w| prepared.encapsulate_derand(&mut Counter(5), medium, &mut secret, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
    }

    let (ct, _) = encapsulate::<S, P>(&ek, 5);
    let mut memory = Memory::<DecapsulationWorkspace<S, P>>::zeroed();
    let mut prepared = PreparedDecapsulationKey::<S>::new();
    for k in FAILURES {
        let key = DecapsulationKey::<S, _>::new(&dk[..]).expect("the right length");
        let result = memory.run(|w| key.decapsulate(&Failing::at(k, &ct[..]), &mut secret, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
        prepared.prepare(&key).expect("prepares");
        let result = memory.run(|w| prepared.decapsulate(&Failing::at(k, &ct[..]), &mut secret, w));
        assert_eq!(result.is_ok(), k == usize::MAX);
    }
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
    prints_nothing(&KeySeed::<S>::from_bytes(&[0xa7; 32]));
    prints_nothing(&DecapsulationKey::<S, _>::new(&vec![0xa7; S::DECAPSULATION_KEY_SIZE][..]));
    prints_nothing(&EncapsulationKey::<S, _>::new(&vec![0xa7; S::ENCAPSULATION_KEY_SIZE][..]));
    prints_nothing(&PreparedDecapsulationKey::<S>::new());
    prints_nothing(&PreparedEncapsulationKey::<S>::new());
    prints_nothing(&KeygenWorkspace::<S, P>::new());
    prints_nothing(&Workspace::<S, P>::new());
    prints_nothing(&DecapsulationWorkspace::<S, P>::new());
}
each!(debug);
