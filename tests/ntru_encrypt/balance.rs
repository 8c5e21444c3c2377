//! Where a salt begins to suit: each trit must occur so often in the padded, masked message, and not once less.

use sunbear::ntru_encrypt::{ParameterSet, PublicKey, Strategy, Workspace, known};

use crate::{Counter, Script, decrypt, each, generate};
use rand_core::Rng;

/// EESS#1's dm0.
fn least<S: ParameterSet>() -> usize {
    match S::N {
        443 => 115,
        587 => 157,
        _ => 204,
    }
}

/// The least count of a trit in what an encryption of a message with this salt adds to R.
fn count<S: ParameterSet>(public: &[u8], message: &[u8], salt: &[u8]) -> usize {
    let h = &public[5..];
    let mut terms = vec![0; (S::PRIVATE_KEY_SIZE - S::PUBLIC_KEY_SIZE) * 8 / if S::N == 443 { 9 } else { 10 }];
    known::product_form::<S>(&[&S::OID, message, salt, &h[..S::SEED_SIZE / 2]].concat(), &mut terms);
    let (mut coefficients, mut product) = (vec![0; S::N], vec![0; S::N]);
    known::unpack(&mut coefficients, h);
    known::product::<S>(&mut product, &coefficients, &terms, true);
    let mut quarters = vec![0; S::N.div_ceil(4)];
    known::pack_quarters(&mut quarters, &product);
    let (mut mask, mut trits) = (vec![0; S::N], vec![0; S::N]);
    known::mask::<S>(&quarters, &mut mask);
    known::message_trits(&mut trits, &[salt, &[message.len() as u8], message].concat());
    let mut counts = [0; 3];
    trits.iter().zip(mask).for_each(|(trit, mask)| counts[usize::from((trit + mask) % 3)] += 1);
    *counts.iter().min().unwrap()
}

fn the_least_count_suits_and_one_less_does_not<S: ParameterSet, P: Strategy>() {
    let (public, private) = generate::<S, P>(&[9; 32]);
    let key = PublicKey::<S, _>::new(&*public).expect("generated");
    let workspace = &mut Workspace::<S, P>::new();
    let mut rng = Counter(443);
    // A salt whose least count is this.
    let mut find = |wanted| {
        let mut salt = vec![0; S::SALT_SIZE];
        for _ in 0..100_000 {
            rng.fill_bytes(&mut salt);
            if count::<S>(&public, b"balance", &salt) == wanted {
                return salt;
            }
        }
        panic!("no salt has the least count {wanted}");
    };
    let (below, least) = (find(least::<S>() - 1), find(least::<S>()));
    let mut ct = vec![0; S::CIPHERTEXT_SIZE];
    for (salts, requests) in [(vec![least.clone()], 1), (vec![below, least], 2)] {
        let mut rng = Script::new(salts);
        key.encrypt(&mut rng, b"balance", &mut *ct, workspace).expect("the last salt suits");
        assert_eq!(rng.requests.len(), requests);
        assert_eq!(decrypt::<S, P>(&private, &ct), Ok(b"balance".to_vec()));
    }
}
each!(the_least_count_suits_and_one_less_does_not);
