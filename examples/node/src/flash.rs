//! The gateway's key as part of the program.

use sunbear::Error;
use sunbear::storage::Flash;

/// Put your gateway's key into this file. The one that is there belongs to the tests: its other half is no secret.
///
/// The section lies at the beginning of the program memory, below 64 kB on every chip, and isn't copied to RAM.
#[unsafe(link_section = ".progmem.data.gateway_key")]
static KEY: [u8; 804] = *include_bytes!("../gateway.key");

/// The key, to be read where it is. Don't read the `static` itself: that would read RAM at its address.
pub fn key() -> Result<Flash, Error> {
    Flash::new((&raw const KEY).addr() as u32, KEY.len() as u16)
}
