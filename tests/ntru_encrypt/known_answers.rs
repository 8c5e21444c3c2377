//! What libntruencrypt computes, bit by bit, and that no ciphertext decrypts that it or the two checks beyond it refuse.

use serde_json::Value;
use sha2::{Digest, Sha256};
use sunbear::kat::hex;
use sunbear::ntru_encrypt::{KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace};
use sunbear::{Error, SharedSecret};

use crate::{Script, decapsulate, decrypt, each};

fn values<S: ParameterSet>() -> Value {
    let path = format!("{}/vectors/ntru-encrypt/{}.json", env!("CARGO_MANIFEST_DIR"), S::NAME);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn entries<'a>(values: &'a Value, section: &str) -> &'a [Value] {
    let entries = values[section].as_array().unwrap();
    assert!(!entries.is_empty());
    entries
}

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap().as_bytes()).unwrap()
}

/// A field of the key pair of an entry.
fn key(values: &Value, entry: &Value, field: &str) -> Vec<u8> {
    bytes(&values["keygen"][entry["key"].as_u64().unwrap() as usize][field])
}

fn key_pairs<S: ParameterSet, P: Strategy>() {
    let values = values::<S>();
    for entry in entries(&values, "keygen") {
        let mut rng = Script::new(["seed_F", "seed_g"].map(|seed| bytes(&entry[seed])));
        let (mut public, mut private) = (vec![0; S::PUBLIC_KEY_SIZE], vec![0; S::PRIVATE_KEY_SIZE]);
        let workspace = &mut KeygenWorkspace::<S, P>::new();
        PrivateKey::<S, _>::generate(&mut rng, &mut *public, &mut *private, workspace).unwrap();
        assert_eq!(public, bytes(&entry["pub_blob"]));
        assert_eq!(private, bytes(&entry["priv_blob"]));
        assert_eq!(rng.requests, [S::SEED_SIZE; 2]);
        assert_eq!(PrivateKey::<S, _>::new(&*private).unwrap().check(workspace), Ok(()));
    }
}
each!(key_pairs);

fn ciphertexts<S: ParameterSet, P: Strategy>() {
    let values = values::<S>();
    for entry in entries(&values, "encrypt") {
        let (public, message) = (key(&values, entry, "pub_blob"), bytes(&entry["msg"]));
        let salts: Vec<_> = entry["salts"].as_array().unwrap().iter().map(bytes).collect();
        let mut rng = Script::new(salts.clone());
        let mut ct = vec![0; S::CIPHERTEXT_SIZE];
        let public = PublicKey::<S, _>::new(&*public).unwrap();
        public.encrypt(&mut rng, &message, &mut *ct, &mut Workspace::<S, P>::new()).unwrap();
        assert_eq!(ct, bytes(&entry["ct"]));
        assert_eq!(rng.requests, vec![S::SALT_SIZE; salts.len()]);
        assert_eq!(decrypt::<S, P>(&key(&values, entry, "priv_blob"), &ct), Ok(message));
    }
}
each!(ciphertexts);

/// An encapsulation is an encryption; its secret is SHA-256 of what its documentation says.
fn secrets<S: ParameterSet, P: Strategy>() {
    let values = values::<S>();
    let mut count = 0;
    for entry in entries(&values, "encrypt") {
        let (public, message) = (key(&values, entry, "pub_blob"), bytes(&entry["msg"]));
        let private = key(&values, entry, "priv_blob");
        let Ok(k) = <[u8; 32]>::try_from(message) else {
            // Nothing but 32 bytes is an encapsulation's.
            assert_eq!(decapsulate::<S, P>(&private, &bytes(&entry["ct"])), Err(Error::Rejected));
            continue;
        };
        let salts: Vec<_> = entry["salts"].as_array().unwrap().iter().map(bytes).collect();
        let salt = salts.last().unwrap();
        let hashed = &public[5..5 + S::SEED_SIZE / 2];
        let expected: [u8; 32] = Sha256::digest([b"NTRUEncrypt-KEM", &S::OID[..], &k, salt, hashed].concat()).into();

        let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
        let workspace = &mut Workspace::<S, P>::new();
        let key = PublicKey::<S, _>::new(&*public).unwrap();
        let mut rng = Script::new(salts.clone());
        key.encapsulate_derand(&k, &mut rng, &mut *ct, &mut secret, workspace).unwrap();
        assert_eq!((&ct, *secret.as_bytes()), (&bytes(&entry["ct"]), expected));
        let mut rng = Script::new([k.to_vec()].into_iter().chain(salts));
        let (mut again, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
        key.encapsulate(&mut rng, &mut *again, &mut secret, workspace).unwrap();
        assert_eq!((&again, *secret.as_bytes()), (&ct, expected));
        assert_eq!(decapsulate::<S, P>(&private, &ct), Ok(expected));
        count += 1;
    }
    assert!(count >= 3);
}
each!(secrets);

fn rejections<S: ParameterSet, P: Strategy>() {
    let values = values::<S>();
    let mut reasons = std::collections::BTreeSet::new();
    for entry in entries(&values, "reject") {
        let (private, ct) = (key(&values, entry, "priv_blob"), bytes(&entry["ct"]));
        assert_eq!(decrypt::<S, P>(&private, &ct), Err(Error::Rejected), "{}", entry["reason"]);
        assert_eq!(decapsulate::<S, P>(&private, &ct), Err(Error::Rejected), "{}", entry["reason"]);
        reasons.insert(entry["reason"].as_str().unwrap().split(':').next().unwrap());
    }
    // The other two checks are all that ees743ep1 needs: a trit that no message reaches shares its pair with one checked.
    let mut expected = vec!["ctpad", "dm0", "junk", "mlen", "rcheck", "tamper", "trit22", "zeropad"];
    if S::N != 743 {
        expected.insert(7, "unusedtrits");
    }
    assert!(reasons.into_iter().eq(expected));
}
each!(rejections);

/// A salt that doesn't suit, again and again, as from a broken source.
fn bad_salts<S: ParameterSet, P: Strategy>() {
    let values = values::<S>();
    let entry = entries(&values, "encrypt").iter().find(|entry| entry["salts"][1] != Value::Null).unwrap();
    let (public, message) = (key(&values, entry, "pub_blob"), bytes(&entry["msg"]));
    let (bad, good) = (bytes(&entry["salts"][0]), bytes(&entry["salts"][1]));
    let public = PublicKey::<S, _>::new(&*public).unwrap();
    let workspace = &mut Workspace::<S, P>::new();
    let mut rng = Script::new(vec![bad.clone(); 64]);
    let mut ct = vec![0xa5; S::CIPHERTEXT_SIZE];
    assert_eq!(public.encrypt(&mut rng, &message, &mut *ct, workspace), Err(Error::Salts));
    assert_eq!(rng.requests.len(), 64);
    assert!(ct.iter().all(|byte| *byte == 0xa5));
    let mut rng = Script::new([vec![bad; 63], vec![good]].concat());
    assert_eq!(public.encrypt(&mut rng, &message, &mut *ct, workspace), Ok(()));
    assert_eq!(ct, bytes(&entry["ct"]));
}
each!(bad_salts);
