//! The first known answer of a ThreeBears set.

use sunbear::SharedSecret;
use sunbear::three_bears::{self, ParameterSet};

pub use crate::inputs::Profile;
use crate::inputs::{choose, inputs};

choose!(Set: "BabyBear" => three_bears::BabyBear, "MamaBear" => three_bears::MamaBear,
    "PapaBear" => three_bears::PapaBear, "BabyBearEphem" => three_bears::BabyBearEphem,
    "MamaBearEphem" => three_bears::MamaBearEphem, "PapaBearEphem" => three_bears::PapaBearEphem);

inputs! {
    input_key key: three_bears::DECAPSULATION_KEY_SIZE, "The decapsulation key.";
    input_seed seed: three_bears::ENCAPSULATION_SEED_SIZE, "The random bytes of the encapsulation.";
    input_ek ek: Set::ENCAPSULATION_KEY_SIZE, "The encapsulation key.";
    input_ct ct: Set::CIPHERTEXT_SIZE, "The ciphertext.";
    input_secret secret: SharedSecret::SIZE, "The shared secret.";
    input_prepared prepared: Set::PREPARED_KEY_SIZE, "The prepared decapsulation key.";
}
