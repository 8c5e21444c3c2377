//! Decryption of a ciphertext in flash, with the key in flash too.

use sunbear::Error;
use sunbear::ntru_encrypt::{ParameterSet, PrivateKey, Workspace};

use super::inputs::{self, Profile, Set};
use crate::chip::Ram;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<Workspace<Set, Profile>> = Ram::new(Workspace::new());
#[unsafe(no_mangle)]
static MESSAGE: Ram<[u8; Set::MAX_MESSAGE]> = Ram::new([0; _]);

/// Nothing.
pub fn prepare() {}

/// The measured part. How long the message is, shows when the operation has ended.
#[inline(never)]
pub fn run((): ()) -> bool {
    let result = PrivateKey::<Set, _>::new(inputs::key())
        .and_then(|key| key.decrypt(&inputs::ct(), MESSAGE.get(), WORKSPACE.get()));
    matches!(result, Ok(_) | Err(Error::Rejected))
}

/// Whether the message is the known answer's, or still zeros where those are expected.
pub fn is_right() -> bool {
    let Some((message, rest)) = MESSAGE.get().split_first_chunk() else { return false };
    inputs::message().equals(message) && rest.iter().all(|byte| *byte == 0)
}
