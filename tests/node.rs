//! The node on the simulated chip: handshakes in both roles and profiles, and what it does with bad input.
#![cfg(all(feature = "cli", feature = "sim"))]

use std::process::{Command, Output};
use std::sync::OnceLock;

use sunbear::link::{self, node};
use sunbear::sets::{ProfileName, find};
use sunbear::sim::image::Image;
use sunbear::sim::mcu::Mcu;
use sunbear::sim::node::{Firmware, Node};
use sunbear::sim::toolchain::Toolchain;
use sunbear::{SharedSecret, kat::drbg::Drbg};

fn handshake(arguments: &[&str]) -> Output {
    let tool = Command::new(env!("CARGO_BIN_EXE_sunbear")).arg("handshake").args(arguments).output();
    tool.expect("the tool runs")
}

/// The sample for every run; `SUNBEAR_FULL=1` takes every set.
fn sets() -> Vec<&'static str> {
    if std::env::var_os("SUNBEAR_FULL").is_some() {
        sunbear::sets::all().filter(|set| set.has_node()).map(sunbear::sets::Set::name).collect()
    } else {
        vec!["BabyBear", "BabyBearEphem"]
    }
}

#[test]
fn both_sides_agree() {
    for set in sets() {
        for profile in ["compact", "fast"] {
            for role in ["encapsulate", "decapsulate"] {
                let output = handshake(&["--set", set, "--profile", profile, "--role", role]);
                let text = String::from_utf8(output.stdout).unwrap();
                assert_eq!(output.status.code(), Some(0), "{set} {profile} {role}: {text}");
                let fingerprint = |who: &str| {
                    let line = text.lines().find_map(|line| line.strip_prefix(who)).expect("a line each");
                    line.split_whitespace().next().unwrap().to_owned()
                };
                assert_eq!(fingerprint("node's secret"), fingerprint("gateway's secret"));
                assert_eq!(fingerprint("node's secret").len(), 16);
            }
        }
    }
}

