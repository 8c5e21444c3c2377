//! Finds what builds AVR code on this computer, and says which it took.
//!
//! Building firmware takes a Rust compiler with the sources of `core` (for `-Zbuild-std`) and the avr-gcc
//! toolchain, which links. Two sources of the former are known, tried in this order:
//!
//! 1. Debian's `rustc-web cargo-web rust-web-src`: `/usr/bin/rustc` and `/usr/bin/cargo`, with
//!    `RUSTC_BOOTSTRAP=1` because they are stable ones;
//! 2. a rustup `nightly` with the component `rust-src`.
//!
//! Calling assembly kernels ([`super::call`]) needs [`AvrGcc`] alone. This module installs nothing and
//! never goes to the network.

use std::borrow::ToOwned;
use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::format;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::string::{String, ToString};
use std::vec::Vec;

use super::{Error, Result, tail};

const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";

const RUST_ADVICE: &str = "install a Rust compiler with the sources of core: on Debian `apt-get install rustc-web \
    cargo-web rust-web-src gcc-avr avr-libc binutils-avr`; elsewhere `rustup toolchain install nightly --component \
    rust-src`, and avr-gcc with avr-libc";
const GCC_ADVICE: &str = "install avr-gcc with avr-libc: on Debian `apt-get install gcc-avr avr-libc binutils-avr`";

/// Where the Rust compiler comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Debian's own packages, a stable compiler with `RUSTC_BOOTSTRAP=1`.
    Debian,
    /// rustup's nightly with `rust-src`.
    RustupNightly,
}

/// The avr-gcc toolchain: assembler, linker, C library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvrGcc {
    /// avr-gcc.
    pub gcc: PathBuf,
    /// avr-ar.
    pub ar: PathBuf,
    /// avr-objcopy.
    pub objcopy: PathBuf,
    /// What `avr-gcc -dumpversion` says.
    pub version: String,
}

impl AvrGcc {
    /// Finds the tools on `PATH`.
    ///
    /// # Errors
    /// [`Error::NoToolchain`] saying what to install.
    pub fn find() -> Result<Self> {
        let tool = |name: &str| {
            on_path(name).ok_or_else(|| Error::NoToolchain { advice: format!("{name} is not on PATH; {GCC_ADVICE}") })
        };
        let gcc = tool("avr-gcc")?;
        let (ar, objcopy) = (tool("avr-ar")?, tool("avr-objcopy")?);
        let version = output(Command::new(&gcc).arg("-dumpversion"))?;
        Ok(AvrGcc { gcc, ar, objcopy, version })
    }
}

/// A complete toolchain for firmware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// Which one it is.
    pub kind: Kind,
    /// What `rustc -V` says.
    pub version: String,
    /// The compiler's sysroot, below which the sources of `core` lie.
    pub sysroot: PathBuf,
    /// The C side.
    pub avr_gcc: AvrGcc,
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Debian => "Debian's packages",
            Kind::RustupNightly => "rustup nightly",
        };
        write!(f, "{} ({kind}), avr-gcc {}", self.version, self.avr_gcc.version)
    }
}

impl Toolchain {
    /// Finds a toolchain: Debian's first, then rustup's nightly.
    ///
    /// # Errors
    /// [`Error::NoToolchain`] with what to install.
    pub fn find() -> Result<Self> {
        let avr_gcc = AvrGcc::find()?;
        let rust = [Kind::Debian, Kind::RustupNightly].into_iter().find_map(|kind| {
            let sysroot = PathBuf::from(output(rustc(kind).args(["--print", "sysroot"])).ok()?);
            let core = sysroot.join("lib/rustlib/src/rust/library/core");
            let version = output(rustc(kind).arg("-V")).ok()?;
            (core.is_dir() && cargo_exists(kind)).then_some((kind, version, sysroot))
        });
        let (kind, version, sysroot) = rust.ok_or_else(|| Error::NoToolchain { advice: RUST_ADVICE.to_owned() })?;
        Ok(Toolchain { kind, version, sysroot, avr_gcc })
    }

    /// A `cargo` of this toolchain in a clean environment (see [`clean`]), ready for arguments.
    #[must_use]
    pub fn cargo(&self) -> Command {
        let mut command = match self.kind {
            Kind::Debian => {
                let mut command = Command::new(CARGO);
                // The cargo would look for `rustc` on PATH, where rustup's may come first.
                command.env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
                command
            }
            Kind::RustupNightly => {
                let mut command = Command::new("rustup");
                command.args(["run", "nightly", "cargo"]);
                command
            }
        };
        clean(&mut command);
        command
    }
}

fn rustc(kind: Kind) -> Command {
    let mut command = match kind {
        Kind::Debian => Command::new(RUSTC),
        Kind::RustupNightly => {
            let mut command = Command::new("rustup");
            command.args(["run", "nightly", "rustc"]);
            command
        }
    };
    clean(&mut command);
    command
}

fn cargo_exists(kind: Kind) -> bool {
    match kind {
        Kind::Debian => Path::new(CARGO).is_file(),
        Kind::RustupNightly => true,
    }
}

/// Removes from a child's environment whatever an outer `cargo` or `rustup` put there and that would change
/// the build: everything starting with `CARGO`, `RUSTUP`, `RUSTC`, `RUSTDOC` or `RUSTFLAGS`, and make's job server.
///
/// Kept are the homes of both (`CARGO_HOME`, `RUSTUP_HOME`), what says how to reach a registry (`CARGO_HTTP_*`,
/// `CARGO_NET_*`, `CARGO_REGISTR*`), and everything else (`PATH`, `HOME`, proxies). Variables set on the command
/// before stay.
pub fn clean(command: &mut Command) {
    let set: Vec<_> = command.get_envs().map(|(name, _)| name.to_os_string()).collect();
    for (name, _) in env::vars_os() {
        if !set.contains(&name) && leaks(&name) {
            command.env_remove(name);
        }
    }
}

fn leaks(name: &OsStr) -> bool {
    const KEPT: [&str; 5] = ["CARGO_HOME", "RUSTUP_HOME", "CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTR"];
    const DROPPED: [&str; 7] = ["CARGO", "RUSTUP", "RUSTC", "RUSTDOC", "RUSTFLAGS", "MAKEFLAGS", "MFLAGS"];
    let name = name.to_string_lossy();
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    starts(&DROPPED) && !starts(&KEPT)
}

/// The file of this name in a folder of `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Runs a program and returns what it prints, trimmed.
fn output(command: &mut Command) -> Result<String> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let run = command.output().map_err(|error| Error::Tool { tool: tool.clone(), message: error.to_string() })?;
    if run.status.success() {
        Ok(String::from_utf8_lossy(&run.stdout).trim().to_owned())
    } else {
        Err(Error::Tool { tool, message: tail(&run.stderr, 1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_leaks() {
        for name in ["CARGO", "CARGO_MANIFEST_DIR", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "RUSTFLAGS"] {
            assert!(leaks(OsStr::new(name)), "{name}");
        }
        for name in ["CARGO_HOME", "RUSTUP_HOME", "CARGO_NET_OFFLINE", "PATH", "HOME", "https_proxy"] {
            assert!(!leaks(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn a_missing_program_is_an_error() {
        assert!(matches!(output(&mut Command::new("/nonexistent/tool")), Err(Error::Tool { .. })));
        assert!(on_path("no-such-program-anywhere").is_none());
    }
}
