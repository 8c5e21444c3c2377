//! What holds for any random bytes.

use proptest::prelude::*;
use sunbear::ntru_prime::{
    DecapsulationKey, EncapsulationKey, KeySeed, KeygenWorkspace, Ntrulpr653, Ntrulpr1277, ParameterSet, Sntrup653,
    Sntrup761, Sntrup1277, Strategy, Workspace,
};
use sunbear::{Compact, Fast, SharedSecret};

use crate::{decapsulate, decapsulate_prepared, each, encapsulate, encapsulate_prepared, generate};

/// Everything that must agree for a seed, and for any bytes as keys and ciphertexts.
fn agree<S: ParameterSet>(seed: &[u8; 32], draws: u32, bytes: &[u8]) {
    let (ek, dk) = generate::<S, Fast>(seed);
    assert_eq!(generate::<S, Compact>(seed), (ek.clone(), dk.clone()));
    let (ct, secret) = encapsulate::<S, Fast>(&ek, draws);
    assert_eq!(encapsulate::<S, Compact>(&ek, draws), (ct.clone(), secret));
    assert_eq!(encapsulate_prepared::<S, Fast>(&ek, draws), (ct.clone(), secret));
    assert_eq!(encapsulate_prepared::<S, Compact>(&ek, draws), (ct.clone(), secret));
    assert_eq!(decapsulate::<S, Fast>(&dk, &ct), secret);
    assert_eq!(decapsulate_prepared::<S, Compact>(&dk, &ct), secret);

    // Any bytes.
    let any_ct = &bytes[..S::CIPHERTEXT_SIZE];
    let rejected = decapsulate::<S, Fast>(&dk, any_ct);
    assert_ne!(rejected, secret);
    assert_eq!(decapsulate::<S, Compact>(&dk, any_ct), rejected);
    let any_ek = &bytes[..S::ENCAPSULATION_KEY_SIZE];
    let expected = encapsulate::<S, Fast>(any_ek, draws);
    assert_eq!(encapsulate::<S, Compact>(any_ek, draws), expected);
    assert_eq!(encapsulate_prepared::<S, Compact>(any_ek, draws), expected);
    let any_dk = &bytes[..S::DECAPSULATION_KEY_SIZE];
    let mut dk = dk;
    dk[ek.len() / 2..].copy_from_slice(&any_dk[ek.len() / 2..]);
    let rejected = decapsulate::<S, Fast>(&dk, &ct);
    assert_eq!(decapsulate::<S, Compact>(&dk, &ct), rejected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_keys_and_ciphertexts(
        seed: [u8; 32],
        draws: u32,
        random in prop::collection::vec(any::<u8>(), 3059),
        extreme in prop::collection::vec(prop::sample::select(&[0, 0xff][..]), 3059),
    ) {
        for bytes in [random, extreme, vec![0xff; 3059]] {
            agree::<Sntrup653>(&seed, draws, &bytes);
            agree::<Sntrup761>(&seed, draws, &bytes);
            agree::<Sntrup1277>(&seed, draws, &bytes);
            agree::<Ntrulpr653>(&seed, draws, &bytes);
            agree::<Ntrulpr1277>(&seed, draws, &bytes);
        }
    }
}

/// In every byte of a ciphertext a flipped bit is seen.
fn every_byte_of_a_ciphertext_counts<S: ParameterSet, P: Strategy>() {
    let (ek, dk) = generate::<S, P>(&[0x3c; 32]);
    let (mut ct, secret) = encapsulate::<S, P>(&ek, 7);
    let mut secrets = std::collections::HashSet::from([secret]);
    let step = if std::env::var_os("SUNBEAR_FULL").is_some() { 1 } else { 37 };
    for i in (0..ct.len()).step_by(step) {
        ct[i] ^= 1 << (i % 8);
        assert!(secrets.insert(decapsulate::<S, P>(&dk, &ct)), "byte {i} gives a secret that another ciphertext gave");
        ct[i] ^= 1 << (i % 8);
    }
}
each!(every_byte_of_a_ciphertext_counts);

/// Gives known bytes, and keeps how many were asked for at each call.
struct Rng(Vec<usize>);

impl rand_core::TryRng for Rng {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("only whole buffers are asked for")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        unreachable!("only whole buffers are asked for")
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        self.0.push(out.len());
        out.iter_mut().zip(1..).for_each(|(byte, i)| *byte = i);
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Rng {}

/// One call of 32 bytes for a key pair and one for an encapsulation; a seed gives its key pair.
fn random_bytes<S: ParameterSet, P: Strategy>() {
    let mut rng = Rng(Vec::new());
    let seed = std::array::from_fn(|i| i as u8 + 1);
    assert_eq!(*KeySeed::<S>::generate(&mut rng).as_bytes(), seed);
    let (mut ek, mut dk) = (vec![0; S::ENCAPSULATION_KEY_SIZE], vec![0; S::DECAPSULATION_KEY_SIZE]);
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    DecapsulationKey::<S, _>::generate(&mut rng, &mut *ek, &mut *dk, workspace).expect("generates");
    assert_eq!((ek.clone(), dk.clone()), generate::<S, P>(&seed));

    let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    let key = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
    key.encapsulate(&mut rng, &mut *ct, &mut secret, &mut Workspace::<S, P>::new()).expect("encapsulates");
    assert_eq!(rng.0, [32, 32, 32]);
    assert_eq!(decapsulate::<S, P>(&dk, &ct), *secret.as_bytes());
}
each!(random_bytes);
