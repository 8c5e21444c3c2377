//! Known answers in the form of NIST's post-quantum project: generating, writing, reading and verifying them.
//!
//! | module | what |
//! |---|---|
//! | [`drbg`] | the generator that all such files draw from |
//! | [`rsp`] | the text form |
//! | [`generate`] | the entries that a seed gives |
//! | [`verify`] | against published digests, or entry by entry against a file |
//! | [`vectors`] | NTRUEncrypt, against JSON files of libntruencrypt's values |
//! | [`hmac_drbg`] | the generator that those draw from |
//! | [`hex`] | bytes as text |
//!
//! Everything in a known-answer file is public, its "secrets" included: nothing here is wiped.

pub mod drbg;
pub mod generate;
pub mod hex;
pub mod hmac_drbg;
pub mod rsp;
pub mod vectors;
pub mod verify;

use core::fmt;
use std::vec::Vec;

use crate::error::Error;
use rsp::Field;
use verify::Form;

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// An operation failed.
    Operation {
        /// The entry.
        count: u32,
        /// Why.
        error: Error,
    },
    /// Decapsulation does not give the secret of encapsulation.
    Disagreement {
        /// The entry.
        count: u32,
    },
    /// An entry of a file is not what its seed gives.
    Entry {
        /// The entry.
        count: u32,
        /// The fields that differ, never none.
        fields: Vec<Field>,
        /// Whether decapsulating the entry's `ct` with its `sk` gives its `ss` all the same.
        consistent: bool,
    },
    /// The text's digest is not the published one.
    Digest {
        /// Of which text.
        form: Form,
        /// What was computed.
        computed: [u8; 32],
        /// What is published.
        published: [u8; 32],
    },
    /// No digest is known for the set.
    NoDigest,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operation { count, error } => write!(f, "count = {count}: {error}"),
            Self::Disagreement { count } => {
                write!(f, "count = {count}: decapsulation does not give the secret of encapsulation")
            }
            Self::Entry { count, fields, consistent } => {
                write!(f, "count = {count}: ")?;
                for (i, field) in fields.iter().enumerate() {
                    write!(f, "{}{field}", if i == 0 { "" } else { ", " })?;
                }
                let verb = if fields.len() == 1 { "differs" } else { "differ" };
                let not = if *consistent { "gives" } else { "does not give" };
                write!(f, " {verb} from what seed gives; decapsulating ct with sk {not} ss")
            }
            Self::Digest { form, computed, published } => {
                write!(f, "SHA-256 of {form} is {}, not {}", hex::Lower(computed), hex::Lower(published))
            }
            Self::NoDigest => f.write_str("no digest is known for this set"),
        }
    }
}

impl core::error::Error for Failure {}
