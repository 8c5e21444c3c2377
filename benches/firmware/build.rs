//! Puts the known answer of the chosen set (`count = 0` of `vectors/three-bears/known_answers.txt`) into an assembly
//! file whose symbols lie in flash, and assembles it with the two files of `src` for the chip at hand.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SETS: [&str; 6] = ["BabyBear", "MamaBear", "PapaBear", "BabyBearEphem", "MamaBearEphem", "PapaBearEphem"];

/// Field of the record, symbol of the image.
const INPUTS: [(&str, &str); 5] = [
    ("dk", "input_key"),
    ("encapsulation_seed", "input_seed"),
    ("ek", "input_ek"),
    ("ct", "input_ct"),
    ("secret", "input_secret"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("avr") {
        return;
    }
    if let Err(error) = build() {
        println!("cargo::error={error}");
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: this runs under cargo only")?);
    let vectors = Path::new("..").join("..").join("vectors").join("three-bears").join("known_answers.txt");
    println!("cargo::rerun-if-changed={}", vectors.display());
    let set = SETS
        .into_iter()
        .find(|set| env::var_os(format!("CARGO_FEATURE_{}", set.to_ascii_uppercase())).is_some())
        .ok_or("choose a set, a profile and an operation by feature: BabyBear, compact, encaps, say")?;
    let inputs = out.join("inputs.S");
    fs::write(&inputs, assembly(&fs::read_to_string(&vectors)?, set)?)?;

    let mcu = mcu().ok_or("which AVR? Say RUSTFLAGS=\"-C target-cpu=atmega1284p\", or the name of your chip")?;
    let mut objects = Vec::new();
    for source in [inputs, Path::new("src").join("chip.S"), Path::new("src").join("timer.S")] {
        println!("cargo::rerun-if-changed={}", source.display());
        let object = out.join(source.file_name().ok_or("a file has a name")?).with_extension("o");
        run(Command::new("avr-gcc").arg("-c").arg(format!("-mmcu={mcu}")).arg("-o").arg(&object).arg(&source))?;
        objects.push(object);
    }
    let library = out.join("libmeasure_chip.a");
    let _ = fs::remove_file(&library);
    run(Command::new("avr-ar").arg("crsD").arg(&library).args(&objects))?;
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=static=measure_chip");
    Ok(())
}

/// The inputs as symbols in flash, each in a section of its own, so that only those of the operation are linked.
fn assembly(vectors: &str, set: &str) -> Result<String, Box<dyn Error>> {
    let header = format!("[{set}]");
    let mut text = String::new();
    let mut symbol = |name: &str, bytes: &[&str]| -> std::fmt::Result {
        let size = bytes.iter().map(|hex| hex.len() / 2).sum::<usize>();
        writeln!(text, "\t.section .progmem.data.{name},\"a\",@progbits\n\t.global {name}\n\t.type {name},@object")?;
        writeln!(text, "\t.size {name},{size}\n{name}:")?;
        for hex in bytes {
            for digits in (0..hex.len()).step_by(2).filter_map(|at| hex.get(at..at + 2)) {
                writeln!(text, "\t.byte 0x{digits}")?;
            }
        }
        Ok(())
    };
    let field = |name: &str| {
        let lines = vectors.lines().skip_while(|line| *line != header);
        let field = lines.filter_map(|line| line.split_once(" = ")).find(|(key, _)| *key == name);
        field.map(|(_, value)| value).ok_or_else(|| format!("no {name} of {set} in the known answers"))
    };
    for (name, input) in INPUTS {
        symbol(input, &[field(name)?])?;
    }
    // Whoever measures the generator fills these in.
    symbol("input_draw", &["0000"])?;
    symbol("input_drawn", &[&"00".repeat(128)])?;
    // No rejection key is among the known answers, and none enters the secret of an accepted ciphertext.
    symbol("input_prepared", &[field("dk")?, &"a5".repeat(40), field("ek")?])?;
    Ok(text)
}

/// The chip that the compiler was told, in either spelling of the option.
fn mcu() -> Option<String> {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    flags.split('\x1f').filter_map(|flag| flag.split_once("target-cpu=")).next_back().map(|(_, mcu)| mcu.to_owned())
}

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| {
        format!("{program} could not be started ({e}): AVR images need gcc-avr, binutils-avr and avr-libc")
    })?;
    if output.status.success() {
        return Ok(());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} failed: {}", message.lines().take(3).collect::<Vec<_>>().join(" / ")).into())
}
