//! H(purpose, data, n): cSHAKE256 with the customization "ThreeBears" over a block of parameters and the data.

use super::params::ParameterSet;
use crate::backend::{Native, ThreeBears};
use crate::hash::sponge::Sponge;

/// cSHAKE256.
pub(crate) type Xof = Sponge<136>;

/// cSHAKE's suffix bits and the first bit of the padding.
const DOMAIN: u8 = 0x04;

/// What a hash is for: the last byte of the parameter block.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// An element of the public matrix.
    Uniform = 0,
    /// Seed, noise and rejection key of a decapsulation key.
    KeyGeneration = 1,
    /// Noise, message and secret of an encapsulation.
    Encapsulation = 2,
    /// The secret of a rejected ciphertext.
    Rejection = 3,
}

/// Begins a message: prefix and parameter block.
pub(super) fn begin<S: ParameterSet>(xof: &mut Xof, purpose: Purpose) {
    xof.start(Native::xof_init);
    // Byte by byte, not from an array: on AVR a constant array would take RAM.
    xof.absorb_byte(1); // version
    xof.absorb_byte(40); // bytes of a private key
    xof.absorb_byte(24); // of a matrix seed
    xof.absorb_byte(32); // of an encapsulation seed
    xof.absorb_byte(0); // of an iv: unused
    xof.absorb_byte(32); // of a shared secret
    xof.absorb_byte(10); // bits of a digit
    xof.absorb_byte(56); // 312 digits, low byte
    xof.absorb_byte(1); // and high byte
    xof.absorb_byte(S::D);
    xof.absorb_byte(S::V - 1);
    xof.absorb_byte(4); // bits of a nibble
    xof.absorb_byte(18); // check bits
    xof.absorb_byte(S::CCA);
    xof.absorb_byte(0);
    xof.absorb_byte(purpose as u8);
}

/// Ends the message.
pub(super) fn end(xof: &mut Xof) {
    xof.finish(DOMAIN);
}

/// `out = H(purpose, first || second, out.len())`.
pub(super) fn hash<S: ParameterSet>(xof: &mut Xof, purpose: Purpose, first: &[u8], second: &[u8], out: &mut [u8]) {
    begin::<S>(xof, purpose);
    xof.absorb(first);
    xof.absorb(second);
    end(xof);
    xof.squeeze(out);
}
