//! The chip, how fast it runs, and what time it is.

#[cfg(feature = "atmega328p")]
pub use avr_device::atmega328p as chip;
#[cfg(feature = "atmega1284p")]
pub use avr_device::atmega1284p as chip;
#[cfg(not(any(feature = "atmega328p", feature = "atmega1284p")))]
compile_error!("which chip? --features atmega328p or --features atmega1284p");

/// The crystal on the board, in hertz.
pub const CRYSTAL: u32 = 16_000_000;
/// Ticks of [`Clock::now`] in a second.
#[cfg(feature = "ephemeral")]
pub const TICKS: u16 = (CRYSTAL / 1024) as u16;

/// Timer 1, running free.
pub struct Clock<'a>(&'a chip::TC1);

impl<'a> Clock<'a> {
    /// Lets the chip run as fast as its crystal, whatever the fuse CKDIV8 says, and starts the time.
    pub fn start(cpu: &chip::CPU, timer: &'a chip::TC1) -> Self {
        // The second write must follow within four cycles: interrupts are still off.
        cpu.clkpr().write(|w| w.clkpce().set_bit());
        cpu.clkpr().write(|w| w.clkps().val_0x00());
        timer.tccr1b().write(|w| w.cs1().prescale_1024());
        Self(timer)
    }

    /// Ticks of 64 microseconds. They begin anew after 4.2 seconds.
    pub fn now(&self) -> u16 {
        self.0.tcnt1().read().bits()
    }
}
