//! What a scheme publishes of a secret on purpose.
//!
//! It computes nothing. A build with `--cfg sunbear_memcheck` tells valgrind, to which secrets are undefined memory
//! (`make memcheck`), that this value is public from here on; every other build leaves the value alone. The chip's
//! counterpart is a label that the audit knows.

/// The value, which may be branched on from here.
#[cfg(not(all(sunbear_memcheck, target_arch = "x86_64")))]
pub(super) fn declassify(value: u8) -> u8 {
    value
}

/// The value, which may be branched on from here.
#[cfg(all(sunbear_memcheck, target_arch = "x86_64"))]
#[allow(unsafe_code)]
pub(super) fn declassify(value: u8) -> u8 {
    /// VG_USERREQ__MAKE_MEM_DEFINED of `memcheck.h`.
    const MAKE_MEM_DEFINED: usize = ((b'M' as usize) << 24 | (b'C' as usize) << 16) + 2;

    let mut value = value;
    let request = [MAKE_MEM_DEFINED, (&raw mut value) as usize, 1, 0, 0, 0];
    // SAFETY: rotations by 128 bits in all and an exchange of a register with itself change nothing but rdx; under
    // valgrind, the request reads the six words and changes what memcheck knows of one byte.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            inout("rdx") 0_usize => _, in("rax") request.as_ptr(), options(nostack),
        );
    }
    value
}
