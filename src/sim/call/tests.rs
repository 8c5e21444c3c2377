//! Small pieces of assembly that keep or break one promise each, called on every chip.
//!
//! They aren't the tests of the real kernels: those are in `tests/avr_kernels`.

use std::fs;

use super::super::Access;
use super::super::mcu::ALL;
use super::build::Scratch;
use super::*;

/// A caller for a piece of assembly text that defines `k`, on every chip.
fn each(body: &str, mut test: impl FnMut(&mut Caller)) {
    for mcu in &ALL {
        let scratch = Scratch::new().unwrap();
        let source = scratch.0.join("k.S");
        fs::write(&source, format!(".text\n.global k\nk:\n{body}\n")).unwrap();
        let image = assemble(mcu, &[&source]).unwrap();
        test(&mut Caller::new(mcu, &image).unwrap());
    }
}

#[test]
fn passes_arguments_and_counts() {
    // u32 a (r25:22) + u8 b (r20), stored through p (r19:18), and returned.
    let body = "push r28\n movw r30, r18\n add r22, r20\n adc r23, r1\n adc r24, r1\n adc r25, r1\n \
        st Z, r22\n std Z+1, r23\n std Z+2, r24\n std Z+3, r25\n pop r28\n ret";
    each(body, |caller| {
        let mut out = [0; 4];
        for seed in 0..50 {
            let mut args = [Arg::U32(0x00FF_FFFE), Arg::U8(3), Arg::Out(&mut out)];
            let outcome = caller.seed(seed).call("k", &mut args).unwrap();
            assert_eq!(outcome.value, 0x0100_0001);
            assert_eq!(outcome.stack, 1);
            let ret = if caller.machine().mcu().pc_bytes == 3 { 5 } else { 4 };
            assert_eq!(outcome.cycles, 2 + 1 + 4 + 8 + 2 + ret);
            assert_eq!(out, 0x0100_0001_u32.to_le_bytes());
        }
    });
}

#[test]
fn narrow_results() {
    each("ldi r24, 0x81\n ldi r25, 0x7f\n ret", |caller| {
        let outcome = caller.call("k", &mut []).unwrap();
        assert_eq!((outcome.u8(), outcome.i8(), outcome.u16()), (0x81, -127, 0x7F81));
    });
}

#[test]
fn refuses_bad_calls() {
    each("ret", |caller| {
        let missing = caller.call("nothing", &mut []);
        assert!(matches!(missing, Err(Error::NoSymbol { .. })), "{missing:?}");
        let mut many = [const { Arg::U32(0) }; 5];
        let many = caller.call("k", &mut many);
        assert!(matches!(many, Err(Error::Arguments { .. })), "{many:?}");
        let within = caller.call("k", &mut [Arg::Within(3, 0)]);
        assert!(matches!(within, Err(Error::Arguments { .. })), "{within:?}");
        let big = caller.call("k", &mut [Arg::In(&std::vec![0; 20_000])]);
        assert!(matches!(big, Err(Error::TooBig { .. })), "{big:?}");
    });
}

#[test]
fn notices_broken_conventions() {
    for body in ["ldi r28, 5\n inc r28\n inc r2\n ret", "inc r1\n ret", "cli\n ret", "inc r17\n ret", "sleep\n ret"] {
        each(body, |caller| {
            let result = caller.call("k", &mut []);
            assert!(matches!(result, Err(Error::Convention { .. })), "{body}: {result:?}");
        });
    }
}

#[test]
fn notices_wrong_memory() {
    let forbidden = |body: &str, wanted: Access| {
        each(body, |caller| {
            let mut out = [0; 8];
            let result = caller.call("k", &mut [Arg::In(&[1; 8]), Arg::Out(&mut out)]);
            match result {
                Err(Error::Forbidden { access, .. }) => assert_eq!(access, wanted, "{body}"),
                other => panic!("{body}: {other:?}"),
            }
        });
    };
    forbidden("movw r30, r24\n st Z, r1\n ret", Access::Write); // an input
    forbidden("movw r30, r22\n std Z+8, r1\n ret", Access::Write); // one beyond
    forbidden("movw r30, r24\n ldd r0, Z+8\n ret", Access::Read);
    forbidden("movw r26, r22\n st -X, r1\n ret", Access::Write); // one before
    forbidden("sts 0x0005, r1\n ret", Access::Write); // a register
    forbidden("ldi r30, 0\n ldi r31, 0xf0\n st Z+, r1\n ret", Access::Write); // beyond RAM
    forbidden("in r30, 0x3d\n in r31, 0x3e\n ld r0, Z\n ret", Access::Read); // below SP
    forbidden("in r30, 0x3d\n in r31, 0x3e\n st -Z, r1\n ret", Access::Write);
}

#[test]
fn notices_the_stack_running_away() {
    each("k2: push r1\n rjmp k2", |caller| {
        let result = caller.call("k", &mut []);
        assert!(matches!(result, Err(Error::StackOverflow { .. })), "{result:?}");
    });
    each("pop r0\n pop r0\n pop r0\n pop r0\n ret", |caller| {
        let result = caller.call("k", &mut []);
        assert!(matches!(result, Err(Error::StackUnderflow { .. })), "{result:?}");
    });
    each("k3: rjmp k3", |caller| {
        let result = caller.limit(1000).call("k", &mut []);
        assert!(matches!(result, Err(Error::Timeout { .. })), "{result:?}");
    });
    each("ldi r30, 0xff\n ldi r31, 0x2f\n ijmp", |caller| {
        let result = caller.call("k", &mut []);
        assert!(matches!(result, Err(Error::WildJump { .. })), "{result:?}");
    });
    each(".word 0x0001\n ret", |caller| {
        let result = caller.call("k", &mut []);
        assert!(matches!(result, Err(Error::BadOpcode { opcode: 1, .. })), "{result:?}");
    });
}

/// Memory freed below SP is still there undisturbed, and gone with interrupts.
#[test]
fn disturbance_exposes_freed_memory() {
    let body = "push r1\n pop r0\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n \
        in r0, 0x3f\n cli\n in r24, 0x3d\n in r25, 0x3e\n sbiw r24, 1\n out 0x3e, r25\n out 0x3d, r24\n pop r24\n out 0x3f, r0\n ret";
    each(body, |caller| {
        let quiet: Vec<u8> = (0..20).map(|_| caller.call("k", &mut []).unwrap().u8()).collect();
        assert!(quiet.iter().all(|&byte| byte == 0));
        caller.disturb(true);
        let loud = (0..20).filter(|_| caller.call("k", &mut []).unwrap().u8() != 0);
        assert!(loud.count() > 10);
    });
}

#[test]
fn shares_a_buffer() {
    each("movw r26, r24\n movw r30, r22\n ld r0, Z\n st X, r0\n ret", |caller| {
        let mut bytes = [1, 2, 3];
        caller.call("k", &mut [Arg::InOut(&mut bytes), Arg::Within(0, 2)]).unwrap();
        assert_eq!(bytes, [3, 2, 3]);
    });
}
