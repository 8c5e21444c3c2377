//! NTRUEncrypt from outside: known answers, rejection, malformed keys, failing media, wiped memory; every set in both
//! profiles. `tests/README.md` says what each module proves.
#![cfg(feature = "cli")]

#[path = "common/any_call.rs"]
mod any_call;
#[path = "ntru_encrypt/balance.rs"]
mod balance;
#[path = "common/failing.rs"]
mod failing;
#[path = "ntru_encrypt/files.rs"]
mod files;
#[path = "ntru_encrypt/known_answers.rs"]
mod known_answers;
#[path = "ntru_encrypt/lengths.rs"]
mod lengths;
#[path = "ntru_encrypt/malformed.rs"]
mod malformed;
#[path = "ntru_encrypt/properties.rs"]
mod properties;
#[path = "ntru_encrypt/storages.rs"]
mod storages;
#[path = "ntru_encrypt/wiping.rs"]
mod wiping;
#[path = "common/zeroed.rs"]
mod zeroed;

use sunbear::ntru_encrypt::{KeySeed, KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace};
use sunbear::{Error, SharedSecret};

/// Random bytes that are given: a piece for every request, which must have its length. Keeps how many were asked for.
#[derive(Default)]
struct Script {
    pieces: Vec<Vec<u8>>,
    requests: Vec<usize>,
}

impl Script {
    fn new(pieces: impl IntoIterator<Item = Vec<u8>>) -> Self {
        Self { pieces: pieces.into_iter().collect(), requests: Vec::new() }
    }
}

impl rand_core::TryRng for Script {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("only whole buffers are asked for")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        unreachable!("only whole buffers are asked for")
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        let piece = self.pieces.get(self.requests.len()).expect("as many requests as there are pieces");
        self.requests.push(out.len());
        out.copy_from_slice(piece);
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Script {}

/// Random bytes that are a counter's, and easy to make again.
struct Counter(u32);

impl rand_core::TryRng for Counter {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0 = self.0.wrapping_mul(0x9e37_79b1).wrapping_add(0x7f4a_7c15);
        Ok(self.0 ^ self.0 >> 15)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        rand_core::utils::next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        for byte in out {
            *byte = self.try_next_u32()? as u8;
        }
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Counter {}

fn generate<S: ParameterSet, P: Strategy>(seed: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
    let (mut public, mut private) = (vec![0; S::PUBLIC_KEY_SIZE], vec![0; S::PRIVATE_KEY_SIZE]);
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    KeySeed::<S>::from_bytes(seed).write_keys(&mut *public, &mut *private, workspace).expect("generates");
    (public, private)
}

fn encrypt<S: ParameterSet, P: Strategy>(public: &[u8], message: &[u8], seed: u32) -> Vec<u8> {
    let (mut ct, workspace) = (vec![0; S::CIPHERTEXT_SIZE], &mut Workspace::<S, P>::new());
    PublicKey::<S, _>::new(public)
        .and_then(|key| key.encrypt(&mut Counter(seed), message, &mut *ct, workspace))
        .expect("encrypts");
    ct
}

fn decrypt<S: ParameterSet, P: Strategy>(private: &[u8], ct: &[u8]) -> Result<Vec<u8>, Error> {
    let (mut message, workspace) = (vec![0xa5; S::MAX_MESSAGE], &mut Workspace::<S, P>::new());
    let key = PrivateKey::<S, _>::new(private)?;
    match key.decrypt(ct, &mut message, workspace) {
        Ok(length) => {
            assert!(message[length..].iter().all(|byte| *byte == 0));
            message.truncate(length);
            Ok(message)
        }
        Err(error) => {
            assert!(message.iter().all(|byte| *byte == 0xa5), "a failure must leave the buffer alone");
            Err(error)
        }
    }
}

fn encapsulate<S: ParameterSet, P: Strategy>(public: &[u8], seed: u32) -> (Vec<u8>, [u8; 32]) {
    let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    let workspace = &mut Workspace::<S, P>::new();
    PublicKey::<S, _>::new(public)
        .and_then(|key| key.encapsulate(&mut Counter(seed), &mut *ct, &mut secret, workspace))
        .expect("encapsulates");
    (ct, *secret.as_bytes())
}

fn decapsulate<S: ParameterSet, P: Strategy>(private: &[u8], ct: &[u8]) -> Result<[u8; 32], Error> {
    let (mut secret, workspace) = (SharedSecret::new(), &mut Workspace::<S, P>::new());
    let outcome = PrivateKey::<S, _>::new(private).and_then(|key| key.decapsulate(ct, &mut secret, workspace));
    if outcome.is_err() {
        assert_eq!(*secret.as_bytes(), [0; 32], "a failure must leave the secret alone");
    }
    outcome.map(|()| *secret.as_bytes())
}

/// A test for each set and profile.
macro_rules! each {
    ($check:ident) => {
        $crate::each!($check: ees443ep1 = Ees443Ep1, ees587ep1 = Ees587Ep1, ees743ep1 = Ees743Ep1);
    };
    ($check:ident: $($module:ident = $set:ident),*) => {
        mod $check {
            $(
                mod $module {
                    use sunbear::ntru_encrypt::$set;

                    #[test]
                    fn compact() {
                        super::super::$check::<$set, sunbear::Compact>();
                    }

                    #[test]
                    fn fast() {
                        super::super::$check::<$set, sunbear::Fast>();
                    }
                }
            )*
        }
    };
}
use each;
