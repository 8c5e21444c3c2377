//! The C program of `examples/c`: compiled and linked by avr-gcc, as its README says.

use std::path::{Path, PathBuf};
use std::process::Command;

use rand_core::UnwrapErr;
use sunbear::sim::image::Image;
use sunbear::sim::machine::Machine;
use sunbear::sim::mcu::Mcu;
use sunbear::sim::toolchain::Toolchain;
use sunbear::three_bears::{BabyBearEphem, DecapsulationKey, ParameterSet, Workspace};
use sunbear::{Fast, SharedSecret};

use crate::generator::remembered;

/// 10 seconds of the chip's time.
const PATIENCE: u64 = 160_000_000;

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(!messages.contains("warning"), "{messages}");
}

fn image(mcu: &'static Mcu) -> Image {
    let toolchain = Toolchain::find().unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/c");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c").join(mcu.name);
    let flags = [&format!("-Ctarget-cpu={}", mcu.name), "-Zunstable-options", "-Cpanic=immediate-abort"];
    run(toolchain
        .cargo()
        .args(["build", "--release", "--locked", "-Zbuild-std=core", "--target", "avr-none", "--target-dir"])
        .arg(&target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .env("RUSTC_LOG", "error")
        .current_dir(&folder));
    let elf: PathBuf = target.join("node.elf");
    run(Command::new(&toolchain.avr_gcc.gcc)
        .args([&format!("-mmcu={}", mcu.name), "-Os", "-std=gnu99", "-Wall", "-Wextra", "-Wl,--gc-sections"])
        .arg("-o")
        .arg(&elf)
        .arg(folder.join("main.c"))
        .arg(target.join("avr-none/release/libsunbear_c.a")));
    Image::read(elf).unwrap()
}

/// The gateway's end of the C program's line.
struct Line {
    machine: Machine,
    arrived: std::collections::VecDeque<u8>,
}

impl Line {
    fn byte(&mut self) -> u8 {
        let end = self.machine.cycles() + PATIENCE;
        loop {
            if let Some(byte) = self.arrived.pop_front() {
                return byte;
            }
            self.machine.run_for(500).unwrap();
            self.arrived.extend(self.machine.uart_take());
            assert!(self.machine.cycles() < end, "no answer; at {}", self.machine.here());
        }
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.byte()).collect()
    }

    fn number(&mut self) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()]))
    }

    /// Serves one exchange: the ciphertext and the node's secret.
    fn exchange(&mut self, seed: &[u8; 32], ek: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let mut ct = Vec::new();
        loop {
            match self.byte() {
                b'S' => self.machine.uart_send(seed),
                b'K' => {
                    let (offset, n) = (self.number(), usize::from(self.byte()));
                    self.machine.uart_send(&ek[offset..offset + n]);
                }
                b'C' => {
                    let (offset, n) = (self.number(), self.number());
                    assert_eq!(offset, ct.len());
                    ct.extend(self.bytes(n));
                }
                b'D' => return (ct, self.bytes(32)),
                other => panic!("{other:02x} {:02x}", self.byte()),
            }
        }
    }
}

/// What the chips are provisioned with.
const SEED: [u8; 32] = *b"a seed for tests, not for a chip";

fn agrees_with_the_host(mcu: &'static Mcu) {
    let image = image(mcu);
    assert_eq!(image.sizes().data, 0);
    let mut rng = UnwrapErr(getrandom::SysRng);
    let mut workspace = Workspace::<BabyBearEphem, Fast>::new();
    let mut secrets = Vec::new();
    let mut eeprom = Vec::new();
    for start in 0..2 {
        let mut machine = Machine::load(mcu, &image).unwrap();
        machine.set_eeprom(&eeprom).unwrap();
        let mut line = Line { machine, arrived: std::collections::VecDeque::new() };
        for _ in 0..2 {
            let dk = DecapsulationKey::<BabyBearEphem>::generate(&mut rng);
            let mut ek = [0; BabyBearEphem::ENCAPSULATION_KEY_SIZE];
            dk.write_encapsulation_key(&mut ek, &mut workspace).unwrap();
            let (ct, nodes) = line.exchange(&SEED, &ek);
            let mut secret = SharedSecret::new();
            dk.decapsulate_once(&ct[..], &mut secret, &mut workspace).unwrap();
            assert_eq!(nodes, secret.as_bytes());
            assert!(!secrets.contains(&nodes));
            secrets.push(nodes);
            assert_eq!(remembered(&line.machine, SEED), [0_usize; 0]);
            line.machine.uart_send(&[0]);
        }
        let (sizes, machine) = (image.sizes(), &line.machine);
        println!(
            "C on {}, start {start}: flash {}, static RAM {} + deepest stack {} of {} bytes",
            mcu.name,
            sizes.flash(),
            sizes.ram(),
            machine.stack_used(),
            mcu.ram_size
        );
        assert!(machine.stack_free() > 0);
        eeprom = machine.eeprom();
    }
}

#[test]
fn c_agrees_with_the_host_on_an_arduino_uno() {
    agrees_with_the_host(Mcu::find("atmega328p").unwrap());
}

#[test]
fn c_agrees_with_the_host_on_a_1284p() {
    agrees_with_the_host(Mcu::find("atmega1284p").unwrap());
}
