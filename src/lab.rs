//! The laboratory: what every operation of every set costs on every chip, taken from the linked firmware.
//!
//! | module | what |
//! |---|---|
//! | [`matrix`] | which rows there are |
//! | [`run`] | builds and runs their images on all cores |
//! | [`record`] | one row, and files of them: JSON, CSV |
//! | [`definitions`] | what the figures mean |
//! | [`compare`] | what changed since a saved run |
//! | [`document`] | the generated parts of Markdown documents |
//! | [`picture`] | rows as points of the plane |
//! | [`plane`] | the picture: RAM against time, with the figures of others |
//!
//! What it isn't: the measuring itself, which is [`crate::sim`]'s.

pub mod compare;
pub mod definitions;
pub mod document;
pub mod matrix;
pub mod picture;
pub mod plane;
pub mod record;
pub mod run;

use std::string::{String, ToString};

/// A number with commas between its thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
