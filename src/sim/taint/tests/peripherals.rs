//! Flash tables, EEPROM, interrupts and sleep: what moves bytes without naming them.

use std::borrow::ToOwned;

use super::super::super::machine::State;
use super::super::super::mcu::ALL;
use super::*;

/// Runs a program to its end on one chip, with its shadow prepared and every leak an error.
fn run(mcu: &'static Mcu, text: &str, prepare: impl FnOnce(&mut Machine, &mut Shadow)) -> (Machine, Shadow) {
    let image = program(mcu, text);
    let mut machine = Machine::load(mcu, &image).unwrap();
    let mut shadow = Shadow::new(mcu);
    machine.run_to("main", 100_000).unwrap();
    prepare(&mut machine, &mut shadow);
    while machine.state() != State::Ended {
        assert_eq!(shadow.step(&machine), Ok(None));
        machine.step().unwrap();
    }
    (machine, shadow)
}

const END: &str = "\n cli\n sleep\n";

#[test]
fn tables_in_flash_keep_their_secrets() {
    let text = "ldi r30, lo8(table)\n ldi r31, hi8(table)\n lpm r16, Z+\n lpm r17, Z+\n lpm\n cli\n sleep\n table: .byte 1, 2, 3, 4\n";
    for mcu in &ALL {
        let (machine, shadow) = run(mcu, text, |machine, shadow| {
            let table = machine.image().symbol("table").unwrap().address;
            shadow.classify(Space::Flash, table + 1, 1);
        });
        assert_eq!([machine.register(16), machine.register(17), machine.register(0)], [1, 2, 3]);
        assert_eq!([shadow.register(16), shadow.register(17), shadow.register(0)], [0, 0xFF, 0]);
    }
}

#[test]
fn eeprom_gives_and_keeps_secrets() {
    // Copies cell 3 to cell 5, then the public 0x42 to cell 3.
    let write =
        "sbi _SFR_IO_ADDR(EECR), EEMPE\n sbi _SFR_IO_ADDR(EECR), EEPE\n 1: sbic _SFR_IO_ADDR(EECR), EEPE\n rjmp 1b\n";
    let text = [
        "clr r1\n out _SFR_IO_ADDR(EEARH), r1\n ldi r16, 3\n out _SFR_IO_ADDR(EEARL), r16\n sbi _SFR_IO_ADDR(EECR), EERE\n \
         in r20, _SFR_IO_ADDR(EEDR)\n ldi r16, 5\n out _SFR_IO_ADDR(EEARL), r16\n out _SFR_IO_ADDR(EEDR), r20\n",
        write,
        "ldi r16, 3\n out _SFR_IO_ADDR(EEARL), r16\n ldi r17, 0x42\n out _SFR_IO_ADDR(EEDR), r17\n",
        write,
        "sbi _SFR_IO_ADDR(EECR), EERE\n in r21, _SFR_IO_ADDR(EEDR)",
        END,
    ]
    .concat();
    for mcu in &ALL {
        let (machine, shadow) = run(mcu, &text, |machine, shadow| {
            machine.set_eeprom(&[1, 2, 3, 4, 5, 6]).unwrap();
            shadow.classify(Space::Eeprom, 3, 1);
        });
        assert_eq!(machine.eeprom()[..6], [1, 2, 3, 0x42, 5, 4]);
        assert_eq!([3, 5].map(|cell| shadow.mask(Space::Eeprom, cell)), [0, 0xFF]);
        assert_eq!((shadow.register(20), shadow.register(21)), (0xFF, 0));
    }
}

