//! Key generation: both keys, from the known answer's seeds. The private key is compared as it is written, too, but what
//! comes of that stays secret until the operation has ended.

use sunbear::ntru_encrypt::{KeygenWorkspace, ParameterSet, PrivateKey};

use super::draws::Known;
use super::inputs::{self, Profile, Set};
use crate::chip::Ram;
use crate::output::{Expected, ExpectedSecret};

#[unsafe(no_mangle)]
static WORKSPACE: Ram<KeygenWorkspace<Set, Profile>> = Ram::new(KeygenWorkspace::new());
#[unsafe(no_mangle)]
static KEY: Ram<Option<Key>> = Ram::new(None);

type Output = Expected<{ Set::PUBLIC_KEY_SIZE }>;
type Key = ExpectedSecret<{ Set::PRIVATE_KEY_SIZE }>;

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
    let result = PrivateKey::<Set, _>::generate(&mut draws, &mut ek, dk, WORKSPACE.get());
    result.is_ok() && ek.is_right()
}

/// Whether the private key is the known answer's.
pub fn is_right() -> bool {
    KEY.get().as_ref().is_some_and(Key::is_right)
}
