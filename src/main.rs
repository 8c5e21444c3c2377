//! The host tool `sunbear`: keys, ciphertexts and known answers on a command line.
#![deny(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
