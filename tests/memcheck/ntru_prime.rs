//! NTRU Prime's prepared keys under memcheck. Its other operations are among those of every set.

use sunbear::kat::drbg::Drbg;
use sunbear::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeygenWorkspace, Ntrulpr653, Ntrulpr761, ParameterSet,
    PreparedDecapsulationKey, PreparedEncapsulationKey, Sntrup653, Sntrup761, Strategy, Workspace,
};
use sunbear::{Compact, Fast, SharedSecret};

use super::{Secret, errors, turn, valgrind};

/// Secret in: random bytes. Public out: encapsulation key and ciphertext. Secret out: decapsulation key, shared secret.
fn exchange<S: ParameterSet, P: Strategy>() {
    let mut rng = Secret(Drbg::new(&[3; 48]));
    let (mut ek, mut dk) = (vec![0; S::ENCAPSULATION_KEY_SIZE], vec![0; S::DECAPSULATION_KEY_SIZE]);
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    DecapsulationKey::<S, _>::generate(&mut rng, ek.as_mut_slice(), dk.as_mut_slice(), workspace).unwrap();
    assert!(valgrind::is_undefined(&dk) && valgrind::is_undefined(&ek));
    valgrind::make_defined(&ek);

    let mut prepared = PreparedEncapsulationKey::<S>::new();
    prepared.prepare(&EncapsulationKey::new(ek.as_slice()).unwrap()).unwrap();
    let (mut ct, mut sent) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    prepared.encapsulate(&mut rng, ct.as_mut_slice(), &mut sent, &mut Workspace::<S, P>::new()).unwrap();
    assert!(valgrind::is_undefined(sent.as_bytes()) && valgrind::is_undefined(&ct));
    valgrind::make_defined(&ct);

    let mut prepared = PreparedDecapsulationKey::<S>::new();
    prepared.prepare(&DecapsulationKey::new(dk.as_slice()).unwrap()).unwrap();
    let workspace = &mut DecapsulationWorkspace::<S, P>::new();
    // The ciphertext, and ones that are rejected.
    for flipped in [None, Some(0), Some(S::CIPHERTEXT_SIZE / 2), Some(S::CIPHERTEXT_SIZE - 1)] {
        let mut given = ct.clone();
        if let Some(at) = flipped {
            given[at] ^= 0x10;
        }
        let mut received = SharedSecret::new();
        prepared.decapsulate(given.as_slice(), &mut received, workspace).unwrap();
        assert!(valgrind::is_undefined(received.as_bytes()));
        // What was secret may be looked at from here on.
        valgrind::make_defined(sent.as_bytes());
        valgrind::make_defined(received.as_bytes());
        assert_eq!(sent.as_bytes() == received.as_bytes(), flipped.is_none());
    }
}

fn both_profiles<S: ParameterSet>() {
    assert_eq!(errors(exchange::<S, Compact>), 0, "{} compact", S::NAME);
    assert_eq!(errors(exchange::<S, Fast>), 0, "{} fast", S::NAME);
}

#[test]
fn prepared_keys() {
    let Some(_turn) = turn() else { return };
    both_profiles::<Sntrup653>();
    both_profiles::<Sntrup761>();
    both_profiles::<Ntrulpr653>();
    both_profiles::<Ntrulpr761>();
}
