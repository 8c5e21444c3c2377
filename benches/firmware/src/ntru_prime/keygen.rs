//! Key generation: both keys, from the known answer's random words. The decapsulation key is compared as it is written,
//! too, but what comes of that stays secret until the operation has ended.

use sunbear::ntru_prime::{DecapsulationKey, KeygenWorkspace, ParameterSet};

use super::draws::Known;
use super::inputs::{self, Profile, Set};
use crate::chip::Ram;
use crate::output::{Expected, ExpectedSecret};

#[unsafe(no_mangle)]
static WORKSPACE: Ram<KeygenWorkspace<Set, Profile>> = Ram::new(KeygenWorkspace::new());
#[unsafe(no_mangle)]
static KEY: Ram<Option<Key>> = Ram::new(None);

type Output = Expected<{ Set::ENCAPSULATION_KEY_SIZE }>;
type Key = ExpectedSecret<{ Set::DECAPSULATION_KEY_SIZE }>;

/// Where the keys go.
pub fn prepare() -> Output {
    *KEY.get() = Some(ExpectedSecret::new(inputs::key()));
    Expected::new(inputs::ek())
}

/// The measured part.
#[inline(never)]
pub fn run(mut ek: Output) -> bool {
    let Some(dk) = KEY.get() else { return false };
    let mut draws = Known::new(inputs::draws());
    let result = DecapsulationKey::<Set, _>::generate_derand(&mut draws, &mut ek, dk, WORKSPACE.get());
    result.is_ok() && ek.is_right()
}

/// Whether the decapsulation key is the known answer's.
pub fn is_right() -> bool {
    KEY.get().as_ref().is_some_and(Key::is_right)
}
