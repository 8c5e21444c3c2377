//! The contracts of NTRUEncrypt's loops: every one is a function here, so that a chip can answer it with a kernel.
//!
//! A *coefficient* is a `u16` that counts modulo 2048, whatever its upper bits are; *reduced*, it is below 2048. A *trit*
//! is 0, 1 or 2 in a byte, and 2 stands for −1. What `crate::backend` says of all contracts holds here: everything is
//! secret that isn't called public.

use super::{Arithmetic, Modular};

/// What indices are drawn into: up to three lists one after another, each without repetitions. Public.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Indices are below n, which is odd and at most 743.
    pub n: u16,
    /// Candidates from here on are dropped: a multiple of n, below 2^14.
    pub limit: u16,
    /// Where the lists end; a list that isn't there ends where the one before it does.
    pub ends: [u16; 3],
}

/// A field of a stream of bits that ends in a block to come.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Field {
    /// The bits that it has already.
    pub kept: u16,
    /// How many it lacks, from 1 on. Public.
    pub missing: u8,
}

impl Field {
    /// The first field, of so many bits.
    pub const fn first(bits: u8) -> Self {
        Self { kept: 0, missing: bits }
    }

    /// The most fields that end within a block: the first of them lacks one bit.
    pub const fn most(bits: u8) -> u8 {
        1 + (255 / bits as u16) as u8
    }
}

/// Drawing of indices and trits from a stream of uniform bytes (EESS#1, sections 8.3.2.2 and 8.4.1.1).
pub trait Drawing {
    /// Cuts a block of the stream into fields of so many bits (public, 9 to 16), the highest first, and returns how many end
    /// in it: at most [`Field::most`], for which `fields` has room. Public.
    fn cut_fields(fields: &mut [u16], state: &mut Field, block: &[u8; 32], bits: u8) -> u8;
    /// Takes in candidates: one below the limit counts modulo n, and goes to the list under way unless it is there
    /// already. `filled` says how many places of `lists` are taken; when all are, candidates go nowhere. Places that
    /// aren't taken hold 0xFFFF. `seen` is n bytes of scratch, zeros before the first call and left alone between calls.
    fn accept_indices(lists: &mut [u16], filled: &mut u16, seen: &mut [u8], candidates: &[u16], shape: Shape);
    /// Takes in bytes: those below 243, while there is room. There is room for at most 255.
    fn accept_octets(octets: &mut [u8], filled: &mut u8, block: &[u8; 32]);
    /// Whether `filled` has come to `wanted`. That becomes public: it is so but for a chance below 2^-128.
    fn is_full(filled: u16, wanted: u16) -> bool;
    /// Whether a verdict is 0. That becomes public.
    fn is_zero(verdict: u16) -> bool;
}

/// Trits and their forms.
pub trait Trits {
    /// The five trits of every byte below 243, least significant first.
    fn octet_trits(trits: &mut [u8], octets: &[u8]);
    /// Three bits, highest first, are the two trits of their value in base 3, highest first. Beyond the bytes are zeros.
    /// There are 3·k + 1 bytes, and room for what they give: 16·k + 6 trits.
    fn encode_trits(trits: &mut [u8], bytes: &[u8]);
    /// The inverse, of the same lengths; the pair (2, 2), which no bits have, gives 111.
    fn decode_trits(bytes: &mut [u8], trits: &[u8]);
    /// `sum = sum + trits mod 3`.
    fn add_trits(sum: &mut [u8], trits: &[u8]);
    /// `difference = difference − trits mod 3`.
    fn subtract_trits(difference: &mut [u8], trits: &[u8]);
    /// Four trits a byte, the first in the highest bits: four times as many trits as bytes.
    fn pack_trits(packed: &mut [u8], trits: &[u8]);
    /// The inverse.
    fn unpack_trits(trits: &mut [u8], packed: &[u8]);
    /// 0 if every value occurs at least `least` times (public), otherwise not 0.
    fn unbalanced(trits: &[u8], least: u16) -> u8;
}

