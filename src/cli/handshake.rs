//! `sunbear handshake`: a simulated node and this host, the gateway, agree on a secret over a serial line.
//!
//! Real bytes cross the line in both directions and both sides compute with the library. The exchange is
//! unauthenticated: it shows that the key encapsulation works and what it costs, not a protocol to deploy.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use rand_core::Rng;
use sunbear::SharedSecret;
use sunbear::kat::hex::Lower;
use sunbear::link::node;
use sunbear::sets::{ProfileName, Set};
use sunbear::sim::image::Image;
use sunbear::sim::mcu::Mcu;
use sunbear::sim::node::{Cost, Firmware, Node};
use sunbear::sim::toolchain::Toolchain;
use zeroize::Zeroizing;

use super::failure::Failure;
use super::random::SystemRng;
use super::{profile_parser, set_with_node};

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
    #[arg(long, value_name = "MCU", default_value = "atmega1284p")]
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
    let set = set_with_node(&args.set)?;
    let mcu = Mcu::find(&args.mcu)?;
    let toolchain = Toolchain::find()?;

    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(Duration::from_millis(100));
    progress.set_message(format!("building the node for {}", mcu.name));
    let firmware = Firmware { set: set.name(), profile: args.profile.as_str(), mcu };
    let elf = firmware.build(&toolchain)?;
    let image = Image::read(&elf)?;
    progress.set_message("running it".to_owned());
    let started = Instant::now();
    let mut node = Node::start(&firmware, &image)?;
    let sizes = set.sizes();
    let greeting = node.hello()?;
    if greeting != (set.name().to_owned(), sizes.encapsulation_key, sizes.ciphertext) {
        return Err(Failure::bad_input(format!("the node speaks {}, not {}", greeting.0, set.name())));
    }

    let mut steps = Vec::new();
    let mut secret = SharedSecret::new();
    match args.role {
        Role::Encapsulate => node_encapsulates(set, &mut node, &mut secret, &mut steps)?,
        Role::Decapsulate => node_decapsulates(set, &mut node, &mut secret, &mut steps)?,
    }
    let nodes = node.fingerprint()?;
    let gateways = secret.fingerprint();
    progress.finish_and_clear();

    // Nobody reading the report is no failure of the exchange.
    let _ = report(
        &mut io::stdout().lock(),
        &format!("{} on {}, profile {}, {}", set.name(), mcu.name, args.profile, toolchain.version),
        [&nodes, &gateways],
        &steps,
        &node,
        started.elapsed(),
    );
    if nodes == gateways { Ok(()) } else { Err(Failure::mismatch("the two secrets differ".to_owned())) }
}

fn report(
    out: &mut impl Write,
    title: &str,
    [nodes, gateways]: [&[u8]; 2],
    steps: &[Step],
    node: &Node,
    elapsed: Duration,
) -> io::Result<()> {
    let mcu = node.machine().mcu();
    let sizes = node.machine().image().sizes();
    writeln!(out, "{title}")?;
    writeln!(out, "node's secret     {}", Lower(nodes))?;
    writeln!(out, "gateway's secret  {}   (fingerprints)", Lower(gateways))?;
    writeln!(out)?;
    writeln!(out, "{:<12} {:>12} {:>10} {:>8}", "node", "cycles", "ms", "stack")?;
    for Step { name, cost } in steps {
        writeln!(out, "{name:<12} {:>12} {:>10.1} {:>8}", cost.cycles, mcu.milliseconds(cost.cycles), cost.stack)?;
    }
    let high_water = node.machine().stack_used();
    writeln!(out)?;
    writeln!(out, "static RAM {} + deepest stack {high_water} of {} bytes", sizes.ram(), mcu.ram_size)?;
    writeln!(out, "flash {} of {} bytes", sizes.flash(), mcu.flash_size)?;
    writeln!(
        out,
        "whole exchange {:.1} ms on the chip at {} MHz, {:.1} s here",
        mcu.milliseconds(node.machine().cycles()),
        mcu.clock_hz / 1_000_000,
        elapsed.as_secs_f64()
    )?;
    writeln!(out, "The exchange is not authenticated: see README, \"What this exchange is not\".")?;
    Ok(())
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
    let mut rng = SystemRng::default();
    set.generate(ProfileName::Fast, &mut rng, &mut ek, &mut dk)?;
    rng.check()?;
    node.put(node::PUT_KEY, &ek)?;
    provide_randomness(node, 32)?;
    let cost = node.run(node::ENCAPSULATE)?;
    steps.push(Step { name: "encapsulate", cost });
    let ct = node.get(node::GET_CIPHERTEXT, sizes.ciphertext)?;
    set.decapsulate(ProfileName::Fast, &dk, &ct, secret)?;
    Ok(())
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
    let cost = node.run(node::GENERATE)?;
    steps.push(Step { name: "generate", cost });
    let ek = node.get(node::GET_KEY, sizes.encapsulation_key)?;
    let mut ct = vec![0; sizes.ciphertext];
    let mut rng = SystemRng::default();
    set.encapsulate(ProfileName::Fast, &ek, &mut rng, &mut ct, secret)?;
    rng.check()?;
    node.put(node::PUT_CIPHERTEXT, &ct)?;
    let cost = node.run(node::DECAPSULATE)?;
    steps.push(Step { name: "decapsulate", cost });
    Ok(())
}

/// An ATmega has no source of randomness: this test bench provides the bytes.
fn provide_randomness(node: &mut Node, size: usize) -> Result<(), Failure> {
    let mut random = Zeroizing::new(vec![0; size]);
    let mut rng = SystemRng::default();
    rng.fill_bytes(&mut random);
    rng.check()?;
    node.request(node::RANDOM, &random)?;
    Ok(())
}

impl From<sunbear::sim::Error> for Failure {
    fn from(error: sunbear::sim::Error) -> Self {
        match error {
            sunbear::sim::Error::StackOverflow { at, .. } => Self::bad_input(format!(
                "the node does not fit the chip's RAM: its stack runs into its variables at {at}; try the profile \
                 compact, another role or a larger chip"
            )),
            error => Self::bad_input(error.to_string()),
        }
    }
}

impl From<sunbear::Error> for Failure {
    fn from(error: sunbear::Error) -> Self {
        Self::bad_input(error.to_string())
    }
}