/// A cell is public again when a public byte replaces it; not if the write isn't permitted, or only erases or programs.
#[test]
fn half_a_write_to_eeprom_keeps_the_secret() {
    let prepare = "clr r1\n out _SFR_IO_ADDR(EEARH), r1\n ldi r16, 3\n out _SFR_IO_ADDR(EEARL), r16\n \
        ldi r17, 0x42\n out _SFR_IO_ADDR(EEDR), r17\n";
    let permit = "sbi _SFR_IO_ADDR(EECR), EEMPE\n";
    let whole = "sbi _SFR_IO_ADDR(EECR), EEPE";
    let part = |mode| std::format!("ldi r18, (1<<{mode})|(1<<EEMPE)|(1<<EEPE)\n out _SFR_IO_ADDR(EECR), r18");
    let cases = [
        ([permit, whole].concat(), 0),
        (whole.into(), 0xFF),
        (permit.to_owned() + &part("EEPM0"), 0xFF),
        (permit.to_owned() + &part("EEPM1"), 0xFF),
    ];
    for mcu in &ALL {
        for (strobe, mask) in &cases {
            let shadow = run(mcu, &[prepare, strobe, END].concat(), |_, shadow| shadow.classify(Space::Eeprom, 3, 1)).1;
            assert_eq!(shadow.mask(Space::Eeprom, 3), *mask, "{strobe} on {}", mcu.name);
        }
    }
}

#[test]
fn a_secret_eeprom_address_is_control() {
    let text = "out _SFR_IO_ADDR(EEARL), r16\n sbi _SFR_IO_ADDR(EECR), EERE\n cli\n sleep\n";
    let mut machine = Machine::load(&ALL[0], &program(&ALL[0], text)).unwrap();
    let mut shadow = Shadow::new(&ALL[0]);
    machine.run_to("main", 100_000).unwrap();
    shadow.classify(Space::Data, 16, 1);
    assert_eq!(shadow.step(&machine), Ok(None));
    machine.step().unwrap();
    assert_eq!(shadow.step(&machine), Ok(Some(Leak::Control)));
    assert_eq!(shadow.mask(Space::Data, 0x40), 0xFF);
}

/// Secrets lie below SP when an interrupt pushes its return address there; `reti` is no secret jump.
#[test]
fn interrupts_push_public_addresses() {
    let text = "ldi r17, 0xff\n push r20\n push r20\n push r20\n pop r20\n pop r20\n pop r20\n ldi r16, 1\n out _SFR_IO_ADDR(TCCR0B), r16\n \
        sts TIMSK0, r16\n out _SFR_IO_ADDR(TCNT0), r17\n sei\n 1: tst r18\n breq 1b\n clr r18\n ldi r16, 0\n sts TIMSK0, r16\n ldi r16, 1\n sts TIMSK0, r16\n sleep\n nop\n cli\n sleep\n \
        .global TIMER0_OVF_vect\n TIMER0_OVF_vect: inc r18\n reti";
    for mcu in &ALL {
        let (machine, shadow) = run(mcu, text, |_, shadow| shadow.classify(Space::Data, 20, 1));
        assert!(machine.register(18) > 0);
        let sp = u32::from(machine.sp());
        // An interrupt's return address, and one byte that no push reached on two of the chips.
        let below: Vec<u8> = (0..3).map(|offset| shadow.mask(Space::Data, sp - offset)).collect();
        let untouched = if mcu.pc_bytes == 2 { 0xFF } else { 0 };
        assert_eq!(below, [0, 0, untouched], "{}", mcu.name);
    }
}

/// What was pushed before an interrupt stays as secret as it was.
#[test]
fn interrupts_publish_nothing_else() {
    let text = "clr r18\n push r20\n ldi r17, 0xff\n ldi r16, 1\n out _SFR_IO_ADDR(TCCR0B), r16\n sts TIMSK0, r16\n \
        out _SFR_IO_ADDR(TCNT0), r17\n sei\n 1: tst r18\n breq 1b\n cli\n pop r21\n sleep\n \
        .global TIMER0_OVF_vect\n TIMER0_OVF_vect: inc r18\n reti";
    for mcu in &ALL {
        let (machine, shadow) = run(mcu, text, |_, shadow| shadow.classify(Space::Data, 20, 1));
        assert_eq!((machine.register(18), shadow.register(21)), (1, 0xFF), "{}", mcu.name);
    }
}
