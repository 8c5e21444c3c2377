//! Reads a linked AVR program: what goes into flash and EEPROM, its symbols, and its sizes.
//!
//! avr-gcc puts all memories in one address space: flash from 0, data from `0x80_0000`, EEPROM from `0x81_0000`,
//! fuses above. Here a symbol's address is relative to its memory, and [`Space`] says which one that is.
//! This is a reader for simulation and size tables; debug information is not read.

use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::format;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use object::elf::{EM_AVR, PT_LOAD};
use object::read::elf::{ElfFile32, FileHeader as _, ProgramHeader as _};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SectionKind, SymbolKind};

use super::{Error, Location, Result};

const DATA: u32 = 0x80_0000;
const EEPROM: u32 = 0x81_0000;
const FUSES: u32 = 0x82_0000;
/// No supported chip has more.
const FLASH_MAX: u32 = 0x4_0000;

/// The memory an address lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// Program memory, addressed in bytes.
    Flash,
    /// Registers, I/O and RAM.
    Data,
    /// EEPROM.
    Eeprom,
}

/// One named address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name, as in the ELF.
    pub name: String,
    /// Which memory.
    pub space: Space,
    /// Byte address in that memory.
    pub address: u32,
    /// Size in bytes; 0 where the source does not say.
    pub size: u32,
    /// Visible outside its object file.
    pub global: bool,
    /// Marked as a function.
    pub function: bool,
}

/// Section sizes in bytes. Flash use is `text + data`, fixed RAM use is `data + bss + noinit`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Code and constants in flash.
    pub text: u32,
    /// Initialised variables: they take RAM, and flash for the initial values.
    pub data: u32,
    /// Zeroed variables.
    pub bss: u32,
    /// Variables left alone at start.
    pub noinit: u32,
    /// EEPROM contents.
    pub eeprom: u32,
}

impl Sizes {
    /// Flash bytes the program takes.
    #[must_use]
    pub const fn flash(&self) -> u32 {
        self.text + self.data
    }

    /// RAM bytes taken before the first stack byte.
    #[must_use]
    pub const fn ram(&self) -> u32 {
        self.data + self.bss + self.noinit
    }
}

/// A linked program, read into memory.
#[derive(Clone, Debug)]
pub struct Image {
    flash: Vec<u8>,
    eeprom: Vec<u8>,
    symbols: Vec<Symbol>,
    names: BTreeMap<String, usize>,
    sizes: Sizes,
    entry: u32,
    data_end: u16,
}

