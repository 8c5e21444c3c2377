//! What the node keeps and how it answers each request.

use core::cell::UnsafeCell;
use core::convert::Infallible;

use rand_core::{TryCryptoRng, TryRng};
use sunbear::SharedSecret;
use sunbear::link::node;
use sunbear::three_bears::{self, DecapsulationKey, EncapsulationKey, ParameterSet, Workspace};
use zeroize::Zeroize;

use crate::registers::{GPIOR0, write};

macro_rules! choose {
    ($name:ident: $($feature:literal => $type:path),*) => {$(
        #[cfg(feature = $feature)]
        type $name = $type;
    )*};
}
choose!(Set: "BabyBear" => three_bears::BabyBear, "MamaBear" => three_bears::MamaBear,
    "PapaBear" => three_bears::PapaBear, "BabyBearEphem" => three_bears::BabyBearEphem,
    "MamaBearEphem" => three_bears::MamaBearEphem, "PapaBearEphem" => three_bears::PapaBearEphem);
choose!(Profile: "compact" => sunbear::Compact, "fast" => sunbear::Fast);

#[cfg(not(feature = "single-use"))]
type Memory = three_bears::DecapsulationWorkspace<Set, Profile>;
#[cfg(feature = "single-use")]
type Memory = Workspace<Set, Profile>;

/// The most bytes in one answer.
const PIECE: usize = 64;

/// What goes back to the gateway.
pub enum Answer<'a> {
    Done,
    Data(&'a [u8]),
    Refused(u8),
}

/// The node's state.
pub struct Session {
    memory: Memory,
    ek: [u8; Set::ENCAPSULATION_KEY_SIZE],
    ct: [u8; Set::CIPHERTEXT_SIZE],
    key: Option<DecapsulationKey<Set>>,
    secret: Option<SharedSecret>,
    random: Random,
    reply: [u8; PIECE],
}

struct Static(UnsafeCell<Session>);

// SAFETY: this image has one thread and no interrupt, and `take` is called once.
unsafe impl Sync for Static {}

static SESSION: Static = Static(UnsafeCell::new(Session {
    memory: Memory::new(),
    ek: [0; _],
    ct: [0; _],
    key: None,
    secret: None,
    random: Random { bytes: [0; 40], fresh: 0 },
    reply: [0; PIECE],
}));

/// The random bytes that the test bench provides. Each is used once.
struct Random {
    bytes: [u8; 40],
    fresh: u8,
}

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// The session sees to it that there are enough.
    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for (o, b) in out.iter_mut().zip(&mut self.bytes) {
            *o = *b;
            b.zeroize();
        }
        self.fresh = 0;
        Ok(())
    }
}

impl TryCryptoRng for Random {}

