//! Wrong lengths of every object: an error that names it, and nothing touched.

use sunbear::ntru_encrypt::{KeySeed, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace};
use sunbear::{Error, Object, SharedSecret};

use crate::{Script, each, encrypt, generate};

/// Lengths around the right one.
fn wrong(right: usize) -> impl Iterator<Item = usize> {
    [0, 1, right / 2, right - 1, right + 1, 2 * right].into_iter()
}

/// Random bytes that must not be asked for: lengths are checked first.
fn no_rng() -> Script {
    Script::default()
}

fn key_pairs<S: ParameterSet, P: Strategy>() {
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    let mut refused = |ek: usize, dk: usize, object| {
        let (mut ek, mut dk) = (vec![0xa5; ek], vec![0xa5; dk]);
        let error = Err(Error::Length(object));
        let seed = KeySeed::<S>::from_bytes(&[3; 32]);
        assert_eq!(seed.write_keys(&mut *ek, &mut *dk, workspace), error);
        assert_eq!(PrivateKey::<S, _>::generate(&mut no_rng(), &mut *ek, &mut *dk, workspace), error);
        assert!(ek.iter().chain(&dk).all(|byte| *byte == 0xa5));
        error
    };
    for n in wrong(S::PUBLIC_KEY_SIZE) {
        let error = refused(n, S::PRIVATE_KEY_SIZE, Object::EncapsulationKey);
        assert_eq!(PublicKey::<S, _>::new(&vec![0; n][..]).map(|_| ()), error);
    }
    for n in wrong(S::PRIVATE_KEY_SIZE) {
        let error = refused(S::PUBLIC_KEY_SIZE, n, Object::DecapsulationKey);
        assert_eq!(PrivateKey::<S, _>::new(&vec![0; n][..]).map(|_| ()), error);
    }
}
each!(key_pairs);

fn ciphertexts<S: ParameterSet, P: Strategy>() {
    let (public, private) = generate::<S, P>(&[1; 32]);
    let public = PublicKey::<S, _>::new(&*public).expect("generated");
    let private = PrivateKey::<S, _>::new(&*private).expect("generated");
    let (workspace, receiving) = (&mut Workspace::<S, P>::new(), &mut Workspace::<S, P>::new());
    let error = Error::Length(Object::Ciphertext);
    for n in wrong(S::CIPHERTEXT_SIZE) {
        let (mut ct, mut secret, mut message) = (vec![0xa5; n], SharedSecret::new(), vec![0xa5; S::MAX_MESSAGE]);
        assert_eq!(public.encrypt(&mut no_rng(), b"length", &mut *ct, workspace), Err(error));
        assert_eq!(public.encapsulate(&mut no_rng(), &mut *ct, &mut secret, workspace), Err(error));
        let outcome = public.encapsulate_derand(&[1; 32], &mut no_rng(), &mut *ct, &mut secret, workspace);
        assert_eq!(outcome, Err(error));
        assert_eq!(private.decrypt(&*ct, &mut message, receiving), Err(error));
        assert_eq!(private.decapsulate(&*ct, &mut secret, receiving), Err(error));
        assert!(ct.iter().chain(&message).all(|byte| *byte == 0xa5));
        assert_eq!(*secret.as_bytes(), [0; 32]);
    }
}
each!(ciphertexts);

fn messages<S: ParameterSet, P: Strategy>() {
    let (ek, private) = generate::<S, P>(&[1; 32]);
    let public = PublicKey::<S, _>::new(&*ek).expect("generated");
    let (mut ct, workspace) = (vec![0xa5; S::CIPHERTEXT_SIZE], &mut Workspace::<S, P>::new());
    for n in [S::MAX_MESSAGE + 1, S::MAX_MESSAGE + 2, 255, 256, 300, 65536 + 32] {
        assert_eq!(public.encrypt(&mut no_rng(), &vec![0; n], &mut *ct, workspace), Err(Error::Message));
        assert!(ct.iter().all(|byte| *byte == 0xa5));
    }
    // The buffer of a decryption, whatever the message's length is.
    let ct = encrypt::<S, P>(&ek, b"short", 1);
    let (private, workspace) = (PrivateKey::<S, _>::new(&*private).expect("generated"), &mut Workspace::<S, P>::new());
    for n in wrong(S::MAX_MESSAGE).chain([5]) {
        let mut message = vec![0xa5; n];
        assert_eq!(private.decrypt(&*ct, &mut message, workspace), Err(Error::Message));
        assert!(message.iter().all(|byte| *byte == 0xa5));
    }
}
each!(messages);

/// The specification's sizes, and those in the module's documentation.
#[test]
fn sizes() {
    use sunbear::ntru_encrypt::*;
    fn of<S: ParameterSet>() -> [usize; 7] {
        let keys = [S::PUBLIC_KEY_SIZE, S::PRIVATE_KEY_SIZE, S::CIPHERTEXT_SIZE];
        [S::N, keys[0], keys[1], keys[2], S::MAX_MESSAGE, S::SALT_SIZE, S::SEED_SIZE]
    }
    assert_eq!(of::<Ees443Ep1>(), [443, 615, 665, 610, 49, 32, 32]);
    assert_eq!(of::<Ees587Ep1>(), [587, 813, 883, 808, 76, 32, 48]);
    assert_eq!(of::<Ees743Ep1>(), [743, 1027, 1120, 1022, 106, 32, 64]);
    assert_eq!([Ees443Ep1::NAME, Ees587Ep1::NAME, Ees743Ep1::NAME], ["ees443ep1", "ees587ep1", "ees743ep1"]);
    assert_eq!([Ees443Ep1::OID, Ees587Ep1::OID, Ees743Ep1::OID], [[0, 3, 17], [0, 5, 17], [0, 6, 16]]);
}
