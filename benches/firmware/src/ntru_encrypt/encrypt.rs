//! Encryption: a ciphertext of a message in RAM, from a public key in flash and the known answer's salt.

use sunbear::ntru_encrypt::{ParameterSet, PublicKey, Workspace};
use sunbear::storage::ReadAt;

use super::draws::Known;
use super::inputs::{self, Profile, Set};
use crate::chip::Ram;
use crate::output::Expected;

#[unsafe(no_mangle)]
static WORKSPACE: Ram<Workspace<Set, Profile>> = Ram::new(Workspace::new());
#[unsafe(no_mangle)]
static MESSAGE: Ram<[u8; inputs::MESSAGE]> = Ram::new([0; _]);

type Output = Expected<{ Set::CIPHERTEXT_SIZE }>;

/// Copies the message to RAM, and says where the ciphertext goes.
#[inline(never)]
pub fn prepare() -> Output {
    // An error leaves zeros, of which the ciphertext is another.
    let _ = inputs::message().read_at(0, MESSAGE.get());
    Expected::new(inputs::ct())
}

/// The measured part.
#[inline(never)]
pub fn run(mut ct: Output) -> bool {
    let mut draws = Known::new(inputs::salt());
    let result = PublicKey::<Set, _>::new(inputs::ek())
        .and_then(|key| key.encrypt(&mut draws, MESSAGE.get(), &mut ct, WORKSPACE.get()));
    result.is_ok() && ct.is_right()
}

/// That was all.
pub fn is_right() -> bool {
    true
}
