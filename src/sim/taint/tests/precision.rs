//! What must stay public, and what must be reported: programs a few instructions long, in assembly.

use super::super::super::mcu::ALL;
use super::*;

const CHIP: &Mcu = &ALL[1];
/// Addresses the programs use.
const SECRET: u16 = 0x0500;

/// Runs assembly text from `main` to its `sleep` with some registers secret, and gives the shadow and all leaks.
fn run(text: &str, secret: &[(u8, u8)]) -> (Shadow, Vec<Leak>) {
    let program = program(CHIP, &std::format!("{text}\n cli\n sleep\n"));
    let mut machine = Machine::load(CHIP, &program).unwrap();
    machine.run_to("main", 100_000).unwrap();
    // Below this no stack, so anything may be loaded there.
    machine.bound_stack(SECRET + 0x100, CHIP.ram_end());
    let mut shadow = Shadow::new(CHIP);
    for &(register, mask) in secret {
        assert!(shadow.set_mask(Space::Data, u32::from(register), mask));
    }
    shadow.classify(Space::Data, u32::from(SECRET), 16);
    let mut leaks = Vec::new();
    while machine.state() == super::super::super::machine::State::Running {
        leaks.extend(shadow.step(&machine).unwrap());
        machine.step().unwrap();
    }
    (shadow, leaks)
}

/// Runs without leaks.
fn quiet(text: &str, secret: &[(u8, u8)]) -> Shadow {
    let (shadow, leaks) = run(text, secret);
    assert_eq!(leaks, [], "{text}");
    shadow
}

const ALL_OF_R16: &[(u8, u8)] = &[(16, 0xFF)];

#[test]
fn what_cancels_is_public() {
    for text in
        ["eor r16, r16", "sub r16, r16", "ldi r16, 7", "clr r1\n mul r16, r1\n mov r16, r0", "sec\n sbc r16, r16"]
    {
        let shadow = quiet(text, ALL_OF_R16);
        assert_eq!((shadow.register(16), shadow.sreg()), (0, 0), "{text}");
    }
}

#[test]
fn a_mask_from_the_carry_is_as_secret_as_the_carry() {
    let shadow = quiet("lsr r17\n sbc r16, r16", &[(16, 0xFF), (17, 0xFE)]);
    assert_eq!(shadow.register(16), 0);
    let shadow = quiet("lsr r17\n sbc r16, r16", &[(17, 0x01)]);
    assert_eq!((shadow.register(16), shadow.sreg() & 1), (0xFF, 1));
}

#[test]
fn public_masks_cut() {
    assert_eq!(quiet("andi r16, 0x0f", ALL_OF_R16).register(16), 0x0F);
    assert_eq!(quiet("ori r16, 0x0f", ALL_OF_R16).register(16), 0xF0);
    assert_eq!(quiet("swap r16", &[(16, 0x12)]).register(16), 0x21);
    assert_eq!(quiet("lsl r16", &[(16, 0x81)]).register(16), 0x02);
    assert_eq!(quiet("bst r16, 0\n bld r17, 3", &[(16, 1)]).register(17), 8);
    assert_eq!(quiet("bst r16, 1\n bld r17, 3", &[(16, 1), (17, 0xFF)]).register(17), 0xF7);
}

#[test]
fn carries_run_as_far_as_they_can_vary() {
    // 0x10 or 0x11 plus 1 plus nothing: no carry leaves the second bit.
    assert_eq!(quiet("ldi r16, 0x10\n ori r17, 0\n add r16, r17", &[(17, 0)]).register(16), 0);
    let shadow = quiet("ldi r18, 0x01\n and r16, r18\n ldi r17, 1\n add r17, r16", ALL_OF_R16);
    assert_eq!((shadow.register(17), shadow.sreg()), (0x03, 0));
    // Only the upper byte is secret: the lower one and its carry stay public.
    let shadow = quiet("add r18, r20\n adc r19, r21", &[(19, 0xFF)]);
    assert_eq!((shadow.register(18), shadow.register(19)), (0, 0xFF));
    // Only the lower byte is: the upper one changes as far as its carry runs.
    let shadow = quiet("ldi r19, 0x05\n ldi r21, 0\n add r18, r20\n adc r19, r21", &[(18, 0xFF), (20, 0xFF)]);
    assert_eq!(shadow.register(19), 0x03);
}

