//! Memory in which an operation leaves zeros.

use std::mem::MaybeUninit;

/// A workspace in memory whose every byte, padding too, was zero before.
pub struct Memory<W>(Box<MaybeUninit<W>>);

impl<W> Memory<W> {
    pub fn zeroed() -> Self {
        Self(Box::new(MaybeUninit::zeroed()))
    }

    /// Runs an operation in the memory and checks that it left zeros.
    pub fn run<T>(&mut self, operation: impl FnOnce(&mut W) -> T) -> T {
        // SAFETY: a workspace consists of integers, for which zeros are a value.
        let result = operation(unsafe { self.0.assume_init_mut() });
        // SAFETY: the box is that long; `zeroed` initialised all of it, and operations only write fields.
        let bytes = unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast::<u8>(), size_of::<W>()) };
        assert!(bytes.iter().all(|byte| *byte == 0), "the workspace is not wiped");
        result
    }
}
