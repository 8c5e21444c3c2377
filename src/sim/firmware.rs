//! Builds firmware: runs cargo for an AVR target and hands back the ELF.
//!
//! Every build uses a clean environment ([`super::toolchain::clean`]), the release profile, the lock file as it
//! is, and no default features. `core` is compiled along (`-Zbuild-std`), once per chip: the intermediate files of
//! all builds for a chip share `target_dir/build`, while each set of features has its final files to itself, so
//! that builds may run side by side. Cargo does the caching; calling [`Build::run`] again costs a fraction of a
//! second when nothing changed.
//!
//! **Panics.** Firmware is built with `-Cpanic=immediate-abort` (unstable, hence `-Zunstable-options`): every panic
//! becomes a call of `abort`, a two-byte endless loop, which a [`super::machine::Machine`] reports as
//! [`super::Error::Aborted`] with the place of the call. Measured with Debian's rustc 1.96.0, `lto = true` and `panic = "abort"`, on a
//! program with an index, a slice range, a `copy_from_slice`, an `unwrap`, an `expect`, a formatting `assert_eq` and a
//! division: without the flag five to six functions of `core::panicking` and its neighbours stay in the image,
//! with it none does; neither formatting code nor a panic text is left either way, and the program is 102 bytes
//! smaller. LTO is needed still: without it tables and texts of unused code land in `.data`, which is RAM.
//! rustup's nightly (1.97) knows the same flag. The `#[panic_handler]` a `no_std` program must have is dropped.
//!
//! **Linking.** `-C target-cpu` alone is enough: rustc calls avr-gcc with `-mmcu` of that name.
//!
//! It doesn't create firmware crates, and doesn't flash chips.

use std::borrow::ToOwned;
use std::format;
use std::fs;
use std::path::PathBuf;
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::mcu::Mcu;
use super::toolchain::Toolchain;
use super::{Error, Result};

/// What to build, and where.
#[derive(Clone, Debug)]
pub struct Build {
    /// The folder of the firmware's `Cargo.toml`, with a `Cargo.lock` beside it.
    pub manifest_dir: PathBuf,
    /// The chip.
    pub mcu: &'static Mcu,
    /// The program, where the crate has several.
    pub bin: Option<String>,
    /// Features to switch on; default features are off.
    pub features: Vec<String>,
    /// More flags for the compiler, such as `--cfg` and `sunbear_backend="portable"` (two entries).
    pub rustflags: Vec<String>,
    /// Where everything generated goes.
    pub target_dir: PathBuf,
}

impl Build {
    /// A build of the crate's only program, without features.
    #[must_use]
    pub fn new(manifest_dir: impl Into<PathBuf>, mcu: &'static Mcu, target_dir: impl Into<PathBuf>) -> Self {
        Build {
            manifest_dir: manifest_dir.into(),
            mcu,
            bin: None,
            features: Vec::new(),
            rustflags: Vec::new(),
            target_dir: target_dir.into(),
        }
    }

    /// Switches a feature on.
    #[must_use]
    pub fn feature(mut self, name: impl Into<String>) -> Self {
        self.features.push(name.into());
        self
    }

    /// Builds, and returns the path of the ELF.
    ///
    /// # Errors
    /// [`Error::Tool`] when cargo cannot be started, [`Error::Build`] saying why when it fails
    /// or when the crate does not have exactly one program to offer.
    pub fn run(&self, toolchain: &Toolchain) -> Result<PathBuf> {
        let mut flags = vec![
            "-Ctarget-cpu=".to_owned() + self.mcu.name,
            "-Zunstable-options".to_owned(),
            "-Cpanic=immediate-abort".to_owned(),
        ];
        flags.extend(self.rustflags.iter().cloned());

        let mut cargo = toolchain.cargo();
        cargo
            .args(["build", "--release", "--locked", "-Zbuild-std=core", "--target", "avr-none"])
            .args(["--message-format", "json-render-diagnostics", "--no-default-features"])
            .args(["--features", &self.features.join(",")])
            .arg("--target-dir")
            .arg(self.target_dir.join(self.name()))
            .env("CARGO_BUILD_BUILD_DIR", self.target_dir.join("build").join(self.mcu.name))
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
            .env("RUSTC_LOG", "error")
            .current_dir(&self.manifest_dir);
        if let Some(bin) = &self.bin {
            cargo.args(["--bin", bin]);
        }
        let run = cargo.output().map_err(|error| Error::Tool {
            tool: format!("cargo in {}", self.manifest_dir.display()),
            message: format!("{error}"),
        })?;
        let failed = |reason: String| Error::Build {
            what: format!("{} for {}", self.manifest_dir.display(), self.mcu.name),
            reason,
        };
        if !run.status.success() {
            return Err(failed(self.reason(&run.stderr)));
        }
        let mut programs = executables(&String::from_utf8_lossy(&run.stdout));
        match (programs.pop(), programs.is_empty()) {
            (Some(elf), true) => Ok(elf),
            (None, _) => Err(failed("the crate has no program".to_owned())),
            (Some(_), false) => Err(failed("the crate has several programs; name one".to_owned())),
        }
    }

