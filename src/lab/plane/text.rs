//! How wide words are, in whatever font the reader's computer has.
//!
//! Nobody knows that font, so a character is as wide as in the widest of DejaVu Sans, Verdana and Helvetica. No
//! kerning, no shaping: an upper bound for Latin text, and a generous guess for the rest.

use std::borrow::ToOwned;
use std::string::String;
use std::vec::Vec;

/// Advance widths of the characters from space to tilde, in thousandths of the font's size.
const WIDTHS: [u16; 95] = [
    352, 401, 460, 838, 637, 1076, 780, 275, 454, 454, 636, 838, 364, 454, 364, 454, 637, 637, 637, 637, 637, 637, 637,
    637, 637, 637, 454, 454, 838, 838, 838, 556, 1015, 685, 687, 722, 771, 667, 611, 778, 752, 421, 500, 693, 558, 863,
    749, 788, 667, 788, 722, 684, 616, 732, 685, 989, 686, 667, 686, 454, 454, 454, 838, 636, 636, 613, 635, 550, 635,
    616, 353, 635, 634, 278, 344, 592, 278, 975, 634, 612, 635, 635, 427, 521, 394, 634, 592, 818, 592, 592, 525, 637,
    454, 637, 838,
];

/// The height of a line of text, of its part above the baseline, both in font sizes.
pub(super) const LINE: f64 = 1.25;
pub(super) const ASCENT: f64 = 0.98;

/// The room a text takes, in pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size / 1000.0
}

/// Bold text is at most so much wider.
pub(super) const BOLD: f64 = 1.27;

fn advance(c: char) -> f64 {
    let ascii = (c as usize).checked_sub(0x20).and_then(|index| WIDTHS.get(index));
    ascii.map_or(if c < '\u{2e80}' { 1050.0 } else { 1500.0 }, |&width| f64::from(width))
}

/// What XML and one line can carry: control characters and changes of direction replaced, runs of white space made
/// one space.
pub(super) fn clean(text: &str) -> String {
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let allowed = |c: char| c.is_whitespace() || !(c.is_control() || turns(c) || matches!(c, '\u{fffe}' | '\u{ffff}'));
    let kept: String = text.chars().map(|c| if allowed(c) { c } else { '\u{fffd}' }).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text, cut with an ellipsis where it is wider than `room`.
pub(super) fn clip(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let (mut kept, mut used) = (String::new(), width("…", size));
    for c in text.chars() {
        used += advance(c) * size / 1000.0;
        if used > room {
            break;
        }
        kept.push(c);
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// The text in lines of at most `room`, broken between words; a longer word is cut.
pub(super) fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = clip(word, size, room);
        match lines.last_mut() {
            Some(line) if width(line, size) + width(" ", size) + width(&word, size) <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// A length to a tenth of a pixel.
pub(super) fn tenth(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}
