//! The inputs of ThreeBears.

use super::symbols::symbol;
use super::{Record, Result};

pub const SETS: [&str; 6] = ["BabyBear", "MamaBear", "PapaBear", "BabyBearEphem", "MamaBearEphem", "PapaBearEphem"];

/// Field of the record, symbol of the image.
const INPUTS: [(&str, &str); 5] = [
    ("dk", "input_key"),
    ("encapsulation_seed", "input_seed"),
    ("ek", "input_ek"),
    ("ct", "input_ct"),
    ("secret", "input_secret"),
];

pub fn inputs(record: &Record) -> Result<String> {
    let mut text = String::new();
    for (name, input) in INPUTS {
        symbol(&mut text, input, &[(None, &record.field(name)?)])?;
    }
    // No rejection key is among the known answers, and none enters the secret of an accepted ciphertext.
    let parts: [(_, &[u8]); 3] = [(None, &record.field("dk")?), (None, &[0xa5; 40]), (None, &record.field("ek")?)];
    symbol(&mut text, "input_prepared", &parts)?;
    Ok(text)
}
