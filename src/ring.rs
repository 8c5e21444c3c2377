//! Ring arithmetic shared by the schemes: one engine a file.
//!
//! | engine | what it multiplies |
//! |---|---|
//! | [`karatsuba`] | the recursion, over any arithmetic of the backend |
//! | [`golden`] | sums and representatives modulo N = 2^3120 − 2^1560 − 1 |
//! | [`dense`] | two elements in memory, by Karatsuba: the speed profile's product |
//! | [`streamed`] | an element that arrives in small pieces with one in memory: the RAM profile's product |
//!
//! Nothing here knows a scheme; everything the machine does differently is behind [`crate::backend`].

pub(crate) mod dense;
pub(crate) mod golden;
pub(crate) mod karatsuba;
pub(crate) mod streamed;
#[cfg(test)]
mod tests;
