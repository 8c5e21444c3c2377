//! Both halves of the KEM agree, whatever is changed is rejected, and what is malformed is refused by name.

use sunbear::kat::drbg::Drbg;
use sunbear::ntru_encrypt::{
    DecryptionWorkspace, Ees443Ep1, Ees587Ep1, Ees743Ep1, KeySeed, KeygenWorkspace, ParameterSet, PrivateKey,
    PublicKey, Strategy, Workspace,
};
use sunbear::{Compact, Error, Fast, Object, SharedSecret};

fn each(test: impl Fn(&dyn Pair)) {
    test(&Of::<Ees443Ep1, Compact>::new());
    test(&Of::<Ees443Ep1, Fast>::new());
    test(&Of::<Ees587Ep1, Compact>::new());
    test(&Of::<Ees587Ep1, Fast>::new());
    test(&Of::<Ees743Ep1, Compact>::new());
    test(&Of::<Ees743Ep1, Fast>::new());
}

/// A set in a profile, with a key pair.
trait Pair {
    fn name(&self) -> String;
    fn sizes(&self) -> [usize; 3];
    fn public(&self) -> &[u8];
    fn private(&self) -> &[u8];
    fn encapsulate(&self, key: &[u8], seed: u8) -> Result<(Vec<u8>, [u8; 32]), Error>;
    fn decapsulate(&self, key: &[u8], ct: &[u8]) -> Result<[u8; 32], Error>;
    fn decrypt(&self, ct: &[u8], room: usize) -> Result<Vec<u8>, Error>;
    fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, Error>;
    fn check(&self, key: &[u8]) -> Result<(), Error>;
    fn longest(&self) -> usize;
}

struct Of<S, P> {
    public: Vec<u8>,
    private: Vec<u8>,
    marker: core::marker::PhantomData<(S, P)>,
}

impl<S: ParameterSet, P: Strategy> Of<S, P> {
    fn new() -> Self {
        let (mut public, mut private) = (vec![0; S::PUBLIC_KEY_SIZE], vec![0; S::PRIVATE_KEY_SIZE]);
        let seed = KeySeed::<S>::from_bytes(&[9; 32]);
        seed.write_keys(public.as_mut_slice(), private.as_mut_slice(), &mut KeygenWorkspace::<S, P>::new()).unwrap();
        Self { public, private, marker: core::marker::PhantomData }
    }
}

impl<S: ParameterSet, P: Strategy> Pair for Of<S, P> {
    fn name(&self) -> String {
        format!("{} {}", S::NAME, P::NAME)
    }

    fn sizes(&self) -> [usize; 3] {
        [S::PUBLIC_KEY_SIZE, S::PRIVATE_KEY_SIZE, S::CIPHERTEXT_SIZE]
    }

    fn public(&self) -> &[u8] {
        &self.public
    }

    fn private(&self) -> &[u8] {
        &self.private
    }

    fn encapsulate(&self, key: &[u8], seed: u8) -> Result<(Vec<u8>, [u8; 32]), Error> {
        let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
        let key = PublicKey::<S, _>::new(key)?;
        key.encapsulate(&mut Drbg::new(&[seed; 48]), ct.as_mut_slice(), &mut secret, &mut Workspace::<S, P>::new())?;
        Ok((ct, *secret.as_bytes()))
    }

    fn decapsulate(&self, key: &[u8], ct: &[u8]) -> Result<[u8; 32], Error> {
        let mut secret = SharedSecret::new();
        let key = PrivateKey::<S, _>::new(key)?;
        let outcome = key.decapsulate(ct, &mut secret, &mut DecryptionWorkspace::<S, P>::new());
        assert!(outcome.is_ok() || *secret.as_bytes() == [0; 32], "a rejected secret was written");
        outcome.map(|()| *secret.as_bytes())
    }

    fn decrypt(&self, ct: &[u8], room: usize) -> Result<Vec<u8>, Error> {
        let mut message = vec![0; room];
        let key = PrivateKey::<S, _>::new(self.private.as_slice())?;
        let length = key.decrypt(ct, &mut message, &mut DecryptionWorkspace::<S, P>::new())?;
        assert!(message[length..].iter().all(|byte| *byte == 0));
        message.truncate(length);
        Ok(message)
    }

    fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let mut ct = vec![0; S::CIPHERTEXT_SIZE];
        let key = PublicKey::<S, _>::new(self.public.as_slice())?;
        key.encrypt(&mut Drbg::new(&[3; 48]), message, ct.as_mut_slice(), &mut Workspace::<S, P>::new())?;
        Ok(ct)
    }

    fn check(&self, key: &[u8]) -> Result<(), Error> {
        PrivateKey::<S, _>::new(key)?.check(&mut KeygenWorkspace::<S, P>::new())
    }

    fn longest(&self) -> usize {
        S::MAX_MESSAGE
    }
}

#[test]
fn encapsulation_and_decapsulation_agree() {
    each(|pair| {
        let mut secrets = Vec::new();
        for seed in 0..20 {
            let (ct, secret) = pair.encapsulate(pair.public(), seed).unwrap();
            assert_eq!(pair.decapsulate(pair.private(), &ct), Ok(secret), "{}", pair.name());
            assert!(!secrets.contains(&secret));
            secrets.push(secret);
        }
    });
}

