//! Whole exchanges on both chips, with both kinds of key.

use rand_core::UnwrapErr;
use sunbear::link::node::{BAD_RANGE, FINGERPRINT, GET_KEY, NO_KEY, NO_RANDOM, PUT_KEY};
use sunbear::sim::image::Image;
use sunbear::sim::mcu::Mcu;
use sunbear::three_bears::{
    BabyBear, BabyBearEphem, DecapsulationKey, DecapsulationWorkspace, ParameterSet, Workspace,
};
use sunbear::{Fast, SharedSecret};

use crate::gateway::{Gateway, LOCKED, PROVISION, image};
use crate::generator::remembered;

/// What the nodes are provisioned with.
const SEED: [u8; 32] = *b"a seed for tests, not for a chip";

fn report(what: &str, gateway: &Gateway, image: &Image, cycles: u64) {
    let (machine, mcu) = (&gateway.machine, gateway.machine.mcu());
    println!(
        "{what} on {}: flash {}, static RAM {} + deepest stack {} of {} bytes, encapsulation with line {:.0} ms",
        mcu.name,
        image.sizes().flash(),
        image.sizes().ram(),
        machine.stack_used(),
        mcu.ram_size,
        mcu.milliseconds(cycles),
    );
    assert!(machine.stack_free() > 0);
}

/// The gateway has one key for good; the node keeps it in its EEPROM.
fn with_a_stored_key(mcu: &'static Mcu) {
    let image = image(mcu, &[]);
    let mut rng = UnwrapErr(getrandom::SysRng);
    let mut workspace = DecapsulationWorkspace::<BabyBear, Fast>::new();
    let dk = DecapsulationKey::<BabyBear>::generate(&mut rng);
    let mut ek = [0; BabyBear::ENCAPSULATION_KEY_SIZE];
    dk.write_encapsulation_key(&mut ek, workspace.base()).unwrap();

    // At the factory: blank, so nothing that needs randomness works.
    let mut gateway = Gateway::power_on(mcu, &image, &[]);
    assert_eq!(gateway.hello(), ("BabyBear".to_owned(), ek.len(), BabyBear::CIPHERTEXT_SIZE));
    assert_eq!(gateway.encapsulate(&[], 0), Err(NO_RANDOM));
    assert_eq!(gateway.request(FINGERPRINT, &[]), Err(NO_KEY));
    assert_eq!(gateway.request(PUT_KEY, &[0x20, 3, 1, 2, 3, 4, 5]), Err(BAD_RANGE));
    assert_eq!(gateway.request(PROVISION, &[1; 31]), Err(BAD_RANGE));
    gateway.provision(Some(&ek), &SEED);
    // Started and not drawn from yet: the key is in its place, 25 pieces of it.
    assert_eq!(remembered(&gateway.machine, SEED).len(), 25);

    // In the field: locked. Secrets agree, through power losses, and never come twice.
    let mut fingerprints = Vec::new();
    for _ in 0..2 {
        assert_eq!(gateway.request(PUT_KEY, &[0, 0, 1]), Err(LOCKED));
        assert_eq!(gateway.request(PROVISION, &[1; 32]), Err(LOCKED));
        assert_eq!(gateway.request(GET_KEY, &[10, 0, 64]).unwrap(), ek[10..74]);
        for _ in 0..2 {
            let begin = gateway.machine.cycles();
            let ct = gateway.encapsulate(&[], BabyBear::CIPHERTEXT_SIZE).unwrap();
            let cycles = gateway.machine.cycles() - begin;
            let mut secret = SharedSecret::new();
            dk.decapsulate(&ct[..], &mut secret, &mut workspace).unwrap();
            let nodes = gateway.request(FINGERPRINT, &[]).unwrap();
            assert_eq!(nodes, secret.fingerprint());
            assert!(!fingerprints.contains(&nodes));
            fingerprints.push(nodes);
            assert_eq!(remembered(&gateway.machine, SEED), [0_usize; 0]);
            report("BabyBear, key in EEPROM", &gateway, &image, cycles);
        }
        let eeprom = gateway.machine.eeprom();
        gateway = Gateway::power_on(mcu, &image, &eeprom);
    }
}

