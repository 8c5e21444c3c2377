//! The simulated node: the firmware of `tests/firmware` on a simulated chip, seen from the gateway's end of its line.
//!
//! It speaks the frames of [`crate::link`] byte by byte over the simulated UART. It isn't a fault-tolerant gateway:
//! a simulated line loses nothing, so a refused request is an error here, not a reason to repeat it.

use std::borrow::ToOwned;
use std::format;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use super::firmware::Build;
use super::image::Image;
use super::machine::Machine;
use super::mcu::Mcu;
use super::toolchain::Toolchain;
use super::{Error, Result};
use crate::link::{self, Receiver, node};

/// Cycles after which a node that hasn't answered is taken for stuck: 30 seconds of the chip's time.
const PATIENCE: u64 = 480_000_000;
/// Bytes of an object in one frame; two more are the offset.
const PIECE: usize = 64;

/// What to build for a node.
#[derive(Debug, Clone, Copy)]
pub struct Firmware<'a> {
    /// The parameter set's name.
    pub set: &'a str,
    /// The profile's name.
    pub profile: &'a str,
    /// The chip.
    pub mcu: &'static Mcu,
}

impl Firmware<'_> {
    /// Builds the image, or finds it built, and returns the ELF's path.
    ///
    /// # Errors
    /// [`Error::NoToolchain`], [`Error::Build`], or [`Error::Io`] where the sources are not at hand.
    pub fn build(&self, toolchain: &Toolchain) -> Result<PathBuf> {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("firmware");
        if !sources.join("Cargo.toml").is_file() {
            return Err(Error::Io {
                path: sources,
                reason: "the firmware's sources are not here; run the tool from a clone of the repository".to_owned(),
            });
        }
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join("firmware");
        let mut build = Build::new(sources, self.mcu, target).feature(self.set).feature(self.profile);
        if self.is_remote() {
            build = build.feature("remote");
        }
        build.run(toolchain)
    }

    /// Whether keys and ciphertexts stay with the gateway, because the chip's RAM has no room for them: the node then
    /// asks for each piece as it comes to it, and the line's time is part of an operation's.
    #[must_use]
    pub const fn is_remote(&self) -> bool {
        self.mcu.ram_size <= 2048
    }
}

/// A running node.
#[derive(Debug)]
pub struct Node {
    machine: Machine,
    receiver: Receiver,
    /// The encapsulation key and the ciphertext, where the node has no room for them.
    remote: Option<[Vec<u8>; 2]>,
}

/// What an operation on the node took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Cycles between its marks.
    pub cycles: u64,
    /// Bytes of stack below the mark that began it.
    pub stack: u16,
}

impl Node {
    /// Starts the image that was built from this firmware.
    ///
    /// # Errors
    /// Those of [`Machine::load`].
    pub fn start(firmware: &Firmware<'_>, image: &Image) -> Result<Self> {
        let remote = firmware.is_remote().then(|| [Vec::new(), Vec::new()]);
        Ok(Self { machine: Machine::load(firmware.mcu, image)?, receiver: Receiver::new(), remote })
    }

    /// The chip.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Puts raw bytes on the line and returns the next frame that comes back, as kind and payload.
    ///
    /// # Errors
    /// [`Error::Timeout`] if none comes, [`Error::Node`] if a damaged one does, and the machine's guards.
    pub fn exchange(&mut self, bytes: &[u8]) -> Result<(u8, Vec<u8>)> {
        self.machine.uart_send(bytes);
        let end = self.machine.cycles() + PATIENCE;
        loop {
            self.machine.run_for(1_000)?;
            for byte in self.machine.uart_take() {
                match self.receiver.push(byte) {
                    Ok(None) => {}
                    Ok(Some((kind, payload))) => return Ok((kind, payload.to_vec())),
                    Err(bad) => return Err(Error::Node { message: format!("its frame is damaged ({bad:?})") }),
                }
            }
            if self.machine.cycles() > end {
                return Err(Error::Timeout { limit: PATIENCE, at: self.machine.here() });
            }
        }
    }

    /// Sends a request and returns the answer's payload.
    ///
    /// # Errors
    /// [`Error::Node`] if the node refuses, and those of [`Node::exchange`].
    pub fn request(&mut self, kind: u8, payload: &[u8]) -> Result<Vec<u8>> {
        let mut answer = self.exchange(&frame(kind, payload))?;
        loop {
            match answer {
                (node::DONE | node::DATA, payload) => return Ok(payload),
                (asked @ (node::PULL | node::PUSH), payload) => answer = self.serve(asked, &payload)?,
                (answer, payload) => {
                    let message = format!("request {kind:#04x} was answered {answer:#04x} {payload:02x?}");
                    return Err(Error::Node { message });
                }
            }
        }
    }

