//! Encapsulation: a ciphertext and a secret, from a public key in flash and the known answer's random bytes.

use sunbear::SharedSecret;
use sunbear::ntru_encrypt::{ParameterSet, PublicKey, Workspace};

use super::draws::Known;
use super::inputs::{self, Profile, Set};
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
    let mut draws = Known::new(inputs::seed());
    let result = PublicKey::<Set, _>::new(inputs::ek())
        .and_then(|key| key.encapsulate(&mut draws, &mut ct, SECRET.get(), WORKSPACE.get()));
    result.is_ok() && ct.is_right()
}

/// Whether the secret is the known answer's.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
