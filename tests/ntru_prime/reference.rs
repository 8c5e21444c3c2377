//! Beside PQClean's implementation: keys and ciphertexts go both ways, and what neither made gives the same secrets.

use pqcrypto_traits::kem::{Ciphertext as _, PublicKey as _, SecretKey as _, SharedSecret as _};
use sunbear::ntru_prime::{ParameterSet, Strategy};

use crate::{decapsulate, encapsulate, generate};

/// PQClean's side of a set.
trait Peer: ParameterSet {
    fn generate() -> (Vec<u8>, Vec<u8>);
    fn encapsulate(ek: &[u8]) -> (Vec<u8>, Vec<u8>);
    fn decapsulate(dk: &[u8], ct: &[u8]) -> Vec<u8>;
}

macro_rules! peers {
    ($($set:ident = $peer:ident),*) => {$(
        impl Peer for sunbear::ntru_prime::$set {
            fn generate() -> (Vec<u8>, Vec<u8>) {
                let (pk, sk) = pqcrypto_ntruprime::$peer::keypair();
                (pk.as_bytes().to_vec(), sk.as_bytes().to_vec())
            }

            fn encapsulate(ek: &[u8]) -> (Vec<u8>, Vec<u8>) {
                use pqcrypto_ntruprime::$peer::{PublicKey, encapsulate};
                let (ss, ct) = encapsulate(&PublicKey::from_bytes(ek).expect("the right length"));
                (ct.as_bytes().to_vec(), ss.as_bytes().to_vec())
            }

            fn decapsulate(dk: &[u8], ct: &[u8]) -> Vec<u8> {
                use pqcrypto_ntruprime::$peer::{Ciphertext, SecretKey, decapsulate};
                let ct = Ciphertext::from_bytes(ct).expect("the right length");
                decapsulate(&ct, &SecretKey::from_bytes(dk).expect("the right length")).as_bytes().to_vec()
            }
        }
    )*};
}

peers! {
    Sntrup653 = sntrup653, Sntrup761 = sntrup761, Sntrup857 = sntrup857, Sntrup953 = sntrup953,
    Sntrup1013 = sntrup1013, Sntrup1277 = sntrup1277, Ntrulpr653 = ntrulpr653, Ntrulpr761 = ntrulpr761,
    Ntrulpr857 = ntrulpr857, Ntrulpr953 = ntrulpr953, Ntrulpr1013 = ntrulpr1013, Ntrulpr1277 = ntrulpr1277
}

fn both_ways<S: Peer, P: Strategy>() {
    for seed in 1..4 {
        let (our_ek, our_dk) = generate::<S, P>(&[seed; 32]);
        let (ct, secret) = S::encapsulate(&our_ek);
        assert_eq!(decapsulate::<S, P>(&our_dk, &ct)[..], secret);
        assert_eq!(S::decapsulate(&our_dk, &ct), secret);

        let (ek, dk) = S::generate();
        let (ct, secret) = encapsulate::<S, P>(&ek, seed.into());
        assert_eq!(S::decapsulate(&dk, &ct), secret);
        for change in [0, 1, ct.len() / 2, ct.len() - 33, ct.len() - 1] {
            let mut ct = ct.clone();
            ct[change] ^= seed << (change % 8);
            assert_eq!(decapsulate::<S, P>(&dk, &ct)[..], S::decapsulate(&dk, &ct), "byte {change}");
        }
        // An encapsulation key out of range inside a key: re-encryption never gives the ciphertext back.
        let mut damaged = dk.clone();
        let at = dk.len() - 32 - 100 - ek.len() / 2;
        damaged[at..at + 64].fill(0xff);
        assert_eq!(decapsulate::<S, P>(&damaged, &ct)[..], S::decapsulate(&damaged, &ct));
    }
}
crate::each!(both_ways);