#[test]
fn products_keep_known_zeros() {
    // 16 * (0 or 1): bit 4 alone.
    let shadow = quiet("ldi r17, 16\n andi r16, 1\n mul r16, r17", ALL_OF_R16);
    assert_eq!((shadow.register(0), shadow.register(1)), (0x10, 0));
}

#[test]
fn a_loop_over_secrets_with_a_public_counter_is_quiet() {
    let text =
        "ldi r26, 0x00\n ldi r27, 0x05\n clr r18\n ldi r17, 16\n 1: ld r16, X+\n add r18, r16\n dec r17\n brne 1b";
    let shadow = quiet(text, &[]);
    assert_eq!((shadow.register(18), shadow.register(17), shadow.sreg() & 2), (0xFF, 0, 0));
}

/// Z of a chain stays clear once a public difference has cleared it.
#[test]
fn a_comparison_decided_in_public_is_public() {
    quiet("ldi r17, 1\n ldi r18, 2\n cp r17, r18\n cpc r16, r18\n brne 1f\n 1:", ALL_OF_R16);
    let (_, leaks) = run("ldi r17, 1\n cp r17, r17\n cpc r16, r17\n brne 1f\n 1:", ALL_OF_R16);
    assert_eq!(leaks, [Leak::Branch]);
    // What was secret in a lower byte stays so, without any borrow.
    let (_, leaks) = run("ldi r17, 1\n andi r16, 1\n cp r17, r16\n cpc r17, r17\n brne 1f\n 1:", ALL_OF_R16);
    assert_eq!(leaks, [Leak::Branch]);
}

#[test]
fn leaks_are_told() {
    for (text, leak) in [
        ("lsr r16\n brcs 1f\n 1:", Leak::Branch),
        ("tst r16\n breq 1f\n 1:", Leak::Branch),
        ("sbrs r16, 0\n nop", Leak::Skip),
        ("cpse r16, r1\n nop", Leak::Skip),
        ("out 0x1e, r16\n sbic 0x1e, 0\n nop", Leak::Skip),
        ("ldi r30, lo8(pm(1f))\n ldi r31, hi8(pm(1f))\n eor r30, r16\n eor r30, r16\n ijmp\n 1:", Leak::Jump),
        ("out 0x3f, r16", Leak::Control),
        ("out 0x05, r16", Leak::Control),
        ("out 0x03, r16", Leak::Control),
        ("sts 0x25, r16", Leak::Control),
        ("sts 0x6f, r16", Leak::Control),
        ("sts 0xff, r16", Leak::Control),
        ("ldi r27, 0\n ldi r26, 0x6f\n st X, r16", Leak::Control),
        ("in r17, 0x3d\n eor r17, r16\n eor r17, r16\n out 0x3d, r17", Leak::Control),
    ] {
        assert_eq!(run(text, ALL_OF_R16).1, [leak], "{text}");
    }
}

/// A bit set in a peripheral's register, a public byte there, secrets in registers that only hold them, and in RAM.
#[test]
fn harmless_registers_are_quiet() {
    quiet("sbi 0x05, 3\n cbi 0x05, 3\n ldi r17, 2\n out 0x05, r17\n sts 0x6f, r17", ALL_OF_R16);
    quiet("out 0x1e, r16\n out 0x2a, r16\n out 0x2b, r16\n out 0x20, r16\n out 0x21, r16\n out 0x22, r16", ALL_OF_R16);
    quiet("out 0x3b, r16\n out 0x3c, r16\n sts 0x0100, r16", ALL_OF_R16);
}

/// `elpm Z+` carries into RAMPZ, where Z may be at its end; `lpm Z+` doesn't.
#[test]
fn a_secret_carry_reaches_rampz() {
    let bank =
        |text: &str| run(&["ldi r18, 0\n out 0x3b, r18\n", text].concat(), &[(30, 0xFF)]).0.mask(Space::Data, 0x5B);
    assert_eq!(bank("ldi r31, 0xff\n elpm r17, Z+"), 0xFF);
    assert_eq!(bank("ldi r31, 0x05\n elpm r17, Z+"), 0);
    assert_eq!(bank("ldi r31, 0xff\n lpm r17, Z+"), 0);
}

/// Branches, skips and jumps on what was secret and is no longer.
#[test]
fn public_control_is_quiet() {
    quiet(
        "andi r16, 0\n breq 1f\n 1: sbrs r16, 0\n nop\n cpse r16, r16\n nop\n mov r30, r16\n ori r16, 1\n sbrc r16, 0\n nop",
        ALL_OF_R16,
    );
    quiet(
        "ldi r27, 5\n mov r26, r16\n clr r26\n ld r17, X\n ldi r17, 1\n ori r16, 2\n cpse r16, r17\n nop",
        ALL_OF_R16,
    );
}

