//! How a command fails: an exit code and one line.

use std::fmt::Write;
use std::io;
use std::path::Path;

/// The exit code of a failed verification and of a rejected ciphertext.
pub const MISMATCH: u8 = 1;
/// The exit code of bad usage or input, and of whatever else keeps a command from its work.
pub const BAD_INPUT: u8 = 2;

/// Why a command did not succeed.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// One line.
    pub message: String,
}

impl Failure {
    /// A verification failed, or a ciphertext was rejected.
    pub fn mismatch(message: String) -> Self {
        Self { code: MISMATCH, message }
    }

    /// The command could not be carried out.
    pub fn bad_input(message: String) -> Self {
        Self { code: BAD_INPUT, message }
    }

    /// The same about a file.
    pub fn about(path: &Path, what: &str) -> Self {
        Self::bad_input(format!("{}: {what}", shown(path)))
    }

    /// A file could not be read or written.
    pub fn io(path: &Path, error: &io::Error) -> Self {
        Self::about(path, &reason(error))
    }
}

/// A path in a message.
pub fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// A word of the user's in a message.
pub fn quoted(word: &str) -> String {
    format!("`{}`", printable(word))
}

/// The text without what would break the line, and not longer than a screen's.
fn printable(text: &str) -> String {
    const MOST: usize = 400;
    let mut printable = String::new();
    for char in text.chars().take(MOST) {
        if char.is_control() {
            let _ = write!(printable, "{}", char.escape_default());
        } else {
            printable.push(char);
        }
    }
    if text.chars().nth(MOST).is_some() {
        printable.push_str("...");
    }
    printable
}

/// The reason without the paths that some errors add.
fn reason(error: &io::Error) -> String {
    if error.raw_os_error().is_some() { error.to_string() } else { error.kind().to_string() }
}
