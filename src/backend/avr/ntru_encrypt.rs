//! NTRUEncrypt's loops. Lengths are public and checked here; candidates, trits, coefficients and terms are secret, and so
//! are the addresses that depend on them.

use super::Avr;
use crate::backend::{Coefficients, Drawing, Field, Padding, Rotations, Shape, Terms, Trits};

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    use super::Indices;
    use crate::backend::Field;

    unsafe extern "C" {
        pub fn sunbear_cut_fields(fields: *mut u16, state: *mut Field, block: *const [u8; 32], bits: u8) -> u8;
        pub fn sunbear_accept_indices(
            state: *mut Indices,
            lists: *mut u16,
            seen: *mut u8,
            candidates: *const u16,
            count: u8,
        );
        pub fn sunbear_accept_octets(octets: *mut u8, room: u8, filled: *mut u8, block: *const u8, n: u8);
        pub fn sunbear_is_zero(verdict: u16) -> u8;
        pub fn sunbear_least(a: u8, b: u8) -> u8;
        pub fn sunbear_beyond(bytes: *const u8, n: u8, length: u8) -> u8;
        pub fn sunbear_message_length(length: u8) -> u8;
        pub fn sunbear_overwrite(out: *mut u8, at: u8, bytes: *const u8, n: u8);
        pub fn sunbear_reduce_terms(terms: *mut u16, count: u8, n: u16);
        pub fn sunbear_check_terms(terms: *const u16, count: u8, n: u16) -> u8;
        pub fn sunbear_octet_trits(trits: *mut u8, octets: *const u8, n: u16);
        pub fn sunbear_encode_trits(trits: *mut u8, bytes: *const u8, n: u8);
        pub fn sunbear_decode_trits(bytes: *mut u8, trits: *const u8, n: u8);
        pub fn sunbear_add_trits(sum: *mut u8, trits: *const u8, n: u16);
        pub fn sunbear_subtract_trits(difference: *mut u8, trits: *const u8, n: u16);
        pub fn sunbear_pack_trits(packed: *mut u8, trits: *const u8, n: u8);
        pub fn sunbear_unpack_trits(trits: *mut u8, packed: *const u8, n: u8);
        pub fn sunbear_unbalanced(trits: *const u8, n: u16, least: u16) -> u8;
        pub fn sunbear_lift_trits(coefficients: *mut u16, trits: *const u8, n: u16, subtract: u8);
        pub fn sunbear_centred_trits(trits: *mut u8, coefficients: *const u16, n: u16);
        pub fn sunbear_pack_quarters(bytes: *mut u8, coefficients: *const u16, n: u16);
        pub fn sunbear_pack_11(bytes: *mut u8, coefficients: *const u16, n: u16);
        pub fn sunbear_unpack_11(coefficients: *mut u16, bytes: *const u8, n: u16);
        pub fn sunbear_rotations(
            out: *mut u16,
            window: *const u16,
            terms: *const u16,
            n: u16,
            plus: u8,
            minus: u8,
            passes: u8,
            mode: u8,
        );
    }
}

/// Lists being filled, as the kernel reads them.
#[repr(C)]
struct Indices {
    n: u16,
    limit: u16,
    ends: [u16; 3],
    filled: u16,
}

impl Drawing for Avr {
    fn cut_fields(fields: &mut [u16], state: &mut Field, block: &[u8; 32], bits: u8) -> u8 {
        if !(9..=16).contains(&bits) || fields.len() < usize::from(Field::most(bits)) {
            return 0;
        }
        // SAFETY: there is room for the most fields that end in a block, just checked; a state lacks 1 to `bits` bits.
        unsafe { kernels::sunbear_cut_fields(fields.as_mut_ptr(), state, block, bits) }
    }

    // As the caller is: a shape that is no constant would lie in RAM.
    #[allow(clippy::inline_always, reason = "see above")]
    #[inline(always)]
    fn accept_indices(lists: &mut [u16], filled: &mut u16, seen: &mut [u8], candidates: &[u16], shape: Shape) {
        let Shape { n, limit, ends } = shape;
        let count = candidates.len();
        if lists.len() != usize::from(ends[2]) || seen.len() < usize::from(n) || !(1..=255).contains(&count) {
            return;
        }
        let mut state = Indices { n, limit, ends, filled: *filled };
        let (lists, seen) = (lists.as_mut_ptr(), seen.as_mut_ptr());
        // SAFETY: all lengths are the kernel's, just checked; candidates are below 2^14, and n is above 2^9 where that matters.
        unsafe { kernels::sunbear_accept_indices(&raw mut state, lists, seen, candidates.as_ptr(), count as u8) }
        *filled = state.filled;
    }

    fn accept_octets(octets: &mut [u8], filled: &mut u8, block: &[u8; 32]) {
        let room = octets.len();
        if !(1..=255).contains(&room) {
            return;
        }
        // SAFETY: there is that room, of which `filled` has no more than all, and the block has 32 bytes.
        unsafe { kernels::sunbear_accept_octets(octets.as_mut_ptr(), room as u8, filled, block.as_ptr(), 32) }
    }

