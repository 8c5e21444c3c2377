//! AES-256, against a model that computes in the field, and published vectors.

use sunbear::sim::call::Arg;

use crate::bench::{Bench, Operands, every_chip};

/// A product in GF(2^8).
fn product(mut a: u8, mut b: u8) -> u8 {
    let mut sum = 0;
    while b > 0 {
        sum ^= if b & 1 == 1 { a } else { 0 };
        a = a << 1 ^ if a & 0x80 == 0 { 0 } else { 0x1b };
        b >>= 1;
    }
    sum
}

/// FIPS 197, section 5.1.1, for all bytes: the inverse is the 254th power.
fn substitutes() -> Vec<u8> {
    let substitute = |a: u8| {
        let b = (0..254).fold(1, |power, _| product(power, a));
        b ^ b.rotate_left(1) ^ b.rotate_left(2) ^ b.rotate_left(3) ^ b.rotate_left(4) ^ 0x63
    };
    (0..=255).map(substitute).collect()
}

/// AES-256 as FIPS 197 has it.
struct Model {
    substitutes: Vec<u8>,
    words: Vec<[u8; 4]>,
}

impl Model {
    fn new(key: &[u8]) -> Self {
        let substitutes = substitutes();
        let substitute = |word: [u8; 4]| word.map(|byte| substitutes[usize::from(byte)]);
        let mut words: Vec<[u8; 4]> = key.chunks(4).map(|word| word.try_into().unwrap()).collect();
        let mut constant = 1;
        for i in 8..60 {
            let mut word = words[i - 1];
            if i % 8 == 0 {
                word.rotate_left(1);
                word = substitute(word);
                word[0] ^= constant;
                constant = product(constant, 2);
            } else if i % 8 == 4 {
                word = substitute(word);
            }
            words.push(std::array::from_fn(|j| word[j] ^ words[i - 8][j]));
        }
        Self { substitutes, words }
    }

    fn encrypt(&self, block: u128) -> [u8; 16] {
        let mut state = block.to_be_bytes();
        for round in 0..=14 {
            if round > 0 {
                let old = state.map(|byte| self.substitutes[usize::from(byte)]);
                state = std::array::from_fn(|i| old[(i + 4 * (i % 4)) % 16]);
            }
            if round > 0 && round < 14 {
                let old = state;
                let byte = |column: usize, row: usize| old[4 * column + row % 4];
                state = std::array::from_fn(|i| {
                    let (c, r) = (i / 4, i % 4);
                    product(byte(c, r), 2) ^ product(byte(c, r + 1), 3) ^ byte(c, r + 2) ^ byte(c, r + 3)
                });
            }
            for (byte, key) in state.iter_mut().zip(self.words[4 * round..].iter().flatten()) {
                *byte ^= key;
            }
        }
        state
    }
}

/// The key of FIPS 197, appendix A.3, and of SP 800-38A, appendix F.5.5.
const KEY: u128 = 0x603d_eb10_15ca_71be_2b73_aef0_857d_7781;
const KEY_END: u128 = 0x1f35_2c07_3b61_08d7_2d98_10a3_0914_dff4;

#[test]
fn the_model_is_aes() {
    let model = Model::new(&[KEY.to_be_bytes(), KEY_END.to_be_bytes()].concat());
    assert_eq!(model.words[8], [0x9b, 0xa3, 0x54, 0x11]);
    assert_eq!(model.words[59], [0x70, 0x6c, 0x63, 0x1e]);
    let counter = 0xf0f1_f2f3_f4f5_f6f7_f8f9_fafb_fcfd_feff;
    assert_eq!(model.encrypt(counter), 0x0bdf_7df1_5917_1633_5e9a_8b15_c860_c502_u128.to_be_bytes());
    assert_eq!(model.encrypt(counter + 1), 0x5a6e_699d_5361_1906_5433_863c_8f65_7b94_u128.to_be_bytes());
    // FIPS 197, appendix C.3.
    let model = Model::new(&(0..32).collect::<Vec<u8>>());
    let block = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff;
    assert_eq!(model.encrypt(block), 0x8ea2_b7ca_5167_45bf_eafc_4990_4b49_6089_u128.to_be_bytes());
}

/// The bytes of a round key in the kernels' order.
const ORDER: [usize; 16] = [0, 5, 4, 9, 8, 13, 12, 1, 2, 15, 6, 3, 10, 7, 14, 11];

fn schedule(key: &[u8]) -> Vec<u8> {
    let bytes: Vec<u8> = Model::new(key).words.concat();
    bytes.chunks(16).flat_map(|round| ORDER.map(|at| round[at])).collect()
}

#[test]
fn aes256_key() {
    every_chip("aes256_key", |bench, operands: &mut Operands| {
        for round in 0..20 {
            let key = match round {
                0 => [KEY.to_be_bytes(), KEY_END.to_be_bytes()].concat(),
                _ => operands.bytes(32),
            };
            let mut out = vec![0; 240];
            bench.call_constant(&mut [Arg::Out(&mut out), Arg::In(&key)]);
            assert_eq!(out, schedule(&key));
        }
    });
}

fn stream(bench: &mut Bench, key: &[u8], counter: u32, len: usize) -> Vec<u8> {
    let (blocks, far) = (len.div_ceil(16) as u64, u64::from(bench.extra() > 0));
    let carries = (u64::from(counter % 256) + blocks.saturating_sub(1)) / 256;
    let cycles = match len {
        0 => 248,
        _ => 781 + (2580 + 2 * far) * blocks + 7 * (len as u64 % 16) + (557 + 4 * far) * carries + 4 * far,
    };
    let mut out = vec![0; len];
    let mut args = [Arg::In(key), Arg::U32(counter), Arg::Out(&mut out), Arg::U16(len as u16)];
    bench.call(cycles, &mut args);
    out
}

#[test]
fn aes256_stream() {
    every_chip("aes256_stream", |bench, operands| {
        // Test case 13 of "The Galois/Counter Mode of Operation": the block of zeros under the key of zeros.
        let expected = 0xdc95_c078_a240_8989_ad48_a214_9284_2087_u128.to_be_bytes();
        assert_eq!(stream(bench, &schedule(&[0; 32]), 0, 16), expected);
        for round in 0..60 {
            let key = operands.bytes(32);
            let (model, key) = (Model::new(&key), schedule(&key));
            let len = [16_usize, 0, 1, 15, 17, 160, 31, 32, 100, 700][round % 10];
            let any = operands.word() as u32 >> 7;
            let counter = [0, 250, 255, 256, 0x00ff_ffff, 0xffff_ffd0, any][operands.below(7)];
            let blocks = (0..len.div_ceil(16) as u128).map(|i| model.encrypt(u128::from(counter) + i));
            let mut expected: Vec<u8> = blocks.flatten().collect();
            expected.truncate(len);
            assert_eq!(stream(bench, &key, counter, len), expected, "{len} bytes from block {counter}");
        }
        // More than two carries of the low byte.
        if bench.machine().mcu().ram_size > 8000 {
            let model = Model::new(&[7; 32]);
            let expected: Vec<u8> = (253..253 + 400).flat_map(|i| model.encrypt(i)).collect();
            assert_eq!(stream(bench, &schedule(&[7; 32]), 253, 6400), expected);
        }
    });
}
