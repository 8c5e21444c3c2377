//! Random programs without control flow: the masks of one instruction are the next one's.

use super::super::super::mcu::ALL;
use super::forms::{FORMS, Form, Kind};
use super::*;

const LENGTH: usize = 20;
const PROGRAMS: usize = 150;
const STATES: u32 = 8;
const VARIANTS: u32 = 10;

#[test]
fn marks_survive_composition() {
    for mcu in [&ALL[0], &ALL[2]] {
        let mut noise = Noise::new(2);
        let forms: Vec<&Form> =
            FORMS.iter().filter(|form| form.on(mcu) && !matches!(form.kind, Kind::Control | Kind::Far)).collect();
        let mut words = Vec::new();
        let mut starts = Vec::new();
        for _ in 0..PROGRAMS {
            starts.push(CODE + 2 * words.len() as u32);
            let mut count = 0;
            while count < LENGTH {
                let form = forms[noise.next() as usize % forms.len()];
                let [first, second] = form.instance(mcu, &mut noise);
                // The pointers go on pointing into the window, SP into the stack, RAMPZ into flash.
                let core = form.name == "out" && matches!((first >> 5 & 0x30) | first & 15, 0x3B | 0x3D | 0x3E);
                if form.destination(first).is_some_and(|d| d >= 26) || core {
                    continue;
                }
                words.push(first);
                if form.kind == Kind::Direct {
                    words.push(second);
                }
                count += 1;
            }
        }
        let mut machine = chip(mcu, &words);
        let mut shadow = Shadow::new(mcu);
        for &start in &starts {
            for _ in 0..STATES {
                check(&mut machine, &mut shadow, start, &mut noise);
            }
        }
    }
}

fn check(machine: &mut Machine, shadow: &mut Shadow, start: u32, noise: &mut Noise) {
    let mcu = machine.mcu();
    let (bytes, secret) = state(mcu, noise, true);
    put(machine, &bytes, start);
    shade(shadow, &secret);
    for _ in 0..LENGTH {
        if let Some(Leak::Address { written: true, .. }) = shadow.step(machine).unwrap() {
            // The caller's part: all that the pointer may have reached.
            shadow.classify(Space::Data, u32::from(WINDOW - MARGIN), 0x400 + 2 * u32::from(MARGIN));
        }
        machine.step().unwrap();
    }
    let (after, marked, end) = (get(machine), masks(shadow), machine.pc());
    for number in 0..VARIANTS {
        put(machine, &variant(&bytes, &secret, noise, number), start);
        for _ in 0..LENGTH {
            machine.step().unwrap();
        }
        assert_eq!(machine.pc(), end);
        let missed = unmarked(mcu, &after, &get(machine), &marked, true);
        assert_eq!(missed, None, "the program at 0x{start:x} on {}", mcu.name);
    }
}
