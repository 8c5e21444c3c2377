//! Small programs that measure themselves or run into one guard each, on every chip.
//!
//! They aren't the tests of the decoding itself: those are with the table in `sim::opcode`.

use super::*;

use super::super::call::program;
use super::super::mcu::ALL;

const END: &str = "\ncli\n sleep\n1: rjmp 1b\n";

fn each(text: &str, mut check: impl FnMut(Machine)) {
    for mcu in &ALL {
        check(Machine::load(mcu, &program(mcu, text)).unwrap());
    }
}

#[test]
fn marks_measure_what_lies_between() {
    let text = "ldi r16, 1\n out 0x1e, r16\n nop\n push r1\n push r1\n pop r1\n pop r1\n ldi r16, 2\n \
        sts 0x3e, r16\n ldi r17, 77\n sts 0x4a, r17";
    each(&[text, END].concat(), |mut machine| {
        machine.run(10_000).unwrap();
        assert_eq!(machine.state(), State::Ended);
        assert_eq!(machine.marks().len(), 2);
        assert_eq!(machine.cycles_between(1, 2), Ok(1 + 4 + 4 + 1));
        assert_eq!(machine.stack_between(1, 2), Ok(2));
        assert_eq!(machine.cycles_between(2, 1), Err(Error::NoMark { value: 1 }));
        assert_eq!(machine.gpior1(), 77);
        assert_eq!(machine.stack_used(), 2 + u16::from(machine.mcu().pc_bytes));
    });
}

/// The usual two-step update of SP is no dip to where only half of it is new.
#[test]
fn a_frame_is_measured_exactly() {
    let text = "in r28, 0x3d\n in r29, 0x3e\n subi r28, 0x40\n sbci r29, 1\n in r0, 0x3f\n cli\n \
        out 0x3e, r29\n out 0x3f, r0\n out 0x3d, r28\n push r1";
    each(&[text, END].concat(), |mut machine| {
        machine.run(10_000).unwrap();
        let expected = 0x141 + u16::from(machine.mcu().pc_bytes);
        assert_eq!(machine.stack_used(), expected);
        assert_eq!(machine.stack_free(), machine.mcu().ram_size - expected);
    });
}

#[test]
fn guards_the_variables() {
    let text = "1: push r1\n rjmp 1b\n .section .bss\n .zero 512";
    each(text, |mut machine| match machine.run(1_000_000) {
        Err(Error::StackOverflow { sp, limit, at }) => {
            assert_eq!(limit, machine.mcu().ram_start + 512);
            assert_eq!(sp, limit - 2);
            assert_eq!(at.symbol, "main");
        }
        other => panic!("{other:?}"),
    });
}

#[test]
fn notices_restarts_and_endless_loops() {
    each("call 0", |mut machine| {
        assert!(matches!(machine.run(10_000), Err(Error::Restarted { .. })));
    });
    each("1: rjmp 1b", |mut machine| {
        assert!(matches!(machine.run(10_000), Err(Error::Stuck { .. })));
    });
    each("sei\n 1: rjmp 1b", |mut machine| {
        assert!(matches!(machine.run(10_000), Err(Error::Timeout { .. })));
    });
    each("nop\n call abort\n .global abort\n abort: rjmp abort", |mut machine| match machine.run(10_000) {
        Err(Error::Aborted { from }) => assert!(from.symbol.starts_with("main+"), "{from}"),
        other => panic!("{other:?}"),
    });
    each(END, |mut machine| {
        assert!(matches!(machine.run_to_mark(3, 10_000), Err(Error::EndedEarly { .. })));
    });
}

/// Timer 0 wakes the chip from sleep a second (16 million cycles) later, in no time on the host.
#[test]
fn sleep_passes_simulated_time_only() {
    let text = "ldi r16, 5\n out _SFR_IO_ADDR(TCCR0B), r16\n ldi r16, 1\n sts TIMSK0, r16\n ldi r17, 61\n sei\n \
        1: sleep\n tst r17\n brne 1b\n cli\n sleep\n \
        .global TIMER0_OVF_vect\n TIMER0_OVF_vect: dec r17\n reti";
    each(text, |mut machine| {
        let begin = std::time::Instant::now();
        machine.run(20_000_000).unwrap();
        assert!(machine.cycles() > 15_900_000 && machine.cycles() < 16_100_000, "{machine:?}");
        assert!(begin.elapsed().as_millis() < 900);
    });
}

#[test]
fn talks_over_the_uart() {
    // Echoes each byte plus one; ends with a zero byte.
    let text = "ldi r16, 0x18\n sts UCSR0B, r16\n \
        1: lds r17, UCSR0A\n sbrs r17, RXC0\n rjmp 1b\n lds r18, UDR0\n \
        2: lds r17, UCSR0A\n sbrs r17, UDRE0\n rjmp 2b\n mov r19, r18\n inc r19\n sts UDR0, r19\n tst r18\n brne 1b\n cli\n sleep";
    each(text, |mut machine| {
        let sent: Vec<u8> = (1..=255).cycle().take(1000).chain([0]).collect();
        machine.uart_send(&sent);
        machine.run(100_000_000).unwrap();
        let echo: Vec<u8> = sent.iter().map(|byte| byte.wrapping_add(1)).collect();
        assert_eq!(machine.uart_take(), echo);
        assert_eq!(machine.uart_pending(), 0);
        assert!(machine.uart_take().is_empty());
    });
}

#[test]
fn keeps_the_eeprom() {
    // Writes 0x77 to address 3.
    let text = "ldi r16, 3\n out _SFR_IO_ADDR(EEARL), r16\n ldi r16, 0x77\n out _SFR_IO_ADDR(EEDR), r16\n \
        sbi _SFR_IO_ADDR(EECR), EEMPE\n sbi _SFR_IO_ADDR(EECR), EEPE";
    each(&[text, END].concat(), |mut machine| {
        machine.set_eeprom(&[1, 2, 3, 4, 5]).unwrap();
        machine.run(10_000).unwrap();
        let contents = machine.eeprom();
        assert_eq!(contents.len(), usize::from(machine.mcu().eeprom_size));
        assert_eq!(contents[..6], [1, 2, 3, 0x77, 5, 0xff]);
        assert!(machine.set_eeprom(&[contents, vec![0]].concat()).is_err());
    });
}

#[test]
fn reads_and_writes_memory_within_bounds() {
    each(END, |mut machine| {
        let end = machine.mcu().ram_end();
        machine.write(end - 1, &[1, 2]).unwrap();
        assert_eq!(machine.read(end - 1, 2), Ok(vec![1, 2]));
        assert!(matches!(machine.write(end, &[1, 2]), Err(Error::Range { .. })));
        assert!(matches!(machine.read(0xFFFF, usize::MAX), Err(Error::Range { .. })));
    });
}
