//! Comparisons of secrets as masks: all ones or zeros. Not told that a mask has but these two values, a compiler has no
//! branch to make of it; a mask that decides much goes through [`opaque`].

/// The same mask, of which the compiler knows nothing.
pub(crate) fn opaque(mask: u16) -> u16 {
    core::hint::black_box(mask)
}

/// All ones if a = b.
pub(crate) fn equal(a: u16, b: u16) -> u16 {
    (u32::from(a ^ b).wrapping_sub(1) >> 16) as u16
}

/// All ones if a < b; both below 2^15.
pub(crate) fn below(a: u16, b: u16) -> u16 {
    (a.wrapping_sub(b) as i16 >> 15) as u16
}

/// a − n where that isn't negative, otherwise a; a below 2^15.
pub(crate) fn less(a: u16, n: u16) -> u16 {
    a.wrapping_sub(n & !below(a, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cases_of_small_numbers_and_the_edges() {
        let numbers = [0, 1, 2, 3, 7, 255, 256, 257, 443, 2047, 2048, 32766, 32767];
        for (a, b) in numbers.into_iter().flat_map(|a| numbers.map(|b| (a, b))) {
            let mask = |is: bool| if is { 0xffff } else { 0 };
            assert_eq!(equal(a, b), mask(a == b), "{a} {b}");
            assert_eq!(below(a, b), mask(a < b), "{a} {b}");
            assert_eq!(less(a, b), if a < b { a } else { a - b }, "{a} {b}");
        }
        assert_eq!((equal(0xffff, 0xffff), equal(0xffff, 0x7fff)), (0xffff, 0));
    }
}
