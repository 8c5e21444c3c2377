//! What the figures mean, in the words that are printed with them.

/// Printed below every table.
pub const DEFINITIONS: &str = "\
cycles  between the operation's first and last instruction, the wipe of what it leaves behind included. Random bytes
        come from outside and are not counted. Keys as bytes, unless the row says prepared.
random  cycles of those bytes with the generator of examples/node, a seed in memory stretched by SHAKE256.
work    RAM in bytes: stack, variables and scratch of the operation, random words included. The caller's key and
        ciphertext buffers are neither counted nor used as scratch.
whole   every byte of SRAM that the image uses, buffers included.
flash   .text and .data of the image with this one operation, its test inputs included; `all` of the image with all
        three. Of a kernel: its own code.
shares  of the cycles: hashing, ring products, sampling, coding; the rest copies, compares, wipes and steers.
";
