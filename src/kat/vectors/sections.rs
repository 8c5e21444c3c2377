//! What each section says, computed again.

use core::convert::Infallible;
use std::collections::VecDeque;
use std::vec;
use std::vec::Vec;

use rand_core::{TryCryptoRng, TryRng};
use serde_json::Value;

use super::entry::Entry;
use super::{Failure, Verified, entries};
use crate::error::Error;
use crate::kat::hmac_drbg::HmacDrbg;
use crate::ntru_encrypt::{KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Strategy, Workspace, known};
use crate::profile::{Compact, Fast};
use crate::sets::ProfileName;

/// Gives prepared answers, one a call; beyond them, and for calls of other lengths, zeros, and it remembers that.
struct Answers {
    left: VecDeque<Vec<u8>>,
    fits: bool,
}

impl Answers {
    fn new(answers: impl IntoIterator<Item = Vec<u8>>) -> Self {
        Self { left: answers.into_iter().collect(), fits: true }
    }

    fn are_used_up(&self) -> bool {
        self.fits && self.left.is_empty()
    }
}

impl TryRng for Answers {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        out.fill(0);
        match self.left.pop_front() {
            Some(answer) if answer.len() == out.len() => out.copy_from_slice(&answer),
            _ => self.fits = false,
        }
        Ok(())
    }
}

impl TryCryptoRng for Answers {}

/// A key pair's bytes.
struct Pair {
    public: Vec<u8>,
    private: Vec<u8>,
}

pub(super) fn verify<S: ParameterSet>(file: &Value, profile: ProfileName) -> Result<Verified, Failure> {
    match profile {
        ProfileName::Compact => verify_in::<S, Compact>(file, false),
        ProfileName::Fast => verify_in::<S, Fast>(file, true),
    }
}

fn verify_in<S: ParameterSet, P: Strategy>(file: &Value, fast: bool) -> Result<Verified, Failure> {
    let mut sections = Vec::new();
    let mut each = |section, verify: &mut dyn FnMut(Entry<'_>) -> Result<(), Failure>| {
        let entries = entries(file, section)?;
        sections.push((section, entries.len()));
        entries.into_iter().try_for_each(verify)
    };
    let mut pairs = Vec::new();
    each("keygen", &mut |entry| {
        pairs.push(key_pair::<S, P>(entry)?);
        Ok(())
    })?;
    each("hmac_drbg", &mut |entry| generator::<S, P>(entry))?;
    each("encrypt", &mut |entry| encryption::<S, P>(entry, entry.one_of("key", &pairs)?))?;
    each("reject", &mut |entry| rejection::<S, P>(entry, entry.one_of("key", &pairs)?))?;
    each("intermediate", &mut |entry| intermediate::<S, P>(entry, entry.one_of("key", &pairs)?, fast))?;
    each("ring", &mut |entry| ring::<S>(entry, fast))?;
    each("igf", &mut |entry| indices::<S>(entry))?;
    each("mgf_tp1", &mut |entry| {
        let mut mask = vec![0; S::N];
        known::mask::<S>(&entry.bytes("seed")?, &mut mask);
        entry.same("trits", &mask, &entry.trits("trits")?)
    })?;
    let skipped = entries(file, "dm0_boundary")?.len();
    if sections.iter().all(|(_, entries)| *entries == 0) {
        return Err(Failure::Malformed("no section has an entry".into()));
    }
    Ok(Verified { set: S::NAME, sections, skipped })
}

/// The terms of a private key of the set.
const fn terms<S: ParameterSet>() -> usize {
    (S::PRIVATE_KEY_SIZE - S::PUBLIC_KEY_SIZE) * 8 / if S::N < 512 { 9 } else { 10 }
}

fn generate<S: ParameterSet, P: Strategy>(
    entry: Entry<'_>,
    rng: &mut impl rand_core::CryptoRng,
) -> Result<Pair, Failure> {
    let mut pair = Pair { public: vec![0; S::PUBLIC_KEY_SIZE], private: vec![0; S::PRIVATE_KEY_SIZE] };
    let (public, private) = (pair.public.as_mut_slice(), pair.private.as_mut_slice());
    let done = PrivateKey::<S, _>::generate(rng, public, private, &mut KeygenWorkspace::<S, P>::new());
    done.map_err(|_| entry.differs("key generation fails"))?;
    entry.same("pub_blob", &pair.public, &entry.bytes("pub_blob")?)?;
    entry.same("priv_blob", &pair.private, &entry.bytes("priv_blob")?)?;
    let check =
        PrivateKey::<S, _>::new(pair.private.as_slice()).and_then(|key| key.check(&mut KeygenWorkspace::<S, P>::new()));
    check.map_err(|_| entry.differs("the private key doesn't belong to the public one"))?;
    Ok(pair)
}

fn key_pair<S: ParameterSet, P: Strategy>(entry: Entry<'_>) -> Result<Pair, Failure> {
    let (seed_f, seed_g) = (entry.bytes("seed_F")?, entry.bytes("seed_g")?);
    let mut terms = vec![0; terms::<S>()];
    known::product_form::<S>(&seed_f, &mut terms);
    entry.same("F", &terms, &entry.indices::<S>(&["F1", "F2", "F3"], terms.len())?)?;
    let expected = entry.indices::<S>(&["g_plus_then_minus"], known::terms_of_g::<S>())?;
    let mut g = vec![0; expected.len()];
    known::ternary::<S>(&seed_g, &mut g);
    entry.same("g", &g, &expected)?;
    let mut answers = Answers::new([seed_f, seed_g]);
    let pair = generate::<S, P>(entry, &mut answers)?;
    if answers.are_used_up() { Ok(pair) } else { Err(entry.differs("the seeds are not what key generation draws")) }
}

