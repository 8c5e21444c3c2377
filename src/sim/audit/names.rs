//! What a user's name for a function or variable means in a program, where several may have it.
//!
//! A file's own names (`static` in C) are no others' business, so two files may use the same; which one is meant, only
//! an address says. What it isn't: a search. A name fits whole or not at all.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::super::image::{Image, Space, Symbol};
use super::super::source::demangle;
use super::super::{Error, Result};
use super::report::without_generics;

/// The symbol of this name; the global one if several have it.
pub(super) fn symbol<'a>(image: &'a Image, name: &str, instead: &str) -> Result<&'a Symbol> {
    let all: Vec<&Symbol> = image.symbols().iter().filter(|symbol| symbol.name == name).collect();
    only(&all, name, instead)?.map_or_else(|| image.symbol(name), Ok)
}

/// A function by name or by address: its flash address, and how a report calls it.
pub(super) fn function(image: &Image, text: &str) -> Result<(u32, String)> {
    let wrong = |reason: &str| Error::Audit { what: text.to_string(), reason: reason.to_string() };
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let address = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
        let address = address.ok_or_else(|| wrong("its address is no number"))?;
        if !address.is_multiple_of(2) || address as usize >= image.flash().len() {
            return Err(wrong("no instruction: the program has none at this flash address"));
        }
        return Ok((address, demangle(&image.symbolize(address))));
    }
    let instead = "write its address, 0x1234";
    let symbol = match symbol(image, text, instead) {
        Err(unknown @ Error::NoSymbol { .. }) => shown_as(image, text, instead)?.ok_or(unknown)?,
        found => found?,
    };
    if symbol.space != Space::Flash {
        return Err(wrong("not a function: it isn't in flash"));
    }
    Ok((symbol.address, demangle(&symbol.name)))
}

/// The function whose name a report shows like this.
fn shown_as<'a>(image: &'a Image, text: &str, instead: &str) -> Result<Option<&'a Symbol>> {
    let functions = image.symbols().iter().filter(|symbol| symbol.space == Space::Flash);
    let named: Vec<(&Symbol, String)> = functions.map(|symbol| (symbol, demangle(&symbol.name))).collect();
    for short in [false, true] {
        let fits = |name: &String| if short { without_generics(name) == text } else { name == text };
        let all: Vec<&Symbol> = named.iter().filter(|(_, name)| fits(name)).map(|(symbol, _)| *symbol).collect();
        if let Some(symbol) = only(&all, text, instead)? {
            return Ok(Some(symbol));
        }
    }
    Ok(None)
}

/// The one that is meant: a global one, or else all must be at the same address.
fn only<'a>(all: &[&'a Symbol], name: &str, instead: &str) -> Result<Option<&'a Symbol>> {
    let global: Vec<&Symbol> = all.iter().copied().filter(|symbol| symbol.global).collect();
    let meant = if global.is_empty() { all } else { &global };
    let Some(first) = meant.first() else { return Ok(None) };
    let mut places: Vec<_> = meant.iter().map(|symbol| (symbol.space, symbol.address)).collect();
    places.sort_unstable();
    places.dedup();
    if places.len() == 1 {
        return Ok(Some(first));
    }
    let list: Vec<String> = places.iter().map(|(_, address)| format!("0x{address:x}")).collect();
    let reason = format!("{} symbols are called {name} ({}); {instead}", places.len(), list.join(", "));
    Err(Error::Audit { what: name.to_string(), reason })
}

#[cfg(test)]
mod tests {
    use super::super::super::call::program;
    use super::super::super::mcu::ALL;
    use super::*;

    #[test]
    fn functions_have_names_and_addresses() {
        let text = "nop\n .global _ZN1a1b17h0123456789abcdefE\n _ZN1a1b17h0123456789abcdefE: nop\n \
            .global _ZN1c1d17h0123456789abcdefE\n _ZN1c1d17h0123456789abcdefE: nop\n \
            .global _ZN1c1d17hfedcba9876543210E\n _ZN1c1d17hfedcba9876543210E: nop";
        let image = program(&ALL[0], text);
        let at = image.symbol("_ZN1a1b17h0123456789abcdefE").unwrap().address;
        for name in ["a::b", "_ZN1a1b17h0123456789abcdefE", &format!("0x{at:x}"), &format!("0X{at:X}")] {
            assert_eq!(function(&image, name), Ok((at, "a::b".to_string())), "{name}");
        }
        let error = function(&image, "c::d").unwrap_err().to_string();
        assert!(error.contains("2 symbols are called c::d"), "{error}");
        assert!(function(&image, "_ZN1c1d17hfedcba9876543210E").is_ok());
        assert!(matches!(function(&image, "a::c"), Err(Error::NoSymbol { .. })));
        for text in ["0x", "0x1", "0x+2", "0x20000", "0xg"] {
            assert!(matches!(function(&image, text), Err(Error::Audit { .. })), "{text}");
        }
    }
}
