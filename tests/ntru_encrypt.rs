//! NTRUEncrypt from outside: known answers, changed ciphertexts and keys, wrong lengths, wiped secrets; every set in both
//! profiles. `tests/README.md` says what each module proves.
#![cfg(feature = "cli")]

#[path = "ntru_encrypt/known_answers.rs"]
mod known_answers;
#[path = "ntru_encrypt/properties.rs"]
mod properties;
