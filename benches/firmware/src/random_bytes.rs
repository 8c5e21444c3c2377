//! The random bytes of an operation from the generator that `examples/node` uses: `input_draw` says how many, and
//! `input_drawn` holds what must come out. The seed is an example's.

use rand_core::Rng;
use sunbear::seeded::{SEED_SIZE, SLOT_SIZE, SeededRng};
use sunbear::storage::ReadAt;

use crate::chip::Ram;
use crate::inputs::inputs;

/// The most random bytes that are drawn.
const DRAWN: usize = 128;

inputs! {
    input_draw draw: 2, "How many bytes to draw.";
    input_drawn drawn: DRAWN, "The bytes that must be drawn, and zeros.";
}

#[unsafe(no_mangle)]
static SLOTS: Ram<[u8; 2 * SLOT_SIZE]> = Ram::new([0; _]);
#[unsafe(no_mangle)]
static GENERATOR: Ram<Option<SeededRng>> = Ram::new(None);
#[unsafe(no_mangle)]
static BYTES: Ram<[u8; DRAWN]> = Ram::new([0; _]);

/// Starts the generator.
pub fn prepare() -> Option<&'static mut SeededRng> {
    // A repeated byte takes no array in .data.
    let seed = [core::hint::black_box(7); SEED_SIZE];
    let slots = SLOTS.get();
    slots.fill(0xff);
    SeededRng::provision(slots, &seed).ok()?;
    SeededRng::start(GENERATOR.get(), slots).ok()
}

fn size() -> Option<usize> {
    let mut bytes = [0; 2];
    draw().read_at(0, &mut bytes).ok()?;
    Some(usize::from(u16::from_le_bytes(bytes))).filter(|size| *size <= DRAWN)
}

/// The measured part.
#[inline(never)]
pub fn run(generator: Option<&mut SeededRng>) -> bool {
    let (Some(generator), Some(size)) = (generator, size()) else { return false };
    let Some(out) = BYTES.get().get_mut(..size) else { return false };
    generator.fill_bytes(out);
    true
}

/// Whether the bytes are the expected ones.
pub fn is_right() -> bool {
    drawn().equals(BYTES.get())
}
