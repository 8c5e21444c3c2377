//! What holds for any random bytes.

use proptest::prelude::*;
use sunbear::ntru_encrypt::{
    Ees443Ep1, Ees587Ep1, Ees743Ep1, KeySeed, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace,
};
use sunbear::{Compact, Error, Fast, SharedSecret};

use crate::{Script, decapsulate, decrypt, each, encapsulate, encrypt, generate};

/// Everything that must agree for a seed, for any message and for any bytes as a ciphertext.
fn agree<S: ParameterSet>(seed: &[u8; 32], draws: u32, bytes: &[u8], length: u8) {
    let (ek, dk) = generate::<S, Fast>(seed);
    assert_eq!(generate::<S, Compact>(seed), (ek.clone(), dk.clone()));
    assert_eq!(PrivateKey::<S, _>::new(&*dk).unwrap().check(&mut KeygenWorkspace::<S, Fast>::new()), Ok(()));
    assert_eq!(PrivateKey::<S, _>::new(&*dk).unwrap().check(&mut KeygenWorkspace::<S, Compact>::new()), Ok(()));

    let message = &bytes[..usize::from(length) % (S::MAX_MESSAGE + 1)];
    let ct = encrypt::<S, Fast>(&ek, message, draws);
    assert_eq!(encrypt::<S, Compact>(&ek, message, draws), ct);
    assert_eq!(decrypt::<S, Fast>(&dk, &ct), Ok(message.to_vec()));
    assert_eq!(decrypt::<S, Compact>(&dk, &ct), Ok(message.to_vec()));

    let (ct, secret) = encapsulate::<S, Fast>(&ek, draws);
    assert_eq!(encapsulate::<S, Compact>(&ek, draws), (ct.clone(), secret));
    assert_eq!(decapsulate::<S, Fast>(&dk, &ct), Ok(secret));
    assert_eq!(decapsulate::<S, Compact>(&dk, &ct), Ok(secret));

    // Another's key, and any bytes.
    let (_, other) = generate::<S, Fast>(&[!seed[0]; 32]);
    for (dk, ct) in [(&other, &*ct), (&dk, &bytes[..S::CIPHERTEXT_SIZE])] {
        assert_eq!(decapsulate::<S, Fast>(dk, ct), Err(Error::Rejected));
        assert_eq!(decapsulate::<S, Compact>(dk, ct), Err(Error::Rejected));
        assert_eq!(decrypt::<S, Fast>(dk, ct), Err(Error::Rejected));
        assert_eq!(decrypt::<S, Compact>(dk, ct), Err(Error::Rejected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_messages_and_ciphertexts(
        seed: [u8; 32],
        draws: u32,
        length: u8,
        random in prop::collection::vec(any::<u8>(), 1022),
        extreme in prop::collection::vec(prop::sample::select(&[0, 0xff][..]), 1022),
    ) {
        for bytes in [random, extreme, vec![0xff; 1022]] {
            agree::<Ees443Ep1>(&seed, draws, &bytes, length);
            agree::<Ees587Ep1>(&seed, draws, &bytes, length);
            agree::<Ees743Ep1>(&seed, draws, &bytes, length);
        }
    }
}

fn every_length_of_a_message<S: ParameterSet, P: Strategy>() {
    let (ek, dk) = generate::<S, P>(&[8; 32]);
    for length in 0..=S::MAX_MESSAGE {
        for byte in [0, 0xff] {
            let message = vec![byte; length];
            let ct = encrypt::<S, P>(&ek, &message, length as u32);
            assert_eq!(decrypt::<S, P>(&dk, &ct), Ok(message));
            // An encapsulation's is 32.
            assert_eq!(decapsulate::<S, P>(&dk, &ct).is_ok(), length == 32);
        }
    }
}
each!(every_length_of_a_message);

/// In every byte of a ciphertext a flipped bit is seen, and so is a coefficient changed by 1 or 2.
fn every_byte_of_a_ciphertext_counts<S: ParameterSet, P: Strategy>() {
    let (ek, dk) = generate::<S, P>(&[0x3c; 32]);
    let (ct, _) = encapsulate::<S, P>(&ek, 7);
    let rejected = |ct: &[u8]| {
        assert_eq!(decapsulate::<S, P>(&dk, ct), Err(Error::Rejected));
        assert_eq!(decrypt::<S, P>(&dk, ct), Err(Error::Rejected));
    };
    let step = if std::env::var_os("SUNBEAR_FULL").is_some() { 1 } else { 23 };
    for i in (0..ct.len()).step_by(step).chain([ct.len() - 1]) {
        for bit in (0..8).filter(|bit| i == ct.len() - 1 || i % 8 == *bit) {
            let mut ct = ct.clone();
            ct[i] ^= 1 << bit;
            rejected(&ct);
        }
    }
    let mut coefficients = vec![0; S::N];
    sunbear::ntru_encrypt::known::unpack(&mut coefficients, &ct);
    for i in (0..S::N).step_by(step).chain([S::N - 2, S::N - 1]) {
        for change in [1, 2, 2046, 2047] {
            let (mut coefficients, mut ct) = (coefficients.clone(), vec![0; ct.len()]);
            coefficients[i] = (coefficients[i] + change) % 2048;
            sunbear::ntru_encrypt::known::pack(&mut ct, &coefficients);
            rejected(&ct);
        }
    }
}
each!(every_byte_of_a_ciphertext_counts);

/// What is drawn: one call of 32 bytes for a seed, two for a key pair without one, one for a salt and one for what is
/// encapsulated.
fn random_bytes<S: ParameterSet, P: Strategy>() {
    let mut rng = Script::new([vec![1; 32]]);
    assert_eq!(*KeySeed::<S>::generate(&mut rng).as_bytes(), [1; 32]);

    let mut rng = Script::new([vec![1; S::SEED_SIZE], vec![2; S::SEED_SIZE]]);
    let (mut ek, mut dk) = (vec![0; S::PUBLIC_KEY_SIZE], vec![0; S::PRIVATE_KEY_SIZE]);
    PrivateKey::<S, _>::generate(&mut rng, &mut *ek, &mut *dk, &mut KeygenWorkspace::<S, P>::new()).expect("generates");
    assert_eq!(rng.requests, [S::SEED_SIZE; 2]);

    let (mut ct, workspace) = (vec![0; S::CIPHERTEXT_SIZE], &mut Workspace::<S, P>::new());
    let key = PublicKey::<S, _>::new(&*ek).expect("generated");
    let mut rng = Script::new([vec![3; S::SALT_SIZE]]);
    key.encrypt(&mut rng, b"random", &mut *ct, workspace).expect("the salt suits");
    assert_eq!(rng.requests, [S::SALT_SIZE]);

    let mut secret = SharedSecret::new();
    let mut rng = Script::new([vec![4; 32], vec![3; S::SALT_SIZE]]);
    key.encapsulate(&mut rng, &mut *ct, &mut secret, workspace).expect("the salt suits");
    assert_eq!(rng.requests, [32, S::SALT_SIZE]);
    assert_eq!(decrypt::<S, P>(&dk, &ct), Ok(vec![4; 32]));
    assert_eq!(decapsulate::<S, P>(&dk, &ct), Ok(*secret.as_bytes()));
}
each!(random_bytes);
