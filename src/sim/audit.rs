//! Audits a linked program by data flow: follows secrets through every instruction it executes, and lists where they
//! decide something they must not decide.
//!
//! The program runs on a [`Machine`]; beside it a [`Shadow`] holds for every bit of registers, flags and memories
//! whether it depends on a secret. This module drives the two, and turns what the shadow notices into a [`Report`]:
//!
//! * **findings**: a branch, a skip, an indirect jump (or a return) that depends on a secret, a secret handed to
//!   a peripheral or a control register, a store that a secret may have sent anywhere, each with its function, its
//!   source line where the ELF has one, how it was called, and how often; and everything secret that is left in
//!   registers, flags, RAM, I/O or EEPROM at the end, with the instruction that put it there;
//! * **secret addresses**, apart: a load or store whose address depends on a secret takes the same time on a chip
//!   without a cache. [`Report::is_clean`] refuses them if it is told to be strict;
//! * **declassified memory**, every use: what the program itself publishes ([`declassify`]).
//!
//! Two kinds of programs are audited. [`image`] takes the measuring images of one operation, between their marks;
//! [`entry`] one call of one function in any AVR ELF.
//!
//! # What is secret in an image
//!
//! The decapsulation key and the random bytes in flash (ThreeBears' `input_key`, `input_seed`, and of `input_prepared`
//! what precedes the encapsulation key; NTRU Prime's keys hold public parts, so its images name what is secret,
//! `secret_polynomials` say), and nothing else by decree: noise, ephemeral vectors, the message, the rejected
//! plaintext, rejection and shared secrets all are computed from those, so the data flow finds them. That is stronger
//! than a list of variables: nothing can be forgotten in it. What a program publishes is computed from secrets too, hence the
//! declassifying marks.
//!
//! # What it isn't
//!
//! * A proof over all inputs. One run shows the instructions it executed; whoever never branches on a secret executes
//!   the same ones for every secret, so for a program without findings a run with one secret stands for all of them, but not for other public
//!   inputs, whose branches are allowed.
//! * A judge of what a branch decides. What is written on one side of a secret branch only isn't followed: the
//!   branch is the finding.
//! * Sharper than the variable at a store through a secret pointer: all of the variable that is hit becomes secret. On
//!   the stack, where no symbol tells the bounds, it is what the function's frame holds apart from return addresses and
//!   pushed registers that a call must preserve (r2 to r17, r28, r29). Elsewhere (the heap, a label without a size, I/O)
//!   nothing tells the bounds, and the store is a finding of its own.
//! * Wider than that variable either. A pointer that a secret chose among several objects, or led out of the one it
//!   points into, may have hit another: its store is listed as a secret address, and only `strict` refuses it.
//! * A model of peripherals. That a secret is handed to one is the finding; what comes back from it is public.
//!
//! A program may have avr-libc's heap: the memory up to `__brkval` is its own then, below the stack or not.

use std::string::{String, ToString};
use std::vec::Vec;

use super::image::Image;
use super::machine::{Machine, State};
use super::mcu::Mcu;
use super::measure::PATIENCE;
use super::{Error, Result};

#[cfg(doc)]
use super::taint::Shadow;

use follow::{End, Follower};
use heap::Heap;

pub use images::{Outcome, image, program};
pub use region::{Place, Region};
pub use report::{Caller, Code, Finding, Kind, Output, Report, Use};

pub mod declassify;

mod calls;
mod flow;
mod follow;
mod groups;
mod heap;
mod images;
mod left;
mod names;
mod region;
mod report;
mod writers;

/// One call in any AVR ELF.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function whose first call is followed: its name, as in the ELF or as reports show it, or its flash address
    /// in bytes, as `0x1234`.
    pub entry: String,
    /// What is secret when it begins.
    pub secrets: Vec<Place>,
    /// Where secrets may be when it has returned, beside the memory where they were. Registers and flags only count
    /// if they are named here.
    pub outputs: Vec<Place>,
    /// Cycles that reaching the function, and the call, may take.
    pub limit: u64,
}

impl Call {
    /// A call of this function, without secrets yet.
    #[must_use]
    pub fn new(entry: impl Into<String>) -> Self {
        Self { entry: entry.into(), secrets: Vec::new(), outputs: Vec::new(), limit: PATIENCE }
    }
}

/// Audits one call: runs the program to the function's first instruction, makes the secrets secret, and follows until
/// the function has returned to its caller.
///
/// # Errors
/// [`Error::Audit`] for a place or function that isn't there or whose name several have, [`Error::EndedEarly`] if the
/// program ends before, and every guard of [`super::machine`].
pub fn entry(elf: &[u8], mcu: &'static Mcu, call: &Call) -> Result<Report> {
    let image = Image::parse(elf)?;
    let (target, name) = names::function(&image, &call.entry)?;
    let run = |watched: &[u8]| -> Result<End> {
        let mut machine = Machine::load(mcu, &image)?;
        // The symbol may be in an interrupt's way; what counts is being there.
        let heap = Heap::of(&image);
        while machine.pc() != target {
            if machine.state() == State::Ended {
                return Err(ended(&machine, &call.entry));
            }
            heap.bound(&mut machine);
            machine.step()?;
            if machine.cycles() > call.limit {
                return Err(Error::Timeout { limit: call.limit, at: machine.here() });
            }
        }
        let regions = |places: &[Place]| places.iter().map(|place| place.resolve(&machine)).collect::<Result<Vec<_>>>();
        let (secrets, outputs) = (regions(&call.secrets)?, regions(&call.outputs)?);
        let (sp, back) = (machine.sp(), return_address(&machine)?);
        let above = sp.wrapping_add(mcu.pc_bytes.into());
        let end = machine.cycles().saturating_add(call.limit);

        let mut follower = Follower::new(machine, elf, watched);
        for secret in &secrets {
            follower.classify(secret);
        }
        follower.enter(back);
        follower.count(true);
        while !(follower.machine().sp() == above && follower.machine().pc() == back) {
            if follower.machine().state() == State::Ended {
                return Err(ended(follower.machine(), &std::format!("{} returned", call.entry)));
            }
            follower.step()?;
            if follower.machine().cycles() > end {
                return Err(Error::Timeout { limit: call.limit, at: follower.machine().here() });
            }
        }
        Ok(follower.end(secrets, outputs))
    };
    Ok(left::with_writers(run)?.report(name, mcu))
}

/// Where the function that is about to begin will return to.
fn return_address(machine: &Machine) -> Result<u32> {
    let bytes = machine.read(machine.sp().wrapping_add(1), machine.mcu().pc_bytes.into());
    let bytes = bytes.map_err(|_| Error::Audit {
        what: machine.here().symbol,
        reason: "nobody called it: there is no return address on the stack".to_string(),
    })?;
    // In words, the high byte first.
    Ok(bytes.iter().fold(0, |address, &byte| address << 8 | u32::from(byte)) << 1)
}

fn ended(machine: &Machine, awaited: &str) -> Error {
    Error::EndedEarly { awaited: awaited.to_string(), at: machine.here() }
}
