//! Random bytes for a chip that has no source of them: a generator whose seed lies in the chip's own memory.
//!
//! An ATmega has no true random number generator. [`SeededRng`] stretches a seed that somebody else made: 32 bytes from
//! a real source, written once by [`SeededRng::provision`]. It is as good as that seed and as secret as the memory that
//! holds it, and it recovers from neither: whoever reads the memory knows all later output (not the earlier one).
//! Two chips must never get the same seed, nor one chip the same seed twice.
//!
//! # Every start uses up its seed
//!
//! The storage is a ring of two or more slots, each a sequence number, a seed and a check over both. A start
//!
//! 1. takes the oldest valid slot and derives two independent values from its seed: the next seed, and a key;
//! 2. writes the next seed to the next slot, and reads it back;
//! 3. erases the slot it took, and any other that isn't blank, and reads that back;
//! 4. only then returns a generator on that key.
//!
//! So **a valid slot has never given output**, wherever the power fails:
//!
//! | power fails | the next start |
//! |---|---|
//! | before step 2 ends | the old slot is valid and was not used: step 2 again, with the same bytes |
//! | before step 3 ends | the old slot, unused, if it is valid still; otherwise the new one, unused |
//! | later | the new slot |
//!
//! The byte that was being written may hold anything: a slot with a wrong byte fails its check (but for 1 in 2^64), and
//! one that holds the right bytes by chance is right. Even a byte that reads differently from one start to the next
//! repeats nothing; but if power fails twice in a row so, both slots may be invalid, and the chip needs a new seed.
//! Give this module a medium that really writes every byte it is told to: [`Eeprom::rewriting`] does.
//!
//! [`Eeprom::rewriting`]: crate::storage::Eeprom::rewriting
//!
//! # Wear and time
//!
//! A start writes 88 bytes, 0.3 s in an ATmega's EEPROM, and none later, however much is drawn. Each byte of the ring
//! is written twice in as many starts as there are slots: 100,000 writes a byte are 100,000 starts with two slots,
//! 250,000 with five. A worn byte shows when it is read back: the start fails, nothing repeats.
//!
//! # What is computed
//!
//! SHAKE256 over `"seed"`, one byte for the purpose, and the secret. A draw replaces the key before it gives the bytes
//! away, so the generator's state doesn't tell what it gave before. State and intermediate values are wiped.

use core::convert::Infallible;
use core::fmt;

use rand_core::{TryCryptoRng, TryRng};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::backend::{Bytes, Native, Wiping};
use crate::hash::sponge::Sponge;
use crate::storage::{ReadAt, WriteAt};

#[cfg(test)]
mod tests;

/// Bytes of a seed.
pub const SEED_SIZE: usize = 32;
/// Bytes of a slot: sequence number, seed, check.
pub const SLOT_SIZE: usize = NUMBER_SIZE + SEED_SIZE + CHECK_SIZE;

const NUMBER_SIZE: usize = 4;
const CHECK_SIZE: usize = 8;
/// Bytes of stack, on AVR, that a draw overwrites before it returns: a sponge and the permutation below it.
const DRAW_FRAMES: u16 = 304;
/// The same for [`SeededRng::start`], which keeps two slots besides.
const START_FRAMES: u16 = 448;
/// SHAKE's suffix bits and the first bit of the padding.
const DOMAIN: u8 = 0x1f;

/// Why there are no random bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SeedError {
    /// The storage has no room for two slots of [`SLOT_SIZE`] bytes.
    Size,
    /// There is no seed: the chip was never provisioned, or its memory was erased as a whole.
    NoSeed,
    /// There are remains of seeds and none that is whole: power failed while the first one was written, failed twice in
    /// a row as told above, or somebody wrote here. Not to be taken for a chip that was never provisioned: what it was
    /// trusted with may still be in it. Erase the chip, then provision it.
    Damaged,
    /// The storage failed, or doesn't keep what is written. The seed was not used.
    Storage,
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "no room for two seeds",
            Self::NoSeed => "no seed was provisioned",
            Self::Damaged => "the seed is damaged",
            Self::Storage => "the storage of the seed failed",
        })
    }
}

impl core::error::Error for SeedError {}

impl From<crate::Error> for SeedError {
    fn from(_: crate::Error) -> Self {
        Self::Storage
    }
}

