//! Decapsulation of a ciphertext in flash, from the 40-byte key in RAM.

use sunbear::SharedSecret;
use sunbear::three_bears::{self, DecapsulationKey};

use super::inputs::{self, Profile, Set};
use crate::chip::Ram;

#[cfg(not(feature = "single-use"))]
type Memory = three_bears::DecapsulationWorkspace<Set, Profile>;
#[cfg(feature = "single-use")]
type Memory = three_bears::Workspace<Set, Profile>;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<Memory> = Ram::new(Memory::new());
#[unsafe(no_mangle)]
static KEY: Ram<Option<DecapsulationKey<Set>>> = Ram::new(None);
#[unsafe(no_mangle)]
static SECRET: Ram<SharedSecret> = Ram::new(SharedSecret::new());

/// Copies the key to RAM.
#[inline(never)]
pub fn prepare() {
    *KEY.get() = DecapsulationKey::read(&inputs::key()).ok();
}

/// The measured part.
#[inline(never)]
pub fn run((): ()) -> bool {
    #[cfg(feature = "single-use")]
    let Some(key) = KEY.get().take() else { return false };
    #[cfg(not(feature = "single-use"))]
    let Some(key) = KEY.get() else { return false };
    #[cfg(feature = "single-use")]
    let result = key.decapsulate_once(&inputs::ct(), SECRET.get(), WORKSPACE.get());
    #[cfg(not(feature = "single-use"))]
    let result = key.decapsulate(&inputs::ct(), SECRET.get(), WORKSPACE.get());
    result.is_ok()
}

/// Whether the secret is the known answer's.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
