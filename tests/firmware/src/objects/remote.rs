//! Objects that stay with the gateway: the node asks for each piece as it comes to it, and gives each as it is computed.
//!
//! For chips whose RAM has no room for a key or a ciphertext. Each byte of a key is asked for once; whoever answers
//! twice in different ways fools only himself.

use sunbear::Error;
use sunbear::link::{self, node};
use sunbear::storage::{ReadAt, WriteAt};
use sunbear::three_bears::ParameterSet;

use super::Line;
use crate::session::{Answer, Set};
use crate::uart;

/// Bytes of an object in one frame.
const PIECE: usize = 32;

/// Nothing is here.
pub struct Objects;

impl Objects {
    pub const fn new() -> Self {
        Self
    }

    /// The encapsulation key and the ciphertext, for an operation.
    #[allow(clippy::unused_self)] // as the objects in RAM
    pub fn open<'a, 'b>(&mut self, line: &'a Line<'b>) -> (Remote<'a, 'b>, Remote<'a, 'b>) {
        (
            Remote { line, object: node::KEY, size: Set::ENCAPSULATION_KEY_SIZE },
            Remote { line, object: node::CIPHERTEXT, size: Set::CIPHERTEXT_SIZE },
        )
    }

    #[allow(clippy::unused_self)] // as the objects in RAM
    pub fn answer(&mut self, _: u8, _: &[u8]) -> Answer<'_> {
        Answer::Refused(node::UNKNOWN)
    }
}

/// An object at the gateway.
pub struct Remote<'a, 'b> {
    line: &'a Line<'b>,
    object: u8,
    size: usize,
}

impl Remote<'_, '_> {
    /// Waits for the gateway's answer to a frame: its bytes go to `out`.
    fn answer(&self, kind: u8, out: &mut [u8]) -> Result<(), Error> {
        let mut receiver = self.line.try_borrow_mut().or(Err(Error::Storage))?;
        loop {
            match receiver.push(uart::receive()) {
                Ok(None) => {}
                Ok(Some((answer, bytes))) if answer == kind && bytes.len() == out.len() => {
                    for (o, b) in out.iter_mut().zip(bytes) {
                        *o = *b;
                    }
                    return Ok(());
                }
                _ => return Err(Error::Storage),
            }
        }
    }
}

impl ReadAt for Remote<'_, '_> {
    fn size(&self) -> usize {
        self.size
    }

    fn read_at(&self, mut offset: usize, out: &mut [u8]) -> Result<(), Error> {
        for piece in out.chunks_mut(PIECE) {
            let [low, high] = (offset as u16).to_le_bytes();
            link::send(node::PULL, &[self.object, low, high, piece.len() as u8], uart::send);
            self.answer(node::DATA, piece)?;
            offset += piece.len();
        }
        Ok(())
    }
}

impl WriteAt for Remote<'_, '_> {
    fn size(&self) -> usize {
        self.size
    }

    fn write_at(&mut self, mut offset: usize, bytes: &[u8]) -> Result<(), Error> {
        for piece in bytes.chunks(PIECE) {
            let mut payload = [0; PIECE + 3];
            let [low, high] = (offset as u16).to_le_bytes();
            for (p, b) in payload.iter_mut().zip([self.object, low, high].iter().chain(piece)) {
                *p = *b;
            }
            link::send(node::PUSH, payload.get(..piece.len() + 3).unwrap_or_default(), uart::send);
            self.answer(node::DONE, &mut [])?;
            offset += piece.len();
        }
        Ok(())
    }
}
