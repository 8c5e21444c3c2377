//! Key generation, encapsulation and decapsulation in one image: what a node that does all of them takes in flash. One
//! after the other they share the memory of the one that needs most.

use sunbear::SharedSecret;
use sunbear::ntru_encrypt::{KeygenWorkspace, ParameterSet, PrivateKey, PublicKey, Workspace};

use super::draws::Known;
use super::inputs::{self, Profile, Set};
use crate::chip::Ram;
use crate::output::{Expected, ExpectedSecret};

/// The workspace of the operation at hand.
#[allow(clippy::large_enum_variant, reason = "there is no heap to put the larger one on")]
enum Memory {
    Keygen(KeygenWorkspace<Set, Profile>),
    Other(Workspace<Set, Profile>),
}

#[unsafe(no_mangle)]
static WORKSPACE: Ram<Memory> = Ram::new(Memory::Keygen(KeygenWorkspace::new()));
#[unsafe(no_mangle)]
static SECRET: Ram<SharedSecret> = Ram::new(SharedSecret::new());

/// Nothing.
pub fn prepare() {}

/// The measured part: one operation after the other, each with its known answer.
#[inline(never)]
pub fn run((): ()) -> bool {
    if !generate() {
        return false;
    }
    *WORKSPACE.get() = Memory::Other(Workspace::new());
    encapsulate() && decapsulate()
}

#[inline(never)]
fn generate() -> bool {
    let mut ek = Expected::<{ Set::PUBLIC_KEY_SIZE }>::new(inputs::ek());
    let mut dk = ExpectedSecret::<{ Set::PRIVATE_KEY_SIZE }>::new(inputs::key());
    let mut draws = Known::new(inputs::draws());
    let Memory::Keygen(workspace) = WORKSPACE.get() else { return false };
    PrivateKey::<Set, _>::generate(&mut draws, &mut ek, &mut dk, workspace).is_ok() && ek.is_right() && dk.is_right()
}

#[inline(never)]
fn encapsulate() -> bool {
    let mut ct = Expected::<{ Set::CIPHERTEXT_SIZE }>::new(inputs::ct());
    let mut draws = Known::new(inputs::seed());
    let Memory::Other(workspace) = WORKSPACE.get() else { return false };
    let result = PublicKey::<Set, _>::new(inputs::ek())
        .and_then(|key| key.encapsulate(&mut draws, &mut ct, SECRET.get(), workspace));
    let done = result.is_ok() && ct.is_right() && is_right();
    *SECRET.get() = SharedSecret::new();
    done
}

#[inline(never)]
fn decapsulate() -> bool {
    let Memory::Other(workspace) = WORKSPACE.get() else { return false };
    PrivateKey::<Set, _>::new(inputs::key())
        .and_then(|key| key.decapsulate(&inputs::ct(), SECRET.get(), workspace))
        .is_ok()
}

/// Whether the secret is the known answer's.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
