//! The contract between the arithmetic and the machine: what every backend computes, on which ranges, and what may be
//! secret.
//!
//! This is not an implementation. [`portable`] is the readable truth in safe Rust; `avr` calls the assembly kernels of
//! `asm/avr`. Both implement the traits below, so a signature that drifts apart does not compile, and the tests hold
//! the kernels against the portable code on the simulated chip. `--cfg sunbear_backend="portable"` forces the portable
//! code onto a chip; any other combination is chosen by the target.
//!
//! Everywhere: integers are little-endian, buffers of one call never overlap, **every value is secret unless its
//! line says public**, and lengths are public. No implementation branches on, loops over or divides by a secret. The
//! portable backend indexes no memory by secrets; the AVR backend may (an ATmega has no cache) but never branches.

#[cfg(all(target_arch = "avr", not(sunbear_backend = "portable")))]
mod avr;
mod ntru_encrypt;
mod ntru_prime;
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub(crate) mod portable;

#[cfg(all(sunbear_backend = "avr", not(target_arch = "avr")))]
compile_error!("sunbear_backend=\"avr\" is for target_arch = \"avr\" only; leave it out or say \"portable\"");

#[cfg(all(target_arch = "avr", not(sunbear_backend = "portable")))]
pub(crate) use avr::Avr as Native;
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub(crate) use portable::Portable as Native;

pub(crate) use ntru_encrypt::Inversion;
pub use ntru_encrypt::{Coefficients, Drawing, Field, Padding, Rotations, Shape, Terms, Trits};
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub use ntru_prime::Polynomials;
pub use ntru_prime::{
    Ciphering, Divsteps, Hiding, Messages, Modulus, Planes, PlanesMut, RadixCoding, Sampling, Small, Ternary,
    TernaryPlanes, inverse_memory, planes_memory, planes_scratch, strip_terms, terms,
};

/// Bytes of a golden-ratio ring element: 3120 bits, no spare ones.
pub const ELEMENT: usize = 390;
/// Bytes of half an element: φ = 2^1560 stands at this byte.
pub const HALF: usize = ELEMENT / 2;
/// Bytes of an [`Accumulator`].
pub const ACCUMULATOR: usize = ELEMENT + 12;
/// Bytes of a [`Multiplicand`].
pub const MULTIPLICAND: usize = ELEMENT + 1;

/// An element of Z/N, N = 2^3120 − 2^1560 − 1: any integer below 2^3120 that is congruent to it (*loose*); below N
/// where a function says *canonical*.
pub type Element = [u8; ELEMENT];
/// A sum of products before its last fold: an integer below 2^3216.
pub type Accumulator = [u8; ACCUMULATOR];
/// The turning operand of the streamed product: an integer below 2^3120 + 2^1642, so its last byte is 0 or 1.
pub type Multiplicand = [u8; MULTIPLICAND];
/// The 1600 bits of Keccak-f: lane (x, y) at byte 8·(x + 5y).
pub type KeccakState = [u8; 200];

/// Comparison and selection of byte strings.
pub trait Bytes {
    /// The OR of `a[i] ^ b[i]` over the common length: 0 exactly if they are equal there.
    fn difference(a: &[u8], b: &[u8]) -> u8;
    /// `out = if difference == 0 { equal } else { otherwise }`.
    fn select(out: &mut [u8; 32], equal: &[u8; 32], otherwise: &[u8; 32], difference: u8);
}

/// The end of an operation.
pub trait Wiping {
    /// Overwrites the dead stack below the caller's frame, `bytes` of it (a positive multiple of 8), and the registers
    /// that calls leave undefined. Only where the backend knows the stack: elsewhere it does nothing.
    fn wipe_stack(bytes: u16);
}

