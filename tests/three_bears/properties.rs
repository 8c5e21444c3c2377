//! What holds for any random bytes.

use proptest::prelude::*;
use sunbear::three_bears::{
    BabyBear, BabyBearEphem, DecapsulationKey, EncapsulationKey, MamaBear, MamaBearEphem, PapaBear, PapaBearEphem,
    ParameterSet, Reusable, Workspace,
};
use sunbear::{Compact, Fast, SharedSecret};

use crate::{Set, decapsulate, decapsulate_prepared, encapsulate, encapsulation_key, prepare};

fn config() -> ProptestConfig {
    ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() }
}

/// A round trip; both profiles give the same bytes. Returns the ciphertext and the secret.
fn round_trip<S: Set>(dk: &[u8; 40], seed: &[u8; 32]) -> (Vec<u8>, [u8; 32]) {
    let ek = encapsulation_key::<S, Fast>(dk);
    assert_eq!(encapsulation_key::<S, Compact>(dk), ek);
    let (ct, secret) = encapsulate::<S, Fast>(&ek, seed);
    assert_eq!(encapsulate::<S, Compact>(&ek, seed), (ct.clone(), secret));
    assert_eq!(decapsulate::<S, Fast>(dk, &ct), secret);
    assert_eq!(decapsulate::<S, Compact>(dk, &ct), secret);
    (ct, secret)
}

/// As [`round_trip`], and a flipped bit changes the secret, in the same way for every form of the key.
fn tampered<S: Set + Reusable>(dk: &[u8; 40], seed: &[u8; 32], bit: usize) {
    let (mut ct, secret) = round_trip::<S>(dk, seed);
    let prepared = prepare::<S, Fast>(dk);
    assert_eq!(prepare::<S, Compact>(dk), prepared);
    assert_eq!(decapsulate_prepared::<S, Fast>(&prepared, &ct), secret);
    assert_eq!(decapsulate_prepared::<S, Compact>(&prepared, &ct), secret);

    let bit = bit % (8 * ct.len());
    ct[bit / 8] ^= 1 << (bit % 8);
    let rejected = decapsulate::<S, Fast>(dk, &ct);
    assert_ne!(rejected, secret);
    assert_eq!(decapsulate::<S, Compact>(dk, &ct), rejected);
    assert_eq!(decapsulate_prepared::<S, Fast>(&prepared, &ct), rejected);
    assert_eq!(decapsulate_prepared::<S, Compact>(&prepared, &ct), rejected);
}

/// Any bytes are a key and a ciphertext: both profiles take them and agree.
fn any_bytes<S: Set>(dk: &[u8; 40], seed: &[u8; 32], bytes: &[u8]) {
    let ek = &bytes[..S::ENCAPSULATION_KEY_SIZE];
    assert_eq!(encapsulate::<S, Fast>(ek, seed), encapsulate::<S, Compact>(ek, seed));
    let ct = &bytes[..S::CIPHERTEXT_SIZE];
    assert_eq!(decapsulate::<S, Fast>(dk, ct), decapsulate::<S, Compact>(dk, ct));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn baby_bear(dk: [[u8; 20]; 2], seed: [u8; 32], bit: usize) {
        tampered::<BabyBear>(&dk.concat().try_into().expect("40 bytes"), &seed, bit);
    }

    #[test]
    fn mama_bear(dk: [[u8; 20]; 2], seed: [u8; 32], bit: usize) {
        tampered::<MamaBear>(&dk.concat().try_into().expect("40 bytes"), &seed, bit);
    }

    #[test]
    fn papa_bear(dk: [[u8; 20]; 2], seed: [u8; 32], bit: usize) {
        tampered::<PapaBear>(&dk.concat().try_into().expect("40 bytes"), &seed, bit);
    }

    #[test]
    fn single_use(dk: [[u8; 20]; 2], seed: [u8; 32]) {
        let dk = dk.concat().try_into().expect("40 bytes");
        round_trip::<BabyBearEphem>(&dk, &seed);
        round_trip::<MamaBearEphem>(&dk, &seed);
        round_trip::<PapaBearEphem>(&dk, &seed);
    }

    #[test]
    fn any_keys_and_ciphertexts(
        dk: [[u8; 20]; 2],
        seed: [u8; 32],
        random in prop::collection::vec(any::<u8>(), 1697),
        extreme in prop::collection::vec(prop::sample::select(&[0, 0xff][..]), 1697),
    ) {
        let dk = dk.concat().try_into().expect("40 bytes");
        for bytes in [random, extreme, vec![0xff; 1697]] {
            any_bytes::<BabyBear>(&dk, &seed, &bytes);
            any_bytes::<PapaBear>(&dk, &seed, &bytes);
            any_bytes::<MamaBearEphem>(&dk, &seed, &bytes);
        }
    }
}

/// In every byte of a ciphertext a flipped bit is seen.
#[test]
fn every_byte_of_a_ciphertext_counts() {
    let dk = [0x3c; 40];
    let (mut ct, secret) = round_trip::<BabyBear>(&dk, &[0xc3; 32]);
    let prepared = prepare::<BabyBear, Fast>(&dk);
    let mut secrets = std::collections::HashSet::from([secret]);
    for i in 0..ct.len() {
        ct[i] ^= 1 << (i % 8);
        let rejected = decapsulate_prepared::<BabyBear, Fast>(&prepared, &ct);
        assert!(secrets.insert(rejected), "byte {i} gives a secret that another ciphertext gave");
        ct[i] ^= 1 << (i % 8);
    }
}

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

fn random_bytes<S: ParameterSet>() {
    let mut rng = Rng(Vec::new());
    let dk = DecapsulationKey::<S>::generate(&mut rng);
    assert_eq!(*dk.as_bytes(), std::array::from_fn(|i| i as u8 + 1));
    assert_eq!(rng.0, [40]);

    let ek = encapsulation_key::<S, Fast>(dk.as_bytes());
    let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    let key = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
    key.encapsulate(&mut rng, &mut *ct, &mut secret, &mut Workspace::<S, Fast>::new()).expect("encapsulates");
    assert_eq!(rng.0, [40, 32]);
    let seed = std::array::from_fn(|i| i as u8 + 1);
    assert_eq!((ct, *secret.as_bytes()), encapsulate::<S, Fast>(&ek, &seed));
}

/// One call of 40 bytes for a key, one of 32 for an encapsulation, used as they are.
#[test]
fn random_bytes_of_every_set() {
    random_bytes::<BabyBear>();
    random_bytes::<MamaBear>();
    random_bytes::<PapaBear>();
    random_bytes::<BabyBearEphem>();
    random_bytes::<MamaBearEphem>();
    random_bytes::<PapaBearEphem>();
}
