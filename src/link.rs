//! Frames for a serial line between a node and a gateway: how the two find, check and answer each other's bytes.
//!
//! A frame is `5A | length | kind | payload | CRC`, with a length of 0 to 128 bytes of payload and CRC-16/XMODEM
//! (polynomial 0x1021, initial value 0, high byte first) over length, kind and payload. It detects noise, not an
//! adversary: nothing here authenticates. A receiver answers a bad frame and trusts none of it; the next start byte
//! begins a new one, and since a frame is at most [`MAX_FRAME`] bytes, both ends agree again after at most that many.

use heapless::Vec;

pub mod node;

/// The byte that starts a frame.
pub const START: u8 = 0x5a;
/// The most bytes of payload.
pub const MAX_PAYLOAD: usize = 128;
/// The most bytes of a whole frame.
pub const MAX_FRAME: usize = MAX_PAYLOAD + 5;

/// Adds a byte to a CRC-16/XMODEM.
#[must_use]
pub fn crc16(crc: u16, byte: u8) -> u16 {
    // Nibble by nibble without a table: polynomial x^16 + x^12 + x^5 + 1.
    let mut crc = crc.rotate_left(8) ^ u16::from(byte);
    crc ^= (crc & 0xff) >> 4;
    crc ^= crc << 12;
    crc ^ ((crc & 0xff) << 5)
}

/// Sends one frame, byte by byte; a payload longer than [`MAX_PAYLOAD`] is cut.
pub fn send(kind: u8, payload: &[u8], mut put: impl FnMut(u8)) {
    let payload = payload.get(..MAX_PAYLOAD).unwrap_or(payload);
    let mut crc = 0;
    put(START);
    let mut checked = |byte| {
        crc = crc16(crc, byte);
        put(byte);
    };
    // At most 128.
    checked(payload.len() as u8);
    checked(kind);
    for byte in payload {
        checked(*byte);
    }
    let [high, low] = crc.to_be_bytes();
    put(high);
    put(low);
}

/// Why a frame was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadFrame {
    /// The length is beyond [`MAX_PAYLOAD`].
    Length,
    /// The check failed.
    Crc,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Start,
    Length,
    Kind,
    Payload,
    CrcHigh,
    CrcLow(u8),
}

/// Assembles frames from the bytes of a line.
#[derive(Debug)]
pub struct Receiver {
    state: State,
    length: u8,
    kind: u8,
    crc: u16,
    payload: Vec<u8, MAX_PAYLOAD>,
}

impl Receiver {
    /// A receiver that waits for a frame.
    #[must_use]
    pub const fn new() -> Self {
        Self { state: State::Start, length: 0, kind: 0, crc: 0, payload: Vec::new() }
    }

    /// Takes the next byte of the line. A whole frame comes back as its kind and payload; bytes outside a frame are
    /// passed over.
    ///
    /// # Errors
    /// [`BadFrame`] once for each frame that is not what was sent.
    pub fn push(&mut self, byte: u8) -> Result<Option<(u8, &[u8])>, BadFrame> {
        match self.state {
            State::Start => {
                if byte == START {
                    self.crc = 0;
                    self.payload.clear();
                    self.state = State::Length;
                }
            }
            State::Length => {
                if usize::from(byte) > MAX_PAYLOAD {
                    self.state = State::Start;
                    return Err(BadFrame::Length);
                }
                self.length = byte;
                self.crc = crc16(self.crc, byte);
                self.state = State::Kind;
            }
            State::Kind => {
                self.kind = byte;
                self.crc = crc16(self.crc, byte);
                self.state = if self.length == 0 { State::CrcHigh } else { State::Payload };
            }
            State::Payload => {
                self.crc = crc16(self.crc, byte);
                // Never full: the length was checked.
                if self.payload.push(byte).is_err() || self.payload.len() == usize::from(self.length) {
                    self.state = State::CrcHigh;
                }
            }
            State::CrcHigh => self.state = State::CrcLow(byte),
            State::CrcLow(high) => {
                self.state = State::Start;
                if u16::from_be_bytes([high, byte]) != self.crc {
                    return Err(BadFrame::Crc);
                }
                return Ok(Some((self.kind, &self.payload)));
            }
        }
        Ok(None)
    }
}

impl Default for Receiver {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        send(kind, payload, |byte| bytes.push(byte));
        bytes
    }

    #[test]
    fn crc_is_xmodem() {
        // The check value of the catalogue of parametrised CRC algorithms.
        assert_eq!(b"123456789".iter().fold(0, |crc, byte| crc16(crc, *byte)), 0x31c3);
    }

    #[test]
    fn frames_arrive_through_noise() {
        let mut receiver = Receiver::new();
        for n in 0..=MAX_PAYLOAD {
            let payload: Vec<u8> = (0..n).map(|i| (i * 7 + n) as u8).collect();
            let mut bytes = std::vec![0, 0xff, 0x5b];
            bytes.extend(frame(n as u8, &payload));
            let (last, head) = bytes.split_last().unwrap();
            for byte in head {
                assert_eq!(receiver.push(*byte), Ok(None));
            }
            assert_eq!(receiver.push(*last), Ok(Some((n as u8, &payload[..]))));
        }
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let good = frame(3, b"a payload");
        for bit in 8..8 * good.len() {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let mut receiver = Receiver::new();
            let taken = bad.iter().any(|byte| matches!(receiver.push(*byte), Ok(Some(_))));
            assert!(!taken, "bit {bit}");
            // Whatever the frame seemed to be, the line works again after at most one frame's length.
            let mut line = std::vec![0; MAX_FRAME];
            line.extend(&good);
            let mut arrived = 0;
            for byte in line {
                arrived += usize::from(matches!(receiver.push(byte), Ok(Some((3, b"a payload")))));
            }
            assert_eq!(arrived, 1, "bit {bit}");
        }
    }

    #[test]
    fn a_length_beyond_the_buffer_is_refused() {
        let mut receiver = Receiver::new();
        assert_eq!(receiver.push(START), Ok(None));
        assert_eq!(receiver.push(MAX_PAYLOAD as u8 + 1), Err(BadFrame::Length));
    }
}
