//! Wrong lengths of every object: an error that names it, and nothing touched.

use sunbear::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeySeed, KeygenWorkspace, ParameterSet,
    PreparedDecapsulationKey, PreparedEncapsulationKey, Strategy, Workspace,
};
use sunbear::{Error, Object, SharedSecret};

use crate::{Counter, each, encapsulate, generate};

/// Lengths around the right one.
fn wrong(right: usize) -> impl Iterator<Item = usize> {
    [0, 1, right / 2, right - 1, right + 1, 2 * right].into_iter()
}

/// Random bytes that must not be asked for.
struct NoRng;

impl rand_core::TryRng for NoRng {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("lengths are checked first")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        unreachable!("lengths are checked first")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("lengths are checked first")
    }
}

impl rand_core::TryCryptoRng for NoRng {}

fn key_pairs<S: ParameterSet, P: Strategy>() {
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    let mut refused = |ek: usize, dk: usize, object| {
        let (mut ek, mut dk) = (vec![0xa5; ek], vec![0xa5; dk]);
        let error = Err(Error::Length(object));
        let seed = KeySeed::<S>::from_bytes(&[3; 32]);
        assert_eq!(seed.write_keys(&mut *ek, &mut *dk, workspace), error);
        let (ek_storage, dk_storage) = (&mut *ek, &mut *dk);
        assert_eq!(DecapsulationKey::<S, _>::generate(&mut NoRng, ek_storage, dk_storage, workspace), error);
        assert_eq!(DecapsulationKey::<S, _>::generate_derand(&mut Counter(1), &mut *ek, &mut *dk, workspace), error);
        assert!(ek.iter().chain(&dk).all(|byte| *byte == 0xa5));
        error
    };
    for n in wrong(S::ENCAPSULATION_KEY_SIZE) {
        let error = refused(n, S::DECAPSULATION_KEY_SIZE, Object::EncapsulationKey);
        assert_eq!(EncapsulationKey::<S, _>::new(&vec![0; n][..]).map(|_| ()), error);
    }
    for n in wrong(S::DECAPSULATION_KEY_SIZE) {
        let error = refused(S::ENCAPSULATION_KEY_SIZE, n, Object::DecapsulationKey);
        assert_eq!(DecapsulationKey::<S, _>::new(&vec![0; n][..]).map(|_| ()), error);
    }
}
each!(key_pairs);

fn ciphertexts<S: ParameterSet, P: Strategy>() {
    let (ek, dk) = generate::<S, P>(&[1; 32]);
    let mut prepared_ek = PreparedEncapsulationKey::<S>::new();
    let ek = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
    prepared_ek.prepare(&ek).expect("prepares");
    let mut prepared_dk = PreparedDecapsulationKey::<S>::new();
    let dk = DecapsulationKey::<S, _>::new(&dk[..]).expect("the right length");
    prepared_dk.prepare(&dk).expect("prepares");
    let (workspace, receiving) = (&mut Workspace::<S, P>::new(), &mut DecapsulationWorkspace::<S, P>::new());
    let error = Err(Error::Length(Object::Ciphertext));
    for n in wrong(S::CIPHERTEXT_SIZE) {
        let (mut ct, mut secret) = (vec![0xa5; n], SharedSecret::new());
        assert_eq!(ek.encapsulate(&mut NoRng, &mut *ct, &mut secret, workspace), error);
        assert_eq!(ek.encapsulate_derand(&mut Counter(1), &mut *ct, &mut secret, workspace), error);
        assert_eq!(prepared_ek.encapsulate(&mut NoRng, &mut *ct, &mut secret, workspace), error);
        assert_eq!(prepared_ek.encapsulate_derand(&mut Counter(1), &mut *ct, &mut secret, workspace), error);
        assert_eq!(dk.decapsulate(&ct[..], &mut secret, receiving), error);
        assert_eq!(prepared_dk.decapsulate(&ct[..], &mut secret, receiving), error);
        assert!(ct.iter().all(|byte| *byte == 0xa5));
        assert_eq!(*secret.as_bytes(), [0; 32]);
    }
    assert_eq!(encapsulate::<S, P>(&vec![0; S::ENCAPSULATION_KEY_SIZE], 1).0.len(), S::CIPHERTEXT_SIZE);
}
each!(ciphertexts);

/// The table of sizes in the module's documentation.
#[test]
fn sizes() {
    use sunbear::ntru_prime::*;
    fn of<S: ParameterSet>() -> [usize; 3] {
        [S::ENCAPSULATION_KEY_SIZE, S::DECAPSULATION_KEY_SIZE, S::CIPHERTEXT_SIZE]
    }
    assert_eq!(of::<Sntrup653>(), [994, 1518, 897]);
    assert_eq!(of::<Sntrup761>(), [1158, 1763, 1039]);
    assert_eq!(of::<Sntrup857>(), [1322, 1999, 1184]);
    assert_eq!(of::<Sntrup953>(), [1505, 2254, 1349]);
    assert_eq!(of::<Sntrup1013>(), [1623, 2417, 1455]);
    assert_eq!(of::<Sntrup1277>(), [2067, 3059, 1847]);
    assert_eq!(of::<Ntrulpr653>(), [897, 1125, 1025]);
    assert_eq!(of::<Ntrulpr761>(), [1039, 1294, 1167]);
    assert_eq!(of::<Ntrulpr857>(), [1184, 1463, 1312]);
    assert_eq!(of::<Ntrulpr953>(), [1349, 1652, 1477]);
    assert_eq!(of::<Ntrulpr1013>(), [1455, 1773, 1583]);
    assert_eq!(of::<Ntrulpr1277>(), [1847, 2231, 1975]);
}

/// What an operation of the smallest set may take of an ATmega's RAM in the RAM profile.
#[test]
fn compact_workspaces_are_small() {
    use sunbear::Compact;
    use sunbear::ntru_prime::{Ntrulpr653, Sntrup653};
    let sizes = [
        KeygenWorkspace::<Sntrup653, Compact>::SIZE,
        Workspace::<Sntrup653, Compact>::SIZE,
        DecapsulationWorkspace::<Sntrup653, Compact>::SIZE,
        KeygenWorkspace::<Ntrulpr653, Compact>::SIZE,
        Workspace::<Ntrulpr653, Compact>::SIZE,
        DecapsulationWorkspace::<Ntrulpr653, Compact>::SIZE,
    ];
    println!("{sizes:?}");
    assert!(sizes.into_iter().all(|size| size <= 6 * 1024), "{sizes:?}");
}
