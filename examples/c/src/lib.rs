//! The functions of `sunbear.h`. Only numbers and pointers are passed: the two compilers differ on structs.
#![no_std]

use sunbear::seeded::{SeedError, SeededRng};
use sunbear::storage::{ReadAt, WriteAt};
use sunbear::three_bears::{BabyBearEphem, EncapsulationKey, ParameterSet, Workspace};
use sunbear::{Compact, Error, SharedSecret};

/// Nothing here panics on purpose; if something does, the chip stands still until it is reset.
#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// The results of `sunbear.h`.
const OK: u8 = 0;
const STORAGE: u8 = 1;
const NO_SEED: u8 = 2;
const SIZE: u8 = 3;
const DAMAGED: u8 = 4;

/// The sizes of `sunbear.h`.
type Memory = Workspace<BabyBearEphem, Compact>;
type Random = Option<SeededRng>;
#[cfg(target_arch = "avr")]
const _: () = assert!(Memory::SIZE == 994 && align_of::<Memory>() == 1);
const _: () = assert!(size_of::<Random>() == 33 && align_of::<Random>() == 1);
const _: () = assert!(BabyBearEphem::ENCAPSULATION_KEY_SIZE == 804 && BabyBearEphem::CIPHERTEXT_SIZE == 917);

type Read = extern "C" fn(offset: u16, out: *mut u8, n: u16) -> u8;
type Write = extern "C" fn(offset: u16, bytes: *const u8, n: u16) -> u8;

/// A storage that C functions reach. The library keeps offsets within its size, which is below 64 kB.
struct Callbacks<R, W> {
    read: R,
    write: W,
    size: usize,
}

impl<W> ReadAt for Callbacks<Read, W> {
    fn size(&self) -> usize {
        self.size
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        if (self.read)(offset as u16, out.as_mut_ptr(), out.len() as u16) == OK { Ok(()) } else { Err(Error::Storage) }
    }
}

impl<R> WriteAt for Callbacks<R, Write> {
    fn size(&self) -> usize {
        self.size
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let result = (self.write)(offset as u16, bytes.as_ptr(), bytes.len() as u16);
        if result == OK { Ok(()) } else { Err(Error::Storage) }
    }
}

fn result(result: Result<(), SeedError>) -> u8 {
    match result {
        Ok(()) => OK,
        Err(SeedError::NoSeed) => NO_SEED,
        // Opaque, or the compiler makes this a table, and that in RAM.
        Err(SeedError::Size) => core::hint::black_box(SIZE),
        Err(SeedError::Damaged) => DAMAGED,
        Err(_) => STORAGE,
    }
}

/// # Safety
/// `seed` points to 32 bytes; the callbacks touch only what they are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sunbear_random_provision(seed: *const u8, read: Read, write: Write, size: u16) -> u8 {
    // SAFETY: the caller's promise.
    let seed = unsafe { &*seed.cast::<[u8; 32]>() };
    result(SeededRng::provision(&mut Callbacks { read, write, size: size.into() }, seed))
}

/// # Safety
/// `random` points to 33 bytes; the callbacks touch only what they are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sunbear_random_start(random: *mut Random, read: Read, write: Write, size: u16) -> u8 {
    // SAFETY: the caller's promise; there is no generator yet that would have to be dropped.
    let random = unsafe {
        random.write(None);
        &mut *random
    };
    result(SeededRng::start(random, &mut Callbacks { read, write, size: size.into() }).map(|_| ()))
}

/// # Safety
/// `random` was given to a start and nothing else uses it; the callbacks touch only what they are given; `secret` points to 32
/// bytes and `workspace` to 994, of any content.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sunbear_babybear_ephem_encapsulate(
    random: *mut Random,
    read_key: Read,
    write_ciphertext: Write,
    secret: *mut u8,
    workspace: *mut Memory,
) -> u8 {
    // SAFETY: the caller's promise.
    let (random, secret) = unsafe { (&mut *random, &mut *secret.cast::<[u8; SharedSecret::SIZE]>()) };
    let Some(random) = random else { return NO_SEED };
    // SAFETY: the caller's promise; what was there needs no drop.
    let workspace = unsafe {
        workspace.write(Workspace::new());
        &mut *workspace
    };
    let key = Callbacks { read: read_key, write: (), size: BabyBearEphem::ENCAPSULATION_KEY_SIZE };
    let mut ciphertext = Callbacks { read: (), write: write_ciphertext, size: BabyBearEphem::CIPHERTEXT_SIZE };
    let mut shared = SharedSecret::new();
    let done = EncapsulationKey::<BabyBearEphem, _>::new(key)
        .and_then(|key| key.encapsulate(random, &mut ciphertext, &mut shared, workspace));
    *secret = *shared.as_bytes();
    if done.is_ok() { OK } else { STORAGE }
}
