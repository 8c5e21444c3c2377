//! One operation of one parameter set, measured on the chip.
//!
//! Features choose the set, the profile and the operation; a scheme's operations are in the module of its name. The
//! inputs of the set's first known answer lie in flash. The
//! image copies what the operation takes as RAM, writes 1 to GPIOR0, runs the operation, writes 2 to GPIOR0, compares
//! the results with the known answer, writes the verdict to GPIOR1 (1 right, 2 wrong), and ends with `cli` and `sleep`.
//! Any simulator that counts cycles can time it.
//!
//! Encapsulation key and ciphertext never are in RAM: inputs are read from flash where they lie, and outputs are
//! compared with the known answer's as they are written. So the RAM of an image is the library's workspace, the key or
//! the secret, and the stack.
#![no_std]
#![no_main]

mod chip;
mod inputs;
#[cfg(all(feature = "ntru-encrypt", not(feature = "random")))]
mod ntru_encrypt;
#[cfg(all(feature = "ntru-prime", not(feature = "random")))]
mod ntru_prime;
#[cfg(all(
    any(feature = "keygen", feature = "encaps", feature = "encrypt", feature = "every"),
    not(feature = "random")
))]
mod output;
#[cfg(feature = "random")]
mod random_bytes;
#[cfg(all(feature = "three-bears", not(feature = "random")))]
mod three_bears;

#[cfg(all(feature = "ntru-encrypt", not(feature = "random")))]
use ntru_encrypt as operation;
#[cfg(all(feature = "ntru-prime", not(feature = "random")))]
use ntru_prime as operation;
#[cfg(feature = "random")]
use random_bytes as operation;
#[cfg(all(feature = "three-bears", not(feature = "random")))]
use three_bears as operation;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// The program. `prepare` is what comes before the first mark, `run` what is measured, `is_right` what comes after the
/// second.
// SAFETY: the C start-up code calls `main` once, with the stack and .bss set up.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    #[allow(clippy::let_unit_value, reason = "some operations have something to prepare")]
    let prepared = operation::prepare();
    chip::start_interrupts();
    chip::mark(1);
    let done = operation::run(prepared);
    chip::mark(2);
    chip::stop_interrupts();
    chip::end(done && operation::is_right())
}
