//! Each kernel of `asm/avr` on every simulated chip, against models written here: results, exact cycles, exact stack,
//! registers, and every byte of memory it may not touch. Half of the calls are disturbed by imitated interrupts.
//!
//! Constant time is tested, not proved: one number of cycles for all operands of a public length.
#![cfg(feature = "sim")]

#[path = "avr_kernels/aes.rs"]
mod aes;
#[path = "avr_kernels/bench.rs"]
mod bench;
#[path = "avr_kernels/bytes.rs"]
mod bytes;
#[path = "avr_kernels/codec.rs"]
mod codec;
#[path = "avr_kernels/contract.rs"]
mod contract;
#[path = "avr_kernels/divsteps.rs"]
mod divsteps;
#[path = "avr_kernels/golden.rs"]
mod golden;
#[path = "avr_kernels/indices.rs"]
mod indices;
#[path = "avr_kernels/integer.rs"]
mod integer;
#[path = "avr_kernels/inversion.rs"]
mod inversion;
#[path = "avr_kernels/karatsuba.rs"]
mod karatsuba;
#[path = "avr_kernels/keccak.rs"]
mod keccak;
#[path = "avr_kernels/planes.rs"]
mod planes;
#[path = "avr_kernels/radix.rs"]
mod radix;
#[path = "avr_kernels/rotations.rs"]
mod rotations;
#[path = "avr_kernels/sha2.rs"]
mod sha2;
#[path = "avr_kernels/short.rs"]
mod short;
#[path = "avr_kernels/small.rs"]
mod small;
#[path = "avr_kernels/ternary.rs"]
mod ternary;
#[path = "avr_kernels/three_bears.rs"]
mod three_bears;
#[path = "avr_kernels/trits.rs"]
mod trits;
