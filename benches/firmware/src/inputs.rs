//! The known answer, in flash. `build.rs` makes the symbols; whoever holds the ELF can put other inputs there.

use sunbear::SharedSecret;
use sunbear::three_bears::{self, ParameterSet};

use crate::chip::Flash;

/// The most random bytes that the image of the generator draws.
pub const DRAWN: usize = 128;

macro_rules! choose {
    ($name:ident: $($feature:literal => $type:path),*) => {$(
        #[cfg(feature = $feature)]
        #[doc = $feature]
        #[allow(dead_code, reason = "the generator of random bytes has no profile")]
        pub type $name = $type;
    )*};
}
choose!(Set: "BabyBear" => three_bears::BabyBear, "MamaBear" => three_bears::MamaBear,
    "PapaBear" => three_bears::PapaBear, "BabyBearEphem" => three_bears::BabyBearEphem,
    "MamaBearEphem" => three_bears::MamaBearEphem, "PapaBearEphem" => three_bears::PapaBearEphem);
choose!(Profile: "compact" => sunbear::Compact, "fast" => sunbear::Fast);

macro_rules! inputs {
    ($($symbol:ident $name:ident: $size:expr, $doc:literal;)*) => {
        mod symbols {
            use super::{DRAWN, ParameterSet, Set, SharedSecret, three_bears};
            unsafe extern "C" {
                $(pub static $symbol: [u8; $size];)*
            }
        }
        $(
            #[doc = $doc]
            #[allow(dead_code, reason = "no operation takes all of them")]
            pub fn $name() -> Flash<{ $size }> {
                // SAFETY: `build.rs` gives the symbol the field's bytes, which are the set's, in flash below 64 KiB.
                unsafe { Flash::new(&raw const symbols::$symbol) }
            }
        )*
    };
}
inputs! {
    input_key key: three_bears::DECAPSULATION_KEY_SIZE, "The decapsulation key.";
    input_seed seed: three_bears::ENCAPSULATION_SEED_SIZE, "The random bytes of the encapsulation.";
    input_ek ek: Set::ENCAPSULATION_KEY_SIZE, "The encapsulation key.";
    input_ct ct: Set::CIPHERTEXT_SIZE, "The ciphertext.";
    input_secret secret: SharedSecret::SIZE, "The shared secret.";
    input_prepared prepared: Set::PREPARED_KEY_SIZE, "The prepared decapsulation key.";
    input_draw draw: 2, "How many bytes to draw.";
    input_drawn drawn: DRAWN, "The bytes that must be drawn, and zeros.";
}
