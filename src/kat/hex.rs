//! Bytes as hexadecimal digits.

use core::fmt;
use std::vec::Vec;

/// Displays bytes as known-answer files write them: upper case.
#[derive(Debug, Clone, Copy)]
pub struct Upper<'a>(pub &'a [u8]);

/// Displays bytes as digests are written: lower case.
#[derive(Debug, Clone, Copy)]
pub struct Lower<'a>(pub &'a [u8]);

impl fmt::Display for Upper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, b"0123456789ABCDEF")
    }
}

impl fmt::Display for Lower<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, b"0123456789abcdef")
    }
}

fn write(f: &mut fmt::Formatter<'_>, bytes: &[u8], digits: &[u8; 16]) -> fmt::Result {
    use core::fmt::Write;
    for byte in bytes {
        f.write_char(char::from(digits[usize::from(byte >> 4)]))?;
        f.write_char(char::from(digits[usize::from(byte & 15)]))?;
    }
    Ok(())
}

/// The bytes of an even number of digits in either case, or nothing if that is not what `digits` is.
#[must_use]
pub fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let nibble = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    pairs.iter().map(|&[high, low]| Some(nibble(high)? << 4 | nibble(low)?)).collect()
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(Upper(&all).to_string().as_bytes()).unwrap(), all);
        assert_eq!(decode(Lower(&all).to_string().as_bytes()).unwrap(), all);
        assert_eq!(Upper(&[0x0a, 0xf1]).to_string(), "0AF1");
        for bad in ["0", "0g", " 0", "+1", "\u{e9}"] {
            assert_eq!(decode(bad.as_bytes()), None);
        }
    }
}
