//! The host's constant time: secrets are undefined memory to valgrind's memcheck, and memcheck reports every branch and
//! every address that depends on one.
//!
//! Run under valgrind in the release profile, as `make memcheck` does; on its own it says so and checks nothing.
//! What memcheck doesn't see: the time of a division by, or of, a secret.
#![cfg(feature = "cli")]

#[path = "memcheck/ntru_encrypt.rs"]
mod ntru_encrypt;
#[path = "memcheck/ntru_prime.rs"]
mod ntru_prime;
#[path = "common/required.rs"]
mod required;
#[path = "memcheck/valgrind.rs"]
mod valgrind;

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rand_core::{TryCryptoRng, TryRng};
use sunbear::SharedSecret;
use sunbear::kat::drbg::Drbg;
use sunbear::sets::{ProfileName, Set, all};
use sunbear::three_bears::{
    BabyBear, DecapsulationKey, DecapsulationWorkspace, MamaBear, PapaBear, PreparedDecapsulationKey, Reusable,
    Workspace,
};
use sunbear::{Compact, Fast};

/// A generator whose output is secret.
struct Secret(Drbg);

impl TryRng for Secret {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(out)?;
        valgrind::make_undefined(out);
        Ok(())
    }
}

impl TryCryptoRng for Secret {}

/// A turn at counting errors, which valgrind does for all threads together; none where there is no valgrind.
fn turn() -> Option<MutexGuard<'static, ()>> {
    static TURN: Mutex<()> = Mutex::new(());
    if valgrind::is_running() {
        return Some(TURN.lock().unwrap_or_else(PoisonError::into_inner));
    }
    required::skip("valgrind", "not under valgrind, as `make memcheck` is");
    None
}

/// What memcheck reports while this runs.
fn errors(run: impl FnOnce()) -> u64 {
    let before = valgrind::errors();
    run();
    valgrind::errors() - before
}

/// Secret in: random bytes. Public out: encapsulation key and ciphertext. Secret out: decapsulation key, shared secret.
fn exchange(set: &dyn Set, profile: ProfileName) {
    let sizes = set.sizes();
    let mut rng = Secret(Drbg::new(&[1; 48]));
    let (mut ek, mut dk) = (vec![0; sizes.encapsulation_key], vec![0; sizes.decapsulation_key]);
    set.generate(profile, &mut rng, &mut ek, &mut dk).unwrap();
    assert!(valgrind::is_undefined(&dk), "the key is secret all the way");
    assert!(valgrind::is_undefined(&ek), "the encapsulation key depends on it");
    valgrind::make_defined(&ek);

    let (mut ct, mut sent) = (vec![0; sizes.ciphertext], SharedSecret::new());
    set.encapsulate(profile, &ek, &mut rng, &mut ct, &mut sent).unwrap();
    assert!(valgrind::is_undefined(sent.as_bytes()) && valgrind::is_undefined(&ct));
    valgrind::make_defined(&ct);

    let mut received = SharedSecret::new();
    set.decapsulate(profile, &dk, &ct, &mut received).unwrap();
    assert!(valgrind::is_undefined(received.as_bytes()));
    // What was secret may be looked at from here on.
    valgrind::make_defined(sent.as_bytes());
    valgrind::make_defined(received.as_bytes());
    assert_eq!(sent.as_bytes(), received.as_bytes());

    // A ciphertext that is rejected, or corrected: which of them, is secret.
    for at in [0, sizes.ciphertext / 2, sizes.ciphertext - 1] {
        let mut tampered = ct.clone();
        tampered[at] ^= 0x10;
        let mut secret = SharedSecret::new();
        set.decapsulate(profile, &dk, &tampered, &mut secret).unwrap();
        assert!(valgrind::is_undefined(secret.as_bytes()));
    }
}

#[test]
fn operations_of_every_set() {
    let Some(_turn) = turn() else { return };
    // NTRUEncrypt has a test of its own.
    for set in all().filter(|set| set.scheme() != "NTRUEncrypt") {
        for profile in ProfileName::ALL {
            assert_eq!(errors(|| exchange(set, profile)), 0, "{} {profile}", set.name());
        }
    }
}

fn prepared<S: Reusable, P: sunbear::three_bears::Strategy>() {
    let key = DecapsulationKey::<S>::generate(&mut Secret(Drbg::new(&[2; 48])));
    let mut workspace = DecapsulationWorkspace::<S, P>::new();
    let mut bytes = vec![0; S::PREPARED_KEY_SIZE];
    key.prepare(bytes.as_mut_slice(), workspace.base()).unwrap();
    assert!(valgrind::is_undefined(&bytes[..40]));
    // The encapsulation key in it is public.
    let public = bytes.len() - S::ENCAPSULATION_KEY_SIZE;
    valgrind::make_defined(&bytes[public..]);
    let mut secret = SharedSecret::new();
    let key = PreparedDecapsulationKey::<S, _>::new(bytes.as_slice()).unwrap();
    key.decapsulate(vec![0x5a; S::CIPHERTEXT_SIZE].as_slice(), &mut secret, &mut Workspace::<S, P>::new()).unwrap();
    assert!(valgrind::is_undefined(secret.as_bytes()));
}

#[test]
fn prepared_keys() {
    let Some(_turn) = turn() else { return };
    assert_eq!(errors(prepared::<BabyBear, Compact>), 0);
    assert_eq!(errors(prepared::<BabyBear, Fast>), 0);
    assert_eq!(errors(prepared::<MamaBear, Compact>), 0);
    assert_eq!(errors(prepared::<MamaBear, Fast>), 0);
    assert_eq!(errors(prepared::<PapaBear, Compact>), 0);
    assert_eq!(errors(prepared::<PapaBear, Fast>), 0);
}

/// Without this, a silent memcheck would prove nothing.
#[test]
fn leaks_are_found() {
    let Some(_turn) = turn() else { return };
    let mut bytes = [3; 32];
    valgrind::make_undefined(&mut bytes);
    let equal = errors(|| {
        // A comparison that stops at the first difference.
        let stop = bytes.iter().position(|byte| std::hint::black_box(*byte) != 3);
        std::hint::black_box(stop);
    });
    let branch = errors(|| {
        if std::hint::black_box(bytes[0]) > 7 {
            std::hint::black_box(());
            valgrind::errors();
        }
    });
    let table: [u8; 256] = std::array::from_fn(|i| i as u8 ^ 0x5c);
    let lookup = errors(|| {
        std::hint::black_box(std::hint::black_box(&table)[usize::from(bytes[1])]);
    });
    assert!(equal > 0 && branch > 0 && lookup > 0, "{equal} {branch} {lookup}");
}
