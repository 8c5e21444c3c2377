//! Constant-time idioms of Rust, each in a function of its own. What becomes of them on an AVR, the audit shows.
//!
//! What it isn't: a library of idioms. Those whose names end in `_leaks` become branches here.
#![no_std]
#![no_main]

use core::cell::UnsafeCell;

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// A variable of whose contents the compiler knows nothing.
#[repr(transparent)]
struct Ram<T>(UnsafeCell<T>);

// SAFETY: one thread, no interrupts.
unsafe impl<T> Sync for Ram<T> {}

impl<T: Copy> Ram<T> {
    fn get(&self) -> T {
        // SAFETY: one thread; the pointer is the cell's.
        unsafe { self.0.get().read_volatile() }
    }

    fn set(&self, value: T) {
        // SAFETY: as above.
        unsafe { self.0.get().write_volatile(value) }
    }
}

#[unsafe(no_mangle)]
static SECRET: Ram<[u8; 64]> = Ram(UnsafeCell::new([0x5a; 64]));
#[unsafe(no_mangle)]
static SECRET_WORD: Ram<u16> = Ram(UnsafeCell::new(0x3a5c));
#[unsafe(no_mangle)]
static PUBLIC: Ram<[u8; 64]> = Ram(UnsafeCell::new([0xa5; 64]));
#[unsafe(no_mangle)]
static RESULT: Ram<u16> = Ram(UnsafeCell::new(0));

macro_rules! functions {
    ($($name:ident $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            #[inline(never)]
            extern "C" fn $name() $body
        )*

        /// Calls them all.
        // SAFETY: the C start-up code calls `main` once.
        #[unsafe(no_mangle)]
        pub extern "C" fn main() -> ! {
            $($name();)*
            loop {}
        }
    };
}

functions! {
    // A mask of all ones or zeros, and a selection by it.
    mask_select_leaks {
        let mask = 0_u8.wrapping_sub(SECRET.get()[0] & 1);
        let public = PUBLIC.get();
        RESULT.set(((public[0] & mask) | (public[1] & !mask)).into());
    }
    // A reduction: q is subtracted, and added again if that was too much.
    reduction_leaks {
        let x = SECRET_WORD.get().wrapping_sub(0x2801) as i16;
        RESULT.set((x + ((x >> 15) & 0x2801)) as u16);
    }
    // 1 unless the word is 0.
    nonzero_leaks {
        let x = SECRET_WORD.get();
        RESULT.set((x | x.wrapping_neg()) >> 15);
    }
    // Comparison of slices by the crate for it.
    ct_eq_leaks {
        RESULT.set(SECRET.get()[..].ct_eq(&PUBLIC.get()[..]).unwrap_u8().into());
    }
    // Selection by the crate for it.
    conditional_select_is_clean {
        let choice = Choice::from((SECRET_WORD.get() & 1) as u8);
        let public = PUBLIC.get();
        RESULT.set(u16::conditional_select(&(public[0] as u16 * 257), &public[1].into(), choice));
    }
    // The least of two words.
    min_leaks {
        RESULT.set(SECRET_WORD.get().min(0x3000));
    }
    // The sum of all differences: a number, and nobody asks whether it is zero.
    difference_is_clean {
        let (secret, public) = (SECRET.get(), PUBLIC.get());
        RESULT.set(secret.iter().zip(&public).fold(0, |sum, (a, b)| sum | (a ^ b)).into());
    }
    // Products have no branches.
    product_is_clean {
        RESULT.set(SECRET_WORD.get().wrapping_mul(0x3001));
    }
}