/// The parts of a padded message whose length is secret.
pub trait Padding {
    /// The lesser of two numbers.
    fn least(a: u8, b: u8) -> u8;
    /// The OR of the bytes from `length` on, of which there are at most 255.
    fn beyond(bytes: &[u8], length: u8) -> u8;
    /// `out = bytes` if `wrong` is 0; otherwise `out` stays as it is. Both have the same length, of at most 255.
    fn accept(out: &mut [u8], bytes: &[u8], wrong: u8);
    /// The length of an accepted message, which is its receiver's. It becomes public.
    fn published(length: u8) -> u8;
    /// `out[at + i] = bytes[i]`. The caller's `at` leaves room for all of them in `out`, of at most 256 bytes.
    fn overwrite(out: &mut [u8], at: u8, bytes: &[u8]);
}

/// Lists of terms as they come from outside.
pub trait Terms {
    /// Terms below 2·n (public) modulo n. There are at most 255.
    fn reduce_terms(terms: &mut [u16], n: u16);
    /// 0 if all terms are below n (public) and no two the same, otherwise not 0. There are at most 127.
    fn check_terms(terms: &[u16], n: u16) -> u8;
}

/// Coefficients and their forms.
pub trait Coefficients {
    /// `coefficients += trits`, as −1, 0, 1.
    fn lift_trits(coefficients: &mut [u16], trits: &[u8]);
    /// `coefficients −= trits`, as −1, 0, 1.
    fn drop_trits(coefficients: &mut [u16], trits: &[u8]);
    /// Coefficients centred to −1024 ..= 1023, modulo 3.
    fn centred_trits(trits: &mut [u8], coefficients: &[u16]);
    /// Coefficients modulo 4, four a byte, the first in the highest bits; spare bits are 0.
    fn pack_quarters(bytes: &mut [u8], coefficients: &[u16]);
    /// Coefficients modulo 2048 as fields of 11 bits, highest bit first; spare bits are 0.
    fn pack_11(bytes: &mut [u8], coefficients: &[u16]);
    /// The inverse: reduced coefficients. Spare bits are not looked at.
    fn unpack_11(coefficients: &mut [u16], bytes: &[u8]);
}

/// Sparse products in (Z/2^16)[x]/(x^n − 1).
pub trait Rotations {
    /// out_i = (add ? out_i : 0) + Σ a_((i − j) mod n) over the first half of the terms j − the same over the second half
    /// (of an odd number, one more is in the first),
    /// for i < out.len(), a multiple of 12. `window` holds a and what is read of it again, n + out.len() coefficients:
    /// window[i] = a_(i mod n). The terms are below n; how many (at most 30), and `add`, is public.
    fn rotations(out: &mut [u16], window: &[u16], terms: &[u16], n: usize, add: bool);
    /// As [`Rotations::rotations`] without `add`, of n coefficients, and the result is the window of another product:
    /// `next` has n coefficients and as many as make a multiple of 12, as `window` has.
    #[cfg(any(test, all(target_arch = "avr", not(sunbear_backend = "portable"))))]
    fn next_window(next: &mut [u16], window: &[u16], terms: &[u16], n: usize);
}

/// Inversion modulo 2^16 and x^n − 1: modulo 2 on bits, then lifting.
pub(crate) trait Inversion {
    /// The arithmetic of lifting: modulo 2^8, or a multiple of it.
    type Lifting: Modular;

    /// The 2n − 1 division steps that invert modulo 2, delta = 1 at first; returns the last delta, which is 0 if there is
    /// an inverse. `rows` are two of whole words for 2n + 1 places, a bit each: f with w, and g with r. At step k, f and g
    /// are at the places from 0 on, below 2n − k; w and r from 2n − k on. n (public) is odd, f is 1 + x^n at first, g of a
    /// degree below n, w = 0, r = 1. If g is odd and delta > 0, a step exchanges the rows and negates delta; if g is odd,
    /// it adds the row of f to the one of g; it moves this down by a place and adds 1 to delta. The first row ends as f with
    /// w = x·v for v the inverse, all of it in the opposite order, from place 1 on; nothing else has a meaning then.
    fn divsteps(rows: &mut [u32], n: usize) -> u16;
    /// `out = a·b` modulo 2, of polynomials of as many words, 32 coefficients each; `out` has twice as many, and `memory`
    /// 16 times as many, and 4 more.
    fn multiply_bits(out: &mut [u32], a: &[u32], b: &[u32], memory: &mut [u32]);
    /// `octets = Σ x^j` over the first half of the terms j, of which there are 510 at most, `− Σ x^j` over the second half
    /// (of an odd number, one more is in the first). Terms are below the number of octets (public, as is theirs).
    fn scatter(octets: &mut [<Self::Lifting as Arithmetic>::Digit], terms: &[u16]);
}
