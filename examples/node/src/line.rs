//! The serial line: USART 0 at 500,000 baud, 8 data bits, no parity, one stop bit, by polling.

use heapless::Vec;
use sunbear::Error;
use sunbear::link::{self, node};
use sunbear::storage::WriteAt;
use sunbear::three_bears::ParameterSet;
#[cfg(feature = "ephemeral")]
use {crate::board::TICKS, core::cell::RefCell, sunbear::link::Receiver, sunbear::storage::ReadAt};

use crate::board::{CRYSTAL, Clock, chip};
use crate::node::Set;

/// Divides 16 MHz exactly, and a computer knows it (115,200 is off by 2 %).
const BAUD: u32 = 500_000;
/// Bytes of an object in one frame; two more are the offset.
pub const PIECE: usize = 64;

/// The line.
pub struct Line<'a> {
    usart: &'a chip::USART0,
    pub clock: &'a Clock<'a>,
}

impl<'a> Line<'a> {
    /// Sets the line up.
    pub fn start(usart: &'a chip::USART0, clock: &'a Clock<'a>) -> Self {
        // SAFETY: the divider is 3, which fits the register's 12 bits.
        usart.ubrr0().write(|w| unsafe { w.bits((CRYSTAL / 8 / BAUD - 1) as u16) });
        usart.ucsr0a().write(|w| w.u2x0().set_bit());
        usart.ucsr0c().write(|w| w.ucsz0().chr8());
        usart.ucsr0b().write(|w| w.rxen0().set_bit().txen0().set_bit());
        Self { usart, clock }
    }

    /// Waits for a byte.
    pub fn receive(&self) -> u8 {
        while self.usart.ucsr0a().read().rxc0().bit_is_clear() {}
        self.usart.udr0().read().bits()
    }

    /// Waits for a byte for a second at most.
    #[cfg(feature = "ephemeral")]
    fn receive_soon(&self) -> Result<u8, Error> {
        let start = self.clock.now();
        while self.usart.ucsr0a().read().rxc0().bit_is_clear() {
            if self.clock.now().wrapping_sub(start) > TICKS {
                return Err(Error::Storage);
            }
        }
        Ok(self.usart.udr0().read().bits())
    }

    /// Sends a frame.
    pub fn send(&self, kind: u8, payload: &[u8]) {
        link::send(kind, payload, |byte| {
            while self.usart.ucsr0a().read().udre0().bit_is_clear() {}
            self.usart.udr0().write(|w| w.set(byte));
        });
    }
}

/// A ciphertext that is never in RAM: every piece goes onto the line as it is computed, with its offset.
pub struct CiphertextToLine<'a>(pub &'a Line<'a>);

impl WriteAt for CiphertextToLine<'_> {
    fn size(&self) -> usize {
        Set::CIPHERTEXT_SIZE
    }

    fn write_at(&mut self, mut offset: usize, bytes: &[u8]) -> Result<(), Error> {
        for piece in bytes.chunks(PIECE) {
            let mut payload = Vec::<u8, { PIECE + 2 }>::new();
            let head = (offset as u16).to_le_bytes();
            payload.extend_from_slice(&head).and_then(|()| payload.extend_from_slice(piece)).or(Err(Error::Storage))?;
            self.0.send(node::DATA, &payload);
            offset += piece.len();
        }
        Ok(())
    }
}

/// A key that is never in RAM: the node asks the gateway for every piece as it comes to it.
#[cfg(feature = "ephemeral")]
pub struct KeyFromLine<'a> {
    pub line: &'a Line<'a>,
    pub receiver: RefCell<&'a mut Receiver>,
}

#[cfg(feature = "ephemeral")]
impl ReadAt for KeyFromLine<'_> {
    fn size(&self) -> usize {
        Set::ENCAPSULATION_KEY_SIZE
    }

    /// An encapsulation reads each byte once: nobody can give two answers for one place.
    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        let mut receiver = self.receiver.try_borrow_mut().or(Err(Error::Storage))?;
        let [low, high] = (offset as u16).to_le_bytes();
        self.line.send(node::GET_KEY, &[low, high, out.len() as u8]);
        loop {
            match receiver.push(self.line.receive_soon()?) {
                Ok(None) => {}
                Ok(Some((node::DATA, bytes))) if bytes.len() == out.len() => {
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
