//! The files of `vectors/ntru-encrypt`, and that a file which isn't right does not pass.

use sunbear::kat::vectors::{Failure, verify};
use sunbear::sets::ProfileName;

const FILES: [&str; 3] = [
    include_str!("../../vectors/ntru-encrypt/ees443ep1.json"),
    include_str!("../../vectors/ntru-encrypt/ees587ep1.json"),
    include_str!("../../vectors/ntru-encrypt/ees743ep1.json"),
];

#[test]
fn the_vectors_hold_in_both_profiles() {
    for file in FILES {
        for profile in ProfileName::ALL {
            let verified = verify(file.as_bytes(), profile).unwrap();
            let count = |name| verified.sections.iter().find(|(section, _)| *section == name).unwrap().1;
            assert_eq!((count("keygen"), count("hmac_drbg"), count("encrypt")), (3, 2, 14), "{}", verified.set);
            assert!(count("reject") >= 24 && count("ring") == 8 && count("igf") == 6 && count("mgf_tp1") == 6);
            assert_eq!((count("intermediate"), verified.skipped), (2, 2));
        }
    }
}

/// The file with another last digit of a member's first value; of a packed polynomial, whose last bits are spare, another
/// first one.
fn spoiled(file: &str, section: &str, member: &str) -> String {
    let start = file.find(&format!("\"{section}\"")).unwrap();
    let start = start + file[start..].find(&format!("\"{member}\"")).unwrap() + member.len() + 2;
    let first = start + file[start..].find(|c: char| c.is_ascii_digit()).unwrap();
    let packed = member == "R_packed11" || member == "result";
    let length = file[first..].find(|c: char| !c.is_ascii_hexdigit()).unwrap();
    let end = if packed { first } else { first + length - 1 };
    let other = if &file[end..=end] == "0" { "1" } else { "0" };
    format!("{}{other}{}", &file[..end], &file[end + 1..])
}

#[test]
fn a_changed_value_of_any_section_is_found() {
    for (section, member) in [
        ("keygen", "seed_F"),
        ("keygen", "seed_g"),
        ("keygen", "pub_blob"),
        ("keygen", "priv_blob"),
        ("keygen", "F1"),
        ("keygen", "g_plus_then_minus"),
        ("hmac_drbg", "entropy"),
        ("hmac_drbg", "ct"),
        ("encrypt", "msg"),
        ("encrypt", "salts"),
        ("encrypt", "ct"),
        ("intermediate", "sData"),
        ("intermediate", "r3"),
        ("intermediate", "R_packed11"),
        ("intermediate", "oR4"),
        ("intermediate", "mask_trits"),
        ("intermediate", "Mtrin"),
        ("ring", "result"),
        ("igf", "first64"),
        ("igf", "poly3"),
        ("mgf_tp1", "trits"),
    ] {
        let failure = verify(spoiled(FILES[0], section, member).as_bytes(), ProfileName::Fast).unwrap_err();
        assert!(matches!(failure, Failure::Mismatch { .. }), "{section}.{member}: {failure}");
    }
}

#[test]
fn a_ciphertext_that_should_be_rejected_and_is_right_is_found() {
    let file = FILES[0];
    let start = file.find("\"encrypt\"").unwrap();
    let ct = |from: usize| {
        let start = from + file[from..].find("\"ct\":\"").unwrap() + 6;
        start..start + 1220
    };
    let good = file[ct(start)].to_owned();
    let bad = ct(file.find("\"reject\"").unwrap());
    let changed = format!("{}{good}{}", &file[..bad.start], &file[bad.end..]);
    let failure = verify(changed.as_bytes(), ProfileName::Compact).unwrap_err();
    assert_eq!(failure, Failure::Mismatch { section: "reject", entry: 0, what: "ct is not rejected".into() });
}

#[test]
fn other_files_are_malformed() {
    for (text, says) in [
        ("", "EOF"),
        ("{}", "no member \"set\""),
        ("{\"set\":\"ees401ep2\"}", "unknown set \"ees401ep2\"; known: ees443ep1, ees587ep1, ees743ep1"),
        ("{\"set\":\"ees443ep1\"}", "no section has an entry"),
        ("{\"set\":\"ees443ep1\",\"encrypt\":3}", "encrypt is no array"),
        ("{\"set\":\"ees443ep1\",\"keygen\":[{}]}", "keygen[0]: seed_F is missing"),
        ("{\"set\":\"ees443ep1\",\"igf\":[{\"seed\":\"2\"}]}", "igf[0]: seed is not hexadecimal"),
        ("{\"set\":\"ees443ep1\",\"encrypt\":[{\"key\":7}]}", "encrypt[0]: key is out of range"),
        (
            "{\"set\":\"ees443ep1\",\"mgf_tp1\":[{\"seed\":\"\",\"trits\":\"3\"}]}",
            "mgf_tp1[0]: trits is no string of trits",
        ),
    ] {
        let failure = verify(text.as_bytes(), ProfileName::Fast).unwrap_err();
        assert!(matches!(failure, Failure::Malformed(_)) && failure.to_string().contains(says), "{text}: {failure}");
    }
}
