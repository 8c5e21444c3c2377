//! What the node's generator must hold, computed here by another library, and what it must have forgotten.

use sha3::Shake256;
use sha3::digest::{ExtendableOutput, Update, XofReader};
use sunbear::sim::machine::Machine;

/// The key that the generator draws from after the start number `n`, computed here from the first seed.
pub fn keys(seed: [u8; 32]) -> Vec<[u8; 32]> {
    let mut seed = seed;
    let step = || {
        let (mut next, mut key) = ([0; 32], [0; 32]);
        let mut shake = Shake256::default();
        shake.update(b"seed\x01");
        shake.update(&seed);
        let mut output = shake.finalize_xof();
        output.read(&mut next);
        output.read(&mut key);
        seed = next;
        key
    };
    std::iter::repeat_with(step).take(8).collect()
}

/// The addresses in RAM of eight bytes of the seed or of a key that the generator started with. After a draw there must be
/// none: whoever reads the RAM later would know what was given away before.
pub fn remembered(machine: &Machine, seed: [u8; 32]) -> Vec<usize> {
    let mcu = machine.mcu();
    let ram = machine.read(mcu.ram_start, usize::from(mcu.ram_size)).unwrap();
    let secrets: Vec<[u8; 32]> = std::iter::once(seed).chain(keys(seed)).collect();
    let known = |window: &[u8]| secrets.iter().any(|secret| secret.windows(8).any(|piece| piece == window));
    (0..=ram.len() - 8).filter(|at| known(&ram[*at..*at + 8])).map(|at| usize::from(mcu.ram_start) + at).collect()
}
