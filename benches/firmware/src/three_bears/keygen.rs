//! Key generation: 40 random bytes, and the encapsulation key that follows from them.

use sunbear::three_bears::{DecapsulationKey, ParameterSet, Workspace};

use super::inputs::{self, Profile, Set};
use super::known::Known;
use crate::chip::Ram;
use crate::output::Expected;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<Workspace<Set, Profile>> = Ram::new(Workspace::new());
#[unsafe(no_mangle)]
static KEY: Ram<[u8; DecapsulationKey::<Set>::SIZE]> = Ram::new([0; _]);

type Output = Expected<{ Set::ENCAPSULATION_KEY_SIZE }>;

/// Where the encapsulation key goes.
pub fn prepare() -> Output {
    Expected::new(inputs::ek())
}

/// The measured part.
#[inline(never)]
pub fn run(mut ek: Output) -> bool {
    let key = DecapsulationKey::<Set>::generate(&mut Known(inputs::key()));
    *KEY.get() = *key.as_bytes();
    let result = key.write_encapsulation_key(&mut ek, WORKSPACE.get());
    result.is_ok() && ek.is_right()
}

/// Whether the rest is the known answer.
pub fn is_right() -> bool {
    inputs::key().equals(KEY.get())
}