impl Image {
    /// Reads the ELF file at `path`.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read, [`Error::Elf`] when it is not a linked AVR program.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        Self::read_with_bytes(path).map(|(image, _)| image)
    }

    /// As [`Image::read`], with the file's bytes.
    pub(super) fn read_with_bytes(path: &Path) -> Result<(Self, Vec<u8>)> {
        // Many times the largest flash, symbols included; a device would never end.
        const MOST: u64 = 64 << 20;
        let mut bytes = Vec::new();
        // A pipe would be waited for.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(Error::Elf { path: path.to_path_buf(), reason: "it is no file".to_owned() });
        }
        let read = fs::File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes));
        read.map_err(|error| Error::io(path, &error))?;
        if bytes.len() as u64 > MOST {
            return Err(Error::Elf { path: path.to_path_buf(), reason: "it has more than 64 MiB".to_owned() });
        }
        Ok((Self::parse_named(&bytes, path)?, bytes))
    }

    /// Reads an ELF held in memory.
    ///
    /// # Errors
    /// [`Error::Elf`] when it is not a linked AVR program.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        Self::parse_named(bytes, &PathBuf::from("memory"))
    }

    fn parse_named(bytes: &[u8], path: &Path) -> Result<Self> {
        let wrong = |reason: String| Error::Elf { path: path.to_path_buf(), reason };
        let unreadable = |error: object::Error| wrong(error.to_string());

        let elf = ElfFile32::<object::Endianness>::parse(bytes).map_err(unreadable)?;
        let endian = elf.endian();
        let machine = elf.elf_header().e_machine(endian);
        if machine != EM_AVR {
            return Err(wrong(format!("made for another processor ({machine:?})")));
        }

        let (mut flash, mut eeprom) = (Vec::new(), Vec::new());
        for segment in elf.elf_program_headers() {
            if segment.p_type(endian) != PT_LOAD || segment.p_filesz(endian) == 0 {
                continue;
            }
            let contents =
                segment.data(endian, bytes).map_err(|()| wrong("a segment lies outside the file".to_owned()))?;
            let place = segment.p_paddr(endian);
            if place < DATA {
                put(&mut flash, place, contents)
                    .ok_or_else(|| wrong(format!("it loads beyond any flash, at 0x{place:x}")))?;
            } else if (EEPROM..FUSES).contains(&place) {
                put(&mut eeprom, place - EEPROM, contents)
                    .ok_or_else(|| wrong(format!("it loads beyond any EEPROM, at 0x{place:x}")))?;
            }
        }
        if flash.is_empty() {
            return Err(wrong("nothing in it goes into flash (not linked?)".to_owned()));
        }

        let symbols = read_symbols(&elf);
        let mut names = BTreeMap::new();
        for (index, symbol) in symbols.iter().enumerate() {
            // A global name wins over a file's own label of the same name.
            let known = names.get(&symbol.name).is_some_and(|&at: &usize| symbols[at].global);
            if !known {
                names.insert(symbol.name.clone(), index);
            }
        }
        let (sizes, end) = read_sizes(&elf);
        let data_end = ["_end", "__heap_start", "__bss_end"]
            .iter()
            .filter_map(|&name| names.get(name).map(|&at| symbols[at].address))
            .fold(end, u32::max);
        Ok(Image {
            entry: elf.elf_header().e_entry(endian),
            flash,
            eeprom,
            symbols,
            names,
            sizes,
            data_end: u16::try_from(data_end).unwrap_or(u16::MAX),
        })
    }

    /// Flash contents from address 0.
    #[must_use]
    pub fn flash(&self) -> &[u8] {
        &self.flash
    }

    /// Puts bytes into flash beside the program, as a programmer would: tables, a stored key.
    ///
    /// # Errors
    /// [`Error::TooBig`] beyond the largest flash.
    pub fn put_flash(&mut self, address: u32, bytes: &[u8]) -> Result<()> {
        put(&mut self.flash, address, bytes).ok_or_else(|| Error::TooBig {
            what: format!("flash from 0x{address:x}"),
            size: bytes.len(),
            limit: FLASH_MAX.saturating_sub(address) as usize,
        })
    }

    /// EEPROM contents from address 0; empty when the program sets none.
    #[must_use]
    pub fn eeprom(&self) -> &[u8] {
        &self.eeprom
    }

    /// Flash address of the first instruction (0 for ordinary programs).
    #[must_use]
    pub const fn entry(&self) -> u32 {
        self.entry
    }

    /// Section sizes.
    #[must_use]
    pub const fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// First data address behind the program's variables: the stack must stay at or above it.
    #[must_use]
    pub const fn data_end(&self) -> u16 {
        self.data_end
    }

    /// All symbols, by memory and address.
    #[must_use]
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The symbol of this name.
    ///
    /// # Errors
    /// [`Error::NoSymbol`].
    pub fn symbol(&self, name: &str) -> Result<&Symbol> {
        self.names.get(name).map(|&at| &self.symbols[at]).ok_or_else(|| Error::NoSymbol { name: name.to_owned() })
    }

    /// Names a flash address: `function`, `function+0x12`, or the address alone where nothing precedes it.
    /// Labels local to a file are used only where no function or global symbol precedes them closely.
    #[must_use]
    pub fn symbolize(&self, pc: u32) -> String {
        let upto = self.symbols.partition_point(|symbol| (symbol.space, symbol.address) <= (Space::Flash, pc));
        let before = self.symbols[..upto].iter().rev().filter(|symbol| {
            symbol.space == Space::Flash && !(symbol.name.starts_with("__") && symbol.name.ends_with("_end"))
        });
        let named = before.clone().find(|symbol| symbol.function || symbol.global);
        match named.or_else(|| before.clone().next()) {
            Some(symbol) if symbol.address == pc => symbol.name.clone(),
            Some(symbol) => format!("{}+0x{:x}", symbol.name, pc - symbol.address),
            None => format!("0x{pc:x}"),
        }
    }

    /// A flash address with its name.
    #[must_use]
    pub fn locate(&self, pc: u32) -> Location {
        Location { pc, symbol: self.symbolize(pc) }
    }
}

