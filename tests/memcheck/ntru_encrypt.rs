//! NTRUEncrypt, whose rejection is explicit: that a ciphertext was rejected is public, and why, is not.

use sunbear::ntru_encrypt::{
    Ees443Ep1, Ees587Ep1, Ees743Ep1, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace,
};
use sunbear::{Compact, Error, Fast, SharedSecret};

use super::{Drbg, Secret, errors, turn, valgrind};

/// Secret in: random bytes and messages. Public out: public key, ciphertext, and whether it was accepted.
fn exchange<S: ParameterSet, P: Strategy>() {
    let mut rng = Secret(Drbg::new(&[1; 48]));
    let (mut public, mut private) = (vec![0; S::PUBLIC_KEY_SIZE], vec![0; S::PRIVATE_KEY_SIZE]);
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    PrivateKey::<S, _>::generate(&mut rng, public.as_mut_slice(), private.as_mut_slice(), workspace).unwrap();
    assert!(valgrind::is_undefined(&public[5..]) && valgrind::is_undefined(&private[5..]));
    valgrind::make_defined(&public);
    valgrind::make_defined(&private[..S::PUBLIC_KEY_SIZE]);

    let (mut ct, mut sent, mut received) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new(), SharedSecret::new());
    let key = PublicKey::<S, _>::new(public.as_slice()).unwrap();
    let workspace = &mut Workspace::<S, P>::new();
    key.encapsulate(&mut rng, ct.as_mut_slice(), &mut sent, workspace).unwrap();
    assert!(valgrind::is_undefined(&ct) && valgrind::is_undefined(sent.as_bytes()));
    valgrind::make_defined(&ct);
    let private = PrivateKey::<S, _>::new(private.as_slice()).unwrap();
    private.check(&mut KeygenWorkspace::<S, P>::new()).unwrap();
    let decryption = &mut Workspace::<S, P>::new();
    private.decapsulate(ct.as_slice(), &mut received, decryption).unwrap();
    assert!(valgrind::is_undefined(received.as_bytes()));
    valgrind::make_defined(sent.as_bytes());
    valgrind::make_defined(received.as_bytes());
    assert_eq!(sent.as_bytes(), received.as_bytes());

    // A message of secret bytes; its length comes out with it, and is then the caller's to keep.
    let mut message = [7; 21];
    valgrind::make_undefined(&mut message);
    key.encrypt(&mut rng, &message, ct.as_mut_slice(), workspace).unwrap();
    valgrind::make_defined(&ct);
    let mut decrypted = vec![0; S::MAX_MESSAGE];
    private.decrypt(ct.as_slice(), &mut decrypted, decryption).unwrap();
    assert!(valgrind::is_undefined(&decrypted[..21]));
    for at in [0, S::CIPHERTEXT_SIZE / 2, S::CIPHERTEXT_SIZE - 1] {
        let mut tampered = ct.clone();
        tampered[at] ^= 1;
        assert_eq!(private.decrypt(tampered.as_slice(), &mut decrypted, decryption), Err(Error::Rejected));
        assert_eq!(private.decapsulate(tampered.as_slice(), &mut received, decryption), Err(Error::Rejected));
    }
}

#[test]
fn encryption_and_decryption() {
    let Some(_turn) = turn() else { return };
    assert_eq!(errors(exchange::<Ees443Ep1, Compact>), 0);
    assert_eq!(errors(exchange::<Ees443Ep1, Fast>), 0);
    assert_eq!(errors(exchange::<Ees587Ep1, Compact>), 0);
    assert_eq!(errors(exchange::<Ees587Ep1, Fast>), 0);
    assert_eq!(errors(exchange::<Ees743Ep1, Compact>), 0);
    assert_eq!(errors(exchange::<Ees743Ep1, Fast>), 0);
}
