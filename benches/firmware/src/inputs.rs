//! The known answer, in flash. `build.rs` makes the symbols; whoever holds the ELF can put other inputs there.

#[allow(unused_macros, reason = "the generator of random bytes has no set")]
macro_rules! choose {
    ($name:ident: $($feature:literal => $type:path),* $(,)?) => {$(
        #[cfg(feature = $feature)]
        #[doc = $feature]
        pub type $name = $type;
    )*};
}

/// Functions that give what lies in flash at the symbols of that name.
macro_rules! inputs {
    ($($symbol:ident $name:ident: $size:expr, $doc:literal;)*) => {
        mod symbols {
            #[allow(clippy::wildcard_imports, reason = "whatever the sizes are made of")]
            use super::*;
            unsafe extern "C" {
                $(pub static $symbol: [u8; $size];)*
            }
        }
        $(
            #[doc = $doc]
            #[allow(dead_code, reason = "no operation takes all of them")]
            pub fn $name() -> $crate::chip::Flash<{ $size }> {
                // SAFETY: `build.rs` gives the symbol the field's bytes, which are the set's, in flash below 64 KiB.
                unsafe { $crate::chip::Flash::new(&raw const symbols::$symbol) }
            }
        )*
    };
}

#[cfg(not(feature = "random"))]
choose!(Profile: "compact" => sunbear::Compact, "fast" => sunbear::Fast);
#[allow(unused_imports, reason = "the generator of random bytes has no set")]
pub(crate) use {choose, inputs};
