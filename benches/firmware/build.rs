//! Puts the known answer of the chosen set (the first of its scheme's vectors) into an assembly
//! file whose symbols lie in flash, and assembles it with the two files of `src` for the chip at hand.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "build/drbg.rs"]
mod drbg;
#[path = "build/ntru_encrypt.rs"]
mod ntru_encrypt;
#[path = "build/ntru_prime.rs"]
mod ntru_prime;
#[path = "build/symbols.rs"]
mod symbols;
#[path = "build/three_bears.rs"]
mod three_bears;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("avr") {
        return;
    }
    if let Err(error) = build() {
        println!("cargo::error={error}");
    }
}

fn build() -> Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: this runs under cargo only")?);
    let chosen = |sets: &'static [&'static str]| {
        sets.iter().find(|set| env::var_os(format!("CARGO_FEATURE_{}", set.to_ascii_uppercase())).is_some())
    };
    let mut text = if let Some(set) = chosen(&three_bears::SETS) {
        three_bears::inputs(&Record::read("three-bears", set)?)?
    } else if let Some(set) = chosen(&ntru_prime::SETS) {
        ntru_prime::inputs(&Record::read("ntru-prime", set)?)?
    } else if let Some(set) = chosen(&ntru_encrypt::SETS) {
        ntru_encrypt::inputs(set)?
    } else {
        return Err("choose a set, a profile and an operation by feature: BabyBear, compact, encaps, say".into());
    };
    // Whoever measures the generator fills these in.
    symbols::symbol(&mut text, "input_draw", &[(None, &[0; 2])])?;
    symbols::symbol(&mut text, "input_drawn", &[(None, &[0; 128])])?;
    let inputs = out.join("inputs.S");
    fs::write(&inputs, text)?;

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

/// The first record of a set.
struct Record {
    set: &'static str,
    text: String,
}

impl Record {
    fn read(scheme: &str, set: &'static str) -> Result<Self> {
        let vectors = Path::new("..").join("..").join("vectors").join(scheme).join("known_answers.txt");
        println!("cargo::rerun-if-changed={}", vectors.display());
        Ok(Self { set, text: fs::read_to_string(&vectors)? })
    }

    fn field(&self, name: &str) -> Result<Vec<u8>> {
        let header = format!("[{}]", self.set);
        let lines = self.text.lines().skip_while(|line| *line != header);
        let field = lines.filter_map(|line| line.split_once(" = ")).find(|(key, _)| *key == name);
        let (_, hex) = field.ok_or_else(|| format!("no {name} of {} in the known answers", self.set))?;
        let digits = (0..hex.len()).step_by(2).filter_map(|at| hex.get(at..at + 2));
        Ok(digits.map(|digits| u8::from_str_radix(digits, 16)).collect::<std::result::Result<_, _>>()?)
    }
}

/// The chip that the compiler was told, in either spelling of the option.
fn mcu() -> Option<String> {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    flags.split('\x1f').filter_map(|flag| flag.split_once("target-cpu=")).next_back().map(|(_, mcu)| mcu.to_owned())
}

fn run(command: &mut Command) -> Result<()> {
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
