//! A node on an ATmega with a serial line: it generates, encapsulates and decapsulates as a gateway asks.
//!
//! It is the simulated chip's half of `sunbear handshake`. It computes with the library as any firmware would; what a
//! product must add is a source of randomness (here the gateway's test bench provides it) and authentication.
#![no_std]
#![no_main]

mod objects;
mod registers;
mod session;
mod uart;

use sunbear::link::{self, BadFrame, Receiver, node};

use session::{Answer, Session};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

// SAFETY: the C start-up code calls `main` once, with the stack and .bss set up.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    uart::start();
    let session = Session::take();
    let mut receiver = Receiver::new();
    loop {
        let answer = match receiver.push(uart::receive()) {
            Ok(None) => continue,
            // An operation may need the receiver itself.
            Ok(Some((kind @ (node::GENERATE | node::ENCAPSULATE | node::DECAPSULATE), []))) => {
                session.operate(kind, &mut receiver)
            }
            Ok(Some((kind, payload))) => session.answer(kind, payload),
            Err(BadFrame::Length | BadFrame::Crc) => Answer::Refused(node::BAD_FRAME),
        };
        reply(&answer);
    }
}

#[inline(never)]
fn reply(answer: &Answer<'_>) {
    match answer {
        Answer::Done => link::send(node::DONE, &[], uart::send),
        Answer::Data(data) => link::send(node::DATA, data, uart::send),
        Answer::Refused(why) => link::send(node::REFUSED, &[*why], uart::send),
    }
}
