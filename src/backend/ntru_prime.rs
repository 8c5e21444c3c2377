//! The contracts of NTRU Prime's loops: every one is a function here, so that a chip can answer it with a kernel.
//!
//! A *coefficient* of R/q is an `i16`, *centred* when it lies in −(q − 1)/2 ..= (q − 1)/2. A *digit* is −1, 0 or 1 in
//! an `i8`; *packed*, it is two bits of value digit + 1, four of them a byte, lowest bits first. A polynomial of R/3
//! on *planes* is two bit strings in `u32` words, lowest bit first: the places of its ones, and of its minus ones.
//! What `crate::backend` says of all contracts holds here: everything is secret that isn't called public.

#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
use super::Arithmetic;
use super::Buffer;

/// A prime q and what reduces modulo it without a division. Public.
#[derive(Debug, Clone, Copy)]
pub struct Modulus {
    /// q: odd, above 4096 and below 8192, and 1 modulo 6.
    pub q: i16,
    /// (q − 1)/2, the largest centred coefficient: a multiple of 3.
    pub half: i16,
    /// 2^20/q, rounded.
    pub reciprocal_20: i32,
    /// 2^27/q, rounded.
    pub reciprocal_27: i32,
    /// 1/q modulo 2^16.
    pub inverse: i16,
    /// ⌊2^(32 − j)/q⌋ with 2^j the next field: j is the least for which it is below 2^16 and good enough for `residues`.
    pub residue_reciprocal: u16,
    /// See above.
    pub residue_scale: u8,
    /// How sums of terms are cut: blocks of so many that their sum stays below 2^16 − 2^8.
    pub terms: u8,
}

impl Modulus {
    /// The modulus q.
    pub const fn new(q: u16) -> Self {
        // Newton's iteration doubles the right bits: q·q = 1 modulo 8.
        let mut inverse = q;
        let mut i = 0;
        while i < 3 {
            inverse = inverse.wrapping_mul(2_u16.wrapping_sub(q.wrapping_mul(inverse)));
            i += 1;
        }
        let wide = q as i32;
        let (residue_reciprocal, residue_scale) = residue(q as u64);
        Self {
            q: q as i16,
            half: ((q - 1) / 2) as i16,
            reciprocal_20: ((1 << 20) + wide / 2) / wide,
            reciprocal_27: ((1 << 27) + wide / 2) / wide,
            inverse: inverse as i16,
            residue_reciprocal,
            residue_scale,
            terms: terms_at_once(q),
        }
    }
}

/// A reciprocal for numbers up to 2^24 + 255·q, by whose upper 16 bits the quotient is right or one too small.
const fn residue(q: u64) -> (u16, u8) {
    let mut j = 0;
    while j < 8 {
        let e = 16 - j;
        let reciprocal = (1 << (16 + e)) / q;
        let window = ((1 << 24) + 255 * q) >> e;
        let error = (((1 << e) - 1) << 16) + window * ((1 << (16 + e)) % q);
        if reciprocal < 65536 && window < 65536 && error <= q << 16 {
            return (reciprocal as u16, 1 << j);
        }
        j += 1;
    }
    (0, 0)
}

/// AES-256 in counter mode, for the expansion of seeds.
pub trait Ciphering {
    /// A key in the form that encryption wants.
    type Key: Buffer;

    /// Prepares a key.
    fn aes256_key(key: &mut Self::Key, bytes: &[u8; 32]);
    /// The key stream from block `counter` (public) on: block i is the encryption of i as a big-endian 128-bit
    /// number; the last block may be cut.
    fn aes256_stream(key: &Self::Key, counter: u32, out: &mut [u8]);
}

/// What samples short and small polynomials.
pub trait Sampling {
    /// Packs the low two bits of the words in their ascending order, as unsigned numbers; they are never 11. The words
    /// are destroyed. Their number is odd, and at most 1277. `scratch` is memory, as much as there happens to be.
    fn pack_sorted(packed: &mut [u8], words: &mut [u32], scratch: &mut [u32]);
    /// Packs ⌊3·(w mod 2^30)/2^30⌋ of every word w: 0, 1 or 2.
    fn pack_small(packed: &mut [u8], words: &[u32]);
}

