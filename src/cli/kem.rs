//! `sunbear keygen`, `encaps` and `decaps`: the three operations on raw binary files.

use std::path::{Path, PathBuf};

use clap::Args;
use sunbear::sets::Set;
use sunbear::{Error, SharedSecret};

use super::failure::{Failure, shown};
use super::files::{self, Bytes, Output};
use super::random::SystemRng;
use super::{ProfileArg, note, set_named};

/// Which set.
#[derive(Args)]
struct SetArg {
    /// Parameter set, see `sunbear sets`
    #[arg(long, value_name = "SET")]
    set: String,
}

/// The arguments of `keygen`.
#[derive(Args)]
#[command(after_help = "Files are raw bytes; `-` is standard output.")]
pub struct KeygenArgs {
    #[command(flatten)]
    set: SetArg,
    /// Encapsulation key to write (public)
    #[arg(long, value_name = "FILE")]
    ek: PathBuf,
    /// Decapsulation key to write (secret, mode 0600)
    #[arg(long, value_name = "FILE")]
    dk: PathBuf,
    #[command(flatten)]
    profile: ProfileArg,
}

/// The arguments of `encaps`.
#[derive(Args)]
#[command(after_help = "Files are raw bytes; `-` is standard input or output.")]
pub struct EncapsArgs {
    #[command(flatten)]
    set: SetArg,
    /// Encapsulation key to read
    #[arg(long, value_name = "FILE")]
    ek: PathBuf,
    /// Ciphertext to write (public)
    #[arg(long, value_name = "FILE")]
    ct: PathBuf,
    /// Shared secret to write (secret, mode 0600)
    #[arg(long, value_name = "FILE")]
    ss: PathBuf,
    #[command(flatten)]
    profile: ProfileArg,
}

/// The arguments of `decaps`.
#[derive(Args)]
#[command(after_help = "\
Files are raw bytes; `-` is standard input or output.
A ciphertext of the right length that was changed gives another secret and no error. Only NTRUEncrypt rejects it: then \
nothing is written, and the exit code is 1.")]
pub struct DecapsArgs {
    #[command(flatten)]
    set: SetArg,
    /// Decapsulation key to read
    #[arg(long, value_name = "FILE")]
    dk: PathBuf,
    /// Ciphertext to read
    #[arg(long, value_name = "FILE")]
    ct: PathBuf,
    /// Shared secret to write (secret, mode 0600)
    #[arg(long, value_name = "FILE")]
    ss: PathBuf,
    #[command(flatten)]
    profile: ProfileArg,
}

/// Makes a key pair.
pub fn keygen(args: &KeygenArgs) -> Result<(), Failure> {
    let set = set_named(&args.set.set)?;
    files::check_paths(&[], &[&args.ek, &args.dk])?;

    let sizes = set.sizes();
    let mut ek = Bytes::zeros(sizes.encapsulation_key);
    let mut dk = Bytes::zeros(sizes.decapsulation_key);
    let mut rng = SystemRng::default();
    set.generate(args.profile.profile, &mut rng, &mut ek, &mut dk).map_err(|error| operation(set, &args.dk, error))?;
    rng.check()?;

    // The secret first: an encapsulation key without the other half must not exist.
    files::write(&[
        Output { path: &args.dk, bytes: &dk, secret: true },
        Output { path: &args.ek, bytes: &ek, secret: false },
    ])
}

/// Makes a ciphertext and its secret.
pub fn encaps(args: &EncapsArgs) -> Result<(), Failure> {
    let set = set_named(&args.set.set)?;
    files::check_paths(&[&args.ek], &[&args.ct, &args.ss])?;

    let ek = read(&args.ek, set, "encapsulation key", set.sizes().encapsulation_key)?;
    let mut ct = Bytes::zeros(set.sizes().ciphertext);
    let mut ss = SharedSecret::new();
    let mut rng = SystemRng::default();
    let outcome = set.encapsulate(args.profile.profile, &ek, &mut rng, &mut ct, &mut ss);
    outcome.map_err(|error| operation(set, &args.ek, error))?;
    rng.check()?;

    files::write(&[
        Output { path: &args.ss, bytes: ss.as_bytes(), secret: true },
        Output { path: &args.ct, bytes: &ct, secret: false },
    ])
}

/// Computes the secret of a ciphertext.
pub fn decaps(args: &DecapsArgs) -> Result<(), Failure> {
    let set = set_named(&args.set.set)?;
    files::check_paths(&[&args.dk, &args.ct], &[&args.ss])?;

    let dk = read(&args.dk, set, "decapsulation key", set.sizes().decapsulation_key)?;
    let ct = read(&args.ct, set, "ciphertext", set.sizes().ciphertext)?;
    let mut ss = SharedSecret::new();
    set.decapsulate(args.profile.profile, &dk, &ct, &mut ss).map_err(|error| match error {
        Error::Rejected => Failure::mismatch(format!("{}: {error}", shown(&args.ct))),
        error => operation(set, &args.dk, error),
    })?;

    files::write(&[Output { path: &args.ss, bytes: ss.as_bytes(), secret: true }])?;
    if set.is_single_use() {
        note(&format!("keys of {} are for one use: erase the decapsulation key now", set.name()));
    }
    Ok(())
}

fn read(path: &Path, set: &dyn Set, object: &str, size: usize) -> Result<Bytes, Failure> {
    files::read(path, &format!("a {} {object}", set.name()), size)
}

/// Of an operation with this key. All lengths are right by then: the key is malformed, or the system's randomness is.
fn operation(set: &dyn Set, key: &Path, error: Error) -> Failure {
    Failure::about(key, &format!("{}: {error}", set.name()))
}
