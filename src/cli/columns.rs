//! Tables on a terminal: columns as wide as their widest cell.

/// How a column is aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The rows, two spaces between columns, no space at the end of a line.
pub fn aligned<const N: usize>(rows: &[[String; N]], align: [Align; N]) -> String {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default());
    let mut table = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, width), align) in row.iter().zip(widths).zip(align) {
            let pad = " ".repeat(width - cell.chars().count());
            let (before, after) = if align == Align::Right { (pad.as_str(), "") } else { ("", pad.as_str()) };
            line.extend([before, cell, after, "  "]);
        }
        table.push_str(line.trim_end());
        table.push('\n');
    }
    table
}
