//! Sequences one number after the other, over random access to their bytes: the bytes of a number's ancestors lie all
//! over the encoding, and its root at the end. What is kept is the open number of every level.

use super::{LEVELS, Level, Radix};
use crate::backend::{Native, RadixCoding};
use crate::error::Error;
use crate::storage::ReadAt;

/// A level with the number that waits there.
#[derive(Clone, Copy, Default)]
struct Open {
    level: Level,
    waiting: u16,
}

/// All levels up to the root's.
struct Levels {
    open: [Open; LEVELS],
    root: usize,
    /// The number that comes next.
    next: usize,
}

impl Levels {
    fn new(len: usize, m: u16) -> Self {
        let mut open = [Open::default(); LEVELS];
        let mut level = Level::first(len, m);
        let mut root = 0;
        for (open, i) in open.iter_mut().zip(0..) {
            *open = Open { level, waiting: 0 };
            root = i;
            if level.is_root() {
                break;
            }
            level = level.next();
        }
        Self { open, root, next: 0 }
    }
}

/// Reads a sequence from its first number to its last. The numbers are secret if the bytes are.
pub(in super::super) struct Reader<'a, R: ?Sized> {
    levels: Levels,
    /// Of every level's pairs but the last.
    radices: [Radix; LEVELS],
    storage: &'a R,
    offset: usize,
}

impl<'a, R: ReadAt + ?Sized> Reader<'a, R> {
    /// A sequence of `len` numbers of radix m at an offset.
    pub(in super::super) fn new(len: usize, m: u16, storage: &'a R, offset: usize) -> Self {
        let levels = Levels::new(len, m);
        let mut radices = [Radix::default(); LEVELS];
        for (radix, open) in radices.iter_mut().zip(&levels.open[..levels.root]) {
            *radix = open.level.radix(false);
        }
        Self { levels, radices, storage, offset }
    }

    /// The next number; after the last one it has no meaning.
    ///
    /// # Errors
    /// Those of the storage.
    pub(in super::super) fn read(&mut self) -> Result<u16, Error> {
        let Levels { open, root, next } = &mut self.levels;
        // Up to the first ancestor that is a pair's second, and waits, or to the root.
        let (mut height, mut index) = (0, *next);
        while height < *root && index % 2 == 0 {
            index /= 2;
            height += 1;
        }
        let mut number = open[height].waiting;
        if height == *root {
            number = super::read_root(open[height].level, self.storage, self.offset)?;
        }
        while height > 0 {
            height -= 1;
            let open = &mut open[height];
            let (pair, len) = (*next >> (height + 1), usize::from(open.level.len));
            if 2 * pair + 1 == len {
                continue;
            }
            let is_last = 2 * pair + 2 == len;
            let mut bytes = [0; 2];
            let count = usize::from(open.level.pair_bytes(is_last));
            if count > 0 {
                self.storage.read_at(self.offset + open.level.place(pair), &mut bytes[..count])?;
            }
            let bytes = u16::from_le_bytes(bytes);
            [number, open.waiting] = if is_last && open.level.last != open.level.m {
                Native::split(number, bytes, &open.level.radix(true))
            } else {
                Native::split(number, bytes, &self.radices[height])
            };
        }
        *next += 1;
        Ok(number)
    }
}

/// Writes a sequence from its first number to its last.
pub(in super::super) struct Writer {
    levels: Levels,
}

impl Writer {
    /// A sequence of `len` numbers of radix m.
    pub(in super::super) fn new(len: usize, m: u16) -> Self {
        Self { levels: Levels::new(len, m) }
    }

    /// The next number, below m. `write` gets the bytes that it completes, with their offset.
    ///
    /// # Errors
    /// Those of `write`.
    pub(in super::super) fn put<E>(
        &mut self,
        number: u16,
        mut write: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Levels { open, root, next } = &mut self.levels;
        let mut numbers = [0, number];
        let mut index = *next;
        *next += 1;
        for open in &mut open[..*root] {
            let len = usize::from(open.level.len);
            if index % 2 == 1 {
                numbers[0] = open.waiting;
                let pair_bytes = open.level.pair_bytes(index + 1 == len);
                let mut bytes = [0; 2];
                let bytes = &mut bytes[..usize::from(pair_bytes)];
                Native::pair(&mut numbers, 0, 1, bytes, open.level.m, pair_bytes);
                numbers[1] = numbers[0];
                if !bytes.is_empty() {
                    write(open.level.place(index / 2), bytes)?;
                }
            } else if index + 1 < len {
                open.waiting = numbers[1];
                return Ok(());
            }
            index /= 2;
        }
        let root = open[*root].level;
        write(usize::from(root.offset), &numbers[1].to_le_bytes()[..usize::from(root.root_bytes())])
    }
}
