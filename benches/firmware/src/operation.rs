//! The operation: a file each, all with the same three functions. `prepare` is what comes before the first mark, `run`
//! what is measured, `is_right` what comes after the second.

#[cfg_attr(feature = "keygen", path = "operation/keygen.rs")]
#[cfg_attr(feature = "encaps", path = "operation/encaps.rs")]
#[cfg_attr(feature = "decaps", path = "operation/decaps.rs")]
#[cfg_attr(feature = "decaps-prepared", path = "operation/decaps_prepared.rs")]
#[cfg_attr(feature = "every", path = "operation/every.rs")]
#[cfg_attr(feature = "random", path = "operation/random.rs")]
mod chosen;

pub use chosen::{is_right, prepare, run};
