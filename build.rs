//! Assembles the kernels of `asm/avr` for the chip at hand; does nothing for other targets.
//!
//! Each kernel is a section of its own in a static library, so an image carries only what it calls.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let avr = env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("avr");
    let portable = env::var("CARGO_CFG_SUNBEAR_BACKEND").as_deref() == Ok("portable");
    if avr
        && !portable
        && let Err(error) = assemble()
    {
        println!("cargo::error={error}");
    }
}

fn assemble() -> Result<(), Box<dyn Error>> {
    let mcu = mcu().ok_or("which AVR? Say RUSTFLAGS=\"-C target-cpu=atmega1284p\", or the name of your chip")?;
    let source = Path::new("asm").join("avr");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: this runs under cargo only")?);
    println!("cargo::rerun-if-changed={}", source.display());

    let mut objects = Vec::new();
    for entry in fs::read_dir(&source)? {
        let file = entry?.path();
        if file.extension().is_some_and(|e| e == "S") {
            let object = out.join(file.file_name().ok_or("a file has a name")?).with_extension("o");
            // As the chip itself: objects for an architecture don't link with every chip of it.
            run(Command::new("avr-gcc").arg("-c").arg(format!("-mmcu={mcu}")).arg("-o").arg(&object).arg(&file))?;
            objects.push(object);
        }
    }
    objects.sort();
    let library = out.join("libsunbear_kernels.a");
    let _ = fs::remove_file(&library);
    run(Command::new("avr-ar").arg("crsD").arg(&library).args(&objects))?;
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=static=sunbear_kernels");
    Ok(())
}

/// The chip that the compiler was told, in either spelling of the option.
fn mcu() -> Option<String> {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    flags.split('\x1f').filter_map(|flag| flag.split_once("target-cpu=")).next_back().map(|(_, mcu)| mcu.to_owned())
}

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| {
        format!("{program} could not be started ({e}): the AVR kernels need gcc-avr, binutils-avr and avr-libc")
    })?;
    if output.status.success() {
        return Ok(());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} failed: {}", message.lines().take(3).collect::<Vec<_>>().join(" / ")).into())
}
