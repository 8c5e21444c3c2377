//! The chip: marks, verdict, flash, memory. Addresses are the same on ATmega328P, 1284P and 2560.

use core::cell::UnsafeCell;

use sunbear::Error;
use sunbear::storage::ReadAt;

/// General purpose registers 0 and 1, by data address.
const GPIOR0: *mut u8 = 0x3e as *mut u8;
const GPIOR1: *mut u8 = 0x4a as *mut u8;

mod kernels {
    //! `chip.S` and `timer.S`.
    unsafe extern "C" {
        pub fn flash_read(out: *mut u8, flash: *const u8, n: u16);
        pub fn flash_difference(bytes: *const u8, flash: *const u8, n: u16) -> u8;
        #[cfg(all(any(feature = "ntru-prime", feature = "ntru-encrypt"), any(feature = "keygen", feature = "every")))]
        pub fn flash_difference_secret(bytes: *const u8, flash: *const u8, n: u16) -> u8;
        pub safe fn end() -> !;
        #[cfg(feature = "timer")]
        pub safe fn timer_start();
        #[cfg(feature = "timer")]
        pub safe fn timer_stop();
    }
}

/// Tells whoever measures that the operation begins (1) or has ended (2), that random bytes are fetched (3) or there (4).
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call would count as part of the operation")]
pub fn mark(value: u8) {
    // SAFETY: a register without side effects.
    unsafe { GPIOR0.write_volatile(value) }
}

/// Leaves the verdict and ends.
pub fn end(right: bool) -> ! {
    // SAFETY: a register without side effects.
    unsafe { GPIOR1.write_volatile(if right { 1 } else { 2 }) }
    kernels::end()
}

/// Lets the timer's interrupts in, if the image has them.
pub fn start_interrupts() {
    #[cfg(feature = "timer")]
    kernels::timer_start();
}

/// Ends the timer's interrupts.
pub fn stop_interrupts() {
    #[cfg(feature = "timer")]
    kernels::timer_stop();
}

/// A variable. This image has one thread, and its interrupt touches none of them.
#[repr(transparent)]
pub struct Ram<T>(UnsafeCell<T>);

// SAFETY: one thread; see above.
unsafe impl<T> Sync for Ram<T> {}

impl<T> Ram<T> {
    /// With this value.
    pub const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// The variable. Hold one of these at a time.
    #[allow(clippy::mut_from_ref)]
    pub fn get(&self) -> &mut T {
        // SAFETY: one thread, and `operation` borrows each variable once at a time.
        unsafe { &mut *self.0.get() }
    }
}

/// N bytes in flash.
#[derive(Clone, Copy)]
pub struct Flash<const N: usize>(*const u8);

impl<const N: usize> Flash<N> {
    /// The bytes of a symbol in flash.
    ///
    /// # Safety
    /// The symbol has N bytes, below 64 KiB.
    pub const unsafe fn new(symbol: *const [u8; N]) -> Self {
        Self(symbol.cast())
    }

    /// Zero exactly if these are the bytes from `offset` on.
    pub fn difference(self, offset: usize, bytes: &[u8]) -> u8 {
        if !inside::<N>(offset, bytes.len()) {
            return 0xff;
        }
        // SAFETY: just checked.
        unsafe { kernels::flash_difference(bytes.as_ptr(), self.0.add(offset), bytes.len() as u16) }
    }

    /// As [`Flash::difference`], for bytes that are not published.
    #[cfg(all(any(feature = "ntru-prime", feature = "ntru-encrypt"), any(feature = "keygen", feature = "every")))]
    pub fn secret_difference(self, offset: usize, bytes: &[u8]) -> u8 {
        if !inside::<N>(offset, bytes.len()) {
            return 0xff;
        }
        // SAFETY: just checked.
        unsafe { kernels::flash_difference_secret(bytes.as_ptr(), self.0.add(offset), bytes.len() as u16) }
    }

    /// Whether these are the bytes.
    #[allow(dead_code, reason = "not every operation has an output in RAM")]
    pub fn equals(self, bytes: &[u8; N]) -> bool {
        self.difference(0, bytes) == 0
    }
}

fn inside<const N: usize>(offset: usize, len: usize) -> bool {
    offset <= N && len <= N - offset
}

impl<const N: usize> ReadAt for Flash<N> {
    fn size(&self) -> usize {
        N
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        if !inside::<N>(offset, out.len()) {
            return Err(Error::Storage);
        }
        // SAFETY: just checked.
        unsafe { kernels::flash_read(out.as_mut_ptr(), self.0.add(offset), out.len() as u16) };
        Ok(())
    }
}