    /// Answers what the node asks of the objects that stay here, and returns its next frame.
    fn serve(&mut self, asked: u8, payload: &[u8]) -> Result<(u8, Vec<u8>)> {
        let unserved = || Error::Node { message: format!("it asks {asked:#04x} {payload:02x?}") };
        let [object, low, high, rest @ ..] = payload else { return Err(unserved()) };
        let offset = usize::from(u16::from_le_bytes([*low, *high]));
        let objects = self.remote.as_mut().ok_or_else(unserved)?;
        let object = objects.get_mut(usize::from(*object)).ok_or_else(unserved)?;
        let answer = match (asked, rest) {
            (node::PULL, [n]) => {
                let bytes = object.get(offset..).and_then(|bytes| bytes.get(..usize::from(*n)));
                frame(node::DATA, bytes.ok_or_else(unserved)?)
            }
            (node::PUSH, bytes) => {
                object.resize(object.len().max(offset + bytes.len()), 0);
                object[offset..offset + bytes.len()].copy_from_slice(bytes);
                frame(node::DONE, &[])
            }
            _ => return Err(unserved()),
        };
        self.exchange(&answer)
    }

    /// The object that a request is about, if it stays here.
    fn object_here(&mut self, kind: u8) -> Option<&mut Vec<u8>> {
        let [key, ciphertext] = self.remote.as_mut()?;
        Some(if matches!(kind, node::PUT_KEY | node::GET_KEY) { key } else { ciphertext })
    }

    /// The name of the set that the node speaks, and the sizes of its encapsulation key and ciphertext.
    ///
    /// # Errors
    /// Those of [`Node::request`].
    pub fn hello(&mut self) -> Result<(String, usize, usize)> {
        let answer = self.request(node::HELLO, &[])?;
        let [a, b, c, d, name @ ..] = answer.as_slice() else {
            return Err(Error::Node { message: "its greeting is too short".to_owned() });
        };
        let size = |low, high| usize::from(u16::from_le_bytes([low, high]));
        Ok((String::from_utf8_lossy(name).into_owned(), size(*a, *b), size(*c, *d)))
    }

    /// Writes an object, piece by piece.
    ///
    /// # Errors
    /// Those of [`Node::request`].
    pub fn put(&mut self, kind: u8, object: &[u8]) -> Result<()> {
        if let Some(here) = self.object_here(kind) {
            object.clone_into(here);
            return Ok(());
        }
        for (offset, piece) in pieces(object.len()).zip(object.chunks(PIECE)) {
            let mut payload = offset.to_vec();
            payload.extend(piece);
            self.request(kind, &payload)?;
        }
        Ok(())
    }

    /// Reads an object, piece by piece.
    ///
    /// # Errors
    /// Those of [`Node::request`].
    pub fn get(&mut self, kind: u8, size: usize) -> Result<Vec<u8>> {
        if let Some(here) = self.object_here(kind) {
            return Ok(here.clone());
        }
        let mut object = Vec::with_capacity(size);
        for [low, high] in pieces(size) {
            let n = PIECE.min(size - object.len());
            let piece = self.request(kind, &[low, high, n as u8])?;
            if piece.len() != n {
                return Err(Error::Node { message: "it sent a piece of another length".to_owned() });
            }
            object.extend(piece);
        }
        Ok(object)
    }

    /// Runs one operation and measures it between its marks.
    ///
    /// # Errors
    /// Those of [`Node::request`]; [`Error::NoMark`] if the firmware set none.
    pub fn run(&mut self, kind: u8) -> Result<Cost> {
        self.machine.forget_marks();
        self.request(kind, &[])?;
        Ok(Cost { cycles: self.machine.cycles_between(1, 2)?, stack: self.machine.stack_between(1, 2)? })
    }

    /// The fingerprint of the secret that the node holds.
    ///
    /// # Errors
    /// Those of [`Node::request`].
    pub fn fingerprint(&mut self) -> Result<Vec<u8>> {
        self.request(node::FINGERPRINT, &[])
    }
}

fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(link::MAX_FRAME);
    link::send(kind, payload, |byte| frame.push(byte));
    frame
}

/// The offsets of an object's pieces.
fn pieces(size: usize) -> impl Iterator<Item = [u8; 2]> {
    (0..size).step_by(PIECE).map(|offset| (offset as u16).to_le_bytes())
}
