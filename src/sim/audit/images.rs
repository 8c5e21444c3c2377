//! The measuring images: what is secret in them, what they hand out, and the two marks between which findings count.
//!
//! Secrets are followed from reset, so a key that an image copies to RAM before its operation begins is secret there. An image
//! counts only if it ends with its known answer.

use std::string::{String, ToString};
use std::vec::Vec;

use super::super::machine::{Machine, State};
use super::super::measure::{self, PATIENCE, Program, Subject};
use super::super::toolchain::Toolchain;
use super::super::{Error, Result};
use super::follow::{End, Follower};
use super::region::{Place, Region};
use super::report::Report;
use super::{ended, left};

use crate::three_bears::DECAPSULATION_KEY_SIZE;

/// The rejection key in a prepared key, behind the decapsulation key; the encapsulation key follows.
const REJECTION_KEY_SIZE: usize = 40;

/// Images that mark what is secret in their inputs do so with symbols that begin like this.
const MARKED: &str = "secret_";
/// Inputs of other images that are secret, with how much of them.
const SECRETS: [(&str, Option<usize>); 3] =
    [("input_key", None), ("input_seed", None), ("input_prepared", Some(DECAPSULATION_KEY_SIZE + REJECTION_KEY_SIZE))];
/// What the caller of an operation gives or gets: the key, the shared secret, the message. The last that there is is the result.
const CALLERS: [&str; 3] = ["KEY", "SECRET", "MESSAGE"];

/// The marks around the operation.
const BEGIN: u8 = 1;
const END: u8 = 2;

/// What became of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was audited.
    Audited(Report),
    /// The operation takes more memory than the chip has.
    DoesNotFit(String),
}

/// Builds and audits the image of an operation, from its first mark to its second.
///
/// # Errors
/// Those of building and running it; [`Error::Verdict`] if its answer is wrong.
pub fn image(subject: &Subject<'_>, toolchain: &Toolchain) -> Result<Outcome> {
    match subject.build(toolchain).and_then(|built| program(&subject.to_string(), &built)) {
        Ok(report) => Ok(Outcome::Audited(report)),
        Err(error) => measure::why_not(subject, error, toolchain).map(Outcome::DoesNotFit),
    }
}

/// Audits an image, from its first mark to its second.
///
/// # Errors
/// Every guard of [`super::super::machine`]; [`Error::Verdict`] if its answer is wrong; [`Error::Image`] if it has no secret input, or
/// none reaches its result.
pub fn program(subject: &str, program: &Program) -> Result<Report> {
    let end = left::with_writers(|watched| {
        let machine = Machine::load(program.mcu(), program.image())?;
        let present = |names: &mut dyn Iterator<Item = (&str, Option<usize>)>| -> Result<Vec<Region>> {
            names
                .filter(|(name, _)| program.image().symbol(name).is_ok())
                .map(|(name, len)| {
                    let text = len.map_or_else(|| name.to_string(), |len| std::format!("{name}:{len}"));
                    text.parse::<Place>()?.resolve(&machine)
                })
                .collect()
        };
        let names = program.image().symbols().iter().map(|symbol| symbol.name.as_str());
        let marked: Vec<_> = names.filter(|name| name.starts_with(MARKED)).map(|name| (name, None)).collect();
        let secrets =
            if marked.is_empty() { present(&mut SECRETS.into_iter())? } else { present(&mut marked.into_iter())? };
        let outputs = present(&mut CALLERS.into_iter().map(|name| (name, None)))?;
        if secrets.is_empty() {
            return Err(Error::Image { reason: "it has no secret input".to_string() });
        }
        follow(machine, program, watched, secrets, outputs)
    })?;
    // An audit that loses its secrets on the way finds nothing.
    if let Some(result) = end.outputs().last().filter(|result| end.secret_bytes(result) == 0) {
        return Err(Error::Image { reason: std::format!("no secret reaches {}", result.text) });
    }
    let report = end.report(subject.to_string(), program.mcu());
    Program::finish(end.machine())?;
    Ok(report)
}

fn follow(
    machine: Machine,
    program: &Program,
    watched: &[u8],
    secrets: Vec<Region>,
    outputs: Vec<Region>,
) -> Result<End> {
    let mut follower = Follower::new(machine, program.elf(), watched);
    for secret in &secrets {
        follower.classify(secret);
    }
    let mut seen = 0;
    loop {
        let machine = follower.machine();
        if machine.state() == State::Ended {
            return Err(ended(machine, "its second mark"));
        }
        if machine.cycles() > PATIENCE {
            return Err(Error::Timeout { limit: PATIENCE, at: machine.here() });
        }
        if machine.marks().len() > seen {
            let value = machine.marks()[seen].value;
            seen += 1;
            match value {
                BEGIN => follower.count(true),
                END => return Ok(follower.end(secrets, outputs)),
                _ => {}
            }
        }
        follower.step()?;
    }
}