    /// One line about a failed build; the whole output goes to a file beside the build.
    fn reason(&self, output: &[u8]) -> String {
        let text = String::from_utf8_lossy(output);
        // The linker says it with these words, twice and at length.
        if let Some((_, rest)) = text.split_once("is not within region `") {
            let region = rest.split('\'').next().unwrap_or_default();
            let memory = if region == "data" { "RAM" } else { "flash" };
            return format!("the program does not fit the chip's {memory}");
        }
        let first = text.lines().find(|line| line.starts_with("error")).unwrap_or("the compiler did not say why");
        let log = self.target_dir.join(self.name()).join("build.log");
        match fs::create_dir_all(self.target_dir.join(self.name())).and_then(|()| fs::write(&log, output)) {
            Ok(()) => format!("{first} (see {})", log.display()),
            Err(_) => first.to_owned(),
        }
    }

    /// A folder name for the chip, the program, the features and the flags.
    fn name(&self) -> String {
        let mut name = self.mcu.name.to_owned();
        for part in self.bin.iter().chain(&self.features).chain(&self.rustflags) {
            name.push('-');
            name.extend(part.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }));
        }
        name
    }
}

/// The paths of programs in cargo's messages, one JSON object a line.
fn executables(messages: &str) -> Vec<PathBuf> {
    const KEY: &str = "\"executable\":\"";
    let path = |line: &str| {
        let mut path = String::new();
        let mut rest = line[line.find(KEY)? + KEY.len()..].chars();
        loop {
            match rest.next()? {
                '"' => return Some(PathBuf::from(path)),
                '\\' => path.push(rest.next()?),
                other => path.push(other),
            }
        }
    };
    messages.lines().filter_map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn reads_cargos_messages() {
        let text = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n\
            {\"a\":1,\"executable\":\"/t/a \\\"b\\\"/fw.elf\",\"fresh\":true}\n{}";
        assert_eq!(executables(text), [Path::new("/t/a \"b\"/fw.elf")]);
    }

    #[test]
    fn a_missing_crate_is_an_error() {
        let Ok(toolchain) = Toolchain::find() else { return };
        let mcu = Mcu::find("atmega328p").unwrap();
        let build = Build::new("/nonexistent", mcu, std::env::temp_dir()).feature("x");
        assert!(matches!(build.run(&toolchain), Err(Error::Tool { .. })));
    }

    /// Builds a small program for every chip, runs it, and finds no panic machinery in it.
    #[test]
    #[ignore = "compiles core three times, minutes: cargo test --features sim --lib -- --ignored"]
    fn builds_programs_without_panic_machinery() {
        use crate::sim::image::Image;
        use crate::sim::machine::Machine;

        let folder = std::env::temp_dir().join(format!("sunbear-firmware-{}", std::process::id()));
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(
            folder.join("Cargo.toml"),
            "[package]\nname = \"fw\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[features]\nx = []\n[workspace]\n\
             [profile.release]\nlto = true\npanic = \"abort\"\ncodegen-units = 1\n",
        )
        .unwrap();
        fs::write(folder.join("Cargo.lock"), "version = 4\n[[package]]\nname = \"fw\"\nversion = \"0.1.0\"\n").unwrap();
        fs::write(
            folder.join("src/main.rs"),
            "#![no_std]\n#![no_main]\n#![feature(asm_experimental_arch)]\n\
             #[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! { loop {} }\n\
             fn get() -> usize { unsafe { core::ptr::read_volatile(0x4b as *const u8).into() } }\n\
             fn mark(x: u8) { unsafe { core::ptr::write_volatile(0x3e as *mut u8, x) } }\n\
             #[unsafe(no_mangle)]\npub extern \"C\" fn main() -> ! {\n let mut buf = [get() as u8; 40];\n mark(1);\n\
             buf[get()..30].copy_from_slice(&[5; 64][get()..get() + 30]);\n assert_eq!(get(), buf[39].into(), \"{buf:?}\");\n\
             let x = u8::try_from(get() * 300).unwrap();\n mark(2 + x + cfg!(feature = \"x\") as u8);\n\
             unsafe { core::arch::asm!(\"cli\", \"sleep\", options(noreturn)) }\n}\n",
        )
        .unwrap();
        let toolchain = Toolchain::find().unwrap();
        for mcu in &super::super::mcu::ALL {
            let build = Build::new(&folder, mcu, folder.join("target"));
            for (build, last) in [(build.clone(), 2), (build.feature("x"), 3)] {
                let image = Image::read(build.run(&toolchain).unwrap()).unwrap();
                let panics = |name: &str| name.contains("panick") || name.contains("fail") || name.contains("fmt");
                assert!(!image.symbols().iter().any(|symbol| panics(&symbol.name)), "{image:?}");
                let mut machine = Machine::load(mcu, &image).unwrap();
                machine.run(100_000).unwrap();
                let cycles = machine.cycles_between(1, last).unwrap();
                assert!(cycles > 30 && machine.stack_used() > 40, "{machine:?}");
            }
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
