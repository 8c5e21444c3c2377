//! Against PQClean's C of the 2019.07 parameters, with its own random keys: both directions and tampered ciphertexts.

use pqcrypto_traits::kem::{Ciphertext, PublicKey, SecretKey, SharedSecret};
use sunbear::three_bears::{BabyBear, BabyBearEphem, MamaBear, MamaBearEphem, PapaBear, PapaBearEphem, Strategy};
use sunbear::{Compact, Fast};

use crate::{Set, decapsulate, encapsulate, encapsulation_key};

const ROUNDS: u8 = 4;

/// The same scheme in C.
trait InC: Set {
    fn keypair() -> (Vec<u8>, [u8; 40]);
    fn encapsulate(ek: &[u8]) -> (Vec<u8>, [u8; 32]);
    fn decapsulate(dk: &[u8; 40], ct: &[u8]) -> [u8; 32];
}

macro_rules! in_c {
    ($($set:ty = $module:ident;)*) => {$(
        impl InC for $set {
            fn keypair() -> (Vec<u8>, [u8; 40]) {
                let (pk, sk) = pqcrypto_threebears::$module::keypair();
                (pk.as_bytes().to_vec(), sk.as_bytes().try_into().expect("40 bytes"))
            }

            fn encapsulate(ek: &[u8]) -> (Vec<u8>, [u8; 32]) {
                let pk = PublicKey::from_bytes(ek).expect("a key's length");
                let (ss, ct) = pqcrypto_threebears::$module::encapsulate(&pk);
                (ct.as_bytes().to_vec(), ss.as_bytes().try_into().expect("32 bytes"))
            }

            fn decapsulate(dk: &[u8; 40], ct: &[u8]) -> [u8; 32] {
                let sk = SecretKey::from_bytes(dk).expect("a key's length");
                let ct = Ciphertext::from_bytes(ct).expect("a ciphertext's length");
                let ss = pqcrypto_threebears::$module::decapsulate(&ct, &sk);
                ss.as_bytes().try_into().expect("32 bytes")
            }
        }

        #[test]
        fn $module() {
            agrees::<$set, Compact>();
            agrees::<$set, Fast>();
        }
    )*};
}

in_c! {
    BabyBear = babybear;
    MamaBear = mamabear;
    PapaBear = papabear;
    BabyBearEphem = babybearephem;
    MamaBearEphem = mamabearephem;
    PapaBearEphem = papabearephem;
}

fn agrees<S: InC, P: Strategy>() {
    for round in 0..ROUNDS {
        let (ek, dk) = S::keypair();
        assert_eq!(encapsulation_key::<S, P>(&dk), ek);

        // Ours to theirs.
        let mut seed = [0; 32];
        seed.copy_from_slice(&dk[..32]);
        let (ct, secret) = encapsulate::<S, P>(&ek, &seed);
        assert_eq!(S::decapsulate(&dk, &ct), secret);

        // Theirs to ours.
        let (ct, secret) = S::encapsulate(&ek);
        assert_eq!(decapsulate::<S, P>(&dk, &ct), secret);

        // Received with errors: in the elements, in the nibbles, everywhere.
        let end = ct.len() - 1;
        for position in [0, 195, 389, 390, end - 137, end - 136, end - 60, end] {
            let mut ct = ct.clone();
            ct[position] ^= 1 << ((round + position as u8) % 8);
            assert_eq!(decapsulate::<S, P>(&dk, &ct), S::decapsulate(&dk, &ct), "byte {position}");
        }
        let noise: Vec<u8> = ct.iter().zip(ek.iter().cycle().skip(1)).map(|(c, e)| c.wrapping_mul(31) ^ e).collect();
        for ct in [noise, vec![0xff; ct.len()], vec![round; ct.len()]] {
            assert_eq!(decapsulate::<S, P>(&dk, &ct), S::decapsulate(&dk, &ct));
        }
    }
}
