//! Decapsulation of a ciphertext in flash with the prepared key, in flash too.

use sunbear::SharedSecret;
use sunbear::three_bears::{PreparedDecapsulationKey, Workspace};

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
    PreparedDecapsulationKey::<Set, _>::new(inputs::prepared())
        .and_then(|key| key.decapsulate(&inputs::ct(), SECRET.get(), WORKSPACE.get()))
        .is_ok()
}

/// Whether the secret is the known answer's.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
