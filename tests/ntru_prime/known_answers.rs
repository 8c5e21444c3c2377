//! The known answers of the submission and of PQClean, and its rejected ciphertexts.

use sha2::{Digest, Sha256};
use sunbear::SharedSecret;
use sunbear::kat::drbg::Drbg;
use sunbear::kat::generate::{ENTROPY, Entries};
use sunbear::kat::verify;
use sunbear::ntru_prime::{
    DecapsulationKey, EncapsulationKey, KeygenWorkspace, ParameterSet, Strategy, WordByWord, Workspace,
};
use sunbear::sets::{self, Draws, ProfileName};

use crate::vectors::{self, Record};
use crate::{decapsulate, decapsulate_prepared, each};

/// The records of a set.
fn records<S: ParameterSet>(file: &str) -> Vec<Record> {
    vectors::read(file).into_iter().filter(|record| record.section == S::NAME).collect()
}

fn first<S: ParameterSet, P: Strategy>() {
    let record = &records::<S>("ntru-prime/known_answers.txt")[0];
    let mut draws = WordByWord(Drbg::new(&record.array("drbg_seed")));
    let (mut ek, mut dk) = (vec![0; S::ENCAPSULATION_KEY_SIZE], vec![0; S::DECAPSULATION_KEY_SIZE]);
    let workspace = &mut KeygenWorkspace::<S, P>::new();
    DecapsulationKey::<S, _>::generate_derand(&mut draws, &mut *ek, &mut *dk, workspace).expect("generates");
    assert_eq!(ek, record.bytes("ek"));
    assert_eq!(dk, record.bytes("dk"));

    let (mut ct, mut secret) = (vec![0; S::CIPHERTEXT_SIZE], SharedSecret::new());
    let key = EncapsulationKey::<S, _>::new(&*ek).expect("the right length");
    let workspace = &mut Workspace::<S, P>::new();
    key.encapsulate_derand(&mut draws, &mut *ct, &mut secret, workspace).expect("encapsulates");
    assert_eq!(ct, record.bytes("ct"));
    assert_eq!(*secret.as_bytes(), record.array("secret"));
    assert_eq!(decapsulate::<S, P>(&dk, &ct), *secret.as_bytes());
}
each!(first);

/// The ciphertext, changed.
fn changed(ct: &[u8], change: &str) -> Vec<u8> {
    let (mut ct, n) = (ct.to_vec(), ct.len());
    match change {
        "unmodified" => {}
        "flip-bit0-of-first-byte" => ct[0] ^= 1,
        "flip-bit7-of-last-core-byte" => ct[n - 33] ^= 0x80,
        "flip-bit0-of-first-confirm-byte" => ct[n - 32] ^= 1,
        "flip-bit7-of-last-byte" => ct[n - 1] ^= 0x80,
        "all-00" => ct.fill(0),
        "all-FF" => ct.fill(0xff),
        "byte-i-is-i-mod-256" => ct.iter_mut().enumerate().for_each(|(i, byte)| *byte = i as u8),
        "core-inverted-confirm-kept" => ct[..n - 32].iter_mut().for_each(|byte| *byte = !*byte),
        _ => panic!("unknown change {change}"),
    }
    ct
}

fn tampered<S: ParameterSet, P: Strategy>() {
    let set = sets::find(S::NAME).expect("registered");
    let entries = Entries::new(set, ProfileName::Fast, Draws::Nist, &ENTROPY);
    let entries: Vec<_> = entries.take(3).map(|entry| entry.expect("derives")).collect();
    let records = records::<S>("ntru-prime/tampered.txt");
    assert_eq!(records.len(), 27);
    for record in records {
        let entry = &entries[record.number("count")];
        let ct = changed(&entry.ct, record.text("change"));
        assert_eq!(Sha256::digest(&ct)[..], record.bytes("ct_digest"));
        let secret = record.array("secret");
        assert_eq!(decapsulate::<S, P>(&entry.sk, &ct), secret, "{}", record.text("change"));
        assert_eq!(decapsulate_prepared::<S, P>(&entry.sk, &ct), secret, "{}", record.text("change"));
        assert_eq!(secret[..] == entry.ss[..], record.text("change") == "unmodified");
    }
}
each!(tampered);

/// Whole files: all with `SUNBEAR_FULL=1`, otherwise sets of which some entries take a second try for their key
/// (sntrup653: 18, 41, 44, 49 and 92; by one draw a polynomial 70 and 76; sntrup1277 up to two more), and one of LPRime.
#[test]
fn files() {
    let full = std::env::var_os("SUNBEAR_FULL").is_some();
    for set in sets::all().filter(|set| set.scheme() == "NTRUPrime") {
        let sampled = ["sntrup653", "sntrup1277", "ntrulpr761"].contains(&set.name());
        for profile in ProfileName::ALL {
            for draws in Draws::ALL {
                let in_sample = sampled && (profile, draws) != (ProfileName::Fast, Draws::Nist);
                if full || in_sample {
                    assert_eq!(verify::set(set, profile, draws, || ()), Ok(()), "{}, {profile}", set.name());
                }
            }
        }
    }
}
