//! `sunbear sets`.

use sunbear::sets::all;

use super::columns::{Align, aligned};
use super::failure::Failure;
use super::files;

/// Prints the table.
pub fn run() -> Result<(), Failure> {
    use Align::{Left, Right};

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
            set.claimed_level().map_or("-".into(), |level| level.to_string()),
            set.standing().into(),
        ]
    }));
    files::print(&aligned(&rows, [Left, Left, Right, Right, Right, Right, Right, Left]))
}
