//! `keygen`, `encaps` and `decaps`: both sides agree, and wrong inputs are refused with nothing left behind.

use std::fs;

use sunbear::sets::all;

use super::{Dir, PROFILES, command, fails, ok, run, stderr};

#[test]
fn both_sides_agree_in_all_profiles() {
    for set in all() {
        let (name, sizes) = (set.name(), set.sizes());
        for (i, profile) in PROFILES.into_iter().enumerate() {
            let dir = Dir::new();
            dir.keygen(name, profile);
            assert_eq!(dir.read("ek").len(), sizes.encapsulation_key);
            assert_eq!(dir.read("dk").len(), sizes.decapsulation_key);
            dir.encaps(name, PROFILES[1 - i]);
            assert_eq!(dir.read("ct").len(), sizes.ciphertext);
            assert_eq!(dir.read("ss").len(), sizes.shared_secret);
            for profile in PROFILES {
                assert_eq!(dir.decaps(set, profile), dir.read("ss"), "{name} {profile}");
            }
            assert_eq!(dir.names(), ["ct", "dk", "ek", "ss", "ss2"]);
        }
    }
}

#[test]
fn sets_are_found_in_any_case() {
    let dir = Dir::new();
    dir.keygen("babybearephem", "fast");
    dir.encaps("BABYBEAREPHEM", "fast");
}

#[test]
fn every_run_is_another() {
    let (one, two) = (Dir::new(), Dir::new());
    for dir in [&one, &two] {
        dir.keygen("BabyBear", "fast");
    }
    assert_ne!(one.read("dk"), two.read("dk"));
    two.write("ek", &one.read("ek"));
    for dir in [&one, &two] {
        dir.encaps("BabyBear", "fast");
    }
    assert_ne!(one.read("ss"), two.read("ss"));
}

#[test]
fn a_tampered_ciphertext_gives_another_secret() {
    let set = all().next().unwrap();
    let dir = Dir::new();
    dir.keygen(set.name(), "fast");
    dir.encaps(set.name(), "fast");
    let (ct, mut rejected) = (dir.read("ct"), Vec::new());
    for position in [0, ct.len() / 2, ct.len() - 1] {
        let mut tampered = ct.clone();
        tampered[position] ^= 1;
        dir.write("ct", &tampered);
        let secret = dir.decaps(set, "fast");
        assert_ne!(secret, dir.read("ss"));
        assert_eq!(secret, dir.decaps(set, "compact"));
        assert!(!rejected.contains(&secret));
        rejected.push(secret);
    }
}

#[test]
fn streams_take_the_place_of_files() {
    let dir = Dir::new();
    let set = ["--set", "MamaBear"];
    let ek = ok(dir.tool(&["keygen", "--ek", "-", "--dk", "dk"]).args(set), b"");
    assert_eq!((ek.len(), dir.names()), (1194, vec!["dk".to_owned()]));
    let ct = ok(dir.tool(&["encaps", "--ek", "-", "--ct", "-", "--ss", "ss"]).args(set), &ek);
    assert_eq!(ct.len(), 1307);
    let secret = ok(dir.tool(&["decaps", "--dk", "dk", "--ct", "-", "--ss", "-"]).args(set), &ct);
    assert_eq!(secret, dir.read("ss"));
    dir.write("ct", &ct);
    let secret = ok(dir.tool(&["decaps", "--dk", "-", "--ct", "ct", "--ss", "-"]).args(set), &dir.read("dk"));
    assert_eq!(secret, dir.read("ss"));

    // A stream of a wrong length, an endless one included.
    let line = fails(dir.tool(&["encaps", "--ek", "-", "--ct", "c", "--ss", "-"]).args(set), 2, &ek[..1000]);
    assert!(line.contains("-: 1000 bytes instead of the 1194 "), "{line}");
    let line = fails(dir.tool(&["encaps", "--ek", "-", "--ct", "c", "--ss", "-"]).args(set), 2, &[0; 1195]);
    assert!(line.contains("-: more than 1194 bytes"), "{line}");
    #[cfg(unix)]
    fails(dir.tool(&["encaps", "--ek", "/dev/zero", "--ct", "c", "--ss", "s"]).args(set), 2, b"");
    assert_eq!(dir.names(), ["ct", "dk", "ss"]);
}

#[test]
fn wrong_lengths_are_refused() {
    for set in all() {
        let sizes = set.sizes();
        let dir = Dir::new();
        dir.keygen(set.name(), "fast");
        dir.encaps(set.name(), "fast");
        let encaps = ["encaps", "--ek", "ek", "--ct", "out", "--ss", "out2"];
        let decaps = ["decaps", "--dk", "dk", "--ct", "ct", "--ss", "out"];
        for (file, size, args) in [
            ("ek", sizes.encapsulation_key, encaps),
            ("dk", sizes.decapsulation_key, decaps),
            ("ct", sizes.ciphertext, decaps),
        ] {
            let right = dir.read(file);
            for wrong in [0, 1, size - 1, size + 1, size + 1000] {
                dir.write(file, &vec![3; wrong]);
                let line = fails(dir.tool(&args).args(["--set", set.name()]), 2, b"");
                assert!(line.contains(&format!("{file}: {wrong} bytes instead of the {size} of a ")), "{line}");
                assert_eq!(dir.names(), ["ct", "dk", "ek", "ss"]);
            }
            dir.write(file, &right);
        }
    }
}

