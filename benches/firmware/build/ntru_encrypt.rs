//! The inputs of NTRUEncrypt: the first key pair of the set's vectors and the first encryption to it of 32 bytes, the size
//! of what an encapsulation encrypts. The secret is computed here, from the definition.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Result;
use super::symbols::symbol;

pub const SETS: [&str; 3] = ["ees443ep1", "ees587ep1", "ees743ep1"];

/// Bytes in front of the polynomial of a key; the last three are the OID.
const HEADER: usize = 5;
/// Bytes of what is encapsulated.
const SHORT: usize = 32;

pub fn inputs(set: &str) -> Result<String> {
    let file = Path::new("..").join("..").join("vectors").join("ntru-encrypt").join(format!("{set}.json"));
    println!("cargo::rerun-if-changed={}", file.display());
    let vectors: Value = serde_json::from_str(&fs::read_to_string(&file)?)?;
    let keys = &vectors["keygen"][0];
    let is_short = |entry: &&Value| {
        let salts = entry["salts"].as_array();
        entry["key"] == 0 && entry["msg"].as_str().map(str::len) == Some(2 * SHORT) && salts.map(Vec::len) == Some(1)
    };
    let encryption = vectors["encrypt"].as_array().and_then(|entries| entries.iter().find(is_short));
    let encryption = encryption.ok_or("no encryption of 32 bytes to the first key")?;

    let (ek, dk) = (bytes(&keys["pub_blob"])?, bytes(&keys["priv_blob"])?);
    let (message, salt) = (bytes(&encryption["msg"])?, bytes(&encryption["salts"][0])?);
    let (seed_f, seed_g) = (bytes(&keys["seed_F"])?, bytes(&keys["seed_g"])?);
    let hashed = &ek[HEADER..HEADER + seed_f.len() / 2];
    let secret = Sha256::new_with_prefix("NTRUEncrypt-KEM")
        .chain_update(&ek[HEADER - 3..HEADER])
        .chain_update(&message)
        .chain_update(&salt)
        .chain_update(hashed)
        .finalize();

    let mut text = String::new();
    symbol(&mut text, "input_draws", &[(Some("secret_draws"), &[seed_f, seed_g].concat())])?;
    symbol(&mut text, "input_seed", &[(Some("secret_seed"), &[message.as_slice(), &salt].concat())])?;
    symbol(&mut text, "input_salt", &[(Some("secret_salt"), &salt)])?;
    symbol(&mut text, "input_message", &[(Some("secret_message"), &message)])?;
    let (public, lists) = dk.split_at(ek.len());
    symbol(&mut text, "input_key", &[(None, public), (Some("secret_lists"), lists)])?;
    symbol(&mut text, "input_ek", &[(None, &ek)])?;
    symbol(&mut text, "input_ct", &[(None, &bytes(&encryption["ct"])?)])?;
    symbol(&mut text, "input_secret", &[(None, &secret)])?;
    Ok(text)
}

fn bytes(hex: &Value) -> Result<Vec<u8>> {
    let hex = hex.as_str().ok_or("a vector is no string")?;
    let digits = (0..hex.len()).step_by(2).map(|at| hex.get(at..at + 2).unwrap_or_default());
    Ok(digits.map(|digits| u8::from_str_radix(digits, 16)).collect::<std::result::Result<_, _>>()?)
}
