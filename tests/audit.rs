//! The audit: what it finds in programs with one kind of leak each and doesn't find in their twins without, what it says of the
//! measuring images, and the tool around it.
//!
//! Expected are kinds and functions that follow from reading the programs, all of them and no others.
#![cfg(all(feature = "sim", feature = "cli"))]

#[path = "audit/corpus.rs"]
mod corpus;
#[path = "audit/images.rs"]
mod images;
#[path = "audit/programs.rs"]
mod programs;
#[path = "audit/tool.rs"]
mod tool;
#[path = "audit/traps.rs"]
mod traps;
