//! The two profiles: a type parameter of every operation, so that both link into one program and can be compared.
//!
//! A profile says *how* to compute, never *what*: the bytes are the same. What it means for a scheme is in that
//! scheme's `compact` and `fast` modules.

mod sealed {
    pub trait Sealed {}
}

/// A point on the RAM/speed curve: [`Compact`] or [`Fast`]. Sealed.
pub trait Profile: sealed::Sealed + 'static {
    /// The name in tables and on command lines.
    const NAME: &'static str;
}

/// The least RAM: what can be regenerated is not kept, what can be streamed is not stored.
#[derive(Debug, Clone, Copy)]
pub enum Compact {}

/// The least time: what was computed is kept.
#[derive(Debug, Clone, Copy)]
pub enum Fast {}

impl sealed::Sealed for Compact {}
impl sealed::Sealed for Fast {}

impl Profile for Compact {
    const NAME: &'static str = "compact";
}

impl Profile for Fast {
    const NAME: &'static str = "fast";
}

/// The profile where none is named: [`Compact`] on AVR and [`Fast`] elsewhere, unless the build says
/// `--cfg sunbear_profile="compact"` or `"fast"`.
#[cfg(any(sunbear_profile = "compact", all(target_arch = "avr", not(sunbear_profile = "fast"))))]
pub type DefaultProfile = Compact;
/// The profile where none is named: [`Compact`] on AVR and [`Fast`] elsewhere, unless the build says
/// `--cfg sunbear_profile="compact"` or `"fast"`.
#[cfg(not(any(sunbear_profile = "compact", all(target_arch = "avr", not(sunbear_profile = "fast")))))]
pub type DefaultProfile = Fast;

#[cfg(all(sunbear_profile = "compact", sunbear_profile = "fast"))]
compile_error!("sunbear_profile is \"compact\" or \"fast\", not both");
