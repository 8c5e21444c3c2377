//! Client requests of valgrind and its memcheck: a sequence of instructions that does nothing outside of valgrind.
//! Numbers from `valgrind.h` and `memcheck.h`, which are free to use in any program (BSD-style licence).

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
const MEMCHECK: usize = (b'M' as usize) << 24 | (b'C' as usize) << 16;
const MAKE_MEM_UNDEFINED: usize = MEMCHECK + 1;
const MAKE_MEM_DEFINED: usize = MEMCHECK + 2;
const GET_VBITS: usize = MEMCHECK + 8;

#[cfg(target_arch = "x86_64")]
fn request(code: usize, arguments: [usize; 3]) -> usize {
    let block = [code, arguments[0], arguments[1], arguments[2], 0, 0];
    let mut answer = 0_usize;
    // SAFETY: four rotations by 128 bits in all and an exchange with itself change nothing; under valgrind, the request
    // reads the six words of `block` and touches only what its arguments point to.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            inout("rdx") answer, in("rax") block.as_ptr(), options(nostack),
        );
    }
    answer
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: usize, _: [usize; 3]) -> usize {
    0
}

/// Whether valgrind runs this.
pub fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, [0; 3]) > 0
}

/// Errors reported so far.
pub fn errors() -> u64 {
    request(COUNT_ERRORS, [0; 3]) as u64
}

/// Makes bytes secret.
pub fn make_undefined(bytes: &mut [u8]) {
    request(MAKE_MEM_UNDEFINED, [bytes.as_ptr() as usize, bytes.len(), 0]);
}

/// Makes bytes public.
pub fn make_defined(bytes: &[u8]) {
    request(MAKE_MEM_DEFINED, [bytes.as_ptr() as usize, bytes.len(), 0]);
}

/// Whether some bit of the bytes is secret.
pub fn is_undefined(bytes: &[u8]) -> bool {
    let mut bits = vec![0_u8; bytes.len()];
    request(GET_VBITS, [bytes.as_ptr() as usize, bits.as_mut_ptr() as usize, bytes.len()]);
    bits.iter().any(|bits| *bits != 0)
}