/// Two kilobytes of RAM: keys and ciphertexts stay with the gateway.
#[test]
fn both_sides_agree_on_an_arduino_uno() {
    for role in ["encapsulate", "decapsulate"] {
        let output = handshake(&["--set", "BabyBearEphem", "--mcu", "atmega328p", "--role", role]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{role}: {said}");
    }
}

#[test]
fn a_handshake_that_cannot_be_says_why_in_one_line() {
    for (arguments, word) in [
        (["--set", "Bear", "--mcu", "atmega1284p"], "unknown set"),
        (["--set", "BabyBear", "--mcu", "atmega8"], "unknown chip"),
        (["--profile", "fast", "--mcu", "atmega328p"], "does not fit"),
    ] {
        let output = handshake(&arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(said.contains(word) && said.lines().count() == 1, "{said}");
    }
}

fn start(set: &'static str) -> Node {
    static TOOLCHAIN: OnceLock<Toolchain> = OnceLock::new();
    let toolchain = TOOLCHAIN.get_or_init(|| Toolchain::find().unwrap());
    let mcu = Mcu::find("atmega1284p").unwrap();
    let firmware = Firmware { set, profile: "compact", mcu };
    let elf = firmware.build(toolchain).unwrap();
    Node::start(&firmware, &Image::read(elf).unwrap()).unwrap()
}

fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    link::send(kind, payload, |byte| bytes.push(byte));
    bytes
}

#[test]
fn a_bad_frame_is_answered_and_not_trusted() {
    let mut node = start("BabyBear");
    let refused = |why| (node::REFUSED, vec![why]);

    let mut damaged = frame(node::HELLO, &[]);
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(node.exchange(&damaged).unwrap(), refused(node::BAD_FRAME));
    assert_eq!(node.exchange(&[link::START, 0xff]).unwrap(), refused(node::BAD_FRAME));

    // Noise before a good frame is passed over.
    let mut noisy = vec![0, 1, 2, 0xff];
    noisy.extend(frame(node::HELLO, &[]));
    assert_eq!(node.exchange(&noisy).unwrap().0, node::DATA);
    assert_eq!(node.hello().unwrap(), ("BabyBear".to_owned(), 804, 917));

    // A damaged write changes nothing.
    node.put(node::PUT_KEY, &[7; 64]).unwrap();
    let mut damaged = frame(node::PUT_KEY, &[0, 0, 9, 9, 9]);
    damaged[6] ^= 0x10;
    assert_eq!(node.exchange(&damaged).unwrap(), refused(node::BAD_FRAME));
    assert_eq!(node.get(node::GET_KEY, 64).unwrap(), [7; 64]);
}

#[test]
fn requests_out_of_range_or_order_are_refused() {
    let mut node = start("BabyBear");
    let mut refusal = |kind, payload: &[u8]| {
        let (answer, why) = node.exchange(&frame(kind, payload)).unwrap();
        assert_eq!((answer, why.len()), (node::REFUSED, 1), "{kind:#04x} {payload:02x?}");
        why[0]
    };
    assert_eq!(refusal(0x00, &[]), node::UNKNOWN);
    assert_eq!(refusal(0x42, &[1, 2, 3]), node::UNKNOWN);
    assert_eq!(refusal(node::HELLO, &[0]), node::BAD_RANGE);
    assert_eq!(refusal(node::RANDOM, &[0; 31]), node::BAD_RANGE);
    assert_eq!(refusal(node::PUT_KEY, &[0]), node::BAD_RANGE);
    // One byte beyond the end, and offsets that wrap sixteen bits.
    assert_eq!(refusal(node::PUT_KEY, &[0x24, 0x03, 0xaa]), node::BAD_RANGE);
    assert_eq!(refusal(node::PUT_CIPHERTEXT, &[0xff, 0xff, 1, 2]), node::BAD_RANGE);
    assert_eq!(refusal(node::GET_KEY, &[0xff, 0xff, 64]), node::BAD_RANGE);
    assert_eq!(refusal(node::GET_CIPHERTEXT, &[0, 0, 200]), node::BAD_RANGE);
    // No random bytes, no key, no secret yet.
    assert_eq!(refusal(node::GENERATE, &[]), node::NO_RANDOM);
    assert_eq!(refusal(node::ENCAPSULATE, &[]), node::NO_RANDOM);
    assert_eq!(refusal(node::DECAPSULATE, &[]), node::NO_KEY);
    assert_eq!(refusal(node::FINGERPRINT, &[]), node::NO_KEY);
}

#[test]
fn random_bytes_and_single_use_keys_serve_once() {
    let mut node = start("BabyBearEphem");
    node.request(node::RANDOM, &[5; 40]).unwrap();
    node.run(node::GENERATE).unwrap();
    let refusal = |node: &mut Node, kind| node.exchange(&frame(kind, &[])).unwrap();
    assert_eq!(refusal(&mut node, node::GENERATE), (node::REFUSED, vec![node::NO_RANDOM]));
    node.run(node::DECAPSULATE).unwrap();
    assert_eq!(refusal(&mut node, node::DECAPSULATE), (node::REFUSED, vec![node::NO_KEY]));
}

#[test]
fn a_tampered_ciphertext_gives_the_hosts_rejection_secret() {
    let set = find("BabyBear").unwrap();
    let mut node = start("BabyBear");
    let key: Vec<u8> = (0..40).map(|i| 3 * i + 1).collect();
    node.request(node::RANDOM, &key).unwrap();
    node.run(node::GENERATE).unwrap();
    let ek = node.get(node::GET_KEY, 804).unwrap();
    let mut ct = vec![0; 917];
    let mut sent = SharedSecret::new();
    set.encapsulate(ProfileName::Fast, &ek, &mut Drbg::new(&[9; 48]), &mut ct, &mut sent).unwrap();
    for flip in [None, Some(0), Some(500), Some(916)] {
        let mut received = ct.clone();
        if let Some(at) = flip {
            received[at] ^= 0x20;
        }
        node.put(node::PUT_CIPHERTEXT, &received).unwrap();
        node.run(node::DECAPSULATE).unwrap();
        let mut expected = SharedSecret::new();
        set.decapsulate(ProfileName::Fast, &key, &received, &mut expected).unwrap();
        assert_eq!(node.fingerprint().unwrap(), expected.fingerprint());
        assert_eq!(flip.is_none(), expected.fingerprint() == sent.fingerprint());
    }
}