#[test]
fn profiles_agree() {
    let (compact, fast) = (Of::<Ees743Ep1, Compact>::new(), Of::<Ees743Ep1, Fast>::new());
    assert_eq!((&compact.public, &compact.private), (&fast.public, &fast.private));
    assert_eq!(compact.encapsulate(&fast.public, 5), fast.encapsulate(&compact.public, 5));
}

#[test]
fn messages_of_every_length_come_back() {
    each(|pair| {
        for length in 0..=pair.longest() {
            let message: Vec<u8> = (0..length).map(|i| u8::try_from(255 - i).unwrap()).collect();
            let ct = pair.encrypt(&message).unwrap();
            assert_eq!(pair.decrypt(&ct, pair.longest()), Ok(message), "{}", pair.name());
            // The KEM takes nothing but 32 bytes.
            assert_eq!(pair.decapsulate(pair.private(), &ct).is_ok(), length == 32, "{}", pair.name());
        }
        assert_eq!(pair.encrypt(&vec![0; pair.longest() + 1]), Err(Error::Message));
        let ct = pair.encrypt(b"").unwrap();
        assert_eq!(pair.decrypt(&ct, pair.longest() - 1), Err(Error::Message));
    });
}

#[test]
fn every_changed_bit_of_a_ciphertext_is_rejected() {
    each(|pair| {
        let (ct, _) = pair.encapsulate(pair.public(), 1).unwrap();
        let last = ct.len() * 8;
        for bit in (0..last).step_by(61).chain(last - 24..last) {
            let mut ct = ct.clone();
            ct[bit / 8] ^= 0x80 >> (bit % 8);
            assert_eq!(pair.decapsulate(pair.private(), &ct), Err(Error::Rejected), "{} bit {bit}", pair.name());
            assert_eq!(pair.decrypt(&ct, pair.longest()), Err(Error::Rejected), "{} bit {bit}", pair.name());
        }
    });
}

#[test]
fn wrong_lengths_are_refused_by_name() {
    each(|pair| {
        let [public, private, ct] = pair.sizes();
        for less in [0, 1] {
            let length = |object| Err(Error::Length(object));
            let cut = |bytes: &[u8], size: usize| if less == 1 { bytes[1..].to_vec() } else { vec![0; size + 1] };
            assert_eq!(
                pair.encapsulate(&cut(pair.public(), public), 0).map(drop),
                length(Object::EncapsulationKey).map(drop::<()>)
            );
            assert_eq!(pair.check(&cut(pair.private(), private)), length(Object::DecapsulationKey));
            let wrong = cut(&vec![0; ct], ct);
            assert_eq!(pair.decapsulate(pair.private(), &wrong).map(drop), length(Object::Ciphertext));
        }
    });
}

#[test]
fn malformed_keys_are_refused() {
    each(|pair| {
        let [_, private, _] = pair.sizes();
        for place in [0, 1, 2, 3, 4] {
            let (mut public, mut secret) = (pair.public().to_vec(), pair.private().to_vec());
            public[place] ^= 0x40;
            secret[place] ^= 0x40;
            let refused = pair.encapsulate(&public, 0).map(drop);
            assert_eq!(refused, Err(Error::Malformed(Object::EncapsulationKey)), "{} {place}", pair.name());
            assert_eq!(pair.check(&secret), Err(Error::Malformed(Object::DecapsulationKey)), "{}", pair.name());
        }
        // h(1) is no longer 3; a spare bit.
        for (place, bit) in [(5, 1), (pair.public().len() - 1, 1)] {
            let mut public = pair.public().to_vec();
            public[place] ^= bit;
            let refused = pair.encapsulate(&public, 0).map(drop);
            assert_eq!(refused, Err(Error::Malformed(Object::EncapsulationKey)), "{} {place}", pair.name());
        }
        // The first two terms are of one list: the same, and out of range.
        let bits = if pair.name().contains("443") { 9 } else { 10 };
        let terms = private - if bits == 9 { 50 } else { (private - pair.public().len()).min(93) };
        let mut repeated = pair.private().to_vec();
        repeated[terms..terms + 3].fill(0);
        assert_eq!(pair.check(&repeated), Err(Error::Malformed(Object::DecapsulationKey)), "{}", pair.name());
        let mut out_of_range = pair.private().to_vec();
        out_of_range[terms..terms + 2].fill(0xff);
        assert_eq!(pair.check(&out_of_range), Err(Error::Malformed(Object::DecapsulationKey)), "{}", pair.name());
        // Terms that are fine, but of another key.
        let mut foreign = pair.private().to_vec();
        foreign[private - 2] ^= 0x40;
        assert_eq!(pair.check(&foreign), Err(Error::Malformed(Object::DecapsulationKey)), "{}", pair.name());
        let mut alias = pair.private().to_vec();
        alias[0] = 0xff;
        assert_eq!(pair.check(&alias), Ok(()));
    });
}

#[test]
fn nothing_secret_is_printed() {
    let pair = Of::<Ees443Ep1, Fast>::new();
    let key = PrivateKey::<Ees443Ep1, _>::new(pair.private.as_slice()).unwrap();
    assert_eq!(format!("{key:?}"), "PrivateKey(ees443ep1, ..)");
    assert_eq!(format!("{:?}", KeySeed::<Ees443Ep1>::from_bytes(&[7; 32])), "KeySeed(ees443ep1, ..)");
}
