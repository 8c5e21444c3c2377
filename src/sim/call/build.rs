//! From kernel sources to an image: assembles them with avr-gcc and links them with an empty `main`.
//!
//! What it isn't: a way to build firmware, which is cargo's work; see `sim::firmware`.

use std::borrow::ToOwned;
use std::format;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU32, Ordering};
use std::vec::Vec;

use super::super::image::Image;
use super::super::mcu::Mcu;
use super::super::toolchain::AvrGcc;
use super::super::{Error, Result, tail};

/// The kernel sources (`.S`) of a folder, sorted by name.
///
/// # Errors
/// [`Error::Io`].
pub fn sources(folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
    let folder = folder.as_ref();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| Error::io(folder, &error))? {
        let path = entry.map_err(|error| Error::io(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "S") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Assembles kernel sources for a chip and links all of them with avr-libc's start code and an empty `main`.
/// Nothing is left on disk.
///
/// # Errors
/// [`Error::NoToolchain`] without avr-gcc, [`Error::Build`] with its messages, [`Error::Io`].
pub fn assemble(mcu: &Mcu, sources: &[impl AsRef<Path>]) -> Result<Image> {
    let scratch = Scratch::new()?;
    let main = scratch.0.join("main.S");
    fs::write(&main, ".section .text.main,\"ax\",@progbits\n.global main\nmain:\n\trjmp main\n")
        .map_err(|error| Error::io(&main, &error))?;
    let all: Vec<&Path> = sources.iter().map(AsRef::as_ref).chain([main.as_path()]).collect();
    link(mcu, &all, &scratch)
}

/// Assembles the sources, one of which has `main`, and links them.
fn link(mcu: &Mcu, sources: &[&Path], scratch: &Scratch) -> Result<Image> {
    let gcc = AvrGcc::find()?;
    let chip = format!("-mmcu={}", mcu.name);
    let mut objects = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let object = scratch.0.join(format!("{index}.o"));
        let mut command = Command::new(&gcc.gcc);
        compile(command.args([&chip, "-c", "-o"]).arg(&object).arg(source), source)?;
        objects.push(object);
    }
    let elf = scratch.0.join("kernels.elf");
    let mut command = Command::new(&gcc.gcc);
    compile(command.args([&chip, "-o"]).arg(&elf).args(&objects), Path::new("the kernels"))?;
    Image::read(&elf)
}

/// A whole program from assembly text with a `main`, for this layer's own tests.
#[cfg(test)]
pub(in crate::sim) fn program(mcu: &Mcu, text: &str) -> Image {
    let scratch = Scratch::new().unwrap();
    let source = scratch.0.join("program.S");
    fs::write(&source, format!("#include <avr/io.h>\n.text\n.global main\nmain:\n{text}\n")).unwrap();
    link(mcu, &[&source], &scratch).unwrap()
}

fn compile(command: &mut Command, what: &Path) -> Result<()> {
    let what = what.display();
    let run =
        command.output().map_err(|error| Error::Tool { tool: "avr-gcc".to_owned(), message: format!("{error}") })?;
    if run.status.success() {
        return Ok(());
    }
    Err(Error::Build { what: format!("{what}"), reason: tail(&run.stderr, 1) })
}

/// A folder of our own that goes with the value.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn new() -> Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sunbear-kernels-{}-{number}", process::id()));
        fs::create_dir_all(&path).map_err(|error| Error::io(&path, &error))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder left behind in the temporary directory hurts nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}
