//! The one error type. It speaks of public things only: lengths and storage, never of why a ciphertext failed.

use core::fmt;

/// What an operation could not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// This object's buffer or storage does not have exactly its size.
    Length(Object),
    /// A storage could not be read or written.
    Storage,
    /// A key's bytes are none that a key generation writes.
    Malformed(Object),
    /// The message is too long, or the buffer for it hasn't the longest one's length.
    Message,
    /// No salt of many suited the message: the random source is broken.
    Salts,
    /// The ciphertext is none that encryption makes. Why it was rejected is never told.
    Rejected,
}

/// The objects whose lengths are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Object {
    /// An encapsulation key.
    EncapsulationKey,
    /// A decapsulation key, in any of its forms.
    DecapsulationKey,
    /// A ciphertext.
    Ciphertext,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length(Object::EncapsulationKey) => "wrong length of the encapsulation key",
            Self::Length(Object::DecapsulationKey) => "wrong length of the decapsulation key",
            Self::Length(Object::Ciphertext) => "wrong length of the ciphertext",
            Self::Malformed(Object::EncapsulationKey) => "malformed encapsulation key",
            Self::Malformed(Object::DecapsulationKey) => "malformed decapsulation key",
            Self::Malformed(Object::Ciphertext) => "malformed ciphertext",
            Self::Message => "wrong length of the message",
            Self::Salts => "the random source is broken",
            Self::Rejected => "the ciphertext is rejected",
            Self::Storage => "the storage could not be read or written",
        })
    }
}

impl core::error::Error for Error {}