/// Digits between their forms, and roundings coefficient by coefficient.
pub trait Small {
    /// From packed digits to planes; the planes' spare bits are 0.
    fn planes_of(planes: PlanesMut<'_>, packed: &[u8], digits: usize);
    /// From planes to packed digits.
    fn pack_planes(packed: &mut [u8], planes: Planes<'_>, digits: usize);
    /// Leaves `packed` alone if exactly `weight` (public) of its digits are not 0; otherwise makes its first `weight`
    /// digits 1 and the others 0.
    fn enforce_weight(packed: &mut [u8], digits: usize, weight: usize);
    /// Coefficients, centred, become radix digits (c + half + 1)/3, rounded down: those of the nearest multiple of 3.
    fn round(coefficients: &mut [i16], modulus: Modulus);
    /// Packs ((3·c) mods q) mods 3 of centred coefficients c; the last byte's spare bits are 0.
    fn pack_tripled(packed: &mut [u8], coefficients: &[i16], modulus: Modulus);
}

/// Products of a polynomial over Z/q and a small one.
pub trait Ternary {
    /// f·g in (Z/q)[x]/(x^n − x − 1), centred, for n centred coefficients f in tables[n − 1..2n − 1] and a packed g with
    /// exactly `weight` (public) digits that are not 0; for another g the result has no meaning. It comes in
    /// tables[..n]. `tables` has 4n − 2 coefficients and `terms` [`terms`] bytes. n is 1 modulo 4 and at most 1277.
    fn sparse_product(tables: &mut [i16], terms: &mut [u8], packed: &[u8], weight: usize, modulus: Modulus);
    /// Prepares sums of terms: `terms` has [`strip_terms`] bytes, the packed polynomial n digits, of which at most
    /// `weight` (public) are not 0; if there are more, the first ones count. n is 1 modulo 4 and at most 1277. `zeros`
    /// (public) is the place of zeros in the windows to come.
    fn strip_terms(terms: &mut [u8], packed: &[u8], n: usize, weight: usize, zeros: usize, modulus: Modulus);
    /// sums[i] = Σ_j g_j·window[n − 1 − j + i] mods q, centred, for the g that [`Ternary::strip_terms`] has prepared
    /// with the same n and weight. The number of sums is a multiple of 12. The window is centred, and from `zeros` on
    /// there are zeros, as many as sums.
    fn strip_sums(sums: &mut [i16], window: &[i16], terms: &mut [u8], n: usize, weight: usize, modulus: Modulus);
    /// f[i] = f[i] + f[i − 1] mods q, and f[0] + f[n − 1] for i = 0, from the old values: n centred coefficients.
    fn neighbours(f: &mut [i16], modulus: Modulus);
    /// Moves all coefficients but the first `step` down by as many places. The others are a multiple of 4.
    fn slide(coefficients: &mut [i16], step: usize);
    /// Word modulo q, less (q − 1)/2, of every word.
    fn residues(out: &mut [i16], words: &[u32], modulus: Modulus);
}

/// Terms whose sum stays below 2^16 − 2^8.
const fn terms_at_once(q: u16) -> u8 {
    match 65280 / q {
        14.. => 14,
        12 | 13 => 12,
        10 | 11 => 10,
        k => k as u8,
    }
}

/// Bytes of memory for the terms of [`Ternary::sparse_product`].
pub const fn terms(weight: usize, modulus: Modulus) -> usize {
    2 * weight + 12 * (weight / modulus.terms as usize) + 36
}

/// Bytes of memory for the terms of [`Ternary::strip_sums`].
pub const fn strip_terms(weight: usize, modulus: Modulus) -> usize {
    let k = modulus.terms as usize;
    38 + (weight.div_ceil(k) + 1) * (2 * k + 13)
}

/// What the Karatsuba engine needs for polynomials of up to 1277 digits: at most 3939 in absolute value in the one
/// operand, and 1 in the other.
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub trait Polynomials {
    /// The arithmetic.
    type Polynomial: Arithmetic<Digit = i16, Wide = i32, Sign = ()>;

    /// The `out.len()` digits of a packed polynomial. The bits 11, which no packing makes, become 2.
    fn unpack(out: &mut [i8], packed: &[u8]);
    /// out[i] = sums[i] mods q, centred. |sums[i]| is at most p·(q − 1), p the degree that goes with q.
    fn reduce(out: &mut [i16], sums: &[i32], modulus: Modulus);
}

/// A polynomial on planes: the places of 1 and of −1.
pub type Planes<'a> = [&'a [u32]; 2];
/// A polynomial on planes, to write.
pub type PlanesMut<'a> = [&'a mut [u32]; 2];
/// Words of scratch for a product of planes of n words.
pub const fn planes_scratch(n: usize) -> usize {
    15 * n + 53
}

