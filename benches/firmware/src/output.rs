//! Where an operation's output goes.

use sunbear::Error;
use sunbear::storage::WriteAt;

use crate::chip::Flash;

macro_rules! expected {
    ($(#[$doc:meta])* $name:ident by $difference:ident) => {
        $(#[$doc])*
        pub struct $name<const N: usize> {
            flash: Flash<N>,
            written: u16,
            difference: u8,
        }

        impl<const N: usize> $name<N> {
            /// Nothing written yet.
            pub const fn new(flash: Flash<N>) -> Self {
                Self { flash, written: 0, difference: 0 }
            }

            /// Whether N bytes were written, all as expected.
            pub fn is_right(&self) -> bool {
                usize::from(self.written) == N && self.difference == 0
            }
        }

        impl<const N: usize> WriteAt for $name<N> {
            fn size(&self) -> usize {
                N
            }

            fn write_at(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
                self.difference |= self.flash.$difference(offset, bytes);
                self.written += bytes.len() as u16;
                Ok(())
            }
        }
    };
}

expected! {
    /// Takes the place of an output's buffer: what is written is compared with what lies in flash.
    Expected by difference
}

#[cfg(all(any(feature = "ntru-prime", feature = "ntru-encrypt"), any(feature = "keygen", feature = "every")))]
expected! {
    /// The same for an output that is not published.
    ExpectedSecret by secret_difference
}