impl Session {
    /// The one session. Call it once.
    pub fn take() -> &'static mut Self {
        // SAFETY: called once, by `main`, in an image without threads or interrupts.
        unsafe { &mut *SESSION.0.get() }
    }

    /// Does what a frame asks for.
    pub fn answer(&mut self, kind: u8, payload: &[u8]) -> Answer<'_> {
        match (kind, payload) {
            (node::HELLO, []) => {
                let name = Set::NAME.bytes();
                let sizes = [self.ek.len() as u16, self.ct.len() as u16].map(u16::to_le_bytes);
                let answer = sizes.into_iter().flatten().chain(name);
                let mut n = 0;
                for (o, b) in self.reply.iter_mut().zip(answer) {
                    *o = b;
                    n += 1;
                }
                Answer::Data(self.reply.get(..n).unwrap_or_default())
            }
            (node::RANDOM, bytes) if bytes.len() == 32 || bytes.len() == 40 => {
                for (o, b) in self.random.bytes.iter_mut().zip(bytes) {
                    *o = *b;
                }
                self.random.fresh = bytes.len() as u8;
                Answer::Done
            }
            (node::PUT_KEY, [low, high, bytes @ ..]) => put(&mut self.ek, [*low, *high], bytes),
            (node::PUT_CIPHERTEXT, [low, high, bytes @ ..]) => put(&mut self.ct, [*low, *high], bytes),
            (node::GET_KEY, [low, high, n]) => get(&self.ek, [*low, *high], *n),
            (node::GET_CIPHERTEXT, [low, high, n]) => get(&self.ct, [*low, *high], *n),
            (node::GENERATE, []) => measured(|| self.generate()),
            (node::ENCAPSULATE, []) => measured(|| self.encapsulate()),
            (node::DECAPSULATE, []) => measured(|| self.decapsulate()),
            (node::FINGERPRINT, []) => match &self.secret {
                Some(secret) => {
                    let fingerprint = secret.fingerprint();
                    for (o, b) in self.reply.iter_mut().zip(fingerprint) {
                        *o = b;
                    }
                    Answer::Data(self.reply.get(..8).unwrap_or_default())
                }
                None => Answer::Refused(node::NO_KEY),
            },
            (node::HELLO..=node::FINGERPRINT, _) => Answer::Refused(node::BAD_RANGE),
            _ => Answer::Refused(node::UNKNOWN),
        }
    }

    #[inline(never)]
    fn generate(&mut self) -> Answer<'static> {
        if usize::from(self.random.fresh) < three_bears::DECAPSULATION_KEY_SIZE {
            return Answer::Refused(node::NO_RANDOM);
        }
        let key = self.key.insert(DecapsulationKey::generate(&mut self.random));
        let result = key.write_encapsulation_key(&mut self.ek, base(&mut self.memory));
        done(result)
    }

    #[inline(never)]
    fn encapsulate(&mut self) -> Answer<'static> {
        if usize::from(self.random.fresh) < three_bears::ENCAPSULATION_SEED_SIZE {
            return Answer::Refused(node::NO_RANDOM);
        }
        let secret = self.secret.insert(SharedSecret::new());
        let result = EncapsulationKey::<Set, _>::new(&self.ek)
            .and_then(|ek| ek.encapsulate(&mut self.random, &mut self.ct, secret, base(&mut self.memory)));
        done(result)
    }

    #[inline(never)]
    fn decapsulate(&mut self) -> Answer<'static> {
        #[cfg(feature = "single-use")]
        let Some(key) = self.key.take() else { return Answer::Refused(node::NO_KEY) };
        #[cfg(not(feature = "single-use"))]
        let Some(key) = &self.key else { return Answer::Refused(node::NO_KEY) };
        let secret = self.secret.insert(SharedSecret::new());
        #[cfg(feature = "single-use")]
        let result = key.decapsulate_once(&self.ct, secret, &mut self.memory);
        #[cfg(not(feature = "single-use"))]
        let result = key.decapsulate(&self.ct, secret, &mut self.memory);
        done(result)
    }
}

#[cfg(not(feature = "single-use"))]
fn base(memory: &mut Memory) -> &mut Workspace<Set, Profile> {
    memory.base()
}

#[cfg(feature = "single-use")]
fn base(memory: &mut Memory) -> &mut Workspace<Set, Profile> {
    memory
}

/// Marks the beginning and the end of an operation. The operation stands behind a call, so that its frame counts.
fn measured(operation: impl FnOnce() -> Answer<'static>) -> Answer<'static> {
    write(GPIOR0, 1);
    let answer = operation();
    write(GPIOR0, 2);
    answer
}

fn done(result: Result<(), sunbear::Error>) -> Answer<'static> {
    match result {
        Ok(()) => Answer::Done,
        // The sizes are the set's and RAM does not fail.
        Err(_) => Answer::Refused(node::BAD_RANGE),
    }
}

fn put(object: &mut [u8], offset: [u8; 2], bytes: &[u8]) -> Answer<'static> {
    let offset = usize::from(u16::from_le_bytes(offset));
    match object.get_mut(offset..).and_then(|rest| rest.get_mut(..bytes.len())) {
        Some(place) => {
            for (o, b) in place.iter_mut().zip(bytes) {
                *o = *b;
            }
            Answer::Done
        }
        None => Answer::Refused(node::BAD_RANGE),
    }
}

fn get(object: &[u8], offset: [u8; 2], n: u8) -> Answer<'_> {
    let offset = usize::from(u16::from_le_bytes(offset));
    match object.get(offset..).and_then(|rest| rest.get(..usize::from(n))) {
        Some(bytes) if bytes.len() <= sunbear::link::MAX_PAYLOAD => Answer::Data(bytes),
        _ => Answer::Refused(node::BAD_RANGE),
    }
}
