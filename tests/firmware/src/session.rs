//! What the node keeps and how it answers each request.

use core::cell::UnsafeCell;
use core::convert::Infallible;

use rand_core::{TryCryptoRng, TryRng};
use sunbear::SharedSecret;
use sunbear::link::{Receiver, node};
use sunbear::three_bears::{self, DecapsulationKey, EncapsulationKey, ParameterSet, Workspace};
use zeroize::Zeroize;

use crate::objects::{Line, Objects};
use crate::registers::{GPIOR0, write};

macro_rules! choose {
    ($name:ident: $($feature:literal => $type:path),*) => {$(
        #[cfg(feature = $feature)]
        pub type $name = $type;
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

/// The most bytes of an answer that is not part of an object.
const REPLY: usize = 24;

/// What goes back to the gateway.
pub enum Answer<'a> {
    Done,
    Data(&'a [u8]),
    Refused(u8),
}

/// The node's state.
pub struct Session {
    memory: Memory,
    objects: Objects,
    /// Its bytes: a key that moved out of an `Option` would leave a copy behind.
    key: Option<[u8; three_bears::DECAPSULATION_KEY_SIZE]>,
    secret: Option<SharedSecret>,
    random: Random,
    reply: [u8; REPLY],
}

struct Static(UnsafeCell<Session>);

// SAFETY: this image has one thread and no interrupt, and `take` is called once.
unsafe impl Sync for Static {}

static SESSION: Static = Static(UnsafeCell::new(Session {
    memory: Memory::new(),
    objects: Objects::new(),
    key: None,
    secret: None,
    random: Random { bytes: [0; 40], fresh: 0 },
    reply: [0; REPLY],
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

    /// Does what a frame asks for, if it isn't an operation.
    #[inline(never)]
    pub fn answer(&mut self, kind: u8, payload: &[u8]) -> Answer<'_> {
        match (kind, payload) {
            (node::HELLO, []) => {
                let name = Set::NAME.bytes();
                let sizes = [Set::ENCAPSULATION_KEY_SIZE, Set::CIPHERTEXT_SIZE].map(|n| (n as u16).to_le_bytes());
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
            (node::PUT_KEY..=node::GET_CIPHERTEXT, _) => self.objects.answer(kind, payload),
            (node::HELLO..=node::FINGERPRINT, _) => Answer::Refused(node::BAD_RANGE),
            _ => Answer::Refused(node::UNKNOWN),
        }
    }

    /// Runs an operation between its marks. Each stands behind a call, so that its frame counts.
    #[inline(never)]
    pub fn operate(&mut self, kind: u8, receiver: &mut Receiver) -> Answer<'static> {
        let line = Line::new(receiver);
        write(GPIOR0, 1);
        let answer = match kind {
            node::GENERATE => self.generate(&line),
            node::ENCAPSULATE => self.encapsulate(&line),
            _ => self.decapsulate(&line),
        };
        write(GPIOR0, 2);
        answer
    }

    #[inline(never)]
    fn generate(&mut self, line: &Line<'_>) -> Answer<'static> {
        if usize::from(self.random.fresh) < three_bears::DECAPSULATION_KEY_SIZE {
            return Answer::Refused(node::NO_RANDOM);
        }
        let (mut ek, _) = self.objects.open(line);
        let key = DecapsulationKey::<Set>::generate(&mut self.random);
        self.key = Some(*key.as_bytes());
        done(key.write_encapsulation_key(&mut ek, base(&mut self.memory)))
    }

    #[inline(never)]
    fn encapsulate(&mut self, line: &Line<'_>) -> Answer<'static> {
        if usize::from(self.random.fresh) < three_bears::ENCAPSULATION_SEED_SIZE {
            return Answer::Refused(node::NO_RANDOM);
        }
        let (ek, mut ct) = self.objects.open(line);
        let secret = self.secret.insert(SharedSecret::new());
        done(
            EncapsulationKey::<Set, _>::new(ek)
                .and_then(|ek| ek.encapsulate(&mut self.random, &mut ct, secret, base(&mut self.memory))),
        )
    }

    #[inline(never)]
    fn decapsulate(&mut self, line: &Line<'_>) -> Answer<'static> {
        let Some(bytes) = &mut self.key else { return Answer::Refused(node::NO_KEY) };
        let key = DecapsulationKey::<Set>::from_bytes(bytes);
        #[cfg(feature = "single-use")]
        {
            bytes.zeroize();
            self.key = None;
        }
        let (_, ct) = self.objects.open(line);
        let secret = self.secret.insert(SharedSecret::new());
        #[cfg(feature = "single-use")]
        let result = key.decapsulate_once(&ct, secret, &mut self.memory);
        #[cfg(not(feature = "single-use"))]
        let result = key.decapsulate(&ct, secret, &mut self.memory);
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

fn done(result: Result<(), sunbear::Error>) -> Answer<'static> {
    match result {
        Ok(()) => Answer::Done,
        // The sizes are the set's and RAM does not fail; a gateway far away may.
        Err(_) => Answer::Refused(node::BAD_RANGE),
    }
}
