//! Where the bytes of an encapsulation go: to the receiver, or beside a received ciphertext.

use crate::backend::{Bytes, Native};
use crate::error::Error;
use crate::hash::sha512::Message;
use crate::storage::{ReadAt, WriteAt};

/// Takes the bytes of an object, each once.
pub(super) trait Sink {
    /// Whether the bytes must come in order.
    const IN_ORDER: bool;

    /// Takes some bytes, at most 64.
    fn write(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error>;
}

/// Writes an object and hashes it on the way.
pub(super) struct Hashed<'a, 'm, W: ?Sized> {
    pub(super) storage: &'a mut W,
    pub(super) hash: &'a mut Message<'m>,
}

impl<W: WriteAt + ?Sized> Sink for Hashed<'_, '_, W> {
    const IN_ORDER: bool = true;

    fn write(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.hash.absorb(bytes);
        self.storage.write_at(offset, bytes)
    }
}

/// Writes an encapsulation key to its place, and into the decapsulation key, and hashes it on the way.
pub(super) struct Published<'a, 'm, W: ?Sized, V: ?Sized> {
    pub(super) ek: &'a mut W,
    pub(super) dk: &'a mut V,
    /// Its place in the decapsulation key.
    pub(super) offset: usize,
    pub(super) hash: &'a mut Message<'m>,
}

impl<W: WriteAt + ?Sized, V: WriteAt + ?Sized> Sink for Published<'_, '_, W, V> {
    const IN_ORDER: bool = true;

    fn write(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.hash.absorb(bytes);
        self.ek.write_at(offset, bytes)?;
        self.dk.write_at(self.offset + offset, bytes)
    }
}

/// Compares bytes with those that were received, as they appear.
pub(super) struct Compared<'a, R: ?Sized> {
    pub(super) received: &'a R,
    /// 0 exactly if all bytes so far were equal. Secret.
    pub(super) difference: u8,
}

impl<R: ReadAt + ?Sized> Sink for Compared<'_, R> {
    const IN_ORDER: bool = false;

    fn write(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        let mut received = [0; 64];
        let received = &mut received[..bytes.len()];
        self.received.read_at(offset, received)?;
        self.difference |= Native::difference(bytes, received);
        Ok(())
    }
}

/// Another sink from an offset on.
pub(super) struct At<'a, S>(pub(super) &'a mut S, pub(super) usize);

impl<S: Sink> Sink for At<'_, S> {
    const IN_ORDER: bool = S::IN_ORDER;

    fn write(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.0.write(self.1 + offset, bytes)
    }
}
