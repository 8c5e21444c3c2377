//! Every form of every instruction, by itself.

use super::super::super::mcu::ALL;
use super::forms::{FORMS, Form, Kind};
use super::*;

const INSTANCES: usize = 8;
const STATES: u32 = 40;
const VARIANTS: u32 = 8;

#[test]
fn whatever_other_secrets_change_is_marked() {
    for mcu in [&ALL[0], &ALL[2]] {
        let mut noise = Noise::new(1);
        let forms: Vec<&Form> = FORMS.iter().filter(|form| form.on(mcu)).collect();
        let instances: Vec<(&Form, [u16; 2])> = forms
            .iter()
            .flat_map(|form| (0..INSTANCES).map(|_| (*form, form.instance(mcu, &mut noise))).collect::<Vec<_>>())
            .collect();
        // Two words behind each instruction: one to go on with, one to skip to.
        let words: Vec<u16> = instances.iter().flat_map(|&(_, [first, second])| [first, second, 0, 0]).collect();
        let mut machine = chip(mcu, &words);
        let mut shadow = Shadow::new(mcu);
        for (index, (form, words)) in instances.iter().enumerate() {
            for _ in 0..STATES {
                check(&mut machine, &mut shadow, CODE + 8 * index as u32, form, words[0], &mut noise);
            }
        }
    }
}

fn check(machine: &mut Machine, shadow: &mut Shadow, pc: u32, form: &Form, opcode: u16, noise: &mut Noise) {
    let mcu = machine.mcu();
    let jumps = form.name.ends_with("ijmp") || form.name.ends_with("icall");
    let (mut bytes, mut secret) = state(mcu, noise, form.kind == Kind::Pointer || jumps);
    if form.name.starts_with("ret") {
        return_address(mcu, &mut bytes, &mut secret);
    }
    if matches!(form.kind, Kind::Stack | Kind::Io) && noise.byte() < 0x40 {
        secret[usize::from(SPL)] = noise.byte() & 7;
    }
    let context = || std::format!("{} 0x{opcode:04x} on {}", form.name, mcu.name);

    put(machine, &bytes, pc);
    shade(shadow, &secret);
    let leak = shadow.step(machine).unwrap_or_else(|error| panic!("{}: {error}", context()));
    machine.step().unwrap_or_else(|error| panic!("{}: {error}", context()));
    let (after, marked, next) = (get(machine), masks(shadow), machine.pc());
    let wandering = matches!(leak, Some(Leak::Address { written: true, .. }));
    if let Some(Leak::Address { written: true, address }) = leak {
        assert_eq!(marked[usize::from(address)], 0xFF, "{}", context());
        assert!(
            after
                .iter()
                .zip(&bytes)
                .enumerate()
                .all(|(at, (new, old))| new == old || at == usize::from(address) || at < usize::from(mcu.ram_start))
        );
    }
    for number in 0..VARIANTS {
        let other = variant(&bytes, &secret, noise, number);
        put(machine, &other, pc);
        machine.step().unwrap();
        let missed = unmarked(mcu, &after, &get(machine), &marked, !wandering);
        assert_eq!(missed, None, "{}: {leak:?}, r{}, before {bytes:x?}", context(), opcode >> 4 & 31);
        if machine.pc() != next {
            let expected = match form.name {
                "brbs" | "brbc" => Leak::Branch,
                "cpse" | "sbrc" | "sbrs" | "sbic" | "sbis" => Leak::Skip,
                _ => Leak::Jump,
            };
            assert_eq!(leak, Some(expected), "{}", context());
        }
    }
}
