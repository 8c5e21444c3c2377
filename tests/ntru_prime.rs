//! NTRU Prime from outside: known answers, other implementations, failing media, wiped memory; every set in both
//! profiles. `tests/README.md` says what each module proves.
#![cfg(feature = "cli")]

#[path = "common/any_call.rs"]
mod any_call;
#[path = "common/failing.rs"]
mod failing;
#[path = "ntru_prime/known_answers.rs"]
mod known_answers;
#[path = "ntru_prime/lengths.rs"]
mod lengths;
#[path = "ntru_prime/properties.rs"]
mod properties;
#[path = "ntru_prime/reference.rs"]
mod reference;
#[path = "ntru_prime/storages.rs"]
mod storages;
#[path = "../src/vectors.rs"]
mod vectors;
#[path = "ntru_prime/wiping.rs"]
mod wiping;
#[path = "common/zeroed.rs"]
mod zeroed;

use sunbear::SharedSecret;
use sunbear::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, Draws, EncapsulationKey, KeySeed, KeygenWorkspace, ParameterSet,
    PreparedDecapsulationKey, PreparedEncapsulationKey, Strategy, Workspace,
};

/// Random words that are a counter's, and easy to make again.
struct Counter(u32);

impl Draws for Counter {
    fn words(&mut self, out: &mut [u32]) {
        for word in out {
            self.0 = self.0.wrapping_mul(0x9e37_79b1).wrapping_add(0x7f4a_7c15);
            *word = self.0 ^ self.0 >> 15;
        }
    }

    fn bytes(&mut self, out: &mut [u8]) {
        for byte in out {
            let mut word = [0];
            self.words(&mut word);
            *byte = word[0] as u8;
        }
    }
}

fn generate<S: ParameterSet, P: Strategy>(seed: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
    let (mut ek, mut dk) = (vec![0; S::ENCAPSULATION_KEY_SIZE], vec![0; S::DECAPSULATION_KEY_SIZE]);
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    KeySeed::<S>::from_bytes(seed).write_keys(&mut *ek, &mut *dk, workspace).expect("generates");
    (ek, dk)
}

fn encapsulate<S: ParameterSet, P: Strategy>(ek: &[u8], seed: u32) -> (Vec<u8>, [u8; 32]) {
    let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    let workspace = &mut Workspace::<S, P>::new();
    EncapsulationKey::<S, _>::new(ek)
        .and_then(|ek| ek.encapsulate_derand(&mut Counter(seed), &mut *ct, &mut secret, workspace))
        .expect("encapsulates");
    (ct, *secret.as_bytes())
}

fn encapsulate_prepared<S: ParameterSet, P: Strategy>(ek: &[u8], seed: u32) -> (Vec<u8>, [u8; 32]) {
    let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    let mut prepared = PreparedEncapsulationKey::<S>::new();
    EncapsulationKey::<S, _>::new(ek).and_then(|ek| prepared.prepare(&ek)).expect("prepares");
    let workspace = &mut Workspace::<S, P>::new();
    prepared.encapsulate_derand(&mut Counter(seed), &mut *ct, &mut secret, workspace).expect("encapsulates");
    (ct, *secret.as_bytes())
}

fn decapsulate<S: ParameterSet, P: Strategy>(dk: &[u8], ct: &[u8]) -> [u8; 32] {
    let (mut secret, workspace) = (SharedSecret::new(), &mut DecapsulationWorkspace::<S, P>::new());
    DecapsulationKey::<S, _>::new(dk).and_then(|dk| dk.decapsulate(ct, &mut secret, workspace)).expect("decapsulates");
    *secret.as_bytes()
}

fn decapsulate_prepared<S: ParameterSet, P: Strategy>(dk: &[u8], ct: &[u8]) -> [u8; 32] {
    let (mut secret, workspace) = (SharedSecret::new(), &mut DecapsulationWorkspace::<S, P>::new());
    let mut prepared = PreparedDecapsulationKey::<S>::new();
    DecapsulationKey::<S, _>::new(dk).and_then(|dk| prepared.prepare(&dk)).expect("prepares");
    prepared.decapsulate(ct, &mut secret, workspace).expect("decapsulates");
    *secret.as_bytes()
}

/// A test for each set and profile.
macro_rules! each {
    ($check:ident) => {
        $crate::each!(
            $check: sntrup653 = Sntrup653, sntrup761 = Sntrup761, sntrup857 = Sntrup857, sntrup953 = Sntrup953,
            sntrup1013 = Sntrup1013, sntrup1277 = Sntrup1277, ntrulpr653 = Ntrulpr653, ntrulpr761 = Ntrulpr761,
            ntrulpr857 = Ntrulpr857, ntrulpr953 = Ntrulpr953, ntrulpr1013 = Ntrulpr1013, ntrulpr1277 = Ntrulpr1277
        );
    };
    ($check:ident: $($module:ident = $set:ident),*) => {
        mod $check {
            $(
                mod $module {
                    use sunbear::ntru_prime::$set;

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
