//! The public factor of a product: an element read front to back, from wherever it comes.

use core::marker::PhantomData;

use super::MATRIX_SEED_SIZE;
use super::params::ParameterSet;
use super::xof::{self, Purpose, Xof};
use crate::error::Error;
use crate::storage::ReadAt;

/// An element that is read once, front to back, in pieces of any size.
pub(super) trait Operand {
    /// Goes to the first byte.
    fn start(&mut self, xof: &mut Xof);
    /// Fills `out` with the next bytes. Between two calls nobody else may use the XOF.
    fn next(&mut self, out: &mut [u8], xof: &mut Xof) -> Result<(), Error>;
}

/// An element of the matrix, expanded from the public seed.
pub(super) struct MatrixElement<'a, S> {
    seed: &'a [u8; MATRIX_SEED_SIZE],
    index: u8,
    set: PhantomData<S>,
}

impl<'a, S: ParameterSet> MatrixElement<'a, S> {
    /// Row and column as in key generation: pk_row = … + A[row][column]·s_column.
    pub(super) fn new(seed: &'a [u8; MATRIX_SEED_SIZE], row: u8, column: u8) -> Self {
        Self { seed, index: row + S::D * column, set: PhantomData }
    }
}

impl<S: ParameterSet> Operand for MatrixElement<'_, S> {
    fn start(&mut self, xof: &mut Xof) {
        xof::begin::<S>(xof, Purpose::Uniform);
        xof.absorb(self.seed);
        xof.absorb_byte(self.index);
        xof::end(xof);
    }

    fn next(&mut self, out: &mut [u8], xof: &mut Xof) -> Result<(), Error> {
        xof.squeeze(out);
        Ok(())
    }
}

/// An element in a storage: of a key, of a ciphertext, or in RAM.
pub(super) struct Stored<'a, R: ?Sized> {
    storage: &'a R,
    offset: usize,
}

impl<'a, R: ReadAt + ?Sized> Stored<'a, R> {
    pub(super) fn new(storage: &'a R, offset: usize) -> Self {
        Self { storage, offset }
    }
}

impl<R: ReadAt + ?Sized> Operand for Stored<'_, R> {
    fn start(&mut self, _: &mut Xof) {}

    fn next(&mut self, out: &mut [u8], _: &mut Xof) -> Result<(), Error> {
        self.storage.read_at(self.offset, out)?;
        self.offset += out.len();
        Ok(())
    }
}
