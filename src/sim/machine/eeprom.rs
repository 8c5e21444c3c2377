//! The chip's EEPROM, read and set as a whole from outside: what it keeps while it has no power.
//!
//! What it isn't: how a program reads and writes it; those registers and their timing are simavr's.

use std::ffi::c_void;
use std::string::ToString;
use std::vec;
use std::vec::Vec;

use simavr_ffi as ffi;

use super::chip::four;
use super::{Error, Machine, Result};

impl Machine {
    /// All of the EEPROM.
    #[must_use]
    pub fn eeprom(&self) -> Vec<u8> {
        let mut contents = vec![0; usize::from(self.mcu.eeprom_size)];
        let mut descriptor = eeprom_descriptor(&mut contents);
        // SAFETY: the ioctl copies `size` bytes into `ee` before it returns.
        unsafe { ffi::avr_ioctl(self.avr.as_ptr(), four(*b"eegp"), (&raw mut descriptor).cast::<c_void>()) };
        contents
    }

    /// Sets the EEPROM from address 0 on: what a chip kept while it had no power.
    ///
    /// # Errors
    /// [`Error::TooBig`].
    pub fn set_eeprom(&mut self, contents: &[u8]) -> Result<()> {
        let limit = usize::from(self.mcu.eeprom_size);
        if contents.len() > limit {
            return Err(Error::TooBig { what: "the EEPROM's content".to_string(), size: contents.len(), limit });
        }
        if !contents.is_empty() {
            let mut contents = contents.to_vec();
            let mut descriptor = eeprom_descriptor(&mut contents);
            // SAFETY: the ioctl copies `size` bytes out of `ee` before it returns.
            unsafe { ffi::avr_ioctl(self.avr.as_ptr(), four(*b"eesp"), (&raw mut descriptor).cast::<c_void>()) };
        }
        Ok(())
    }
}

/// simavr's view of EEPROM contents, for as long as these bytes live.
fn eeprom_descriptor(contents: &mut [u8]) -> ffi::avr_eeprom_desc_t {
    ffi::avr_eeprom_desc_t { ee: contents.as_mut_ptr(), offset: 0, size: u32::try_from(contents.len()).unwrap_or(0) }
}
