//! The chip loses power at every EEPROM write of a start, with the byte torn in several ways.

use std::collections::BTreeSet;

use sunbear::seeded::SLOT_SIZE;
use sunbear::sim::image::Image;
use sunbear::sim::mcu::Mcu;

use crate::gateway::{Gateway, SEEDS, SLOTS, image};
use crate::generator;

/// The EEPROM's control register in the data space, and its bit that arms a write.
const EECR: u16 = 0x3f;
const ARMED: u8 = 1 << 2;
/// Two slots are written by a start.
const WRITES: usize = 2 * SLOT_SIZE;
/// A start takes about a million cycles.
const START: u64 = 20_000_000;

/// Which of the keys the chip holds in RAM.
fn held(gateway: &Gateway, keys: &[[u8; 32]]) -> Vec<usize> {
    let mcu = gateway.machine.mcu();
    let ram = gateway.machine.read(mcu.ram_start, usize::from(mcu.ram_size)).unwrap();
    (0..keys.len()).filter(|n| ram.windows(32).any(|window| window == keys[*n])).collect()
}

/// Runs a start up to its EEPROM write number `cut`, and returns the EEPROM before and after that write.
fn cut_at(mcu: &'static Mcu, image: &Image, eeprom: &[u8], cut: usize) -> (Gateway, Vec<u8>, Vec<u8>) {
    let mut gateway = Gateway::power_on(mcu, image, eeprom);
    let (mut armed, mut writes) = (false, 0);
    let mut stop = |now: bool, at: usize| {
        // Arming is one instruction, writing the next but one at most; the bit goes with the write.
        let (arms, written) = (now && !armed, !now && armed);
        armed = now;
        writes += usize::from(written);
        (arms && writes == at, written && writes == at + 1)
    };
    let mut read = |machine: &sunbear::sim::machine::Machine| {
        let now = machine.read(EECR, 1).unwrap()[0] & ARMED != 0;
        stop(now, cut)
    };
    assert!(gateway.machine.run_until(START, |machine| read(machine).0).unwrap());
    let before = gateway.machine.eeprom();
    assert!(gateway.machine.run_until(START, |machine| read(machine).1).unwrap());
    let after = gateway.machine.eeprom();
    (gateway, before, after)
}

#[test]
fn a_power_cut_at_any_write_repeats_no_output_and_loses_no_seed() {
    let mcu = Mcu::find("atmega328p").unwrap();
    let image = image(mcu, &[]);
    let keys = generator::keys([0x42; 32]);
    let mut gateway = Gateway::power_on(mcu, &image, &[]);
    gateway.provision(None, &[0x42; 32]);
    // Provisioning starts the generator too.
    assert_eq!(held(&gateway, &keys), [0]);
    // The seed that came over the line is nowhere any more.
    assert_eq!(held(&gateway, &[[0x42; 32]]), [0_usize; 0]);
    let eeprom = gateway.machine.eeprom();

    let mut outcomes = BTreeSet::new();
    for cut in 0..WRITES {
        let (gateway, before, after) = cut_at(mcu, &image, &eeprom, cut);
        let differing: Vec<usize> = (0..before.len()).filter(|at| before[*at] != after[*at]).collect();
        assert!(differing.iter().all(|at| (SEEDS..SEEDS + SLOTS * SLOT_SIZE).contains(at)) && differing.len() <= 1);
        let mut torn = vec![before, after.clone()];
        for at in differing {
            for value in [0xff, after[at] ^ 0x10] {
                torn.push(after.clone());
                torn.last_mut().unwrap()[at] = value;
            }
        }
        drop(gateway);
        for eeprom in torn {
            // Nothing was given away yet: the key of seed 1 or, if that is erased, of seed 2. Then the following one.
            let mut gateway = Gateway::power_on(mcu, &image, &eeprom);
            gateway.hello();
            let first = held(&gateway, &keys);
            assert!(first == [1] || first == [2], "cut {cut}: {first:?}");
            let mut gateway = Gateway::power_on(mcu, &image, &gateway.machine.eeprom());
            gateway.hello();
            assert_eq!(held(&gateway, &keys), [first[0] + 1], "cut {cut}");
            outcomes.insert(first[0]);
        }
    }
    assert_eq!(outcomes.len(), 2);
    // There is no further write.
    let mut gateway = Gateway::power_on(mcu, &image, &eeprom);
    gateway.hello();
    assert_eq!(held(&gateway, &keys), [1]);
}
