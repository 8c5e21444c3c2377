//! The operating system's randomness.

use std::convert::Infallible;

use getrandom::SysRng;
use rand_core::{TryCryptoRng, TryRng};

use super::failure::Failure;

/// The operating system's generator, which may fail, for operations whose generators don't: it keeps the failure, and
/// nothing computed from its bytes may leave before [`SystemRng::check`].
#[derive(Default)]
pub struct SystemRng {
    failure: Option<getrandom::Error>,
}

impl SystemRng {
    /// Whether every byte so far was random.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.failure {
            None => Ok(()),
            Some(error) => Err(Failure::bad_input(format!("no randomness from the operating system: {error}"))),
        }
    }
}

impl TryRng for SystemRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        if let Err(error) = SysRng.try_fill_bytes(out) {
            self.failure = Some(error);
        }
        Ok(())
    }
}

impl TryCryptoRng for SystemRng {}
