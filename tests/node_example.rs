//! The node of `examples/node` and the C program of `examples/c`, built and run on simulated chips against this host as
//! the gateway.
//!
//! simavr ends an EEPROM write at once, so the 3.4 ms a byte that a chip takes are not in these times.
#![cfg(all(feature = "sim", feature = "cli"))]

#[path = "node_example/c_twin.rs"]
mod c_twin;
#[path = "node_example/exchange.rs"]
mod exchange;
#[path = "node_example/gateway.rs"]
mod gateway;
#[path = "node_example/generator.rs"]
mod generator;
#[path = "node_example/power_cut.rs"]
mod power_cut;