/// The decapsulation key that belongs to `examples/node/gateway.key`.
const TEST_KEY: [u8; 40] = *b"for the tests of examples/node: no secre";

/// The key is part of the program.
fn with_a_key_in_flash(mcu: &'static Mcu) {
    let mut workspace = DecapsulationWorkspace::<BabyBear, Fast>::new();
    let dk = DecapsulationKey::<BabyBear>::from_bytes(&TEST_KEY);
    let mut ek = [0; BabyBear::ENCAPSULATION_KEY_SIZE];
    dk.write_encapsulation_key(&mut ek, workspace.base()).unwrap();
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/node/gateway.key");
    assert!(std::fs::read(&file).is_ok_and(|found| found == ek), "{} is not the tests' key", file.display());

    let image = image(mcu, &["flash"]);
    let mut gateway = Gateway::power_on(mcu, &image, &[]);
    assert_eq!(gateway.request(PUT_KEY, &[0, 0, 1]), Err(BAD_RANGE));
    gateway.provision(None, &[0x41; 32]);
    let begin = gateway.machine.cycles();
    let ct = gateway.encapsulate(&[], BabyBear::CIPHERTEXT_SIZE).unwrap();
    let cycles = gateway.machine.cycles() - begin;
    let mut secret = SharedSecret::new();
    dk.decapsulate(&ct[..], &mut secret, &mut workspace).unwrap();
    assert_eq!(gateway.request(FINGERPRINT, &[]).unwrap(), secret.fingerprint());
    report("BabyBear, key in flash", &gateway, &image, cycles);
}

/// The gateway makes a key for each exchange; the node never has more than 10 bytes of it.
fn with_a_fresh_key(mcu: &'static Mcu) {
    let image = image(mcu, &["ephemeral"]);
    let mut rng = UnwrapErr(getrandom::SysRng);
    let mut workspace = Workspace::<BabyBearEphem, Fast>::new();
    let mut gateway = Gateway::power_on(mcu, &image, &[]);
    gateway.provision(None, &SEED);
    for _ in 0..2 {
        let dk = DecapsulationKey::<BabyBearEphem>::generate(&mut rng);
        let mut ek = [0; BabyBearEphem::ENCAPSULATION_KEY_SIZE];
        dk.write_encapsulation_key(&mut ek, &mut workspace).unwrap();
        let begin = gateway.machine.cycles();
        let ct = gateway.encapsulate(&ek, BabyBearEphem::CIPHERTEXT_SIZE).unwrap();
        let cycles = gateway.machine.cycles() - begin;
        let mut secret = SharedSecret::new();
        dk.decapsulate_once(&ct[..], &mut secret, &mut workspace).unwrap();
        assert_eq!(gateway.request(FINGERPRINT, &[]).unwrap(), secret.fingerprint());
        assert_eq!(remembered(&gateway.machine, SEED), [0_usize; 0]);
        report("BabyBearEphem, key over the line", &gateway, &image, cycles);
    }
    a_silent_gateway_is_given_up(&mut gateway);
}

fn a_silent_gateway_is_given_up(gateway: &mut Gateway) {
    use sunbear::link::node::{BAD_FRAME, ENCAPSULATE, REFUSED};

    gateway.send(ENCAPSULATE, &[]);
    assert_eq!(gateway.next().0, GET_KEY);
    let begin = gateway.machine.cycles();
    assert_eq!(gateway.next(), (REFUSED, vec![BAD_FRAME]));
    let seconds = gateway.machine.mcu().milliseconds(gateway.machine.cycles() - begin) / 1e3;
    assert!(seconds > 0.9 && seconds < 1.2, "{seconds}");
    assert_eq!(gateway.request(FINGERPRINT, &[]), Err(NO_KEY));
}

#[test]
fn the_node_works_on_an_arduino_uno() {
    let mcu = Mcu::find("atmega328p").unwrap();
    with_a_stored_key(mcu);
    with_a_key_in_flash(mcu);
    with_a_fresh_key(mcu);
}

#[test]
fn the_node_works_on_a_1284p() {
    let mcu = Mcu::find("atmega1284p").unwrap();
    with_a_stored_key(mcu);
    with_a_key_in_flash(mcu);
    with_a_fresh_key(mcu);
}
