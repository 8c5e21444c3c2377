//! The large factor of a product: a polynomial over Z/q wherever it lies, all at once or coefficient by coefficient.

use zeroize::Zeroize;

use super::SEED_SIZE;
use super::codec::{stream::Reader, whole};
use super::draws::in_native_order;
use super::params::{ParameterSet, modulus, rounded_radix};
use crate::backend::{Buffer, Native, Ternary};
use crate::error::Error;
use crate::hash::aes_ctr::Expansion;
use crate::storage::ReadAt;

/// Where a polynomial is.
pub(super) enum Source<'a, R: ?Sized> {
    /// Encoded in a storage, from this offset on.
    Encoded(&'a R, usize),
    /// Encoded in a storage, from this offset on; all coefficients are multiples of 3.
    Rounded(&'a R, usize),
    /// LPRime's "Generator" of this seed. Public.
    Generated([u8; SEED_SIZE]),
    /// Decoded.
    Kept(&'a [i16]),
}

/// Coefficients that are expanded at once: a whole number of cipher blocks.
const BATCH: usize = 16;

/// The place in a polynomial that is read in order.
pub(super) enum Cursor<'a, R: ?Sized> {
    Encoded(Reader<'a, R>),
    Rounded(Reader<'a, R>),
    Generated(Expansion),
    Kept(&'a [i16]),
}

impl<'a, R: ReadAt + ?Sized> Source<'a, R> {
    /// All coefficients, centred.
    pub(super) fn whole<S: ParameterSet>(&self, out: &mut [i16]) -> Result<(), Error> {
        match self {
            Self::Encoded(storage, offset) => {
                whole::decode(bytemuck::cast_slice_mut(out), S::Q, *storage, *offset)?;
                for c in out {
                    *c -= modulus::<S>().half;
                }
            }
            Self::Rounded(storage, offset) => {
                whole::decode(bytemuck::cast_slice_mut(out), rounded_radix::<S>(), *storage, *offset)?;
                for c in out {
                    *c = 3 * *c - modulus::<S>().half;
                }
            }
            Self::Generated(_) => self.cursor::<S>().next::<S>(out)?,
            Self::Kept(coefficients) => out.copy_from_slice(coefficients),
        }
        Ok(())
    }

    /// The place before the first coefficient.
    pub(super) fn cursor<S: ParameterSet>(&self) -> Cursor<'a, R> {
        match *self {
            Self::Encoded(storage, offset) => Cursor::Encoded(Reader::new(S::P, S::Q, storage, offset)),
            Self::Rounded(storage, offset) => Cursor::Rounded(Reader::new(S::P, rounded_radix::<S>(), storage, offset)),
            Self::Generated(ref seed) => {
                let mut expansion = Expansion::ZERO;
                expansion.start(seed);
                Cursor::Generated(expansion)
            }
            Self::Kept(coefficients) => Cursor::Kept(coefficients),
        }
    }
}

impl<R: ReadAt + ?Sized> Cursor<'_, R> {
    /// The next coefficients, centred: a multiple of 4, or what is left.
    pub(super) fn next<S: ParameterSet>(&mut self, out: &mut [i16]) -> Result<(), Error> {
        let half = modulus::<S>().half;
        match self {
            Self::Encoded(reader) => {
                for c in out {
                    *c = reader.read()? as i16 - half;
                }
            }
            Self::Rounded(reader) => {
                for c in out {
                    *c = 3 * reader.read()? as i16 - half;
                }
            }
            Self::Generated(expansion) => {
                for out in out.chunks_mut(BATCH) {
                    let mut words = [0_u32; BATCH];
                    let words = &mut words[..out.len()];
                    expansion.fill(bytemuck::cast_slice_mut(words));
                    in_native_order(words);
                    Native::residues(out, words, modulus::<S>());
                }
            }
            Self::Kept(coefficients) => {
                let (now, later) = coefficients.split_at(out.len());
                out.copy_from_slice(now);
                *coefficients = later;
            }
        }
        Ok(())
    }
}

/// The polynomials of an encapsulation key.
pub(super) struct Public<'a, R: ?Sized> {
    /// h of Streamlined, G of LPRime.
    pub(super) base: Source<'a, R>,
    /// A of LPRime; of Streamlined h again.
    pub(super) second: Source<'a, R>,
}

impl<R: ?Sized> Drop for Cursor<'_, R> {
    fn drop(&mut self) {
        if let Self::Generated(expansion) = self {
            expansion.zeroize();
        }
    }
}