/// The permutations and compression functions under the hashes.
pub trait Hashing {
    /// Keccak-f[1600], 24 rounds (FIPS 202, section 3.3).
    fn keccak_f1600(state: &mut KeccakState);
    /// The initial state of SHA-512. Public.
    fn sha512_init(state: &mut [u64; 8]);
    /// The compression function of SHA-512 (FIPS 180-4, section 6.4.2): `state` takes in one block of the message.
    /// The block is destroyed.
    fn sha512_block(state: &mut [u64; 8], block: &mut [u8; 128]);
    /// The initial state of SHA-256. Public.
    fn sha256_init(state: &mut [u32; 8]);
    /// The compression function of SHA-256 (FIPS 180-4, section 6.2.2): `state` takes in one block of the message.
    /// The block is destroyed.
    fn sha256_block(state: &mut [u32; 8], block: &mut [u8; 64]);
}

/// Arithmetic modulo N that needs no product.
pub trait Golden {
    /// Bytes that one [`Golden::row`] consumes; divides [`ELEMENT`].
    const ROW: usize;
    /// [`Golden::ROW`] bytes.
    type Row: AsRef<[u8]> + AsMut<[u8]> + Copy + Default;

    /// One row of the streamed product: `sum += chunk·turning`, then `turning = turning·2^(8·ROW) mod N`, loosely.
    /// The caller keeps `sum` below 2^3216: at most 100 elements' rows between two folds.
    fn row(sum: &mut Accumulator, turning: &mut Multiplicand, chunk: &Self::Row);
    /// `turning = turning·(φ − 1) mod N`, loosely, for `turning` below 2^3120: φ − 1 = φ^(−1) is the clarifier.
    fn clarify(turning: &mut Multiplicand);
    /// `sum mod N`, loosely: below 2^3120, the last 12 bytes zero.
    fn fold(sum: &mut Accumulator);
    /// `sum += element`.
    fn add(sum: &mut Accumulator, element: &Element);
    /// `element += k·(φ + 1) mod 2^3120` for k in −1, 0, 1; returns the carry out of bit 3120, −1, 0 or 1.
    /// Adding k·(φ + 1) is adding k·2^3120 modulo N.
    fn add_unit(element: &mut Element, k: i8) -> i8;
}

/// What the Karatsuba recursion ([`crate::ring::karatsuba`]) needs of an arithmetic: packed limbs that carry, or
/// digits (of an integer, of a polynomial) that don't.
pub trait Arithmetic {
    /// A digit of an operand.
    type Digit: Copy;
    /// A digit of a product; the product of two n-digit operands has 2n of them.
    type Wide: Copy;
    /// The sign of a difference: nothing where digits are signed. Secret.
    type Sign: Copy;
    /// Operands up to this many digits are multiplied by [`Arithmetic::leaf`].
    const LEAF: usize;

    /// `out = a·b`; `a` and `b` have the same length n ≤ LEAF, `out` has 2n digits and is overwritten.
    fn leaf(out: &mut [Self::Wide], a: &[Self::Digit], b: &[Self::Digit]);
    /// `out = ±(low − high)` with the sign returned; `high` has as many digits as `low` or one less.
    fn difference(out: &mut [Self::Digit], low: &[Self::Digit], high: &[Self::Digit]) -> Self::Sign;
    /// The sign of a product.
    fn sign_of_product(a: Self::Sign, b: Self::Sign) -> Self::Sign;
    /// Interpolation: with h = middle.len() / 2, z0 = out[..2h] and z2 = out[2h..], adds z0 + z2 − (sign)·middle to
    /// `out` at digit h. `middle` is destroyed.
    fn join(out: &mut [Self::Wide], middle: &mut [Self::Wide], sign: Self::Sign);
}

/// Polynomials whose coefficients count modulo a power of two: every digit is one, of an operand or of a product.
pub trait Modular:
    Arithmetic<Digit: bytemuck::Pod + From<u8> + Into<u16>, Wide = <Self as Arithmetic>::Digit, Sign = ()>
{
    /// `sum += a`, or `sum −= a` if `minus` (public), for as many digits.
    fn accumulate(sum: &mut [Self::Digit], a: &[Self::Digit], minus: bool);
}

