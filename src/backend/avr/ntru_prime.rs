//! NTRU Prime's sampling, its cipher, and R/3.

use super::Avr;
use crate::backend::{Ciphering, Planes, PlanesMut, Sampling, TernaryPlanes, planes_memory, planes_scratch};

mod kernels {
    //! The C interface of the kernels, as the head of each file in `asm/avr` states it.

    unsafe extern "C" {
        pub fn sunbear_aes256_key(key: *mut [u8; 240], bytes: *const [u8; 32]);
        pub fn sunbear_aes256_stream(key: *const [u8; 240], counter: u32, out: *mut u8, n: u16);
        pub fn sunbear_short_radix(packed: *mut u8, words: *mut u32, n: u16, scratch: *mut u8);
        pub fn sunbear_short_heap(packed: *mut u8, words: *mut u32, n: u16);
        pub fn sunbear_small_words(packed: *mut u8, words: *const u32, n: u16);
        pub fn sunbear_planes_add(sum_plus: *mut u32, sum_minus: *mut u32, plus: *const u32, minus: *const u32, n: u8);
        pub fn sunbear_planes_product(
            plus: *mut u32,
            minus: *mut u32,
            a_plus: *const u32,
            a_minus: *const u32,
            b_plus: *const u32,
            b_minus: *const u32,
            n: u8,
            scratch: *mut u32,
        );
        pub fn sunbear_planes_inverse(
            plus: *mut u32,
            minus: *mut u32,
            p: u16,
            memory: *mut u32,
            slack: u16,
            state: *mut [u8; 20],
        ) -> u16;
        pub fn sunbear_planes_exists(inverse: u8) -> u8;
    }
}

impl Ciphering for Avr {
    type Key = [u8; 240];

    fn aes256_key(key: &mut [u8; 240], bytes: &[u8; 32]) {
        // SAFETY: the types have the kernel's sizes.
        unsafe { kernels::sunbear_aes256_key(key, bytes) }
    }

    fn aes256_stream(key: &[u8; 240], counter: u32, out: &mut [u8]) {
        // SAFETY: there are so many bytes to write.
        unsafe { kernels::sunbear_aes256_stream(key, counter, out.as_mut_ptr(), out.len() as u16) }
    }
}

impl Sampling for Avr {
    fn pack_sorted(packed: &mut [u8], words: &mut [u32], scratch: &mut [u32]) {
        let n = words.len();
        if packed.len() < n.div_ceil(4) || !(3..4096).contains(&n) || n.is_multiple_of(2) {
            return;
        }
        let (packed, words) = (packed.as_mut_ptr(), words.as_mut_ptr());
        if 4 * scratch.len() >= 4 * n + 767 {
            // SAFETY: all lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_short_radix(packed, words, n as u16, scratch.as_mut_ptr().cast()) }
        } else {
            // SAFETY: both lengths are the kernel's, just checked.
            unsafe { kernels::sunbear_short_heap(packed, words, n as u16) }
        }
    }

    fn pack_small(packed: &mut [u8], words: &[u32]) {
        let n = words.len();
        if packed.len() < n.div_ceil(4) || n == 0 {
            return;
        }
        // SAFETY: both lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_small_words(packed.as_mut_ptr(), words.as_ptr(), n as u16) }
    }
}

impl TernaryPlanes for Avr {
    fn planes_product([plus, minus]: PlanesMut<'_>, a: Planes<'_>, b: Planes<'_>, scratch: &mut [u32]) {
        let n = a[0].len();
        let operands = [a[0], a[1], b[0], b[1]];
        if !(1..=40).contains(&n)
            || operands.iter().any(|plane| plane.len() != n)
            || plus.len() < 2 * n
            || minus.len() < 2 * n
            || scratch.len() < planes_scratch(n)
        {
            return;
        }
        let [a_plus, a_minus, b_plus, b_minus] = operands.map(<[u32]>::as_ptr);
        let (plus, minus, scratch) = (plus.as_mut_ptr(), minus.as_mut_ptr(), scratch.as_mut_ptr());
        // SAFETY: all lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_planes_product(plus, minus, a_plus, a_minus, b_plus, b_minus, n as u8, scratch) }
    }

    fn planes_add([plus, minus]: PlanesMut<'_>, [a_plus, a_minus]: Planes<'_>) {
        let n = [plus.len(), minus.len(), a_plus.len(), a_minus.len()].into_iter().fold(255, usize::min) as u8;
        if n == 0 {
            return;
        }
        // SAFETY: all planes have at least n words, at least one.
        unsafe {
            kernels::sunbear_planes_add(plus.as_mut_ptr(), minus.as_mut_ptr(), a_plus.as_ptr(), a_minus.as_ptr(), n);
        }
    }

    fn planes_invert([plus, minus]: PlanesMut<'_>, p: usize, memory: &mut [u32]) -> u8 {
        let n = (p + 32) / 32;
        let odd = !p.is_multiple_of(2) && (3..=1277).contains(&p);
        if !odd || plus.len() < n || minus.len() < n || memory.len() < planes_memory(p) {
            return 0;
        }
        let (plus, minus, memory) = (plus.as_mut_ptr(), minus.as_mut_ptr(), memory.as_mut_ptr());
        let mut state = [0; 20];
        // All digits that can matter: a slack below p would be right for all but one operand in 2^128 or so.
        // SAFETY: all lengths are the kernel's, just checked.
        unsafe { kernels::sunbear_planes_inverse(plus, minus, p as u16, memory, p as u16, &raw mut state) as u8 }
    }

    fn exists(inverse: u8) -> bool {
        // SAFETY: the kernel touches no memory.
        unsafe { kernels::sunbear_planes_exists(inverse) != 0 }
    }
}