    fn is_full(filled: u16, wanted: u16) -> bool {
        Self::is_zero(filled ^ wanted)
    }

    fn is_zero(verdict: u16) -> bool {
        // SAFETY: the kernel touches no memory.
        unsafe { kernels::sunbear_is_zero(verdict) != 0 }
    }
}

impl Padding for Avr {
    fn least(a: u8, b: u8) -> u8 {
        // SAFETY: the kernel touches no memory.
        unsafe { kernels::sunbear_least(a, b) }
    }

    fn beyond(bytes: &[u8], length: u8) -> u8 {
        let n = bytes.len().min(255) as u8;
        if n == 0 {
            return 0;
        }
        // SAFETY: there are n bytes, at least one.
        unsafe { kernels::sunbear_beyond(bytes.as_ptr(), n, length) }
    }

    fn accept(out: &mut [u8], bytes: &[u8], wrong: u8) {
        let n = out.len().min(bytes.len()).min(255) as u8;
        let out = out.as_mut_ptr();
        // SAFETY: both have n bytes; what is selected may be `out` itself.
        unsafe { super::kernels::sunbear_select(out, bytes.as_ptr(), out, n, wrong) }
    }

    fn published(length: u8) -> u8 {
        // SAFETY: the kernel touches no memory.
        unsafe { kernels::sunbear_message_length(length) }
    }

    fn overwrite(out: &mut [u8], at: u8, bytes: &[u8]) {
        let n = bytes.len();
        if n > 0 && n < 256 {
            // SAFETY: the bytes are there; that `out` has room for them from `at` on is the contract, of which nothing but
            // arithmetic can be made here: `at` is secret.
            unsafe { kernels::sunbear_overwrite(out.as_mut_ptr(), at, bytes.as_ptr(), n as u8) }
        }
    }
}

impl Terms for Avr {
    fn reduce_terms(terms: &mut [u16], n: u16) {
        let count = terms.len();
        if (1..=255).contains(&count) {
            // SAFETY: there are so many terms.
            unsafe { kernels::sunbear_reduce_terms(terms.as_mut_ptr(), count as u8, n) }
        }
    }

    fn check_terms(terms: &[u16], n: u16) -> u8 {
        let count = terms.len();
        if !(1..=127).contains(&count) {
            return 0xff;
        }
        // SAFETY: there are so many terms.
        unsafe { kernels::sunbear_check_terms(terms.as_ptr(), count as u8, n) }
    }
}

/// For 3·n + 1 bytes, n and how many trits they give.
fn triples(bytes: usize, trits: usize) -> Option<(u8, usize)> {
    let (n, coded) = (bytes / 3, 16 * (bytes / 3) + 6);
    (bytes % 3 == 1 && n <= 255 && coded <= trits).then_some((n as u8, coded))
}

impl Trits for Avr {
    fn octet_trits(trits: &mut [u8], octets: &[u8]) {
        let n = trits.len();
        if n == 0 || octets.len() < n.div_ceil(5) {
            return;
        }
        // SAFETY: both lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_octet_trits(trits.as_mut_ptr(), octets.as_ptr(), n as u16) }
    }

    fn encode_trits(trits: &mut [u8], bytes: &[u8]) {
        let Some((n, coded)) = triples(bytes.len(), trits.len()) else { return };
        trits[coded..].fill(0);
        // SAFETY: there are 3·n + 1 bytes and room for 16·n + 6 trits.
        unsafe { kernels::sunbear_encode_trits(trits.as_mut_ptr(), bytes.as_ptr(), n) }
    }

    fn decode_trits(bytes: &mut [u8], trits: &[u8]) {
        let Some((n, _)) = triples(bytes.len(), trits.len()) else { return };
        // SAFETY: there are 16·n + 6 trits and room for 3·n + 1 bytes.
        unsafe { kernels::sunbear_decode_trits(bytes.as_mut_ptr(), trits.as_ptr(), n) }
    }

    fn add_trits(sum: &mut [u8], trits: &[u8]) {
        let n = sum.len().min(trits.len());
        if n > 0 {
            // SAFETY: both have n trits, at least one.
            unsafe { kernels::sunbear_add_trits(sum.as_mut_ptr(), trits.as_ptr(), n as u16) }
        }
    }

    fn subtract_trits(difference: &mut [u8], trits: &[u8]) {
        let n = difference.len().min(trits.len());
        if n > 0 {
            // SAFETY: both have n trits, at least one.
            unsafe { kernels::sunbear_subtract_trits(difference.as_mut_ptr(), trits.as_ptr(), n as u16) }
        }
    }