#[test]
fn missing_and_unreadable_inputs_are_named() {
    let dir = Dir::new();
    dir.keygen("BabyBear", "fast");
    fs::create_dir(dir.path().join("folder")).unwrap();
    for (args, name) in [
        (["encaps", "--ek", "none", "--ct", "c", "--ss", "s"], "none"),
        (["encaps", "--ek", "folder", "--ct", "c", "--ss", "s"], "folder"),
        (["encaps", "--ek", "ek/inside", "--ct", "c", "--ss", "s"], "ek/inside"),
        (["decaps", "--dk", "none", "--ct", "c", "--ss", "s"], "none"),
        (["decaps", "--dk", "dk", "--ct", "none", "--ss", "s"], "none"),
    ] {
        let line = fails(dir.tool(&args).args(["--set", "BabyBear"]), 2, b"");
        assert!(line.starts_with(&format!("sunbear: {name}: ")), "{line}");
        assert_eq!(dir.names(), ["dk", "ek", "folder"]);
    }
}

#[test]
fn a_key_of_another_set_is_told_by_its_length() {
    let dir = Dir::new();
    dir.keygen("BabyBear", "fast");
    let line = fails(&mut dir.tool(&["encaps", "--set", "PapaBear", "--ek", "ek", "--ct", "c", "--ss", "s"]), 2, b"");
    assert!(line.contains("ek: 804 bytes instead of the 1584 of a PapaBear encapsulation key"), "{line}");
}

#[test]
fn a_key_of_a_single_use_set_stays_for_its_owner_to_erase() {
    let dir = Dir::new();
    let set = all().find(|set| set.is_single_use()).unwrap();
    dir.keygen(set.name(), "fast");
    let dk = dir.read("dk");
    dir.encaps(set.name(), "fast");
    dir.decaps(set, "fast");
    assert_eq!(dir.read("dk"), dk);
    // No note about a key that was not used.
    let output = run(
        command()
            .current_dir(dir.path())
            .args(["decaps", "--set", set.name()])
            .args(["--dk", "dk", "--ct", "none", "--ss", "s"]),
        b"",
    );
    assert!(!stderr(&output).contains("erase"));
}

#[test]
fn ntru_encrypt_rejects_what_was_changed() {
    let dir = Dir::new();
    dir.keygen("ees443ep1", "fast");
    dir.encaps("ees443ep1", "fast");
    let decaps = ["decaps", "--set", "ees443ep1", "--dk", "dk", "--ct", "ct", "--ss", "out"];
    let ct = dir.read("ct");
    for (place, bit) in [(0, 1), (300, 0x80), (609, 1), (609, 0x80)] {
        let mut changed = ct.clone();
        changed[place] ^= bit;
        dir.write("ct", &changed);
        let line = fails(&mut dir.tool(&decaps), 1, b"");
        assert_eq!(line, "sunbear: ct: the ciphertext is rejected\n");
        assert_eq!(dir.names(), ["ct", "dk", "ek", "ss"]);
    }
}

#[test]
fn malformed_keys_of_ntru_encrypt_are_named() {
    let dir = Dir::new();
    dir.keygen("ees443ep1", "fast");
    dir.encaps("ees443ep1", "fast");
    let encaps = ["encaps", "--set", "ees443ep1", "--ek", "ek", "--ct", "out", "--ss", "out2"];
    let decaps = ["decaps", "--set", "ees443ep1", "--dk", "dk", "--ct", "ct", "--ss", "out"];
    // The kind of key, the OID, h(1), a spare bit; two terms of a list that are the same, and two out of range.
    for (file, place, bytes, args, object) in [
        ("ek", 0, [2, 3], encaps, "encapsulation"),
        ("ek", 3, [5, 0x11], encaps, "encapsulation"),
        ("ek", 5, [0, 0], encaps, "encapsulation"),
        ("ek", 613, [0, 1], encaps, "encapsulation"),
        ("dk", 0, [1, 3], decaps, "decapsulation"),
        ("dk", 3, [6, 0x10], decaps, "decapsulation"),
        ("dk", 615, [0xff, 0xff], decaps, "decapsulation"),
    ] {
        let right = dir.read(file);
        let mut wrong = right.clone();
        wrong[place..place + 2].copy_from_slice(&bytes);
        dir.write(file, &wrong);
        let line = fails(&mut dir.tool(&args), 2, b"");
        assert_eq!(line, format!("sunbear: {file}: ees443ep1: malformed {object} key\n"), "{place}");
        assert_eq!(dir.names(), ["ct", "dk", "ek", "ss"]);
        dir.write(file, &right);
    }
}
