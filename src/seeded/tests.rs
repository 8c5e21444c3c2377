//! Power cuts at every byte that is written, torn in every way, twice in a row.

use std::collections::BTreeSet;
use std::vec;
use std::vec::Vec;

use proptest::prelude::*;
use rand_core::Rng;

use super::*;
use crate::Error;

/// What a byte holds when the power went while it was being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Torn {
    /// The new value: it just ended.
    New,
    /// The old value: it hadn't begun.
    Old,
    /// It was erased and not yet written.
    Erased,
    /// Some bits have arrived.
    Some,
    /// Any of these, another at each start.
    Unstable,
}

const STABLE: [Torn; 4] = [Torn::New, Torn::Old, Torn::Erased, Torn::Some];

/// An EEPROM that loses its power at a given write.
#[derive(Clone)]
struct Memory {
    bytes: Vec<u8>,
    /// Writes until the cut.
    left: Option<usize>,
    torn: Torn,
    powered: bool,
    /// The places of unstable bytes with the values they take.
    unstable: Vec<(usize, [u8; 4])>,
    writes: Vec<u32>,
}

impl Memory {
    fn new(slots: usize) -> Self {
        let size = slots * SLOT_SIZE;
        Self {
            bytes: vec![0xff; size],
            left: None,
            torn: Torn::New,
            powered: true,
            unstable: Vec::new(),
            writes: vec![0; size],
        }
    }

    fn provisioned(slots: usize) -> Self {
        let mut memory = Self::new(slots);
        SeededRng::provision(&mut memory, &[0x42; SEED_SIZE]).unwrap();
        memory
    }

    /// The power comes on; it will go at the write number `cut`.
    fn power_on(&mut self, cut: Option<(usize, Torn)>, moment: usize) {
        self.powered = true;
        self.left = cut.map(|(at, _)| at);
        self.torn = cut.map_or(Torn::New, |(_, torn)| torn);
        for (place, values) in &self.unstable {
            self.bytes[*place] = values[moment % 4];
        }
    }

    fn put(&mut self, at: usize, byte: u8) -> Result<(), Error> {
        if !self.powered {
            return Err(Error::Storage);
        }
        self.writes[at] += 1;
        self.unstable.retain(|(place, _)| *place != at);
        let old = self.bytes[at];
        if let Some(left) = &mut self.left {
            if *left == 0 {
                self.powered = false;
                let values = [byte, 0xff, old, byte | 0x5a];
                self.bytes[at] = match self.torn {
                    Torn::New => byte,
                    Torn::Old => old,
                    Torn::Erased => 0xff,
                    Torn::Some => byte | 0x5a,
                    Torn::Unstable => {
                        self.unstable.push((at, values));
                        byte
                    }
                };
                return Err(Error::Storage);
            }
            *left -= 1;
        }
        self.bytes[at] = byte;
        Ok(())
    }
}

impl ReadAt for Memory {
    fn size(&self) -> usize {
        self.bytes.len()
    }

    fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
        if self.powered { self.bytes.as_slice().read_at(offset, out) } else { Err(Error::Storage) }
    }
}

impl WriteAt for Memory {
    fn size(&self) -> usize {
        self.bytes.len()
    }

    fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        for (at, byte) in (offset..).zip(bytes) {
            self.put(at, *byte)?;
        }
        Ok(())
    }
}

/// A start whose generator the test may move.
fn start(storage: &mut (impl ReadAt + WriteAt)) -> Result<SeededRng, SeedError> {
    let mut place = None;
    let result = SeededRng::start(&mut place, storage).map(|_| ());
    assert_eq!(place.is_some(), result.is_ok());
    result.map(|()| place.unwrap())
}

/// Everything a chip has ever given away. A repetition panics.
#[derive(Clone, Default)]
struct Given(BTreeSet<[u8; 32]>);

impl Given {
    /// A start, and two draws if it succeeds.
    fn start(&mut self, memory: &mut Memory) -> Result<(), SeedError> {
        let mut rng = start(memory)?;
        for _ in 0..2 {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            assert!(self.0.insert(bytes), "output repeated");
        }
        Ok(())
    }
}

const WRITES: usize = 2 * SLOT_SIZE;

