//! Decapsulation of a ciphertext in flash, with the key in flash too.

use sunbear::ntru_encrypt::{PrivateKey, Workspace};
use sunbear::{Error, SharedSecret};

use super::inputs::{self, Profile, Set};
use crate::chip::Ram;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<Workspace<Set, Profile>> = Ram::new(Workspace::new());
#[unsafe(no_mangle)]
static SECRET: Ram<SharedSecret> = Ram::new(SharedSecret::new());

/// Nothing.
pub fn prepare() {}

/// The measured part.
#[inline(never)]
pub fn run((): ()) -> bool {
    let result = PrivateKey::<Set, _>::new(inputs::key())
        .and_then(|key| key.decapsulate(&inputs::ct(), SECRET.get(), WORKSPACE.get()));
    matches!(result, Ok(()) | Err(Error::Rejected))
}

/// Whether the secret is the known answer's, or still zeros where those are expected.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