/// A started generator. It never fails, and is wiped when dropped. Don't move it: that leaves a copy behind.
///
/// ```
/// use rand_core::Rng;
/// use sunbear::seeded::{SLOT_SIZE, SeedError, SeededRng};
///
/// let mut memory = [0xff; 2 * SLOT_SIZE];
/// let mut place = None;
/// assert_eq!(SeededRng::start(&mut place, &mut memory).unwrap_err(), SeedError::NoSeed);
///
/// // Once, at production, from a real source. These bytes are an example's.
/// let seed = [7; 32];
/// SeededRng::provision(&mut memory, &seed)?;
///
/// // Whenever the power comes on.
/// let mut first = [0; 16];
/// SeededRng::start(&mut place, &mut memory)?.fill_bytes(&mut first);
/// let mut second = [0; 16];
/// SeededRng::start(&mut place, &mut memory)?.fill_bytes(&mut second);
/// assert_ne!(first, second);
/// # Ok::<(), SeedError>(())
/// ```
pub struct SeededRng {
    key: [u8; SEED_SIZE],
}

impl SeededRng {
    /// Uses up the stored seed, leaves the next one in its place, and starts the generator where it will stay: a value
    /// that is returned leaves copies of its key on the stack, and an old key tells what was given away since.
    ///
    /// # Errors
    /// [`SeedError`]; nothing was given away then, and `place` is `None`.
    pub fn start<'a>(
        place: &'a mut Option<Self>,
        storage: &mut (impl ReadAt + WriteAt + ?Sized),
    ) -> Result<&'a mut Self, SeedError> {
        let result = Self::step(storage, &mut place.insert(Self { key: [0; SEED_SIZE] }).key);
        Native::wipe_stack(START_FRAMES);
        if result.is_err() {
            *place = None;
        }
        result.and(place.as_mut().ok_or(SeedError::Storage))
    }

    /// The steps told above: `key` is the generator's.
    #[inline(never)]
    fn step(storage: &mut (impl ReadAt + WriteAt + ?Sized), key: &mut [u8; SEED_SIZE]) -> Result<(), SeedError> {
        let count = slot_count(storage)?;
        let mut untouched = true;
        let mut current = Slot::empty();
        let mut place = None;
        let mut candidate = Slot::empty();
        for at in 0..count {
            storage.read_at(at * SLOT_SIZE, &mut candidate.bytes)?;
            untouched &= candidate.is_untouched();
            if candidate.is_valid() && (place.is_none() || candidate.number() < current.number()) {
                current.bytes = candidate.bytes;
                place = Some(at);
            }
        }
        let place = place.ok_or(if untouched { SeedError::NoSeed } else { SeedError::Damaged })?;

        let number = current.number().checked_add(1).ok_or(SeedError::Storage)?;
        let next = &mut candidate;
        squeeze(Purpose::Step, current.seed(), next.seed_mut(), key);
        next.finish(number);

        let following = if place + 1 == count { 0 } else { place + 1 };
        write(storage, following, next)?;
        let blank = &mut current;
        blank.zeroize();
        for at in (0..count).filter(|at| *at != following) {
            // Mostly the one it took. Another that isn't blank is half erased: what reads as invalid now may read as
            // valid some day, and give again what its successors gave.
            storage.read_at(at * SLOT_SIZE, &mut candidate.bytes)?;
            if Native::difference(&candidate.bytes, &blank.bytes) != 0 {
                write(storage, at, blank)?;
            }
        }
        Ok(())
    }

    /// Puts a first seed into the storage, over whatever is there. The seed must come from a real source of randomness
    /// and may be used for nothing else.
    ///
    /// # Errors
    /// [`SeedError::Size`], [`SeedError::Storage`]; then provision again, with a fresh seed.
    pub fn provision(storage: &mut (impl ReadAt + WriteAt + ?Sized), seed: &[u8; SEED_SIZE]) -> Result<(), SeedError> {
        let mut slot = Slot::empty();
        for at in 0..slot_count(storage)? {
            write(storage, at, &slot)?;
        }
        slot.seed_mut().copy_from_slice(seed);
        slot.finish(0);
        let result = write(storage, 0, &slot);
        Native::wipe_stack(DRAW_FRAMES);
        result
    }

    /// Mixes more into the generator: what an external source gave, a serial number, a measurement. It can't make the
    /// output worse, and if it is unpredictable it makes up for a seed that became known. It lasts until power goes.
    pub fn mix(&mut self, input: &[u8]) {
        let mut shake = Sponge::ZERO;
        absorb_head(&mut shake, Purpose::Mix);
        shake.absorb(&self.key);
        shake.absorb(input);
        shake.finish(DOMAIN);
        shake.squeeze(&mut self.key);
        shake.zeroize();
        Native::wipe_stack(Sponge::<136>::FRAMES);
    }
}

