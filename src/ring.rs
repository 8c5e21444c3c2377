//! Ring arithmetic shared by the schemes: one engine a file.
//!
//! | engine | what it multiplies |
//! |---|---|
//! | [`karatsuba`] | the recursion, over any arithmetic of the backend |
//! | [`golden`] | sums and representatives modulo N = 2^3120 − 2^1560 − 1 |
//! | [`bits`] | two polynomials modulo 2 and x^n − 1, and inverses |
//! | [`cyclic`] | two polynomials modulo a power of two and x^n − 1, by Karatsuba |
//! | [`dense`] | two elements in memory, by Karatsuba: the speed profile's product |
//! | [`dense_small`] | a polynomial over Z/q with a small one, by Karatsuba: the speed profile's product on hosts |
//! | [`memory`] | nothing: memory that steps use in turn |
//! | [`planes`] | R/3 with R/3, on bit planes |
//! | [`polynomial`] | nothing: the rings as types |
//! | [`product_form`] | a polynomial modulo 2^16 and x^n − 1 with a product-form one |
//! | [`sparse`] | a polynomial over Z/q with a short one, term by term: the speed profile's product on AVR |
//! | [`strips`] | a polynomial over Z/q with a small one, strip by strip: the RAM profile's product |
//! | [`streamed`] | an element that arrives in small pieces with one in memory: the RAM profile's product |
//!
//! Nothing here knows a scheme; everything the machine does differently is behind [`crate::backend`].

pub(crate) mod bits;
pub(crate) mod cyclic;
pub(crate) mod dense;
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub(crate) mod dense_small;
pub(crate) mod golden;
pub(crate) mod karatsuba;
pub(crate) mod memory;
pub(crate) mod planes;
pub(crate) mod polynomial;
pub(crate) mod product_form;
pub(crate) mod sparse;
pub(crate) mod streamed;
pub(crate) mod strips;
#[cfg(test)]
mod tests;

/// The engine for a polynomial over Z/q times a small one that takes the least time here.
#[cfg(any(not(target_arch = "avr"), sunbear_backend = "portable"))]
pub(crate) use dense_small as fastest;
/// The engine for a polynomial over Z/q times a small one that takes the least time here.
#[cfg(all(target_arch = "avr", not(sunbear_backend = "portable")))]
pub(crate) use sparse as fastest;
