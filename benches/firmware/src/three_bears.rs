//! ThreeBears: an operation a file.

mod inputs;
#[cfg(any(feature = "keygen", feature = "encaps", feature = "every"))]
mod known;
#[cfg_attr(feature = "keygen", path = "three_bears/keygen.rs")]
#[cfg_attr(feature = "encaps", path = "three_bears/encaps.rs")]
#[cfg_attr(feature = "decaps", path = "three_bears/decaps.rs")]
#[cfg_attr(feature = "decaps-prepared", path = "three_bears/decaps_prepared.rs")]
#[cfg_attr(feature = "every", path = "three_bears/every.rs")]
mod operation;

pub use operation::{is_right, prepare, run};
