//! Wrong lengths of every object: an error that names it, and nothing touched.

use sunbear::three_bears::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, ParameterSet, PreparedDecapsulationKey, Reusable,
    Strategy, Workspace,
};
use sunbear::{Error, Object, SharedSecret};

use crate::{Set, each, old_secret};

const DK: [u8; 40] = [3; 40];

/// Lengths around the right one.
fn wrong(right: usize) -> impl Iterator<Item = usize> {
    [0, 1, right / 2, right - 1, right + 1, 2 * right].into_iter()
}

/// Random bytes that must not be asked for.
struct NoRng;

impl rand_core::TryRng for NoRng {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("lengths are checked first")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        unreachable!("lengths are checked first")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("lengths are checked first")
    }
}

impl rand_core::TryCryptoRng for NoRng {}

/// Runs `operation` on a secret and checks that it fails and leaves the secret alone.
fn refused(object: Object, operation: impl FnOnce(&mut SharedSecret) -> Result<(), Error>) {
    let mut secret = old_secret();
    let before = *secret.as_bytes();
    assert_eq!(operation(&mut secret), Err(Error::Length(object)));
    assert_eq!(*secret.as_bytes(), before);
}

fn all_objects<S: Set, P: Strategy>() {
    let workspace = &mut Workspace::<S, P>::new();
    for n in wrong(S::ENCAPSULATION_KEY_SIZE) {
        let mut ek = vec![0xa5; n];
        let error = Err(Error::Length(Object::EncapsulationKey));
        assert_eq!(DecapsulationKey::<S>::from_bytes(&DK).write_encapsulation_key(&mut *ek, workspace), error);
        assert_eq!(ek, vec![0xa5; n]);
        assert_eq!(EncapsulationKey::<S, _>::new(&ek[..]).map(|_| ()), error);
    }
    for n in wrong(S::CIPHERTEXT_SIZE) {
        let mut ct = vec![0xa5; n];
        let ek = vec![0; S::ENCAPSULATION_KEY_SIZE];
        let ek = EncapsulationKey::<S, _>::new(&ek[..]).expect("the right length");
        refused(Object::Ciphertext, |secret| ek.encapsulate_derand(&[0; 32], &mut *ct, secret, workspace));
        refused(Object::Ciphertext, |secret| ek.encapsulate(&mut NoRng, &mut *ct, secret, workspace));
        assert_eq!(ct, vec![0xa5; n]);
        refused(Object::Ciphertext, |secret| S::decapsulate_from::<P>(&DK, &ct[..], secret));
    }
    for n in wrong(DecapsulationKey::<S>::SIZE) {
        let read = DecapsulationKey::<S>::read(&vec![1; n][..]);
        assert_eq!(read.map(|_| ()), Err(Error::Length(Object::DecapsulationKey)));
    }
    let read = DecapsulationKey::<S>::read(&DK).expect("the right length");
    assert_eq!(*read.as_bytes(), DK);
}
each!(all_objects for all sets);

fn prepared_keys<S: Reusable, P: Strategy>() {
    let workspace = &mut Workspace::<S, P>::new();
    for n in wrong(S::PREPARED_KEY_SIZE) {
        let mut key = vec![0xa5; n];
        let error = Err(Error::Length(Object::DecapsulationKey));
        assert_eq!(DecapsulationKey::<S>::from_bytes(&DK).prepare(&mut *key, workspace), error);
        assert_eq!(key, vec![0xa5; n]);
        assert_eq!(PreparedDecapsulationKey::<S, _>::new(&key[..]).map(|_| ()), error);
    }
    let key = vec![0; S::PREPARED_KEY_SIZE];
    let key = PreparedDecapsulationKey::<S, _>::new(&key[..]).expect("the right length");
    for n in wrong(S::CIPHERTEXT_SIZE) {
        let ct = vec![0; n];
        refused(Object::Ciphertext, |secret| key.decapsulate(&ct[..], secret, workspace));
        let workspace = &mut DecapsulationWorkspace::<S, P>::new();
        let key = DecapsulationKey::<S>::from_bytes(&DK);
        refused(Object::Ciphertext, |secret| key.decapsulate(&ct[..], secret, workspace));
    }
}
each!(prepared_keys for reusable sets);

/// The table of sizes in the module's documentation.
#[test]
fn sizes() {
    fn of<S: ParameterSet>() -> [usize; 4] {
        [S::ENCAPSULATION_KEY_SIZE, DecapsulationKey::<S>::SIZE, S::PREPARED_KEY_SIZE, S::CIPHERTEXT_SIZE]
    }
    use sunbear::three_bears::{BabyBear, BabyBearEphem, MamaBear, MamaBearEphem, PapaBear, PapaBearEphem};
    assert_eq!([of::<BabyBear>(), of::<BabyBearEphem>()], [[804, 40, 884, 917]; 2]);
    assert_eq!([of::<MamaBear>(), of::<MamaBearEphem>()], [[1194, 40, 1274, 1307]; 2]);
    assert_eq!([of::<PapaBear>(), of::<PapaBearEphem>()], [[1584, 40, 1664, 1697]; 2]);
    assert_eq!(SharedSecret::SIZE, 32);
}
