//! Post-quantum key encapsulation for constrained devices, 8-bit AVR first.
//!
//! No allocation, no `std`: every operation works in place, on memory that the caller owns and whose size is a
//! constant. Keys and ciphertexts are reached through [`storage`], so that a device need not hold them in RAM. The same
//! bytes come out of two [profiles](Profile): [`Compact`] takes the least RAM, [`Fast`] the least time.
//!
//! | module | scheme |
//! |---|---|
//! | `ntru_encrypt` | NTRUEncrypt with product-form keys: ees443ep1, ees587ep1, ees743ep1 |
//! | [`ntru_prime`] | NTRU Prime: Streamlined (sntrup) and LPRime (ntrulpr), six sets each |
//! | [`three_bears`] | ThreeBears: BabyBear, MamaBear, PapaBear and their single-use forms |
//!
//! | module | for all of them |
//! |---|---|
//! | [`storage`] | keys and ciphertexts by offset: slices, flash, EEPROM, a medium of your own |
//! | [`seeded`] | random bytes from a seed in the chip's own memory, for chips without a source of them |
//!
//! # Features
//!
//! | feature | what |
//! |---|---|
//! | none | the schemes, for any target |
//! | `hazmat` | deterministic entry points for known answers and interoperability |
//! | `link` | the module `link`: frames for a serial line |
//! | `cli` | the host tool `sunbear` (std) |
//! | `sim` | the simulated AVR behind `sunbear handshake` and the tests on the chip (std; links simavr, GPL-3) |
//!
//! # Configuration
//!
//! | `--cfg` | what |
//! |---|---|
//! | `sunbear_profile="compact"` or `"fast"` | [`DefaultProfile`] |
//! | `sunbear_backend="portable"` | the portable code on a chip that has kernels |
#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "cli", feature = "sim", test))]
extern crate std;

mod backend;
mod error;
mod hash;
mod key_seed;
#[cfg(feature = "link")]
pub mod link;
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
mod masks;
pub mod ntru_encrypt;
pub mod ntru_prime;
mod profile;
mod ring;
pub mod seeded;
mod shared_secret;
pub mod storage;
pub mod three_bears;
mod workspace;

#[cfg(feature = "cli")]
pub mod kat;
#[cfg(all(feature = "cli", feature = "sim"))]
pub mod lab;
#[cfg(feature = "cli")]
pub mod sets;
#[cfg(feature = "sim")]
#[allow(unsafe_code)]
pub mod sim;
#[cfg(test)]
mod vectors;

pub use rand_core;

pub use error::{Error, Object};
pub use profile::{Compact, DefaultProfile, Fast, Profile};
pub use shared_secret::SharedSecret;

/// README's code, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
