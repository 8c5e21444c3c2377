//! Decapsulation of a ciphertext in flash, with the key in flash too.

use sunbear::SharedSecret;
use sunbear::ntru_prime::{DecapsulationKey, DecapsulationWorkspace};

use super::inputs::{self, Profile, Set};
use crate::chip::Ram;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<DecapsulationWorkspace<Set, Profile>> = Ram::new(DecapsulationWorkspace::new());
#[unsafe(no_mangle)]
static SECRET: Ram<SharedSecret> = Ram::new(SharedSecret::new());

/// Nothing.
pub fn prepare() {}

/// The measured part.
#[inline(never)]
pub fn run((): ()) -> bool {
    DecapsulationKey::<Set, _>::new(inputs::key())
        .and_then(|key| key.decapsulate(&inputs::ct(), SECRET.get(), WORKSPACE.get()))
        .is_ok()
}

/// Whether the secret is the known answer's.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
