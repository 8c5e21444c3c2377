//! The inputs of NTRU Prime. The random words are not in the record: they are drawn again from its seed, one call of four
//! bytes for each, as the submission to NIST did. No first record needed a second try for an invertible polynomial.

use super::drbg::Drbg;
use super::symbols::symbol;
use super::{Record, Result};

pub const SETS: [&str; 12] = [
    "sntrup653",
    "sntrup761",
    "sntrup857",
    "sntrup953",
    "sntrup1013",
    "sntrup1277",
    "ntrulpr653",
    "ntrulpr761",
    "ntrulpr857",
    "ntrulpr953",
    "ntrulpr1013",
    "ntrulpr1277",
];

/// Bytes of a seed, a message, a hash.
const SHORT: usize = 32;

pub fn inputs(record: &Record) -> Result<String> {
    let p: usize = record.set.trim_start_matches(|c: char| !c.is_ascii_digit()).parse()?;
    let streamlined = record.set.starts_with("sntrup");
    let packed = p.div_ceil(4);
    let (ek, dk) = (record.field("ek")?, record.field("dk")?);

    let mut drbg = Drbg::new(&record.field("drbg_seed")?)?;
    let words = |drbg: &mut Drbg| (0..p).flat_map(|_| drbg.draw(4)).collect::<Vec<_>>();
    // The seed of LPRime's G is public.
    let (public, smalls, polynomials, rejection) = if streamlined { (0, 2, 2, packed) } else { (SHORT, 1, 1, SHORT) };
    let seed = if public > 0 { drbg.draw(public) } else { Vec::new() };
    let mut draws: Vec<u8> = (0..polynomials).flat_map(|_| words(&mut drbg)).collect();
    draws.extend(drbg.draw(rejection));
    let encapsulation = if streamlined { words(&mut drbg) } else { drbg.draw(SHORT) };

    let mut text = String::new();
    symbol(&mut text, "input_draws", &[(None, &seed), (Some("secret_draws"), &draws)])?;
    symbol(&mut text, "input_seed", &[(Some("secret_seed"), &encapsulation)])?;
    let (secrets, rest) = dk.split_at(smalls * packed);
    let (public, rest) = rest.split_at(ek.len());
    let (random, hash) = rest.split_at(rest.len() - SHORT);
    let parts =
        [(Some("secret_polynomials"), secrets), (None, public), (Some("secret_rejection"), random), (None, hash)];
    symbol(&mut text, "input_key", &parts)?;
    for (name, input) in [("ek", "input_ek"), ("ct", "input_ct"), ("secret", "input_secret")] {
        symbol(&mut text, input, &[(None, &record.field(name)?)])?;
    }
    Ok(text)
}