/// Words of memory for an inverse on planes.
pub const fn planes_memory(p: usize) -> usize {
    4 + (p + 8) / 8 + (2 * p).div_ceil(8)
}

/// Arithmetic of R/3 on planes.
pub trait TernaryPlanes {
    /// `out = a·b` without any folding; a and b have n words a plane, out has 2n. `scratch` has [`planes_scratch`] words.
    fn planes_product(out: PlanesMut<'_>, a: Planes<'_>, b: Planes<'_>, scratch: &mut [u32]);
    /// `sum += a`, as many words as `a` has.
    fn planes_add(sum: PlanesMut<'_>, a: Planes<'_>);
    /// `g = 1/g` in R/3 = (Z/3)[x]/(x^p − x − 1). Returns all ones if there is an inverse; else 0, and g has no meaning.
    /// `memory` has [`planes_memory`] words.
    fn planes_invert(g: PlanesMut<'_>, p: usize, memory: &mut [u32]) -> u8;
    /// Whether there was an inverse. That becomes public: a key generation tries again if not.
    fn exists(inverse: u8) -> bool;
}

/// Coefficients of memory for an inverse modulo q.
pub const fn inverse_memory(p: usize) -> usize {
    4 * p + 16
}

/// Inverses by constant-time division steps (Bernstein and Yang, "Fast constant-time gcd computation and modular
/// inversion").
pub trait Divsteps {
    /// memory[..p] = 1/(factor·a) in R/q, centred, for p packed digits a that are not all 0; they lie in `memory`, from
    /// its last 2·⌈p/16⌉ coefficients on. `memory` has [`inverse_memory`] of them. `factor` is public, and 1 or 3.
    fn invert_mod_q(memory: &mut [i16], p: usize, factor: i16, modulus: Modulus);
}

/// What hides the message bits of NTRU LPRime. Public.
#[derive(Debug, Clone, Copy)]
pub struct Hiding {
    /// τ0 ..= τ3.
    pub tau: [u16; 4],
    /// 4w + 1.
    pub offset: u16,
}

/// The message bits of NTRU LPRime, eight a byte, lowest first; `message` has an eighth of the other lengths.
pub trait Messages {
    /// Top((c + bit·half) mods q) of centred coefficients c and the bits of `message`, two of 4 bits a byte.
    fn hide(tops: &mut [u8], coefficients: &[i16], message: &[u8], hiding: Hiding, modulus: Modulus);
    /// The bits that say whether (Right(top) − c + 4w + 1) mods q is negative.
    fn reveal(message: &mut [u8], coefficients: &[i16], tops: &[u8], hiding: Hiding, modulus: Modulus);
}

/// One level of NTRU Prime's encoding of number sequences. Radices are public, from 1 to 16383; a pair of radices `low`
/// and `high` gives up the fewest bytes that leave ⌈low·high/256^bytes⌉ below 16384: 0, 1 or 2.
pub trait RadixCoding {
    /// A pair of radices, and what divides by them.
    type Radix: Copy + Default;

    /// Prepares a pair of radices, which gives up so many bytes.
    fn radix(low: u16, high: u16, bytes: u8) -> Self::Radix;
    /// Pairs digits, in place, for i from `from` on, `pairs` of them: v = digits[2i] + low·digits[2i + 1] gives up its
    /// low bytes to `bytes`, one pair after the other; what is left of it becomes digits[i]. `bytes` has `count` of
    /// them a pair. Digits are below their radix.
    fn pair(digits: &mut [u16], from: usize, pairs: usize, bytes: &mut [u8], low: u16, count: u8);
    /// The inverse, in place, from the last pair to the first: v is digits[i] behind its bytes; digits[2i] becomes
    /// v mod low and the next ⌊v/low⌋ mod high. digits[i] is below what the pair leaves of its radices.
    fn unpair(digits: &mut [u16], from: usize, pairs: usize, bytes: &[u8], radix: &Self::Radix);
    /// v mod m.
    fn remainder(v: u16, m: u16) -> u16;
    /// One pair of [`RadixCoding::unpair`]: the two digits of `digit` with its bytes, a little-endian number.
    fn split(digit: u16, bytes: u16, radix: &Self::Radix) -> [u16; 2];
}