/// Copies `contents` to `address`, growing `memory`; `None` beyond the largest flash.
fn put(memory: &mut Vec<u8>, address: u32, contents: &[u8]) -> Option<()> {
    let start = usize::try_from(address).ok()?;
    let end = start.checked_add(contents.len())?;
    if end > usize::try_from(FLASH_MAX).ok()? {
        return None;
    }
    if memory.len() < end {
        let blank = vec![0xFF; end - memory.len()];
        memory.extend_from_slice(&blank);
    }
    memory[start..end].copy_from_slice(contents);
    Some(())
}

fn read_symbols(elf: &ElfFile32<'_, object::Endianness>) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = elf
        .symbols()
        .filter(|symbol| {
            !symbol.is_undefined()
                && symbol.section_index().is_some()
                && !matches!(symbol.kind(), SymbolKind::File | SymbolKind::Section)
        })
        .filter_map(|symbol| {
            let name = symbol.name().ok().filter(|name| !name.is_empty())?;
            let address = u32::try_from(symbol.address()).ok()?;
            let (space, address) = match address {
                0..DATA => (Space::Flash, address),
                DATA..EEPROM => (Space::Data, address - DATA),
                EEPROM..FUSES => (Space::Eeprom, address - EEPROM),
                _ => return None,
            };
            Some(Symbol {
                name: name.to_owned(),
                space,
                address,
                size: u32::try_from(symbol.size()).unwrap_or(0),
                global: symbol.is_global(),
                function: symbol.kind() == SymbolKind::Text && symbol.size() > 0,
            })
        })
        .collect();
    symbols.sort_by(|a, b| {
        (a.space, a.address, a.global, a.function, &a.name).cmp(&(b.space, b.address, b.global, b.function, &b.name))
    });
    symbols
}

/// Section sizes, and the first data address behind all of them.
fn read_sizes(elf: &ElfFile32<'_, object::Endianness>) -> (Sizes, u32) {
    let (mut sizes, mut end) = (Sizes::default(), 0);
    for section in elf.sections() {
        let (Ok(address), Ok(size)) = (u32::try_from(section.address()), u32::try_from(section.size())) else {
            continue;
        };
        let allocated = matches!(section.flags(), object::SectionFlags::Elf { sh_flags, .. }
            if sh_flags.contains(object::elf::SHF_ALLOC));
        if !allocated || size == 0 {
            continue;
        }
        let name = section.name().unwrap_or_default();
        match address {
            0..DATA => sizes.text += size,
            DATA..EEPROM => {
                end = end.max(address - DATA + size);
                if name.starts_with(".noinit") {
                    sizes.noinit += size;
                } else if section.kind() == SectionKind::UninitializedData {
                    sizes.bss += size;
                } else {
                    sizes.data += size;
                }
            }
            EEPROM..FUSES => sizes.eeprom += size,
            _ => {}
        }
    }
    (sizes, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rubbish_is_an_error() {
        assert!(matches!(Image::parse(b""), Err(Error::Elf { .. })));
        assert!(matches!(Image::parse(&[0x7F; 4096]), Err(Error::Elf { .. })));
        assert!(matches!(Image::read("/nonexistent/file.elf"), Err(Error::Io { .. })));
    }
}
