//! Places that a user names: variables, address ranges, registers, what a pointer argument points to.
//!
//! | written | means |
//! |---|---|
//! | `SYMBOL` | the variable, in whatever memory, with its size in the ELF; refused if files have several |
//! | `SYMBOL:LEN` | that many bytes of it |
//! | `ADDR:LEN` | data memory; `0x` for hexadecimal; below 32 are the registers |
//! | `flash:ADDR:LEN`, `eeprom:ADDR:LEN` | the other memories |
//! | `rN:LEN` | registers from rN on |
//! | `@rN:LEN` | what the register pair from rN on points to when the call begins |
//! | `sreg` | the flags |
//!
//! It isn't an expression language; whoever needs more has addresses.

use std::borrow::ToOwned;
use std::format;
use std::str::FromStr;
use std::string::String;

use super::super::image::Space;
use super::super::machine::Machine;
use super::super::{Error, Result};
use super::names;

/// How many registers there are, at the beginning of the data space.
const REGISTERS: u32 = 32;
/// SREG in the data space.
pub(super) const SREG: u32 = 0x5F;

/// A place as it was written, not yet looked up in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    text: String,
    at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum At {
    Address(Space, u32, u32),
    Pointer(u8, u32),
    Symbol(String, Option<u32>),
}

/// A place in a program's memories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// As it was written.
    pub text: String,
    /// Which memory.
    pub space: Space,
    /// Its first byte.
    pub address: u32,
    /// Its length in bytes.
    pub len: u32,
}

impl Region {
    /// Whether it holds this byte.
    #[must_use]
    pub fn contains(&self, space: Space, address: u32) -> bool {
        space == self.space && address >= self.address && address - self.address < self.len
    }

    /// Whether it holds this byte of memory; registers and flags are none.
    pub(super) fn contains_memory(&self, space: Space, address: u32) -> bool {
        (space != Space::Data || address >= REGISTERS && address != SREG) && self.contains(space, address)
    }
}

fn wrong(text: &str, reason: String) -> Error {
    Error::Audit { what: text.to_owned(), reason }
}

impl FromStr for Place {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let at = parse(text).map_err(|reason| wrong(text, reason))?;
        Ok(Self { text: text.to_owned(), at })
    }
}

fn parse(text: &str) -> std::result::Result<At, String> {
    if text.eq_ignore_ascii_case("sreg") {
        return Ok(At::Address(Space::Data, SREG, 1));
    }
    let (space, rest) = match text.split_once(':') {
        Some(("flash", rest)) => (Some(Space::Flash), rest),
        Some(("eeprom", rest)) => (Some(Space::Eeprom), rest),
        Some(("data", rest)) => (Some(Space::Data), rest),
        _ => (None, text),
    };
    let (first, len) = match rest.rsplit_once(':') {
        Some((first, len)) => (first, Some(length(len)?)),
        None => (rest, None),
    };
    let needs_length = || len.ok_or_else(|| "it has no length: ADDR:LEN".to_owned());
    if let Some(pair) = first.strip_prefix('@') {
        let low = register(pair).filter(|low| *low < 31).ok_or("after @ comes a register pair: @r24:LEN")?;
        return Ok(At::Pointer(low, needs_length()?));
    }
    if let (None, Some(index)) = (space, register(first)) {
        // `r24` alone is one register.
        return Ok(At::Address(Space::Data, index.into(), len.unwrap_or(1)));
    }
    if first.starts_with(|first: char| first.is_ascii_digit()) {
        let address = number(first).ok_or("its address is no number")?;
        return Ok(At::Address(space.unwrap_or(Space::Data), address, needs_length()?));
    }
    if first.is_empty() || space.is_some() {
        return Err("no place; one is SYMBOL, ADDR:LEN, flash:ADDR:LEN, eeprom:ADDR:LEN, rN:LEN or @rN:LEN".to_owned());
    }
    Ok(At::Symbol(first.to_owned(), len))
}

fn register(text: &str) -> Option<u8> {
    let digits = text.strip_prefix('r').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok().filter(|index| *index < 32)
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) if !digits.starts_with('+') => u32::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => text.parse().ok(),
    }
}

fn length(text: &str) -> std::result::Result<u32, String> {
    let plain = text.starts_with(|first: char| first.is_ascii_digit());
    number(text).filter(|len| plain && *len > 0).ok_or_else(|| format!("its length `{text}` is no positive number"))
}

impl Place {
    /// Looks the place up in a program, at its present state.
    ///
    /// # Errors
    /// [`Error::NoSymbol`]; [`Error::Audit`] for what doesn't lie in the memory whole, has no size, or is several.
    pub fn resolve(&self, machine: &Machine) -> Result<Region> {
        let (space, address, len) = match &self.at {
            At::Address(space, address, len) => (*space, *address, *len),
            At::Pointer(low, len) => {
                let address = u16::from_le_bytes([machine.register(*low), machine.register(low + 1)]);
                (Space::Data, address.into(), *len)
            }
            At::Symbol(name, len) => {
                let symbol = names::symbol(machine.image(), name, "write ADDR:LEN")?;
                let len = len.unwrap_or(symbol.size);
                if len == 0 {
                    return Err(wrong(&self.text, "the ELF says no size; write SYMBOL:LEN".to_owned()));
                }
                (symbol.space, symbol.address, len)
            }
        };
        let mcu = machine.mcu();
        let (memory, size) = match space {
            Space::Flash => ("flash", mcu.flash_size),
            Space::Data => ("data memory", u32::from(mcu.ram_end()) + 1),
            Space::Eeprom => ("EEPROM", mcu.eeprom_size.into()),
        };
        if address.checked_add(len).is_none_or(|end| end > size) {
            let reason = format!("{len} bytes at 0x{address:x} are not in the chip's {memory} of {size} bytes");
            return Err(wrong(&self.text, reason));
        }
        Ok(Region { text: self.text.clone(), space, address, len })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let read = |text: &str| text.parse::<Place>().map(|place| place.at);
        assert_eq!(read("KEY"), Ok(At::Symbol("KEY".to_owned(), None)));
        assert_eq!(read("KEY:32"), Ok(At::Symbol("KEY".to_owned(), Some(32))));
        assert_eq!(read("rate"), Ok(At::Symbol("rate".to_owned(), None)));
        assert_eq!(read("r32"), Ok(At::Symbol("r32".to_owned(), None)));
        assert_eq!(read("0x100:0x10"), Ok(At::Address(Space::Data, 256, 16)));
        assert_eq!(read("256:16"), Ok(At::Address(Space::Data, 256, 16)));
        assert_eq!(read("flash:0x200:8"), Ok(At::Address(Space::Flash, 512, 8)));
        assert_eq!(read("eeprom:0:8"), Ok(At::Address(Space::Eeprom, 0, 8)));
        assert_eq!(read("r24:2"), Ok(At::Address(Space::Data, 24, 2)));
        assert_eq!(read("@r24:32"), Ok(At::Pointer(24, 32)));
        assert_eq!(read("sreg"), Ok(At::Address(Space::Data, SREG, 1)));
        let wrong = [
            "",
            ":",
            "256",
            "0x100",
            "0x100:",
            "0x100:0",
            "0x100:-1",
            "0x100:x",
            "1x:2",
            "@r31:2",
            "@x:1",
            "flash:",
            "flash:x:1",
            "99999999999:1",
            ":4",
            "0x+1:1",
            "1:+1",
        ];
        for text in wrong {
            assert!(matches!(read(text), Err(Error::Audit { .. })), "{text}");
        }
    }
}