#[test]
fn a_cut_at_any_write_repeats_nothing_and_loses_nothing() {
    for slots in [2, 3, 5] {
        for torn in STABLE.into_iter().chain([Torn::Unstable]) {
            for cut in 0..=WRITES {
                let (mut memory, mut given) = (Memory::provisioned(slots), Given::default());
                given.start(&mut memory).unwrap();
                memory.power_on(Some((cut, torn)), 0);
                std::eprintln!("{slots} {torn:?} {cut}");
                let cut_off = given.start(&mut memory);
                assert_eq!(cut_off.is_err(), cut < WRITES);
                for moment in 1..4 {
                    memory.power_on(None, moment);
                    assert_eq!(given.start(&mut memory), Ok(()), "{slots} {torn:?} {cut}");
                }
            }
        }
    }
}

#[test]
fn a_second_cut_after_any_first_one_repeats_nothing_and_loses_nothing() {
    for (torn, torn_then) in STABLE.into_iter().flat_map(|a| STABLE.map(|b| (a, b))) {
        for cut in 0..WRITES {
            let (mut memory, mut given) = (Memory::provisioned(2), Given::default());
            memory.power_on(Some((cut, torn)), 0);
            given.start(&mut memory).unwrap_err();
            for cut_then in 0..WRITES {
                let (mut memory, mut given) = (memory.clone(), given.clone());
                memory.power_on(Some((cut_then, torn_then)), 1);
                given.start(&mut memory).unwrap_err();
                for moment in 2..4 {
                    memory.power_on(None, moment);
                    assert_eq!(given.start(&mut memory), Ok(()), "{torn:?} {cut} {torn_then:?} {cut_then}");
                }
            }
        }
    }
}

proptest! {
    /// Any history of starts and cuts, with bytes that read differently at each start: nothing repeats. The chip may
    /// end up without a seed.
    #[test]
    fn no_history_repeats_output(
        slots in 2usize..5,
        history in prop::collection::vec((0..WRITES + 8, 0usize..5, 0usize..4), 1..40),
    ) {
        let (mut memory, mut given) = (Memory::provisioned(slots), Given::default());
        for (cut, torn, moment) in history {
            let torn = [Torn::New, Torn::Old, Torn::Erased, Torn::Some, Torn::Unstable][torn];
            memory.power_on(Some((cut, torn)), moment);
            match given.start(&mut memory) {
                Ok(()) => prop_assert!(cut >= WRITES),
                Err(SeedError::Storage) => prop_assert!(!memory.powered),
                Err(other) => {
                    // Never as if the chip were new.
                    prop_assert_eq!(other, SeedError::Damaged);
                    break;
                }
            }
        }
    }
}

#[test]
fn a_cut_while_provisioning_leaves_no_half_a_seed() {
    for torn in STABLE {
        for cut in 0..3 * SLOT_SIZE {
            // Over a chip that was in use.
            let (mut memory, mut given) = (Memory::provisioned(2), Given::default());
            given.start(&mut memory).unwrap();
            memory.power_on(Some((cut, torn)), 0);
            assert_eq!(SeededRng::provision(&mut memory, &[9; SEED_SIZE]), Err(SeedError::Storage));
            memory.power_on(None, 1);
            match given.start(&mut memory) {
                // Still the old seed, or the new one already.
                Ok(()) => {}
                Err(error) => assert!(matches!(error, SeedError::NoSeed | SeedError::Damaged), "{error}"),
            }
            assert_eq!(SeededRng::provision(&mut memory, &[10; SEED_SIZE]), Ok(()));
            assert_eq!(given.start(&mut memory), Ok(()));
        }
    }
}

#[test]
fn a_seed_is_gone_before_its_output_appears() {
    let mut memory = Memory::provisioned(3);
    for _ in 0..10 {
        let before = memory.bytes.clone();
        let valid = before.chunks(SLOT_SIZE).position(|slot| slot.iter().any(|byte| *byte != 0)).unwrap();
        let seed = &before[valid * SLOT_SIZE + NUMBER_SIZE..][..SEED_SIZE];
        let _rng = start(&mut memory).unwrap();
        assert!(!memory.bytes.windows(SEED_SIZE).any(|window| window == seed));
    }
}

