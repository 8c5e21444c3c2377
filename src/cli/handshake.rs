//! `sunbear handshake`: a simulated node and this host, the gateway, agree on a secret over a serial line.
//!
//! Real bytes cross the line in both directions and both sides compute with the library. The exchange is
//! unauthenticated: it shows that the key encapsulation works and what it costs, not a protocol to deploy.

use std::time::{Duration, Instant};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use indicatif::ProgressBar;
use sunbear::SharedSecret;
use sunbear::link::node;
use sunbear::sets::{ProfileName, Set};
use sunbear::sim::image::Image;
use sunbear::sim::mcu::{self, Mcu};
use sunbear::sim::node::{Cost, Firmware, Node};
use sunbear::sim::toolchain::Toolchain;
use zeroize::Zeroizing;

use super::failure::Failure;
use super::{profile_parser, set_named};

/// Options of `handshake`.
#[derive(Args)]
pub struct HandshakeArgs {
    /// The parameter set
    #[arg(long, value_name = "SET", default_value = "BabyBear")]
    set: String,
    /// The node's profile; the gateway takes the fast one
    #[arg(long, value_name = "PROFILE", default_value = ProfileName::Compact.as_str(), value_parser = profile_parser())]
    profile: ProfileName,
    /// The node's chip
    #[arg(long, value_name = "MCU", default_value = "atmega1284p",
          value_parser = PossibleValuesParser::new(mcu::ALL.iter().map(|mcu| mcu.name)))]
    mcu: String,
    /// What the node does
    #[arg(long, value_enum, default_value_t = Role::Encapsulate)]
    role: Role,
}

/// The node's part.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Role {
    /// Encapsulate to the gateway's key
    Encapsulate,
    /// Make a key pair, then decapsulate the gateway's ciphertext
    Decapsulate,
}

/// A measured operation.
struct Step {
    name: &'static str,
    cost: Cost,
}

pub fn run(args: &HandshakeArgs) -> Result<(), Failure> {
    let set = set_named(&args.set)?;
    let mcu = Mcu::find(&args.mcu).map_err(failed)?;
    let toolchain = Toolchain::find().map_err(failed)?;

    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(Duration::from_millis(100));
    progress.set_message(format!("building the node for {}", mcu.name));
    let firmware = Firmware { set: set.name(), profile: args.profile.as_str(), mcu };
    let elf = firmware.build(&toolchain).map_err(failed)?;
    let image = Image::read(&elf).map_err(failed)?;
    progress.set_message("running it".to_owned());
    let started = Instant::now();
    let mut node = Node::start(mcu, &image).map_err(failed)?;
    let sizes = set.sizes();
    let greeting = node.hello().map_err(failed)?;
    if greeting != (set.name().to_owned(), sizes.encapsulation_key, sizes.ciphertext) {
        return Err(Failure::bad_input(format!("the node speaks {}, not {}", greeting.0, set.name())));
    }

    let mut steps = Vec::new();
    let mut secret = SharedSecret::new();
    match args.role {
        Role::Encapsulate => node_encapsulates(set, &mut node, &mut secret, &mut steps)?,
        Role::Decapsulate => node_decapsulates(set, &mut node, &mut secret, &mut steps)?,
    }
    let nodes = node.fingerprint().map_err(failed)?;
    let gateways = secret.fingerprint();
    progress.finish_and_clear();

    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let sizes = image.sizes();
    println!("{} on {}, profile {}, {}", set.name(), mcu.name, args.profile, toolchain.version);
    println!("node's secret     {}", hex(&nodes));
    println!("gateway's secret  {}   (fingerprints)", hex(&gateways));
    println!();
    println!("{:<12} {:>12} {:>10} {:>8}", "node", "cycles", "ms", "stack");
    for Step { name, cost } in &steps {
        println!("{name:<12} {:>12} {:>10.1} {:>8}", cost.cycles, mcu.milliseconds(cost.cycles), cost.stack);
    }
    let high_water = node.machine().stack_used();
    println!();
    println!("static RAM {} + deepest stack {high_water} of {} bytes", sizes.ram(), mcu.ram_size);
    println!("flash {} of {} bytes", sizes.flash(), mcu.flash_size);
    println!(
        "whole exchange {:.1} ms on the chip at {} MHz, {:.1} s here",
        mcu.milliseconds(node.machine().cycles()),
        mcu.clock_hz / 1_000_000,
        started.elapsed().as_secs_f64()
    );
    println!("The exchange is not authenticated: see README, \"What this exchange is not\".");
    if nodes == gateways { Ok(()) } else { Err(Failure::mismatch("the two secrets differ".to_owned())) }
}

/// The gateway makes the key, the node encapsulates to it.
fn node_encapsulates(
    set: &dyn Set,
    node: &mut Node,
    secret: &mut SharedSecret,
    steps: &mut Vec<Step>,
) -> Result<(), Failure> {
    let sizes = set.sizes();
    let mut ek = vec![0; sizes.encapsulation_key];
    let mut dk = Zeroizing::new(vec![0; sizes.decapsulation_key]);
    set.generate(ProfileName::Fast, &mut UnwrapErr(SysRng), &mut ek, &mut dk).map_err(refused)?;
    node.put(node::PUT_KEY, &ek).map_err(failed)?;
    provide_randomness(node, 32)?;
    let cost = node.run(node::ENCAPSULATE).map_err(failed)?;
    steps.push(Step { name: "encapsulate", cost });
    let ct = node.get(node::GET_CIPHERTEXT, sizes.ciphertext).map_err(failed)?;
    set.decapsulate(ProfileName::Fast, &dk, &ct, secret).map_err(refused)
}

/// The node makes the key, the gateway encapsulates to it.
fn node_decapsulates(
    set: &dyn Set,
    node: &mut Node,
    secret: &mut SharedSecret,
    steps: &mut Vec<Step>,
) -> Result<(), Failure> {
    let sizes = set.sizes();
    provide_randomness(node, 40)?;
    let cost = node.run(node::GENERATE).map_err(failed)?;
    steps.push(Step { name: "generate", cost });
    let ek = node.get(node::GET_KEY, sizes.encapsulation_key).map_err(failed)?;
    let mut ct = vec![0; sizes.ciphertext];
    set.encapsulate(ProfileName::Fast, &ek, &mut UnwrapErr(SysRng), &mut ct, secret).map_err(refused)?;
    node.put(node::PUT_CIPHERTEXT, &ct).map_err(failed)?;
    let cost = node.run(node::DECAPSULATE).map_err(failed)?;
    steps.push(Step { name: "decapsulate", cost });
    Ok(())
}

/// An ATmega has no source of randomness: this test bench provides the bytes.
fn provide_randomness(node: &mut Node, size: usize) -> Result<(), Failure> {
    let mut random = Zeroizing::new(vec![0; size]);
    getrandom::fill(&mut random).map_err(|e| Failure::bad_input(format!("no randomness from the system: {e}")))?;
    node.request(node::RANDOM, &random).map(drop).map_err(failed)
}

fn failed(error: sunbear::sim::Error) -> Failure {
    Failure::bad_input(error.to_string())
}

fn refused(error: sunbear::Error) -> Failure {
    Failure::bad_input(error.to_string())
}
