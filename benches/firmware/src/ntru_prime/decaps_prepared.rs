//! Decapsulation of a ciphertext in flash, with the decoded key in RAM.

use sunbear::SharedSecret;
use sunbear::ntru_prime::{DecapsulationKey, DecapsulationWorkspace, PreparedDecapsulationKey};

use super::inputs::{self, Profile, Set};
use crate::chip::Ram;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<DecapsulationWorkspace<Set, Profile>> = Ram::new(DecapsulationWorkspace::new());
#[unsafe(no_mangle)]
static KEY: Ram<PreparedDecapsulationKey<Set>> = Ram::new(PreparedDecapsulationKey::new());
#[unsafe(no_mangle)]
static SECRET: Ram<SharedSecret> = Ram::new(SharedSecret::new());

/// Decodes the key.
#[inline(never)]
pub fn prepare() -> bool {
    DecapsulationKey::<Set, _>::new(inputs::key()).and_then(|key| KEY.get().prepare(&key)).is_ok()
}

/// The measured part.
#[inline(never)]
pub fn run(prepared: bool) -> bool {
    prepared && KEY.get().decapsulate(&inputs::ct(), SECRET.get(), WORKSPACE.get()).is_ok()
}

/// Whether the secret is the known answer's.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
