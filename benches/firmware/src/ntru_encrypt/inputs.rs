//! The first known answer of a set of NTRUEncrypt.

use sunbear::SharedSecret;
use sunbear::ntru_encrypt::{self, ParameterSet};

pub use crate::inputs::Profile;
use crate::inputs::{choose, inputs};

choose!(Set: "ees443ep1" => ntru_encrypt::Ees443Ep1, "ees587ep1" => ntru_encrypt::Ees587Ep1,
    "ees743ep1" => ntru_encrypt::Ees743Ep1);

/// Bytes of the message, and of what is encapsulated.
pub const MESSAGE: usize = 32;

inputs! {
    input_draws draws: 2 * Set::SEED_SIZE, "What key generation draws.";
    input_seed seed: MESSAGE + Set::SALT_SIZE, "What encapsulation draws.";
    input_salt salt: Set::SALT_SIZE, "What encryption draws.";
    input_message message: MESSAGE, "The message.";
    input_key key: Set::PRIVATE_KEY_SIZE, "The private key.";
    input_ek ek: Set::PUBLIC_KEY_SIZE, "The public key.";
    input_ct ct: Set::CIPHERTEXT_SIZE, "The ciphertext.";
    input_secret secret: SharedSecret::SIZE, "The shared secret.";
}
