//! Keys, ciphertexts and secrets beyond the known answers, from the library on this computer.

use std::convert::Infallible;

use rand_core::{Rng, TryCryptoRng, TryRng};
use sunbear::kat::drbg::Drbg;
use sunbear::ntru_encrypt::{self, Ees443Ep1, Ees587Ep1, Ees743Ep1, ParameterSet as _};
use sunbear::sets::{Draws, ProfileName, Set};
use sunbear::sim::measure::Program;
use sunbear::three_bears::{BabyBear, DecapsulationKey, MamaBear, PapaBear, ParameterSet, Reusable, Workspace};
use sunbear::{Error, Fast, SharedSecret};

/// One key with one encapsulation, or with a ciphertext that nobody made.
#[derive(Clone)]
pub struct Material {
    pub key: Vec<u8>,
    /// The random bytes of the encapsulation, and of the key generation.
    pub seed: Vec<u8>,
    draws: Vec<u8>,
    pub ek: Vec<u8>,
    pub ct: Vec<u8>,
    pub secret: Vec<u8>,
    /// What is encrypted, and the salt.
    message: Vec<u8>,
    salt: Vec<u8>,
    prepared: Vec<u8>,
}

impl Material {
    /// Everything at random, from a seed.
    pub fn new(set: &dyn Set, seed: u64) -> Self {
        let mut random = Drbg::new(&std::array::from_fn(|i| seed.to_le_bytes()[i % 8]));
        let sizes = set.sizes();
        let (mut key, mut ek, mut ct) =
            (vec![0; sizes.decapsulation_key], vec![0; sizes.encapsulation_key], vec![0; sizes.ciphertext]);
        // An image has room for the draws of a key generation that needs no second try.
        let once = if set.name().starts_with("sntrup") { 3 } else { 99 };
        let draws = loop {
            let mut rng = Recorder { rng: &mut random, calls: 0, drawn: Vec::new() };
            set.generate_known(ProfileName::Fast, Draws::OneShot, &mut rng, &mut ek, &mut key).unwrap();
            if rng.calls <= once {
                break rng.drawn;
            }
        };
        let mut secret = SharedSecret::new();
        // Nor has it room for a second salt.
        let seed = loop {
            let mut rng = Recorder { rng: &mut random, calls: 0, drawn: Vec::new() };
            set.encapsulate_known(ProfileName::Fast, Draws::OneShot, &ek, &mut rng, &mut ct, &mut secret).unwrap();
            if !set.encrypts() || rng.calls == 2 {
                break rng.drawn;
            }
        };
        let (message, salt) = seed.split_at(if set.encrypts() { 32 } else { 0 });
        Self {
            prepared: prepared(set, &key),
            message: message.to_vec(),
            salt: salt.to_vec(),
            key,
            seed,
            draws,
            ek,
            ct,
            secret: secret.as_bytes().to_vec(),
        }
    }

    /// The same key with this ciphertext. Where it is rejected openly, the image expects zeros.
    pub fn with_ciphertext(&self, set: &dyn Set, ct: Vec<u8>) -> Self {
        let mut secret = SharedSecret::new();
        let message = match set.decapsulate(ProfileName::Fast, &self.key, &ct, &mut secret) {
            Ok(()) => self.message.clone(),
            Err(Error::Rejected) => vec![0; self.message.len()],
            Err(error) => panic!("{}: {error}", set.name()),
        };
        Self { ct, message, secret: secret.as_bytes().to_vec(), ..self.clone() }
    }

    /// The same key with a ciphertext of this message, of at most 32 bytes: the image expects zeros behind it.
    pub fn with_message(&self, set: &dyn Set, text: &[u8]) -> Self {
        fn of<S: ntru_encrypt::ParameterSet>(key: &[u8], text: &[u8], ct: &mut [u8]) {
            let mut rng = Drbg::new(&[text.len() as u8; 48]);
            let workspace = &mut ntru_encrypt::Workspace::<S, Fast>::new();
            ntru_encrypt::PublicKey::<S, _>::new(key).unwrap().encrypt(&mut rng, text, ct, workspace).unwrap();
        }
        let mut ct = vec![0; self.ct.len()];
        match set.name() {
            Ees443Ep1::NAME => of::<Ees443Ep1>(&self.ek, text, &mut ct[..]),
            Ees587Ep1::NAME => of::<Ees587Ep1>(&self.ek, text, &mut ct[..]),
            Ees743Ep1::NAME => of::<Ees743Ep1>(&self.ek, text, &mut ct[..]),
            name => panic!("{name} doesn't encrypt"),
        }
        let mut message = text.to_vec();
        message.resize(self.message.len(), 0);
        Self { ct, message, ..self.clone() }
    }

    /// Whether the ciphertext is rejected openly.
    pub fn is_rejected(&self) -> bool {
        !self.message.is_empty() && self.secret.iter().all(|byte| *byte == 0)
    }

    /// The image with these inputs.
    pub fn put_into(&self, program: &Program) -> Program {
        let mut program = program.clone();
        let inputs = [
            ("input_key", &self.key),
            ("input_seed", &self.seed),
            ("input_draws", &self.draws),
            ("input_ek", &self.ek),
            ("input_ct", &self.ct),
            ("input_secret", &self.secret),
            ("input_prepared", &self.prepared),
            ("input_message", &self.message),
            ("input_salt", &self.salt),
        ];
        for (name, bytes) in inputs {
            program.set(name, bytes).unwrap();
        }
        program
    }
}

/// The prepared form of a key, where the set has one.
fn prepared(set: &dyn Set, key: &[u8]) -> Vec<u8> {
    fn of<S: Reusable>(key: &[u8]) -> Vec<u8> {
        let mut out = vec![0; S::PREPARED_KEY_SIZE];
        let key = DecapsulationKey::<S>::read(key).unwrap();
        key.prepare(out.as_mut_slice(), &mut Workspace::<S, Fast>::new()).unwrap();
        out
    }
    match set.name() {
        BabyBear::NAME => of::<BabyBear>(key),
        MamaBear::NAME => of::<MamaBear>(key),
        PapaBear::NAME => of::<PapaBear>(key),
        _ => Vec::new(),
    }
}

/// Keeps what is drawn.
struct Recorder<'a> {
    rng: &'a mut Drbg,
    calls: usize,
    drawn: Vec<u8>,
}

impl TryRng for Recorder<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("operations draw bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("operations draw bytes")
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.rng.fill_bytes(out);
        self.calls += 1;
        self.drawn.extend_from_slice(out);
        Ok(())
    }
}

impl TryCryptoRng for Recorder<'_> {}