#[test]
fn secret_pointers_are_told() {
    let point = "ldi r27, 5\n clr r26\n ldi r31, 5\n clr r30\n andi r16, 1\n or r26, r16\n or r30, r16\n";
    let low = |text: &str| run(&[point, text].concat(), ALL_OF_R16).1;
    let value = |leaks: &[Leak]| match leaks {
        [Leak::Address { written, address }] => (*written, address & !1),
        other => panic!("{other:?}"),
    };
    for (text, written) in [("ld r17, X", false), ("lpm r17, Z", false), ("elpm r17, Z", false), ("st X, r1", true)] {
        assert_eq!(value(&low(text)), (written, SECRET), "{text}");
    }
    let (shadow, _) = run(&[point, "st X, r1"].concat(), ALL_OF_R16);
    let marked = (0x500..0x502_u32).filter(|&at| shadow.mask(Space::Data, at) == 0xFF).count();
    assert_eq!(marked, 2);
    assert_eq!(
        value(&run("andi r16, 1\n out 0x3b, r16\n clr r30\n ldi r31, 5\n elpm r17, Z", ALL_OF_R16).1),
        (false, SECRET)
    );
}

/// A secret return address: a push of a register, then `ret`.
#[test]
fn secret_returns_are_jumps() {
    let text =
        "ldi r17, lo8(pm(1f))\n eor r17, r16\n eor r17, r16\n ldi r18, hi8(pm(1f))\n push r17\n push r18\n ret\n 1:";
    assert_eq!(run(text, ALL_OF_R16).1, [Leak::Jump]);
    // In its high byte alone, which is popped first.
    let text =
        "ldi r17, lo8(pm(1f))\n ldi r18, hi8(pm(1f))\n eor r18, r16\n eor r18, r16\n push r17\n push r18\n ret\n 1:";
    assert_eq!(run(text, ALL_OF_R16).1, [Leak::Jump]);
}

#[test]
fn calls_leave_public_return_addresses() {
    let shadow = quiet("push r16\n pop r17\n rcall 1f\n rjmp 2f\n 1: ret\n 2:", ALL_OF_R16);
    assert_eq!(shadow.register(17), 0xFF);
    let secret: Vec<u16> = shadow.secret_data().collect();
    let registers = [16, 17];
    // What the program pushed lies where the call put its return address.
    assert_eq!(secret, registers.into_iter().chain(SECRET..SECRET + 16).collect::<Vec<_>>());
}

/// The flags are SREG's byte, wherever it is read or written.
#[test]
fn sreg_is_a_byte_too() {
    for text in ["lsr r16\n in r17, 0x3f", "lsr r16\n lds r17, 0x5f"] {
        let shadow = quiet(text, &[(16, 1)]);
        assert_eq!(shadow.register(17), 0x01 | 0x08 | 0x10 | 0x02 & shadow.sreg(), "{text}");
    }
    for text in ["out 0x3f, r16", "sts 0x5f, r16"] {
        let shadow = quiet(text, &[(16, 0x43)]);
        assert_eq!((shadow.sreg(), shadow.mask(Space::Data, 0x5F)), (0x43, 0x43), "{text}");
    }
}

#[test]
fn classified_bytes_are_secret_until_declassified() {
    let mut shadow = Shadow::new(CHIP);
    for space in [Space::Flash, Space::Data, Space::Eeprom] {
        shadow.classify(space, 0x58, 10);
        assert_eq!([0x57, 0x58, 0x5F, 0x61, 0x62].map(|at| shadow.mask(space, at)), [0, 0xFF, 0xFF, 0xFF, 0]);
        shadow.declassify(space, 0x59, 20);
        assert_eq!([0x58, 0x59, 0x5F].map(|at| shadow.mask(space, at)), [0xFF, 0, 0]);
    }
    assert_eq!(shadow.secret_data().collect::<Vec<_>>(), [0x58]);
    shadow.classify(Space::Flash, u32::MAX - 1, u32::MAX);
    assert_eq!(shadow.mask(Space::Flash, u32::MAX), 0);
    shadow.classify(Space::Data, 3, 1);
    assert_eq!(shadow.register(3), 0xFF);
}
