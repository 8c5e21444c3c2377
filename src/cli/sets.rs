//! `sunbear sets`.

use sunbear::sets::all;

use super::failure::Failure;
use super::files;

/// Prints the table.
pub fn run() -> Result<(), Failure> {
    let mut rows = vec![["SET", "SCHEME", "EK", "DK", "CT", "SS", "LEVEL", "STANDING"].map(String::from)];
    rows.extend(all().map(|set| {
        let sizes = set.sizes();
        [
            set.name().into(),
            set.scheme().into(),
            sizes.encapsulation_key.to_string(),
            sizes.decapsulation_key.to_string(),
            sizes.ciphertext.to_string(),
            sizes.shared_secret.to_string(),
            set.claimed_level().to_string(),
            set.standing().into(),
        ]
    }));
    let widths: [usize; 8] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or_default());

    let mut table = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Words to the left, numbers to the right.
            let pad = " ".repeat(width - cell.len());
            let (before, after) = if (2..7).contains(&column) { (pad.as_str(), "") } else { ("", pad.as_str()) };
            line.extend([before, cell, after, "  "]);
        }
        table.push_str(line.trim_end());
        table.push('\n');
    }
    files::print(&table)
}
