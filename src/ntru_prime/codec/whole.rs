//! Whole sequences, in place, a level at a time.

use super::Level;
use crate::backend::{Native, RadixCoding};
use crate::error::Error;
use crate::storage::ReadAt;

/// Pairs whose bytes are moved at once.
const BATCH: usize = 32;

/// Encodes numbers below m and destroys them. The bytes come in order: `write` gets them with their offset.
///
/// # Errors
/// Those of `write`.
pub(in super::super) fn encode<E>(
    numbers: &mut [u16],
    m: u16,
    mut write: impl FnMut(usize, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut level = Level::first(numbers.len(), m);
    let mut bytes = [0; 2 * BATCH];
    while !level.is_root() {
        let (len, pairs) = (usize::from(level.len), usize::from(level.len / 2));
        let alike = if len % 2 == 0 { pairs - 1 } else { pairs };
        for (pair_bytes, from, to) in [(level.pair_bytes(false), 0, alike), (level.pair_bytes(true), alike, pairs)] {
            for from in (from..to).step_by(BATCH) {
                let count = BATCH.min(to - from);
                let bytes = &mut bytes[..count * usize::from(pair_bytes)];
                Native::pair(numbers, from, count, bytes, level.m, pair_bytes);
                if !bytes.is_empty() {
                    write(level.place(from), bytes)?;
                }
            }
        }
        if len % 2 == 1 {
            numbers[pairs] = numbers[len - 1];
        }
        level = level.next();
    }
    let root = numbers[0].to_le_bytes();
    write(usize::from(level.offset), &root[..usize::from(level.root_bytes())])
}

/// Decodes `numbers.len()` numbers below m from the bytes at `offset`: any bytes, as the specification does.
///
/// # Errors
/// Those of the storage.
pub(in super::super) fn decode(
    numbers: &mut [u16],
    m: u16,
    storage: &(impl ReadAt + ?Sized),
    offset: usize,
) -> Result<(), Error> {
    let first = Level::first(numbers.len(), m);
    let (mut root, mut height) = (first, 0);
    while !root.is_root() {
        root = root.next();
        height += 1;
    }
    numbers[0] = super::read_root(root, storage, offset)?;
    let mut bytes = [0; 2 * BATCH];
    for below in (0..height).rev() {
        let level = (0..below).fold(first, |level, _| level.next());
        let (len, pairs) = (usize::from(level.len), usize::from(level.len / 2));
        let alike = if len % 2 == 0 { pairs - 1 } else { pairs };
        if len % 2 == 1 {
            numbers[len - 1] = numbers[pairs];
        }
        for (is_last, from, to) in [(true, alike, pairs), (false, 0, alike)] {
            if from == to {
                continue;
            }
            let radix = level.radix(is_last);
            let pair_bytes = usize::from(level.pair_bytes(is_last));
            for batch in (from..to).step_by(BATCH).rev() {
                let count = BATCH.min(to - batch);
                let bytes = &mut bytes[..count * pair_bytes];
                if !bytes.is_empty() {
                    storage.read_at(offset + level.place(batch), bytes)?;
                }
                Native::unpair(numbers, batch, count, bytes, &radix);
            }
        }
    }
    Ok(())
}
