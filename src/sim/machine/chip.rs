//! The birth and death of simavr's core, and the names it gives its ioctls.
//!
//! What it isn't: its life. Whoever calls `create` must call `destroy`, once and last; [`super::Machine`] does.

use std::ffi::{CString, c_char, c_int, c_void};
use std::format;
use std::ptr::NonNull;
use std::sync::Once;

use simavr_ffi as ffi;

use super::{Error, Mcu, Result};

/// simavr names its ioctls by four letters.
pub(super) const fn four(name: [u8; 4]) -> u32 {
    u32::from_be_bytes(name)
}

/// Makes and initialises the core, with the simulator's own messages switched off.
pub(super) fn create(mcu: &'static Mcu) -> Result<NonNull<ffi::avr_t>> {
    static SILENCE: Once = Once::new();
    // SAFETY: sets a global function pointer once, before any core exists.
    SILENCE.call_once(|| unsafe { ffi::avr_global_logger_set(Some(discard_message)) });

    let refuse = |reason: &str| Error::Simulator { reason: format!("{}: {reason}", mcu.name) };
    let name = CString::new(mcu.name).map_err(|_| refuse("the name has a NUL in it"))?;
    // SAFETY: `name` is a NUL-terminated string that outlives the call.
    let avr = NonNull::new(unsafe { ffi::avr_make_mcu_by_name(name.as_ptr()) })
        .ok_or_else(|| refuse("simavr does not know this chip"))?;
    // SAFETY: `avr` is a fresh core; it is initialised exactly once.
    let (ram_end, flash_end) = unsafe {
        (*avr.as_ptr()).frequency = mcu.clock_hz;
        ffi::avr_init(avr.as_ptr());
        ((*avr.as_ptr()).ramend, (*avr.as_ptr()).flashend)
    };
    if ram_end != mcu.ram_end() || flash_end + 1 != mcu.flash_size {
        // SAFETY: `avr` is initialised and not used afterwards.
        unsafe { destroy(avr) };
        return Err(refuse("simavr has other memory sizes for this chip"));
    }
    Ok(avr)
}

/// Frees an initialised core.
///
/// # Safety
/// Nothing may use the core afterwards.
pub(super) unsafe fn destroy(avr: NonNull<ffi::avr_t>) {
    unsafe extern "C" {
        fn free(memory: *mut c_void);
    }
    // SAFETY: simavr frees what the core points to; the core itself it allocated with `malloc` and leaves to us.
    unsafe {
        ffi::avr_terminate(avr.as_ptr());
        free(avr.as_ptr().cast());
    }
}

/// The type of the last argument, a `va_list`, differs between hosts; it is not looked at.
unsafe extern "C" fn discard_message<A>(_: *mut ffi::avr_t, _: c_int, _: *const c_char, _: A) {}

pub(super) unsafe extern "C" fn sleep_without_waiting(_: *mut ffi::avr_t, _: ffi::avr_cycle_count_t) {}