    fn pack_trits(packed: &mut [u8], trits: &[u8]) {
        let n = packed.len().min(trits.len() / 4);
        if (1..=255).contains(&n) {
            // SAFETY: there are n bytes and four times as many trits.
            unsafe { kernels::sunbear_pack_trits(packed.as_mut_ptr(), trits.as_ptr(), n as u8) }
        }
    }

    fn unpack_trits(trits: &mut [u8], packed: &[u8]) {
        let n = packed.len().min(trits.len() / 4);
        if (1..=255).contains(&n) {
            // SAFETY: there are n bytes and four times as many trits.
            unsafe { kernels::sunbear_unpack_trits(trits.as_mut_ptr(), packed.as_ptr(), n as u8) }
        }
    }

    fn unbalanced(trits: &[u8], least: u16) -> u8 {
        if trits.is_empty() {
            return 0xff;
        }
        // SAFETY: there are so many trits, at least one.
        unsafe { kernels::sunbear_unbalanced(trits.as_ptr(), trits.len() as u16, least) }
    }
}

fn lift(coefficients: &mut [u16], trits: &[u8], subtract: u8) {
    let n = coefficients.len().min(trits.len());
    if n > 0 {
        // SAFETY: there are n of both, at least one.
        unsafe { kernels::sunbear_lift_trits(coefficients.as_mut_ptr(), trits.as_ptr(), n as u16, subtract) }
    }
}

impl Coefficients for Avr {
    fn lift_trits(coefficients: &mut [u16], trits: &[u8]) {
        lift(coefficients, trits, 0);
    }

    fn drop_trits(coefficients: &mut [u16], trits: &[u8]) {
        lift(coefficients, trits, 1);
    }

    fn centred_trits(trits: &mut [u8], coefficients: &[u16]) {
        let n = trits.len().min(coefficients.len());
        if n > 0 {
            // SAFETY: there are n of both, at least one.
            unsafe { kernels::sunbear_centred_trits(trits.as_mut_ptr(), coefficients.as_ptr(), n as u16) }
        }
    }

    fn pack_quarters(bytes: &mut [u8], coefficients: &[u16]) {
        let n = coefficients.len();
        if n > 0 && bytes.len() >= n.div_ceil(4) {
            // SAFETY: both lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_pack_quarters(bytes.as_mut_ptr(), coefficients.as_ptr(), n as u16) }
        }
    }

    fn pack_11(bytes: &mut [u8], coefficients: &[u16]) {
        let n = coefficients.len();
        if (1..=1000).contains(&n) && bytes.len() >= (11 * n).div_ceil(8) {
            // SAFETY: both lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_pack_11(bytes.as_mut_ptr(), coefficients.as_ptr(), n as u16) }
        }
    }

    fn unpack_11(coefficients: &mut [u16], bytes: &[u8]) {
        let n = coefficients.len();
        if (1..=1000).contains(&n) && bytes.len() >= (11 * n).div_ceil(8) {
            // SAFETY: both lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_unpack_11(coefficients.as_mut_ptr(), bytes.as_ptr(), n as u16) }
        }
    }
}

/// What the kernel does with what is in `out`.
const PUT: u8 = 0;
/// See above.
const ADD: u8 = 1;
/// See above.
const REPEAT: u8 = 2;

/// The most terms of a call.
const MOST: usize = 30;

/// Passes of twelve coefficients, if the kernel takes these lengths.
fn passes(out: usize, window: usize, n: usize) -> Option<u8> {
    let passes = out / 12;
    ((1..=127).contains(&passes) && out == 12 * passes && window >= n + out && n <= 1000).then_some(passes as u8)
}

impl Rotations for Avr {
    fn rotations(out: &mut [u16], window: &[u16], terms: &[u16], n: usize, add: bool) {
        let Some(passes) = passes(out.len(), window.len(), n) else { return };
        if terms.len() > MOST {
            return;
        }
        let (minus, plus) = ((terms.len() / 2) as u8, terms.len().div_ceil(2) as u8);
        let mode = if add { ADD } else { PUT };
        let (out, window, n) = (out.as_mut_ptr(), window.as_ptr(), n as u16);
        // SAFETY: all lengths are the kernel's, just checked; terms are below n.
        unsafe { kernels::sunbear_rotations(out, window, terms.as_ptr(), n, plus, minus, passes, mode) }
    }

    fn next_window(next: &mut [u16], window: &[u16], terms: &[u16], n: usize) {
        let Some(passes) = passes(n.div_ceil(12) * 12, window.len(), n) else { return };
        if next.len() < n + 12 * usize::from(passes) || terms.len() > MOST {
            return;
        }
        let (next, window) = (next.as_mut_ptr(), window.as_ptr());
        let (minus, plus) = ((terms.len() / 2) as u8, terms.len().div_ceil(2) as u8);
        // SAFETY: all lengths are the kernel's, just checked; terms are below n.
        unsafe { kernels::sunbear_rotations(next, window, terms.as_ptr(), n as u16, plus, minus, passes, REPEAT) }
    }
}
