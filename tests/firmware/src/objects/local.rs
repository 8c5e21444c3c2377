//! Objects in RAM, which the gateway fills and reads before and after an operation.

use sunbear::link::{MAX_PAYLOAD, node};
use sunbear::three_bears::ParameterSet;

use super::Line;
use crate::session::{Answer, Set};

/// The two buffers.
pub struct Objects {
    ek: [u8; Set::ENCAPSULATION_KEY_SIZE],
    ct: [u8; Set::CIPHERTEXT_SIZE],
}

impl Objects {
    /// Zeros.
    pub const fn new() -> Self {
        Self { ek: [0; _], ct: [0; _] }
    }

    /// The encapsulation key and the ciphertext, for an operation.
    pub fn open<'a>(
        &'a mut self,
        _: &Line<'_>,
    ) -> (&'a mut [u8; Set::ENCAPSULATION_KEY_SIZE], &'a mut [u8; Set::CIPHERTEXT_SIZE]) {
        (&mut self.ek, &mut self.ct)
    }

    /// Writes or reads a part for the gateway.
    pub fn answer(&mut self, kind: u8, payload: &[u8]) -> Answer<'_> {
        match (kind, payload) {
            (node::PUT_KEY, [low, high, bytes @ ..]) => put(&mut self.ek, [*low, *high], bytes),
            (node::PUT_CIPHERTEXT, [low, high, bytes @ ..]) => put(&mut self.ct, [*low, *high], bytes),
            (node::GET_KEY, [low, high, n]) => get(&self.ek, [*low, *high], *n),
            (node::GET_CIPHERTEXT, [low, high, n]) => get(&self.ct, [*low, *high], *n),
            _ => Answer::Refused(node::BAD_RANGE),
        }
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
        Some(bytes) if bytes.len() <= MAX_PAYLOAD => Answer::Data(bytes),
        _ => Answer::Refused(node::BAD_RANGE),
    }
}
