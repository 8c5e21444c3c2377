//! From a flash address back to the source: files, lines and inlined functions, as the image's debug information has
//! them.
//!
//! Images are built with line tables only: enough for the names of functions, inlined ones too, and for every line,
//! but not for variables. Kernels are assembled without: at their addresses nothing is found, and their symbols are all
//! there is.
//!
//! What it isn't: a demand. An image without debug information is no error, it just says nothing.

use std::borrow::{Cow, ToOwned};
use std::cell::RefCell;
use std::collections::HashMap;
use std::format;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::sync::{Arc, LazyLock};
use std::vec::Vec;

use addr2line::Context;
use gimli::{EndianArcSlice, LittleEndian};
use object::read::elf::ElfFile32;
use object::{Object as _, ObjectSection as _};

use super::measure::sources;
use super::{Error, Result};

#[cfg(test)]
pub(super) mod tests;

type Reader = EndianArcSlice<LittleEndian>;

/// A function that an instruction belongs to: one that was inlined, or the one that was compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name, without its module; generic arguments included.
    pub function: Option<String>,
    /// The file of the line below, shortened: see [`Lines::find`].
    pub file: Option<String>,
    /// The line in this function: the instruction's own, or that of the call which was inlined.
    pub line: Option<u32>,
}

/// The lines of an image.
pub struct Lines {
    context: Context<Reader>,
    known: RefCell<HashMap<u32, Arc<[Frame]>>>,
}

impl core::fmt::Debug for Lines {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Lines").field("known", &self.known.borrow().len()).finish_non_exhaustive()
    }
}

impl Lines {
    /// Reads an ELF's debug information, if it has any.
    ///
    /// # Errors
    /// [`Error::Elf`] when it is damaged, or the file is no ELF.
    pub fn new(elf: &[u8]) -> Result<Self> {
        let wrong = |reason: String| Error::Elf { path: Path::new("memory").to_path_buf(), reason };
        let file = ElfFile32::<object::Endianness>::parse(elf).map_err(|error| wrong(error.to_string()))?;
        let load = |id: gimli::SectionId| -> Result<Reader> {
            let data = match file.section_by_name(id.name()) {
                Some(section) => section.data().map_err(|error| wrong(error.to_string()))?,
                None => &[],
            };
            Ok(Reader::new(Arc::from(data), LittleEndian))
        };
        let dwarf = gimli::Dwarf::load(load)?;
        let context = Context::from_dwarf(dwarf).map_err(|error| wrong(format!("its debug information: {error}")))?;
        Ok(Self { context, known: RefCell::default() })
    }

    /// The innermost function's file and line at a flash address.
    ///
    /// The file is shortened so that it is the same on every machine: relative to this package where it is its own
    /// (`src/ring/dense.rs`), `core/...` or `compiler_builtins/...` where it is the standard library's,
    /// `name-version/...` where it is another package's.
    #[must_use]
    pub fn find(&self, pc: u32) -> Option<(String, u32)> {
        let frames = self.frames(pc);
        let frame = frames.first()?;
        Some((frame.file.clone()?, frame.line?))
    }

    /// The functions that the instruction at a flash address belongs to: the innermost first, the compiled one last.
    /// None where there are no lines.
    #[must_use]
    pub fn frames(&self, pc: u32) -> Arc<[Frame]> {
        if let Some(frames) = self.known.borrow().get(&pc) {
            return Arc::clone(frames);
        }
        let frames: Arc<[Frame]> = self.look_up(pc).into();
        self.known.borrow_mut().insert(pc, Arc::clone(&frames));
        frames
    }

    /// Damaged entries end the list: the rest of the information is still good.
    fn look_up(&self, pc: u32) -> Vec<Frame> {
        let mut found = Vec::new();
        let Ok(mut frames) = self.context.find_frames(pc.into()).skip_all_loads() else { return found };
        while let Ok(Some(frame)) = frames.next() {
            let function = frame.function.and_then(|name| name.demangle().map(Cow::into_owned).ok());
            let (file, line) = frame.location.map_or((None, None), |place| (place.file.map(shorten), place.line));
            found.push(Frame { function, file, line });
        }
        found
    }
}

/// A symbol's name as its source has it, where it is a mangled one.
#[must_use]
pub fn demangle(symbol: &str) -> String {
    addr2line::demangle_auto(Cow::Borrowed(symbol), Some(gimli::DW_LANG_Rust)).into_owned()
}

/// A path without what differs from one machine to the next.
fn shorten(path: &str) -> String {
    // The checkout that images are built from, which need not be the one that this tool was built in.
    static ROOT: LazyLock<Option<PathBuf>> = LazyLock::new(|| sources().ok());
    if let Some(own) = ROOT.as_deref().and_then(|root| Path::new(path).strip_prefix(root).ok()) {
        return own.to_string_lossy().into_owned();
    }
    // .../library/core/src/slice/mod.rs, and .../library/compiler-builtins/compiler-builtins/src/mem/mod.rs
    if let Some((_, rest)) = path.rsplit_once("/library/")
        && let Some((package, file)) = rest.split_once("/src/")
    {
        let name = package.rsplit('/').next().unwrap_or(package).replace('-', "_");
        return format!("{name}/{file}");
    }
    // .../registry/src/index.crates.io-1949cf8c6b5b557f/zeroize-1.8.1/src/lib.rs
    if let Some((_, rest)) = path.split_once("/registry/src/")
        && let Some((_, file)) = rest.split_once('/')
    {
        return file.to_owned();
    }
    path.to_owned()
}
