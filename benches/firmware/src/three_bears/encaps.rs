//! Encapsulation: a ciphertext and a secret, from an encapsulation key in flash and 32 random bytes.

use sunbear::SharedSecret;
use sunbear::three_bears::{EncapsulationKey, ParameterSet, Workspace};

use super::inputs::{self, Profile, Set};
use super::known::Known;
use crate::chip::Ram;
use crate::output::Expected;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<Workspace<Set, Profile>> = Ram::new(Workspace::new());
#[unsafe(no_mangle)]
static SECRET: Ram<SharedSecret> = Ram::new(SharedSecret::new());

type Output = Expected<{ Set::CIPHERTEXT_SIZE }>;

/// Where the ciphertext goes.
pub fn prepare() -> Output {
    Expected::new(inputs::ct())
}

/// The measured part.
#[inline(never)]
pub fn run(mut ct: Output) -> bool {
    let result = EncapsulationKey::<Set, _>::new(inputs::ek())
        .and_then(|ek| ek.encapsulate(&mut Known(inputs::seed()), &mut ct, SECRET.get(), WORKSPACE.get()));
    result.is_ok() && ct.is_right()
}

/// Whether the rest is the known answer.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
