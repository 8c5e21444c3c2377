//! What the gateway asks and what the node answers.
//!
//! The frames and most kinds are those of [`sunbear::link`]. Different are:
//!
//! | request | payload | answer |
//! |---|---|---|
//! | [`ENCAPSULATE`] | | the ciphertext in [`DATA`] frames, each an offset (two bytes) and up to 64 bytes; then [`DONE`] with the time it took (two bytes, 64 microseconds each) |
//! | [`PROVISION`] | 32 bytes | [`DONE`]. From now on the key and the seed are locked |
//!
//! With the feature `ephemeral`, the node asks [`GET_KEY`] in between, as the gateway does elsewhere.

use sunbear::link::node::{
    BAD_FRAME, BAD_RANGE, DATA, DONE, ENCAPSULATE, FINGERPRINT, HELLO, NO_KEY, NO_RANDOM, REFUSED, UNKNOWN,
};
use sunbear::link::{self, Receiver};
use sunbear::seeded::{SEED_SIZE, SeedError, SeededRng};
use sunbear::three_bears::{self, EncapsulationKey, ParameterSet, Workspace};
use sunbear::{Compact, SharedSecret};
#[cfg(not(any(feature = "ephemeral", feature = "flash")))]
use {
    sunbear::link::node::{GET_KEY, PUT_KEY},
    sunbear::storage::{ReadAt, WriteAt},
};

use crate::eeprom::{self, Driver};
#[cfg(feature = "ephemeral")]
use crate::line::KeyFromLine;
use crate::line::{CiphertextToLine, Line, PIECE};

/// A key for many encapsulations needs a set that stands chosen ciphertexts; one for a single encapsulation doesn't.
#[cfg(not(feature = "ephemeral"))]
pub type Set = three_bears::BabyBear;
#[cfg(feature = "ephemeral")]
pub type Set = three_bears::BabyBearEphem;

/// Writes the first seed, and locks the node: once only.
pub const PROVISION: u8 = 0x20;
/// [`REFUSED`]: the node is provisioned.
pub const LOCKED: u8 = 0x20;
/// [`REFUSED`]: the EEPROM failed, or its seed is damaged. Erase the chip; if it fails again, it is worn.
pub const WORN: u8 = 0x21;

/// The node's state. On the smaller chip it and the stack below it must fit in 2 kB.
pub struct Node<'a> {
    memory: &'a Driver<'a>,
    line: &'a Line<'a>,
    random: Option<SeededRng>,
    /// Why there is no generator, if there is none.
    seed: Result<(), SeedError>,
    secret: Option<SharedSecret>,
    workspace: &'a mut Workspace<Set, Compact>,
}

impl<'a> Node<'a> {
    /// A node whose generator doesn't run yet.
    pub fn new(memory: &'a Driver<'a>, line: &'a Line<'a>, workspace: &'a mut Workspace<Set, Compact>) -> Self {
        Self { memory, line, random: None, seed: Err(SeedError::NoSeed), secret: None, workspace }
    }

    /// Starts the generator, which takes 0.3 s: the seed's successor is written before anything is given away.
    #[inline(never)]
    pub fn start(&mut self) {
        self.seed = eeprom::seed(self.memory)
            .map_err(SeedError::from)
            .and_then(|mut seed| SeededRng::start(&mut self.random, &mut seed).map(|_| ()));
    }

    /// Takes a byte of the line, and answers if it ends a request.
    pub fn take(&mut self, byte: u8, receiver: &mut Receiver) {
        let result = match receiver.push(byte) {
            Ok(None) => return,
            Ok(Some((ENCAPSULATE, []))) => self.encapsulate(receiver),
            Ok(Some((PROVISION, seed))) => {
                let result = self.provision(seed);
                forget(receiver);
                result.map(|()| self.line.send(DONE, &[]))
            }
            Ok(Some((kind, payload))) => self.answer(kind, payload),
            Err(_) => Err(BAD_FRAME),
        };
        if let Err(why) = result {
            self.line.send(REFUSED, &[why]);
        }
    }

    #[inline(never)]
    fn answer(&mut self, kind: u8, payload: &[u8]) -> Result<(), u8> {
        match (kind, payload) {
            (HELLO, []) => {
                self.greet();
                Ok(())
            }
            #[cfg(not(any(feature = "ephemeral", feature = "flash")))]
            (PUT_KEY, [low, high, bytes @ ..]) => self.put_key([*low, *high], bytes),
            #[cfg(not(any(feature = "ephemeral", feature = "flash")))]
            (GET_KEY, [low, high, n]) => self.get_key([*low, *high], *n),
            (FINGERPRINT, []) => self.show_fingerprint(),
            (HELLO..=FINGERPRINT, _) => Err(BAD_RANGE),
            _ => Err(UNKNOWN),
        }
    }

