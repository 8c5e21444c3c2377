//! Inputs as symbols in flash.

use std::fmt::{Result, Write};

/// Adds a symbol in a section of its own, so that only those of the operation are linked. It is made of parts; one
/// with a name is a symbol too: by names that begin with `secret_` an audit knows what is secret.
pub fn symbol(text: &mut String, name: &str, parts: &[(Option<&str>, &[u8])]) -> Result {
    let size = parts.iter().map(|(_, bytes)| bytes.len()).sum();
    writeln!(text, "\t.section .progmem.data.{name},\"a\",@progbits")?;
    label(text, name, size)?;
    for (name, bytes) in parts {
        if let Some(name) = name {
            label(text, name, bytes.len())?;
        }
        for byte in *bytes {
            writeln!(text, "\t.byte 0x{byte:02x}")?;
        }
    }
    Ok(())
}

fn label(text: &mut String, name: &str, size: usize) -> Result {
    writeln!(text, "\t.global {name}\n\t.type {name},@object\n\t.size {name},{size}\n{name}:")
}
