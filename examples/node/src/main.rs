#![no_std]
#![no_main]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    let dp = unsafe { avr_device::atmega328p::Peripherals::steal() };
    dp.USART0.udr0().write(|w| w.set(1));
    loop {}
}
