//! ThreeBears from outside: known answers, the C implementation, failing media, wiped memory; every set in both
//! profiles. `tests/README.md` says what each module proves.
#![cfg(feature = "hazmat")]

#[path = "common/failing.rs"]
mod failing;
#[path = "three_bears/known_answers.rs"]
mod known_answers;
#[path = "three_bears/lengths.rs"]
mod lengths;
#[path = "three_bears/properties.rs"]
mod properties;
#[path = "three_bears/reference.rs"]
mod reference;
#[path = "three_bears/storages.rs"]
mod storages;
#[path = "../src/vectors.rs"]
mod vectors;
#[path = "three_bears/wiping.rs"]
mod wiping;
#[path = "common/zeroed.rs"]
mod zeroed;

use sunbear::storage::ReadAt;
use sunbear::three_bears::{
    BabyBear, BabyBearEphem, DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, MamaBear, MamaBearEphem,
    PapaBear, PapaBearEphem, ParameterSet, PreparedDecapsulationKey, Reusable, SingleUse, Strategy, Workspace,
};
use sunbear::{Error, SharedSecret};

/// What a secret holds before an operation that must leave it alone: anything but zeros.
fn old_secret() -> SharedSecret {
    let (mut secret, mut ct) = (SharedSecret::new(), [0; BabyBearEphem::CIPHERTEXT_SIZE]);
    let ek = [7; BabyBearEphem::ENCAPSULATION_KEY_SIZE];
    EncapsulationKey::<BabyBearEphem, _>::new(&ek)
        .and_then(|ek| ek.encapsulate_derand(&[9; 32], &mut ct, &mut secret, &mut Workspace::<_>::new()))
        .expect("encapsulates");
    secret
}

fn encapsulation_key<S: ParameterSet, P: Strategy>(dk: &[u8; 40]) -> Vec<u8> {
    let mut ek = vec![0; S::ENCAPSULATION_KEY_SIZE];
    DecapsulationKey::<S>::from_bytes(dk)
        .write_encapsulation_key(&mut *ek, &mut Workspace::<S, P>::new())
        .expect("generates");
    ek
}

fn encapsulate<S: ParameterSet, P: Strategy>(ek: &[u8], seed: &[u8; 32]) -> (Vec<u8>, [u8; 32]) {
    let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    EncapsulationKey::<S, _>::new(ek)
        .and_then(|ek| ek.encapsulate_derand(seed, &mut *ct, &mut secret, &mut Workspace::<S, P>::new()))
        .expect("encapsulates");
    (ct, *secret.as_bytes())
}

fn decapsulate<S: Set, P: Strategy>(dk: &[u8; 40], ct: &[u8]) -> [u8; 32] {
    let mut secret = SharedSecret::new();
    S::decapsulate_from::<P>(dk, ct, &mut secret).expect("decapsulates");
    *secret.as_bytes()
}

fn prepare<S: Reusable, P: Strategy>(dk: &[u8; 40]) -> Vec<u8> {
    let mut prepared = vec![0; S::PREPARED_KEY_SIZE];
    DecapsulationKey::<S>::from_bytes(dk).prepare(&mut *prepared, &mut Workspace::<S, P>::new()).expect("prepares");
    prepared
}

fn decapsulate_prepared<S: Reusable, P: Strategy>(prepared: &[u8], ct: &[u8]) -> [u8; 32] {
    let mut secret = SharedSecret::new();
    PreparedDecapsulationKey::<S, _>::new(prepared)
        .and_then(|key| key.decapsulate(ct, &mut secret, &mut Workspace::<S, P>::new()))
        .expect("decapsulates");
    *secret.as_bytes()
}

/// The two kinds of sets behind one call.
trait Set: ParameterSet {
    fn decapsulate_from<P: Strategy>(
        dk: &[u8; 40],
        ct: &(impl ReadAt + ?Sized),
        secret: &mut SharedSecret,
    ) -> Result<(), Error>;
}

macro_rules! reusable {
    ($($set:ty),*) => {$(
        impl Set for $set {
            fn decapsulate_from<P: Strategy>(
                dk: &[u8; 40],
                ct: &(impl ReadAt + ?Sized),
                secret: &mut SharedSecret,
            ) -> Result<(), Error> {
                seed_decapsulate::<Self, P>(dk, ct, secret)
            }
        }
    )*};
}

macro_rules! single_use {
    ($($set:ty),*) => {$(
        impl Set for $set {
            fn decapsulate_from<P: Strategy>(
                dk: &[u8; 40],
                ct: &(impl ReadAt + ?Sized),
                secret: &mut SharedSecret,
            ) -> Result<(), Error> {
                once::<Self, P>(dk, ct, secret)
            }
        }
    )*};
}

reusable!(BabyBear, MamaBear, PapaBear);
single_use!(BabyBearEphem, MamaBearEphem, PapaBearEphem);

fn seed_decapsulate<S: Reusable, P: Strategy>(
    dk: &[u8; 40],
    ct: &(impl ReadAt + ?Sized),
    secret: &mut SharedSecret,
) -> Result<(), Error> {
    DecapsulationKey::<S>::from_bytes(dk).decapsulate(ct, secret, &mut DecapsulationWorkspace::<S, P>::new())
}

fn once<S: SingleUse, P: Strategy>(
    dk: &[u8; 40],
    ct: &(impl ReadAt + ?Sized),
    secret: &mut SharedSecret,
) -> Result<(), Error> {
    DecapsulationKey::<S>::from_bytes(dk).decapsulate_once(ct, secret, &mut Workspace::<S, P>::new())
}

/// A test for each set and profile.
macro_rules! each {
    ($check:ident: $($module:ident = $set:ty),* $(,)?) => {
        mod $check {
            use sunbear::three_bears::*;
            $(
                mod $module {
                    use super::*;

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
    ($check:ident for reusable sets) => {
        $crate::each!($check: baby_bear = BabyBear, mama_bear = MamaBear, papa_bear = PapaBear);
    };
    ($check:ident for single-use sets) => {
        $crate::each!(
            $check: baby_bear_ephem = BabyBearEphem, mama_bear_ephem = MamaBearEphem, papa_bear_ephem = PapaBearEphem
        );
    };
    ($check:ident for all sets) => {
        $crate::each!(
            $check: baby_bear = BabyBear, mama_bear = MamaBear, papa_bear = PapaBear,
            baby_bear_ephem = BabyBearEphem, mama_bear_ephem = MamaBearEphem, papa_bear_ephem = PapaBearEphem
        );
    };
}
use each;