#[test]
fn a_worn_byte_stops_the_generator() {
    /// One cell keeps its value for ever.
    struct Worn(Memory, usize);

    impl ReadAt for Worn {
        fn size(&self) -> usize {
            ReadAt::size(&self.0)
        }

        fn read_at(&self, offset: usize, out: &mut [u8]) -> Result<(), Error> {
            self.0.read_at(offset, out)
        }
    }

    impl WriteAt for Worn {
        fn size(&self) -> usize {
            WriteAt::size(&self.0)
        }

        fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
            let kept = self.0.bytes[self.1];
            self.0.write_at(offset, bytes)?;
            self.0.bytes[self.1] = kept;
            Ok(())
        }
    }

    // But for the high bytes of a number, which stay zero here.
    for cell in (0..2 * SLOT_SIZE).filter(|cell| !(1..NUMBER_SIZE).contains(&(cell % SLOT_SIZE))) {
        let (mut memory, mut given) = (Memory::provisioned(2), Given::default());
        memory.bytes[cell] ^= u8::from(cell >= SLOT_SIZE);
        let mut worn = Worn(memory, cell);
        let mut stopped = false;
        for _ in 0..6 {
            match start(&mut worn) {
                Ok(mut rng) => {
                    let mut bytes = [0; 32];
                    rng.fill_bytes(&mut bytes);
                    assert!(given.0.insert(bytes), "output repeated");
                }
                Err(error) => {
                    assert_eq!(error, SeedError::Storage);
                    stopped = true;
                }
            }
        }
        assert!(stopped, "{cell}");
    }
}

#[test]
fn wear_is_shared_by_the_slots() {
    for slots in [2, 5] {
        let mut memory = Memory::provisioned(slots);
        memory.writes.fill(0);
        for _ in 0..10 * slots {
            start(&mut memory).unwrap();
        }
        assert!(memory.writes.iter().all(|writes| *writes == 20), "{slots}");
    }
}

#[test]
fn what_is_missing_is_told() {
    assert_eq!(start(&mut [0; 2 * SLOT_SIZE - 1]).unwrap_err(), SeedError::Size);
    assert_eq!(SeededRng::provision(&mut [0; SLOT_SIZE], &[1; 32]).unwrap_err(), SeedError::Size);
    for blank in [0, 0xff] {
        let mut memory = [blank; 3 * SLOT_SIZE];
        assert_eq!(start(&mut memory).unwrap_err(), SeedError::NoSeed);
        // One byte that somebody wrote: this chip is not new.
        for at in [0, SLOT_SIZE - 1, 2 * SLOT_SIZE + 20] {
            memory[at] ^= 1;
            assert_eq!(start(&mut memory).unwrap_err(), SeedError::Damaged);
            memory[at] ^= 1;
        }
    }
}

/// The output is what the documentation says, computed by another implementation of SHAKE.
#[test]
fn output_is_shake_as_documented() {
    use sha3::Shake256;
    use sha3::digest::{ExtendableOutput, Update, XofReader};

    let shake = |purpose: u8, parts: &[&[u8]], n: usize| {
        let mut hash = Shake256::default();
        hash.update(b"seed");
        hash.update(&[purpose]);
        for part in parts {
            hash.update(part);
        }
        let mut out = vec![0; n];
        hash.finalize_xof().read(&mut out);
        out
    };
    let mut memory = Memory::provisioned(2);
    let mut rng = start(&mut memory).unwrap();
    let step = shake(1, &[&[0x42; 32]], 64);
    let number = 1u32.to_le_bytes();
    let slot = [&number[..], &step[..32], &shake(0, &[&number, &step[..32]], 8)].concat();
    assert_eq!(memory.bytes, [vec![0; SLOT_SIZE], slot].concat());

    let drawn = shake(2, &[&step[32..]], 32 + 200);
    let mut out = [0; 200];
    rng.fill_bytes(&mut out);
    assert_eq!(out[..], drawn[32..]);
    rng.mix(b"more");
    let mixed = shake(3, &[&drawn[..32], b"more"], 32);
    assert_eq!(rng.next_u64().to_le_bytes()[..], shake(2, &[&mixed], 40)[32..]);
    assert_eq!(std::format!("{rng:?}"), "SeededRng(..)");
}
