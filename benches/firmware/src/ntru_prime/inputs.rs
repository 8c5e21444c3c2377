//! The first known answer of an NTRU Prime set.

use sunbear::SharedSecret;
use sunbear::ntru_prime::{self, ParameterSet};

pub use crate::inputs::Profile;
use crate::inputs::{choose, inputs};

choose!(Set: "sntrup653" => ntru_prime::Sntrup653, "sntrup761" => ntru_prime::Sntrup761,
    "sntrup857" => ntru_prime::Sntrup857, "sntrup953" => ntru_prime::Sntrup953,
    "sntrup1013" => ntru_prime::Sntrup1013, "sntrup1277" => ntru_prime::Sntrup1277,
    "ntrulpr653" => ntru_prime::Ntrulpr653, "ntrulpr761" => ntru_prime::Ntrulpr761,
    "ntrulpr857" => ntru_prime::Ntrulpr857, "ntrulpr953" => ntru_prime::Ntrulpr953,
    "ntrulpr1013" => ntru_prime::Ntrulpr1013, "ntrulpr1277" => ntru_prime::Ntrulpr1277);

/// Bytes that key generation and encapsulation draw.
const DRAWS: [usize; 2] = if Set::NAME.as_bytes()[0] == b's' {
    [8 * Set::P + Set::P.div_ceil(4), 4 * Set::P]
} else {
    [32 + 4 * Set::P + 32, 32]
};

inputs! {
    input_draws draws: DRAWS[0], "What key generation draws.";
    input_seed seed: DRAWS[1], "What encapsulation draws.";
    input_key key: Set::DECAPSULATION_KEY_SIZE, "The decapsulation key.";
    input_ek ek: Set::ENCAPSULATION_KEY_SIZE, "The encapsulation key.";
    input_ct ct: Set::CIPHERTEXT_SIZE, "The ciphertext.";
    input_secret secret: SharedSecret::SIZE, "The shared secret.";
}
