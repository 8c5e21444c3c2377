//! Packed polynomials where they lie, 32 coefficients at a time.

use crate::backend::{Coefficients, Native};
use crate::error::Error;
use crate::storage::{ReadAt, WriteAt};

/// Coefficients of a piece: they end with a byte.
pub(super) const PIECE: usize = 32;
/// Bytes of a piece.
pub(super) const BYTES: usize = 44;

/// Bytes of so many coefficients.
pub(super) const fn size(coefficients: usize) -> usize {
    (11 * coefficients).div_ceil(8)
}

/// Reads the coefficients from `offset` on, and gives them to `each` piece by piece, with the place of the first.
pub(super) fn read(
    storage: &(impl ReadAt + ?Sized),
    offset: usize,
    n: usize,
    mut each: impl FnMut(usize, &mut [u16]),
) -> Result<(), Error> {
    let (mut bytes, mut piece) = ([0; BYTES], [0; PIECE]);
    for start in (0..n).step_by(PIECE) {
        let piece = &mut piece[..PIECE.min(n - start)];
        let bytes = &mut bytes[..size(piece.len())];
        storage.read_at(offset + start / PIECE * BYTES, bytes)?;
        Native::unpack_11(piece, bytes);
        each(start, piece);
    }
    Ok(())
}

/// Reads all coefficients from `offset` on.
pub(super) fn unpack(storage: &(impl ReadAt + ?Sized), offset: usize, out: &mut [u16]) -> Result<(), Error> {
    let mut bytes = [0; BYTES];
    for (i, piece) in out.chunks_mut(PIECE).enumerate() {
        let bytes = &mut bytes[..size(piece.len())];
        storage.read_at(offset + i * BYTES, bytes)?;
        Native::unpack_11(piece, bytes);
    }
    Ok(())
}

/// Packs coefficients piece by piece, and gives the bytes to `each` with the place of the first.
pub(super) fn pack(coefficients: &[u16], mut each: impl FnMut(usize, &[u8]) -> Result<(), Error>) -> Result<(), Error> {
    let mut bytes = [0; BYTES];
    for (i, piece) in coefficients.chunks(PIECE).enumerate() {
        let bytes = &mut bytes[..size(piece.len())];
        Native::pack_11(bytes, piece);
        each(i * BYTES, bytes)?;
    }
    Ok(())
}

/// Writes packed coefficients from `offset` on.
pub(super) fn write(storage: &mut (impl WriteAt + ?Sized), offset: usize, coefficients: &[u16]) -> Result<(), Error> {
    pack(coefficients, |place, bytes| storage.write_at(offset + place, bytes))
}
