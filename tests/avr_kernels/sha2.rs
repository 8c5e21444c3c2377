//! The compression functions of SHA-512 and SHA-256, against FIPS 180-4 word for word.

use sunbear::sim::call::Arg;

use crate::bench::{Bench, Operands, every_chip};

/// What FIPS 180-4 says of one function: sections 4.1.2, 4.1.3 and 6.
struct Variant {
    bits: u32,
    rounds: usize,
    /// Rotations of Sigma0 and Sigma1.
    big: [[u32; 3]; 2],
    /// Two rotations and a shift each: sigma0 and sigma1.
    small: [[u32; 3]; 2],
}

const SHA256: Variant =
    Variant { bits: 32, rounds: 64, big: [[2, 13, 22], [6, 11, 25]], small: [[7, 18, 3], [17, 19, 10]] };
const SHA512: Variant =
    Variant { bits: 64, rounds: 80, big: [[28, 34, 39], [14, 18, 41]], small: [[1, 8, 7], [19, 61, 6]] };

/// x^power in digits of 32 bits, the lowest first.
fn power(x: u128, power: u32) -> [u64; 9] {
    let mut product = [1, 0, 0, 0, 0, 0, 0, 0, 0];
    for _ in 0..power {
        let mut sum = [0; 9];
        for (at, digit) in product.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let mut carry = 0;
            for (k, sum) in sum[at..].iter_mut().enumerate() {
                let of_x = x.checked_shr(32 * k as u32).unwrap_or(0) as u64 & 0xFFFF_FFFF;
                carry += *sum + digit * of_x;
                *sum = carry & 0xFFFF_FFFF;
                carry >>= 32;
            }
        }
        product = sum;
    }
    product
}

/// The first 64 bits of the fractional parts of the square (2) or cube (3) roots of the first primes.
fn constants(n: usize, root: u32) -> Vec<u64> {
    let primes = (2u64..).filter(|k| (2..*k).all(|divisor| k % divisor != 0)).take(n);
    let fraction = |prime: u64| {
        // prime * 2^(64 * root)
        let mut scaled = [0; 9];
        scaled[2 * root as usize] = prime;
        let mut x = 0u128;
        for bit in (0..70).rev() {
            let larger = x | 1 << bit;
            if power(larger, root).iter().rev().le(scaled.iter().rev()) {
                x = larger;
            }
        }
        x as u64
    };
    primes.map(fraction).collect()
}

impl Variant {
    fn bytes(&self) -> usize {
        self.bits as usize / 8
    }

    /// The constants of the rounds.
    fn k(&self) -> Vec<u64> {
        constants(self.rounds, 3).iter().map(|k| k >> (64 - self.bits)).collect()
    }

    fn initial(&self) -> Vec<u64> {
        constants(8, 2).iter().map(|h| h >> (64 - self.bits)).collect()
    }

    fn rotr(&self, x: u64, n: u32) -> u64 {
        (x >> n | x << (self.bits - n)) & (u64::MAX >> (64 - self.bits))
    }

    fn add(&self, terms: &[u64]) -> u64 {
        terms.iter().fold(0u64, |sum, term| sum.wrapping_add(*term)) & (u64::MAX >> (64 - self.bits))
    }

    fn big(&self, which: usize, x: u64) -> u64 {
        let [p, q, r] = self.big[which];
        self.rotr(x, p) ^ self.rotr(x, q) ^ self.rotr(x, r)
    }

    fn small(&self, which: usize, x: u64) -> u64 {
        let [p, q, r] = self.small[which];
        self.rotr(x, p) ^ self.rotr(x, q) ^ x >> r
    }

    /// Takes one block in; returns the message schedule.
    fn compress(&self, k: &[u64], state: &mut [u64], block: &[u8]) -> Vec<u64> {
        let mut w: Vec<u64> = block
            .chunks(self.bytes())
            .map(|word| word.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
            .collect();
        for t in 16..self.rounds {
            w.push(self.add(&[self.small(1, w[t - 2]), w[t - 7], self.small(0, w[t - 15]), w[t - 16]]));
        }
        let mut v = state.to_vec();
        for t in 0..self.rounds {
            let [a, b, c, d, e, f, g, h] = v[..] else { unreachable!("eight words") };
            let t1 = self.add(&[h, self.big(1, e), (e & f) ^ (!e & g), k[t], w[t]]);
            let t2 = self.add(&[self.big(0, a), (a & b) ^ (a & c) ^ (b & c)]);
            v = vec![self.add(&[t1, t2]), a, b, c, self.add(&[d, t1]), e, f, g];
        }
        for (word, v) in state.iter_mut().zip(v) {
            *word = self.add(&[*word, v]);
        }
        w
    }

    /// The message as blocks, padded by section 5.1.
    fn blocks(&self, message: &[u8]) -> Vec<Vec<u8>> {
        let block = 16 * self.bytes();
        let mut padded = message.to_vec();
        padded.push(0x80);
        padded.resize((padded.len() + 2 * self.bytes()).next_multiple_of(block) - 8, 0);
        padded.extend((8 * message.len() as u64).to_be_bytes());
        padded.chunks(block).map(<[u8]>::to_vec).collect()
    }

    /// Words as the chip has them: little endian.
    fn to_chip(&self, words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()[..self.bytes()].to_vec()).collect()
    }

