//! What a gateway asks of a node, and what the node answers: the kinds of frame and their payloads.
//!
//! | request | payload | answer |
//! |---|---|---|
//! | [`HELLO`] | | [`DATA`]: sizes of the encapsulation key and the ciphertext, two bytes each, then the set's name |
//! | [`RANDOM`] | 32 or 40 bytes | [`DONE`] |
//! | [`PUT_KEY`], [`PUT_CIPHERTEXT`] | offset (two bytes), bytes | [`DONE`] |
//! | [`GET_KEY`], [`GET_CIPHERTEXT`] | offset (two bytes), length | [`DATA`] |
//! | [`GENERATE`], [`ENCAPSULATE`], [`DECAPSULATE`] | | [`DONE`] |
//! | [`FINGERPRINT`] | | [`DATA`]: 8 bytes |
//!
//! A node without room for a key or a ciphertext keeps neither, and refuses to be asked for them. Instead, while it
//! works, it asks the gateway:
//!
//! | the node asks | payload | the gateway answers |
//! |---|---|---|
//! | [`PULL`] | object, offset (two bytes), length | [`DATA`]: the bytes |
//! | [`PUSH`] | object, offset (two bytes), bytes | [`DONE`] |
//!
//! Numbers are little-endian. Anything else is answered with [`REFUSED`] and one byte that says why. The node
//! does not know who asks: this exchange is unauthenticated.

/// Who are you?
pub const HELLO: u8 = 0x01;
/// Random bytes for the next operation. A chip without a source of randomness gets them from its test bench.
pub const RANDOM: u8 = 0x02;
/// Writes part of the encapsulation key.
pub const PUT_KEY: u8 = 0x03;
/// Writes part of the ciphertext.
pub const PUT_CIPHERTEXT: u8 = 0x04;
/// Reads part of the encapsulation key.
pub const GET_KEY: u8 = 0x05;
/// Reads part of the ciphertext.
pub const GET_CIPHERTEXT: u8 = 0x06;
/// Makes a decapsulation key of the random bytes, and its encapsulation key.
pub const GENERATE: u8 = 0x07;
/// Makes a ciphertext and a secret of the random bytes and the encapsulation key.
pub const ENCAPSULATE: u8 = 0x08;
/// Makes the secret of the ciphertext.
pub const DECAPSULATE: u8 = 0x09;
/// The fingerprint of the secret.
pub const FINGERPRINT: u8 = 0x0a;

/// Done as asked.
pub const DONE: u8 = 0x80;
/// The bytes asked for.
pub const DATA: u8 = 0x81;
/// Not done.
pub const REFUSED: u8 = 0x82;

/// The node wants part of an object.
pub const PULL: u8 = 0x90;
/// The node gives part of an object.
pub const PUSH: u8 = 0x91;
/// The object of [`PULL`] and [`PUSH`]: the encapsulation key.
pub const KEY: u8 = 0;
/// The object of [`PULL`] and [`PUSH`]: the ciphertext.
pub const CIPHERTEXT: u8 = 1;

/// [`REFUSED`]: the frame was damaged.
pub const BAD_FRAME: u8 = 1;
/// [`REFUSED`]: no such request.
pub const UNKNOWN: u8 = 2;
/// [`REFUSED`]: the payload has the wrong length, or the range leaves the object.
pub const BAD_RANGE: u8 = 3;
/// [`REFUSED`]: there are no fresh random bytes.
pub const NO_RANDOM: u8 = 4;
/// [`REFUSED`]: there is no decapsulation key, or no secret.
pub const NO_KEY: u8 = 5;
