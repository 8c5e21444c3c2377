//! Key generation, encapsulation and decapsulation in one image: what a node that does all of them takes in flash.

use sunbear::SharedSecret;
use sunbear::three_bears::{self, DecapsulationKey, EncapsulationKey, ParameterSet};

use super::inputs::{self, Profile, Set};
use super::known::Known;
use crate::chip::Ram;
use crate::output::Expected;

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

/// Nothing.
pub fn prepare() {}

fn base() -> &'static mut three_bears::Workspace<Set, Profile> {
    #[cfg(feature = "single-use")]
    return WORKSPACE.get();
    #[cfg(not(feature = "single-use"))]
    WORKSPACE.get().base()
}

/// The measured part: one operation after the other, each with its known answer.
#[inline(never)]
pub fn run((): ()) -> bool {
    let mut ek = Expected::<{ Set::ENCAPSULATION_KEY_SIZE }>::new(inputs::ek());
    let key = DecapsulationKey::<Set>::generate(&mut Known(inputs::key()));
    let generated = key.write_encapsulation_key(&mut ek, base()).is_ok() && ek.is_right();
    *KEY.get() = Some(key);

    let mut ct = Expected::<{ Set::CIPHERTEXT_SIZE }>::new(inputs::ct());
    let encapsulated = EncapsulationKey::<Set, _>::new(inputs::ek())
        .and_then(|ek| ek.encapsulate(&mut Known(inputs::seed()), &mut ct, SECRET.get(), base()))
        .is_ok()
        && ct.is_right()
        && is_right();
    *SECRET.get() = SharedSecret::new();

    #[cfg(feature = "single-use")]
    let Some(key) = KEY.get().take() else { return false };
    #[cfg(not(feature = "single-use"))]
    let Some(key) = KEY.get() else { return false };
    #[cfg(feature = "single-use")]
    let result = key.decapsulate_once(&inputs::ct(), SECRET.get(), WORKSPACE.get());
    #[cfg(not(feature = "single-use"))]
    let result = key.decapsulate(&inputs::ct(), SECRET.get(), WORKSPACE.get());
    generated && encapsulated && result.is_ok()
}

/// Whether the secret is the known answer's.
pub fn is_right() -> bool {
    inputs::secret().equals(SECRET.get().as_bytes())
}
