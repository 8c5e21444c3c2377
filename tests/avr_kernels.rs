//! Each assembly kernel against an independent model.
#![cfg(feature = "sim")]