fn encrypt<S: ParameterSet, P: Strategy>(
    entry: Entry<'_>,
    pair: &Pair,
    message: &[u8],
    rng: &mut impl rand_core::CryptoRng,
) -> Result<(), Failure> {
    let mut ct = vec![0; S::CIPHERTEXT_SIZE];
    let workspace = &mut Workspace::<S, P>::new();
    let done = PublicKey::<S, _>::new(pair.public.as_slice())
        .and_then(|key| key.encrypt(rng, message, ct.as_mut_slice(), workspace));
    done.map_err(|_| entry.differs("encryption fails"))?;
    entry.same("ct", &ct, &entry.bytes("ct")?)?;
    let mut decrypted = vec![0; S::MAX_MESSAGE];
    let length = decrypt::<S, P>(pair, &ct, &mut decrypted).map_err(|_| entry.differs("ct is rejected"))?;
    entry.same("msg", &&decrypted[..length], &message)
}

fn decrypt<S: ParameterSet, P: Strategy>(pair: &Pair, ct: &[u8], message: &mut [u8]) -> Result<usize, Error> {
    let key = PrivateKey::<S, _>::new(pair.private.as_slice())?;
    key.decrypt(ct, message, &mut Workspace::<S, P>::new())
}

fn generator<S: ParameterSet, P: Strategy>(entry: Entry<'_>) -> Result<(), Failure> {
    let mut drbg = HmacDrbg::new(&entry.bytes("entropy")?, &entry.bytes("pers")?);
    let pair = generate::<S, P>(entry, &mut drbg)?;
    encrypt::<S, P>(entry, &pair, &entry.bytes("msg")?, &mut drbg)
}

fn encryption<S: ParameterSet, P: Strategy>(entry: Entry<'_>, pair: &Pair) -> Result<(), Failure> {
    let mut answers = Answers::new(entry.all_bytes("salts")?);
    encrypt::<S, P>(entry, pair, &entry.bytes("msg")?, &mut answers)?;
    if answers.are_used_up() { Ok(()) } else { Err(entry.differs("the salts are not what encryption draws")) }
}

fn rejection<S: ParameterSet, P: Strategy>(entry: Entry<'_>, pair: &Pair) -> Result<(), Failure> {
    let (ct, mut message) = (entry.bytes("ct")?, vec![0x5a; S::MAX_MESSAGE]);
    let expected =
        if ct.len() == S::CIPHERTEXT_SIZE { Error::Rejected } else { Error::Length(crate::error::Object::Ciphertext) };
    match decrypt::<S, P>(pair, &ct, &mut message) {
        Err(error) if error == expected && message.iter().all(|byte| *byte == 0x5a) => Ok(()),
        _ => Err(entry.differs("ct is not rejected")),
    }
}

fn intermediate<S: ParameterSet, P: Strategy>(entry: Entry<'_>, pair: &Pair, fast: bool) -> Result<(), Failure> {
    let mut lists = vec![0; terms::<S>()];
    known::product_form::<S>(&entry.bytes("sData")?, &mut lists);
    entry.same("r", &lists, &entry.indices::<S>(&["r1", "r2", "r3"], lists.len())?)?;
    let (mut h, mut r) = (vec![0; S::N], vec![0; S::N]);
    known::unpack(&mut h, &pair.public[S::PUBLIC_KEY_SIZE - S::CIPHERTEXT_SIZE..]);
    known::product::<S>(&mut r, &h, &lists, fast);
    entry.same("R", &r, &entry.polynomial::<S>("R_packed11")?)?;
    let mut quarters = vec![0; S::N.div_ceil(4)];
    known::pack_quarters(&mut quarters, &r);
    entry.same("oR4", &quarters, &entry.bytes("oR4")?)?;
    let (mut mask, mut trits) = (vec![0; S::N], vec![0; S::N]);
    known::mask::<S>(&quarters, &mut mask);
    entry.same("mask", &mask, &entry.trits("mask_trits")?)?;
    known::message_trits(&mut trits, &entry.bytes("M")?);
    entry.same("Mtrin", &trits, &entry.trits("Mtrin")?)?;
    let mut answers = Answers::new([entry.bytes("salt")?]);
    encrypt::<S, P>(entry, pair, &entry.bytes("msg")?, &mut answers)
}

fn ring<S: ParameterSet>(entry: Entry<'_>, fast: bool) -> Result<(), Failure> {
    let mut product = vec![0; S::N];
    let lists = entry.indices::<S>(&["v1", "v2", "v3"], terms::<S>())?;
    known::product::<S>(&mut product, &entry.polynomial::<S>("a_packed11")?, &lists, fast);
    entry.same("result", &product, &entry.polynomial::<S>("result")?)
}

fn indices<S: ParameterSet>(entry: Entry<'_>) -> Result<(), Failure> {
    let seed = entry.bytes("seed")?;
    let mut first = vec![0; 64];
    known::indices::<S>(&seed, &mut first);
    entry.same("first64", &first, &entry.indices::<S>(&["first64"], 64)?)?;
    let mut lists = vec![0; terms::<S>()];
    known::product_form::<S>(&seed, &mut lists);
    entry.same("poly", &lists, &entry.indices::<S>(&["poly1", "poly2", "poly3"], lists.len())?)
}