impl TryRng for SeededRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = Zeroizing::new([0; 4]);
        self.try_fill_bytes(&mut *bytes)?;
        Ok(u32::from_le_bytes(*bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = Zeroizing::new([0; 8]);
        self.try_fill_bytes(&mut *bytes)?;
        Ok(u64::from_le_bytes(*bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        let key = Zeroizing::new(self.key);
        squeeze(Purpose::Draw, &*key, &mut self.key, out);
        Native::wipe_stack(DRAW_FRAMES);
        Ok(())
    }
}

impl TryCryptoRng for SeededRng {}

impl Drop for SeededRng {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

impl ZeroizeOnDrop for SeededRng {}

impl fmt::Debug for SeededRng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeededRng(..)")
    }
}

/// What a hash is for.
#[derive(Clone, Copy)]
enum Purpose {
    /// The check of a slot.
    Check = 0,
    /// Next seed and key, from a seed.
    Step = 1,
    /// Next key and output, from a key.
    Draw = 2,
    /// Next key, from a key and an input.
    Mix = 3,
}

fn absorb_head(shake: &mut Sponge<136>, purpose: Purpose) {
    // Byte by byte: on AVR a string would take RAM.
    shake.absorb_byte(b's');
    shake.absorb_byte(b'e');
    shake.absorb_byte(b'e');
    shake.absorb_byte(b'd');
    shake.absorb_byte(purpose as u8);
}

/// `first || second` = SHAKE256("seed" || purpose || secret). Never inlined: the 200 bytes of the sponge are on the
/// stack for no longer than this takes.
#[inline(never)]
fn squeeze(purpose: Purpose, secret: &[u8], first: &mut [u8], second: &mut [u8]) {
    let mut shake = Sponge::ZERO;
    absorb_head(&mut shake, purpose);
    shake.absorb(secret);
    shake.finish(DOMAIN);
    shake.squeeze(first);
    shake.squeeze(second);
    shake.zeroize();
}

/// `number || seed || check`. All of it is secret but the number.
struct Slot {
    bytes: [u8; SLOT_SIZE],
}

impl Slot {
    /// What an erased slot holds: all zeros, which isn't valid.
    fn empty() -> Self {
        Self { bytes: [0; SLOT_SIZE] }
    }

    fn number(&self) -> u32 {
        let [a, b, c, d, ..] = self.bytes;
        u32::from_le_bytes([a, b, c, d])
    }

    fn seed(&self) -> &[u8] {
        self.bytes.get(NUMBER_SIZE..NUMBER_SIZE + SEED_SIZE).unwrap_or_default()
    }

    fn seed_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(NUMBER_SIZE..NUMBER_SIZE + SEED_SIZE).unwrap_or_default()
    }

    /// Completes a slot whose seed is in place.
    fn finish(&mut self, number: u32) {
        for (byte, n) in self.bytes.iter_mut().zip(number.to_le_bytes()) {
            *byte = n;
        }
        let check = self.check();
        for (byte, c) in self.bytes.iter_mut().skip(NUMBER_SIZE + SEED_SIZE).zip(*check) {
            *byte = c;
        }
    }

    fn check(&self) -> Zeroizing<[u8; CHECK_SIZE]> {
        let mut check = Zeroizing::new([0; CHECK_SIZE]);
        let covered = self.bytes.get(..NUMBER_SIZE + SEED_SIZE).unwrap_or_default();
        squeeze(Purpose::Check, covered, &mut *check, &mut []);
        check
    }

    /// Whether the check holds: that much becomes public.
    fn is_valid(&self) -> bool {
        let stored = self.bytes.get(NUMBER_SIZE + SEED_SIZE..).unwrap_or_default();
        Native::difference(stored, &*self.check()) == 0
    }
}

impl Slot {
    /// Whether nobody has written here since the slot was erased, by a chip erase or by [`SeededRng::provision`].
    /// That much becomes public.
    fn is_untouched(&self) -> bool {
        let first = self.bytes.first().copied().unwrap_or_default();
        let differs = self.bytes.iter().fold(0, |sum, byte| sum | (byte ^ first));
        differs == 0 && (first == 0 || first == 0xff)
    }
}

impl Zeroize for Slot {
    fn zeroize(&mut self) {
        self.bytes.zeroize();
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.zeroize();
    }
}

fn slot_count(storage: &(impl ReadAt + WriteAt + ?Sized)) -> Result<usize, SeedError> {
    let size = ReadAt::size(storage).min(WriteAt::size(storage));
    if size < 2 * SLOT_SIZE { Err(SeedError::Size) } else { Ok(size / SLOT_SIZE) }
}

/// Writes a slot and reads it back.
fn write(storage: &mut (impl ReadAt + WriteAt + ?Sized), at: usize, slot: &Slot) -> Result<(), SeedError> {
    storage.write_at(at * SLOT_SIZE, &slot.bytes)?;
    let mut found = Slot::empty();
    storage.read_at(at * SLOT_SIZE, &mut found.bytes)?;
    if Native::difference(&found.bytes, &slot.bytes) == 0 { Ok(()) } else { Err(SeedError::Storage) }
}