/// The arithmetic of half elements, below the golden-ratio Karatsuba step of [`crate::ring::dense`].
pub trait HalfArithmetic: Arithmetic {
    /// Room for one half's digits, if the arithmetic doesn't use the bytes as they are.
    type Half: Buffer;
    /// The digits of |low − high| of two halves.
    type Difference: Buffer + AsMut<[Self::Digit]> + AsRef<[Self::Digit]>;
    /// The product of two halves.
    type Product: Buffer + AsMut<[Self::Wide]> + AsRef<[Self::Wide]>;
    /// Room for the digits of the recursion.
    type DigitScratch: Buffer + AsMut<[Self::Digit]>;
    /// Room for the products of the recursion.
    type WideScratch: Buffer + AsMut<[Self::Wide]>;

    /// The digits of a half: loaded into `room`, or the bytes themselves.
    fn digits<'a>(room: &'a mut Self::Half, bytes: &'a [u8; HALF]) -> &'a [Self::Digit];
    /// `sum += φ^power · product mod N` for power 1 or 2 (public); for power 0 `sum −= (sign)·product`.
    /// The sum over the three products of one step is not negative; in between it may wrap modulo 2^3216.
    fn accumulate(sum: &mut Accumulator, product: &[Self::Wide], power: u8, sign: Self::Sign);
    /// The sign of a product that is not a difference's.
    const POSITIVE: Self::Sign;
}

/// Digits (and as many wide digits) of scratch that the Karatsuba recursion needs for n-digit operands.
pub const fn recursion_scratch(n: usize, leaf: usize) -> usize {
    let (mut n, mut sum) = (n, 0);
    while n > leaf {
        let half = n.div_ceil(2);
        sum += 2 * half;
        n = half;
    }
    sum
}

/// Memory that starts as zeros and is wiped after use.
pub trait Buffer: zeroize::Zeroize {
    /// All zeros.
    const ZERO: Self;
}

macro_rules! digit_buffers {
    ($($digit:ty),*) => {$(
        impl Buffer for $digit {
            const ZERO: Self = 0;
        }
    )*};
}
digit_buffers!(u8, i8, i16, u16, i32, u32, i64, u64, i128);

impl<T: Buffer, const N: usize> Buffer for [T; N] {
    const ZERO: Self = [const { T::ZERO }; N];
}

/// An array whose length is a parameter set's.
pub trait Array<T>: Buffer + AsRef<[T]> + AsMut<[T]> {}

impl<T, A: Buffer + AsRef<[T]> + AsMut<[T]>> Array<T> for A {}

/// The parts of `ThreeBears` that are not ring arithmetic (specification: "ThreeBears", 2019.07).
pub trait ThreeBears {
    /// The state of cSHAKE256 with S = "ThreeBears" after its prefix block. Public.
    fn xof_init(state: &mut KeccakState);
    /// Noise digits: 4 XOF bytes become 4 digits psi(b) in −2..=2 of radix 2^10, 5 bytes of `out`. `bytes` has a
    /// multiple of 4 bytes, `out` 5/4 as many. `v` (128 times the variance) is public. `carry` (−1 or 0) enters the
    /// lowest digit; the one that leaves the highest is returned.
    fn noise_block(out: &mut [u8], bytes: &[u8], v: u8, carry: i8) -> i8;
    /// The 18-bit syndrome of the Melas code; of a 32-byte message it is the check bits.
    fn fec_syndrome(bytes: &[u8]) -> u32;
    /// Corrects up to two errors in code[..32], given the check bits in code[32..].
    fn fec_correct(code: &mut [u8; 35]);
    /// 274 code bits over the top 4 bits of 274 digits of the canonical `c`, two a byte.
    fn nibble_encode(nibbles: &mut [u8; 137], c: &Element, code: &[u8; 35]);
    /// The 274 code bits from the nibbles and the canonical `c`; the last 6 bits are zero.
    fn nibble_decode(code: &mut [u8; 35], c: &Element, nibbles: &[u8; 137]);
}
