//! The node's image, and the other end of its line.

use std::path::Path;

use sunbear::link::node::{DATA, DONE, ENCAPSULATE, GET_KEY, HELLO, PUT_KEY, REFUSED};
use sunbear::link::{self, Receiver};
use sunbear::sim::firmware::Build;
use sunbear::sim::image::Image;
use sunbear::sim::machine::Machine;
use sunbear::sim::mcu::Mcu;
use sunbear::sim::toolchain::Toolchain;

/// The example's own request and refusal, as `examples/node/src/node.rs` has them.
pub const PROVISION: u8 = 0x20;
pub const LOCKED: u8 = 0x20;

/// Where the seed's slots begin, and how many there are: `examples/node/src/eeprom.rs`.
pub const SEEDS: usize = 804;
pub const SLOTS: usize = 5;

/// 10 seconds of the chip's time.
const PATIENCE: u64 = 160_000_000;

/// Builds the node for a chip.
pub fn image(mcu: &'static Mcu, features: &[&str]) -> Image {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("node");
    let mut build = Build::new(root.join("examples/node"), mcu, target).feature(mcu.name);
    for feature in features {
        build = build.feature(*feature);
    }
    Image::read(build.run(&Toolchain::find().unwrap()).unwrap()).unwrap()
}

/// A gateway with its node.
pub struct Gateway {
    pub machine: Machine,
    receiver: Receiver,
}

impl Gateway {
    /// The node gets power; `eeprom` is what it kept.
    pub fn power_on(mcu: &'static Mcu, image: &Image, eeprom: &[u8]) -> Self {
        let mut machine = Machine::load(mcu, image).unwrap();
        machine.set_eeprom(eeprom).unwrap();
        Self { machine, receiver: Receiver::new() }
    }

    pub fn send(&mut self, kind: u8, payload: &[u8]) {
        let mut frame = Vec::new();
        link::send(kind, payload, |byte| frame.push(byte));
        self.machine.uart_send(&frame);
    }

    /// The next frame from the node.
    pub fn next(&mut self) -> (u8, Vec<u8>) {
        let end = self.machine.cycles() + PATIENCE;
        loop {
            // One byte takes 320 cycles on the line: a frame is not overtaken by the next.
            self.machine.run_for(250).unwrap();
            for byte in self.machine.uart_take() {
                if let Some((kind, payload)) = self.receiver.push(byte).unwrap() {
                    return (kind, payload.to_vec());
                }
            }
            assert!(self.machine.cycles() < end, "no answer; at {}", self.machine.here());
        }
    }

    /// A request with one answer: its payload, or why it was refused.
    pub fn request(&mut self, kind: u8, payload: &[u8]) -> Result<Vec<u8>, u8> {
        self.send(kind, payload);
        match self.next() {
            (DATA | DONE, payload) => Ok(payload),
            (REFUSED, why) => Err(why[0]),
            other => panic!("{other:02x?}"),
        }
    }

    /// The set's name and the sizes of key and ciphertext.
    pub fn hello(&mut self) -> (String, usize, usize) {
        let answer = self.request(HELLO, &[]).unwrap();
        let size = |at: usize| usize::from(u16::from_le_bytes([answer[at], answer[at + 1]]));
        (String::from_utf8(answer[4..].to_vec()).unwrap(), size(0), size(2))
    }

    /// Writes a key and a seed into a fresh node.
    pub fn provision(&mut self, ek: Option<&[u8]>, seed: &[u8; 32]) {
        for (n, piece) in ek.into_iter().flat_map(|ek| ek.chunks(64)).enumerate() {
            let payload = [&(64 * n as u16).to_le_bytes()[..], piece].concat();
            self.request(PUT_KEY, &payload).unwrap();
        }
        assert_eq!(self.request(PROVISION, seed), Ok(vec![]));
    }

    /// Lets the node encapsulate. It may ask for pieces of `ek`. Returns the ciphertext, or why there is none.
    pub fn encapsulate(&mut self, ek: &[u8], size: usize) -> Result<Vec<u8>, u8> {
        self.send(ENCAPSULATE, &[]);
        let mut ct = Vec::new();
        loop {
            match self.next() {
                (GET_KEY, request) => {
                    let [low, high, n] = request[..] else { panic!("{request:02x?}") };
                    let offset = usize::from(u16::from_le_bytes([low, high]));
                    self.send(DATA, &ek[offset..offset + usize::from(n)]);
                }
                (DATA, piece) => {
                    assert_eq!(usize::from(u16::from_le_bytes([piece[0], piece[1]])), ct.len());
                    ct.extend(&piece[2..]);
                }
                (DONE, _) => {
                    assert_eq!(ct.len(), size);
                    return Ok(ct);
                }
                (REFUSED, why) => return Err(why[0]),
                other => panic!("{other:02x?}"),
            }
        }
    }
}