    /// Words from the chip's bytes.
    fn of_chip(&self, bytes: &[u8]) -> Vec<u64> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        bytes.chunks(self.bytes()).map(word).collect()
    }

    /// Words as messages and digests have them: big endian.
    fn to_message(&self, words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_be_bytes()[8 - self.bytes()..].to_vec()).collect()
    }

    /// The published examples, one and two blocks long: what `compress` makes of them is their digest.
    fn publish(&self, examples: &[(&str, &str)], mut compress: impl FnMut(&mut [u64], &[u8])) {
        for (message, digest) in examples {
            let mut state = self.initial();
            for block in self.blocks(message.as_bytes()) {
                compress(&mut state, &block);
            }
            let digits = digest.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap());
            let expected: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
            assert_eq!(self.to_message(&state), expected, "{message}");
        }
    }

    /// One block on the chip, which must also leave the end of the message schedule behind.
    fn on_chip(&self, k: &[u64], bench: &mut Bench, state: &mut [u8], block: &mut [u8]) {
        let mut expected = self.of_chip(state);
        let w = self.compress(k, &mut expected, block);
        bench.call_constant(&mut [Arg::InOut(state), Arg::InOut(block)]);
        assert_eq!(state, self.to_chip(&expected));
        assert_eq!(block, self.to_message(&w[self.rounds - 16..]));
    }

    fn test(&self, kernel: &str, examples: &[(&str, &str)]) {
        let k = self.k();
        every_chip(kernel, |bench, operands: &mut Operands| {
            self.publish(examples, |state, block| {
                let (mut bytes, mut block) = (self.to_chip(state), block.to_vec());
                self.on_chip(&k, bench, &mut bytes, &mut block);
                state.copy_from_slice(&self.of_chip(&bytes));
            });
            for all in [0, 0xFF] {
                for block in [0, 0x55, 0x80, 0xFF] {
                    let (mut state, mut block) = (vec![all; 8 * self.bytes()], vec![block; 16 * self.bytes()]);
                    self.on_chip(&k, bench, &mut state, &mut block);
                }
            }
            for _ in 0..60 {
                let (mut state, mut block) = (operands.bytes(8 * self.bytes()), operands.bytes(16 * self.bytes()));
                self.on_chip(&k, bench, &mut state, &mut block);
            }
        });
    }
}

/// FIPS 180-2, appendices B.1 and B.2.
const EXAMPLES_256: [(&str, &str); 2] = [
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
];

/// FIPS 180-2, appendices C.1 and C.2.
const EXAMPLES_512: [(&str, &str); 2] = [
    (
        "abc",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
         2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ),
    (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
         501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
    ),
];

#[test]
fn the_models_are_sha2() {
    for (variant, examples) in [(SHA256, EXAMPLES_256), (SHA512, EXAMPLES_512)] {
        let k = variant.k();
        variant.publish(&examples, |state, block| drop(variant.compress(&k, state, block)));
    }
}

#[test]
fn sha512_init() {
    every_chip("sha512_init", |bench, _| {
        let mut state = vec![0; 64];
        bench.call_constant(&mut [Arg::Out(&mut state)]);
        assert_eq!(SHA512.of_chip(&state), SHA512.initial());
    });
}

#[test]
fn sha256_init() {
    every_chip("sha256_init", |bench, _| {
        let mut state = vec![0; 32];
        bench.call_constant(&mut [Arg::Out(&mut state)]);
        assert_eq!(SHA256.of_chip(&state), SHA256.initial());
    });
}

#[test]
fn sha256_block() {
    SHA256.test("sha256_block", &EXAMPLES_256);
}

#[test]
fn sha512_block() {
    SHA512.test("sha512_block", &EXAMPLES_512);
}
