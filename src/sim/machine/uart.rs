//! UART 0 seen from its other end: bytes to the chip, bytes from it, and the IRQs that carry them.
//!
//! What it isn't: a model of the line. Bytes go in as fast as the receiver takes them; the baud rate is simavr's
//! business, and noise or framing errors don't occur.

use std::ffi::{c_int, c_void};
use std::vec::Vec;

use simavr_ffi as ffi;

use super::chip::four;
use super::{Events, Machine};

impl Machine {
    /// Queues bytes for the chip to receive on UART 0. They go out as fast as its receiver takes them.
    pub fn uart_send(&mut self, bytes: &[u8]) {
        self.to_send.extend(bytes);
    }

    /// Bytes queued that the chip has not taken yet.
    #[must_use]
    pub fn uart_pending(&self) -> usize {
        self.to_send.len()
    }

    /// Takes what the chip has sent on UART 0 since the last call.
    pub fn uart_take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.events.get_mut().sent)
    }

    /// Connects the callbacks of UART 0 and keeps it from printing or dawdling by itself.
    pub(super) fn connect_uart(&mut self) {
        let (avr, events) = (self.avr.as_ptr(), self.events.get().cast::<c_void>());
        // SAFETY: as in `connect`: the core is initialised, and `events` outlives it.
        unsafe {
            let mut flags = 0_u32;
            if ffi::avr_ioctl(avr, four(*b"uag0"), (&raw mut flags).cast()) == 0 {
                flags &= !(ffi::AVR_UART_FLAG_STDIO | ffi::AVR_UART_FLAG_POLL_SLEEP);
                ffi::avr_ioctl(avr, four(*b"uas0"), (&raw mut flags).cast());
            }
            let irq = |index: u32| ffi::avr_io_getirq(avr, four(*b"uar0"), c_int::try_from(index).unwrap_or(0));
            self.uart_input = irq(ffi::UART_IRQ_INPUT);
            if !self.uart_input.is_null() {
                ffi::avr_irq_register_notify(irq(ffi::UART_IRQ_OUTPUT), Some(on_uart_sent), events);
                ffi::avr_irq_register_notify(irq(ffi::UART_IRQ_OUT_XON), Some(on_uart_ready), events);
                ffi::avr_irq_register_notify(irq(ffi::UART_IRQ_OUT_XOFF), Some(on_uart_full), events);
            }
        }
    }

    /// Hands queued bytes to the UART while it takes them.
    #[cold]
    pub(super) fn feed_uart(&mut self) {
        if self.uart_input.is_null() {
            return;
        }
        while self.events.get_mut().ready {
            let Some(byte) = self.to_send.pop_front() else { return };
            // SAFETY: the IRQ belongs to this core; its callbacks reach only `events`, not borrowed now.
            unsafe { ffi::avr_raise_irq(self.uart_input, u32::from(byte)) };
        }
    }
}

unsafe extern "C" fn on_uart_sent(_: *mut ffi::avr_irq_t, byte: u32, events: *mut c_void) {
    // SAFETY: `connect_uart` registered the machine's `Events`, which nobody borrows while simavr runs.
    let events = unsafe { &mut *events.cast::<Events>() };
    events.sent.push(byte.to_le_bytes()[0]);
}

unsafe extern "C" fn on_uart_ready(_: *mut ffi::avr_irq_t, on: u32, events: *mut c_void) {
    if on != 0 {
        // SAFETY: as in `on_uart_sent`.
        unsafe { (*events.cast::<Events>()).ready = true };
    }
}

unsafe extern "C" fn on_uart_full(_: *mut ffi::avr_irq_t, on: u32, events: *mut c_void) {
    if on != 0 {
        // SAFETY: as in `on_uart_sent`.
        unsafe { (*events.cast::<Events>()).ready = false };
    }
}
