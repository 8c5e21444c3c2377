//! The encoding of number sequences (specification: "Encode" and "Decode"): mixed radices, paired level by level.
//!
//! All p numbers of a sequence have one radix m, so on every level all pairs but the last are alike, and a level is
//! known by four numbers. Lengths, radices and places are public; the numbers are not.
//!
//! | module | memory | order |
//! |---|---|---|
//! | [`whole`] | the whole sequence, in place | any |
//! | [`stream`] | a few numbers a level, over random access to the bytes | first to last |

pub(super) mod stream;
#[cfg(test)]
mod tests;
pub(super) mod whole;

use crate::backend::{Native, RadixCoding};
use crate::error::Error;
use crate::storage::ReadAt;

type Radix = <Native as RadixCoding>::Radix;

/// Radices stay below this.
const LIMIT: u32 = 1 << 14;
/// No sequence of at most 2048 numbers has more levels, the root included.
const LEVELS: usize = 12;

/// A level: `len` numbers of radix m, the last of radix `last`, whose pairs' bytes begin at `offset`.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    len: u16,
    m: u16,
    last: u16,
    offset: u16,
}

/// What becomes of a radix when it gives up bytes until it is below the limit: (radix, bytes).
const fn shrink(m: u32, limit: u32) -> (u16, u8) {
    let (mut m, mut bytes) = (m, 0);
    while m >= limit {
        m = m.div_ceil(256);
        bytes += 1;
    }
    (m as u16, bytes)
}

impl Level {
    /// The sequence itself.
    const fn first(len: usize, m: u16) -> Self {
        Self { len: len as u16, m, last: m, offset: 0 }
    }

    /// The numbers that the pairs leave.
    const fn next(self) -> Self {
        let (m, bytes) = shrink(self.m as u32 * self.m as u32, LIMIT);
        let (last, last_bytes) = self.last_pair();
        let pairs = self.len / 2;
        // An odd number is passed on as it is, and every pair is alike.
        let odd = self.len % 2 == 1;
        let offset = if odd { pairs * bytes as u16 } else { (pairs - 1) * bytes as u16 + last_bytes as u16 };
        let last = if odd { self.last } else { last };
        Self { len: self.len.div_ceil(2), m, last, offset: self.offset + offset }
    }

    const fn last_pair(self) -> (u16, u8) {
        shrink(self.m as u32 * self.last as u32, LIMIT)
    }

    /// Whether only the root is left.
    const fn is_root(self) -> bool {
        self.len == 1
    }

    /// Bytes of the root, which is a level's last number.
    const fn root_bytes(self) -> u8 {
        shrink(self.last as u32, 2).1
    }

    /// Bytes of a pair.
    const fn pair_bytes(self, is_last: bool) -> u8 {
        if is_last { self.last_pair().1 } else { shrink(self.m as u32 * self.m as u32, LIMIT).1 }
    }

    /// The radices of a pair.
    fn radix(self, is_last: bool) -> Radix {
        Native::radix(self.m, if is_last { self.last } else { self.m }, self.pair_bytes(is_last))
    }

    /// Where the bytes of a pair are.
    fn place(self, pair: usize) -> usize {
        usize::from(self.offset) + pair * usize::from(self.pair_bytes(false))
    }
}

/// Bytes of an encoded sequence of `len` numbers of radix m.
pub(super) const fn encoded_size(len: usize, m: u16) -> usize {
    let mut level = Level::first(len, m);
    while !level.is_root() {
        level = level.next();
    }
    level.offset as usize + level.root_bytes() as usize
}

/// The root number from its bytes.
fn read_root(root: Level, storage: &(impl ReadAt + ?Sized), offset: usize) -> Result<u16, Error> {
    let mut bytes = [0; 2];
    storage.read_at(offset + usize::from(root.offset), &mut bytes[..usize::from(root.root_bytes())])?;
    Ok(Native::remainder(u16::from_le_bytes(bytes), root.last))
}
