//! The hybrid key exchange of RFC 9941: both secrets, and the hash that the host signs.

use sha2::{Digest, Sha512};
use sunbear::SharedSecret;
use sunbear::ntru_prime::{
    DecapsulationKey, DecapsulationWorkspace, EncapsulationKey, KeygenWorkspace, ParameterSet, Sntrup761, Strategy,
    Workspace,
};
use x25519_dalek::{PublicKey, StaticSecret};

use super::transport::string;

pub const METHOD: &str = "sntrup761x25519-sha512@openssh.com";

/// The system's random bytes.
struct Rng;

impl rand_core::TryRng for Rng {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(u32::from_le_bytes(random()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(u64::from_le_bytes(random()))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        getrandom::fill(out).unwrap();
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Rng {}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).unwrap();
    bytes
}

/// What both sides have seen.
pub struct Exchange {
    /// Greetings and lists, the client's first.
    greetings: [String; 2],
    lists: [Vec<u8>; 2],
    /// The client's public keys.
    pub init: Vec<u8>,
}

impl Exchange {
    /// From ours and theirs.
    pub fn new(mut greetings: [String; 2], mut lists: [Vec<u8>; 2], is_client: bool) -> Self {
        if !is_client {
            greetings.reverse();
            lists.reverse();
        }
        Self { greetings, lists, init: Vec::new() }
    }

    /// The exchange hash.
    pub fn hash(&self, host_key: &[u8], reply: &[u8], secret: &[u8]) -> Vec<u8> {
        let [client, server] = &self.greetings;
        let [clients, servers] = &self.lists;
        let parts = [client.as_bytes(), server.as_bytes(), clients, servers, host_key, &self.init, reply, secret];
        Sha512::digest(parts.map(string).concat()).to_vec()
    }
}

/// SHA-512 of both secrets.
fn combined(first: &SharedSecret, second: &[u8; 32]) -> Vec<u8> {
    Sha512::digest([first.as_bytes().as_slice(), second].concat()).to_vec()
}

/// The client's secrets.
pub struct Initiator {
    ek: Vec<u8>,
    dk: Vec<u8>,
    curve: StaticSecret,
}

impl Initiator {
    pub fn new() -> Self {
        let mut ek = vec![0; Sntrup761::ENCAPSULATION_KEY_SIZE];
        let mut dk = vec![0; Sntrup761::DECAPSULATION_KEY_SIZE];
        let workspace = &mut KeygenWorkspace::<Sntrup761>::new();
        DecapsulationKey::generate(&mut Rng, ek.as_mut_slice(), dk.as_mut_slice(), workspace).unwrap();
        Self { ek, dk, curve: StaticSecret::from(random()) }
    }

    /// What the client sends.
    pub fn public(&self) -> Vec<u8> {
        [self.ek.as_slice(), PublicKey::from(&self.curve).as_bytes()].concat()
    }

    /// The secret that a reply gives.
    pub fn secret<P: Strategy>(&self, reply: &[u8]) -> Vec<u8> {
        let (ct, curve) = reply.split_at(Sntrup761::CIPHERTEXT_SIZE);
        let mut secret = SharedSecret::new();
        let key = DecapsulationKey::<Sntrup761, _>::new(self.dk.as_slice()).unwrap();
        key.decapsulate(ct, &mut secret, &mut DecapsulationWorkspace::<_, P>::new()).unwrap();
        let theirs: [u8; 32] = curve.try_into().unwrap();
        combined(&secret, self.curve.diffie_hellman(&PublicKey::from(theirs)).as_bytes())
    }
}

/// The server's reply and its secret.
pub fn respond<P: Strategy>(init: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (ek, curve) = init.split_at(Sntrup761::ENCAPSULATION_KEY_SIZE);
    let mut ct = vec![0; Sntrup761::CIPHERTEXT_SIZE];
    let mut secret = SharedSecret::new();
    let key = EncapsulationKey::<Sntrup761, _>::new(ek).unwrap();
    key.encapsulate(&mut Rng, ct.as_mut_slice(), &mut secret, &mut Workspace::<_, P>::new()).unwrap();
    let own = StaticSecret::from(random());
    let theirs: [u8; 32] = curve.try_into().unwrap();
    let secret = combined(&secret, own.diffie_hellman(&PublicKey::from(theirs)).as_bytes());
    ([ct.as_slice(), PublicKey::from(&own).as_bytes()].concat(), secret)
}