    // Never inlined, as the others below: a function's room on the stack is taken only while it runs.
    #[inline(never)]
    fn greet(&self) {
        let mut answer = heapless::Vec::<u8, PIECE>::new();
        for size in [Set::ENCAPSULATION_KEY_SIZE, Set::CIPHERTEXT_SIZE] {
            answer.extend((size as u16).to_le_bytes());
        }
        answer.extend(Set::NAME.bytes());
        self.line.send(DATA, &answer);
    }

    #[cfg(not(any(feature = "ephemeral", feature = "flash")))]
    #[inline(never)]
    fn put_key(&self, offset: [u8; 2], bytes: &[u8]) -> Result<(), u8> {
        self.expect_unlocked()?;
        let offset = usize::from(u16::from_le_bytes(offset));
        eeprom::key(self.memory).and_then(|mut key| key.write_at(offset, bytes)).or(Err(BAD_RANGE))?;
        self.line.send(DONE, &[]);
        Ok(())
    }

    #[cfg(not(any(feature = "ephemeral", feature = "flash")))]
    #[inline(never)]
    fn get_key(&self, offset: [u8; 2], n: u8) -> Result<(), u8> {
        let offset = usize::from(u16::from_le_bytes(offset));
        let mut piece = [0; PIECE];
        let piece = piece.get_mut(..usize::from(n)).ok_or(BAD_RANGE)?;
        eeprom::key(self.memory).and_then(|key| key.read_at(offset, piece)).or(Err(BAD_RANGE))?;
        self.line.send(DATA, piece);
        Ok(())
    }

    #[inline(never)]
    fn provision(&mut self, seed: &[u8]) -> Result<(), u8> {
        let seed: &[u8; SEED_SIZE] = seed.try_into().or(Err(BAD_RANGE))?;
        self.expect_unlocked()?;
        let mut storage = eeprom::seed(self.memory).or(Err(WORN))?;
        SeededRng::provision(&mut storage, seed).or(Err(WORN))?;
        self.start();
        Ok(())
    }

    #[inline(never)]
    fn show_fingerprint(&self) -> Result<(), u8> {
        let secret = self.secret.as_ref().ok_or(NO_KEY)?;
        self.line.send(DATA, &secret.fingerprint());
        Ok(())
    }

    #[inline(never)]
    fn encapsulate(&mut self, receiver: &mut Receiver) -> Result<(), u8> {
        self.seed.map_err(|error| if error == SeedError::NoSeed { NO_RANDOM } else { WORN })?;
        let random = self.random.as_mut().ok_or(NO_RANDOM)?;
        let start = self.line.clock.now();
        #[cfg(feature = "ephemeral")]
        let key = KeyFromLine { line: self.line, receiver: receiver.into() };
        #[cfg(feature = "flash")]
        let (key, _) = (crate::flash::key().or(Err(WORN))?, receiver);
        #[cfg(not(any(feature = "ephemeral", feature = "flash")))]
        let (key, _) = (eeprom::key(self.memory).or(Err(WORN))?, receiver);
        let mut ciphertext = CiphertextToLine(self.line);
        // A failed encapsulation leaves no secret, not even the one before.
        self.secret = None;
        let mut secret = SharedSecret::new();
        EncapsulationKey::<Set, _>::new(key)
            .and_then(|key| key.encapsulate(random, &mut ciphertext, &mut secret, self.workspace))
            .or(Err(BAD_FRAME))?;
        self.secret = Some(secret);
        self.line.send(DONE, &self.line.clock.now().wrapping_sub(start).to_le_bytes());
        Ok(())
    }

    /// A provisioned node takes neither a key nor a seed: whoever has the line later can't change them.
    fn expect_unlocked(&self) -> Result<(), u8> {
        match self.seed {
            Err(SeedError::NoSeed) => Ok(()),
            Ok(()) => Err(LOCKED),
            Err(_) => Err(WORN),
        }
    }
}

/// Overwrites the last frame with zeros: a long one that nobody means.
#[inline(never)]
fn forget(receiver: &mut Receiver) {
    for byte in [link::START, link::MAX_PAYLOAD as u8] {
        let _ = receiver.push(byte);
    }
    for _ in 0..link::MAX_FRAME - 2 {
        let _ = receiver.push(0);
    }
}
